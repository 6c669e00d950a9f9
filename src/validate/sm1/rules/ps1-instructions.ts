/**
 * Rules of single instructions of ps_1_x: `def`, `cnd`, `cmp`, `lrp`, `dp3`, `dp4`.
 *
 * Not for: `bem` and texdepth (ps1-phases.ts), the texm* instructions (ps1-textures.ts).
 */
import { colorMaskText } from '../../../isa/components.ts';
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1ValidationContext } from '../context.ts';
import type { Sm1RuleRow } from '../rule.ts';
import { CONST, type Ps1State, TEMP } from './ps1-state.ts';

export const CONDITION_REGISTER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5059' },
  text: 'The first source of `cnd` is not r0.a.',
  hint: 'Put the condition into r0.a.',
};
export const COMPARISONS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5060' },
  text: 'The shader has more than 3 `cmp`.',
  hint: 'Use `cmp` at most three times.',
};
export const BLEND_MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5061' },
  text: 'The first source of `lrp` has a modifier other than 1-.',
  hint: 'Change the value with another instruction first.',
};
export const BLEND_UNSATURATED_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5062', ps14: 'X5524' },
  severity: 'warning',
  text: 'Components {components} of the first source of `lrp` were written without _sat; some hardware clamps them.',
  hint: 'Put _sat on the instruction that writes the register.',
};
export const PRODUCT_MASK_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5066' },
  text: '`dp3` must write .rgb or all components.',
  hint: 'Write .rgb or no mask.',
};
export const PRODUCTS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5067' },
  text: 'The shader has more than 4 `dp4`.',
  hint: 'Use `dp4` at most four times.',
};
export const LATE_DEF_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5063', ps14: 'X5155' },
  text: '`def` comes after other instructions.',
  hint: 'Put all `def` at the beginning of the shader.',
};
export const DEF_DESTINATION_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5064', ps14: 'X5156' },
  text: 'The destination of `def` is not a constant, c#, without mask and modifier.',
  hint: 'Write c# alone.',
};
export const DEF_NUMBER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5065', ps14: 'X5157' },
  text: 'Constant c{register} does not exist; the last one is c7.',
  hint: 'Use one of c0 to c7.',
};
export const DEF_TWICE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5224', ps14: 'X5588' },
  text: 'c{register} is set twice.',
  hint: 'Set each constant once.',
};

const { cnd, cmp, lrp, dp3, dp4 } = SM1_OPCODES;
const ALPHA = 0xff;
const COMPLEMENT = SM1_SOURCE_MODIFIERS.complement.code;
const LAST_CONST = 7;

/** Counts of the instructions that are limited to a few in a stream. */
export class Ps11Counts {
  comparisons = 0;
  products = 0;
}

/** Checks the rules of single instructions of ps_1_1 to ps_1_3. */
export function checkPs11Instruction(ctx: Sm1ValidationContext, s: Ps1State, counts: Ps11Counts): void {
  const { opcode } = ctx;
  if (opcode === cnd.code) {
    const unmodified = ctx.sourceModifier[0] === 0 && ctx.sourceSwizzle[0] === ALPHA;
    if (!unmodified || s.types[0] !== TEMP || s.numbers[0] !== 0) ctx.report(CONDITION_REGISTER_RULE, ctx.sourceAt[0]!);
  } else if (opcode === cmp.code) {
    if (++counts.comparisons > 3) ctx.report(COMPARISONS_RULE);
  } else if (opcode === lrp.code) {
    const modifier = ctx.sourceModifier[0]!;
    if (modifier !== 0 && modifier !== COMPLEMENT) ctx.report(BLEND_MODIFIER_RULE, ctx.sourceAt[0]!);
    checkPs1Blend(ctx, s);
  } else if (opcode === dp3.code) {
    if (ctx.destinationMask !== 7 && ctx.destinationMask !== 15) ctx.report(PRODUCT_MASK_RULE, ctx.destinationAt);
  } else if (opcode === dp4.code && ++counts.products > 4) ctx.report(PRODUCTS_RULE);
}

/** Checks whether the first source of `lrp` was saturated. */
export function checkPs1Blend(ctx: Sm1ValidationContext, s: Ps1State): void {
  let bits = s.reads[0]! & s.unsaturated;
  if (bits === 0 || (ctx.sourceFaults & 1) !== 0) return;
  while ((bits & 15) === 0) bits >>>= 4;
  ctx.report(BLEND_UNSATURATED_RULE, ctx.sourceAt[0]!, { components: colorMaskText(bits & 15) });
}

/** Checks a `def`. */
export function checkPs1Def(ctx: Sm1ValidationContext, s: Ps1State): void {
  if (s.begun) ctx.report(LATE_DEF_RULE);
  const register = s.destinationNumber;
  const constant = s.destinationType === CONST;
  const unmodified = ctx.destinationMask === 15 && ctx.destinationModifiers === 0 && ctx.destinationShift === 0;
  if (!constant || !unmodified) ctx.report(DEF_DESTINATION_RULE, ctx.destinationAt);
  if (!constant) return;
  if (register > LAST_CONST) ctx.report(DEF_NUMBER_RULE, ctx.destinationAt, { register });
  else if (unmodified && !s.begun) {
    if ((s.defined >> register) & 1) ctx.report(DEF_TWICE_RULE, ctx.destinationAt, { register });
    s.defined |= 1 << register;
  }
}
