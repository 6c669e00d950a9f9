/**
 * Rules of the destination of an instruction of ps_1_x (register, mask, modifiers, shift), and of single instructions:
 * `def`, `cnd`, `cmp`, `lrp`, `dp3`, `dp4`.
 *
 * Not for: `bem`, texdepth, the texm* instructions and the order of texture registers (ps1-phases.ts).
 */

import { colorMaskText } from '../../../isa/components.ts';
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { CONST, type Ps1State, TEMP, TEXTURE } from './ps1-state.ts';

export const KIND_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5037', ps14: 'X5123' },
  text: 'The destination is a register that cannot be written here.',
  hint: 'Write to a temporary or, before ps_1_4, to a texture register.',
};
export const NUMBER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5038', ps14: 'X5124' },
  text: 'The destination has the register number {register}; {limit} is the last one of its type in this version.',
  hint: 'Use a lower register number.',
};
export const DEPTH_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5039' },
  text: 'texm3x2depth used t{register}, which no later instruction can use.',
  hint: 'Use another texture register.',
};
export const TEXTURE_REGISTER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5040' },
  text: 'Texture instructions can only write texture registers, t#.',
  hint: 'Write to the texture register of the stage.',
};
export const TEXTURE_MASK_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5041', ps14: 'X5127' },
  text: 'The instruction must write all four components.',
  hint: 'Remove the write mask.',
};
export const COORDINATES_PAIR_MASK_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5125' },
  text: 'texcrd with `_dw` must write exactly .rg.',
  hint: 'Write .rg.',
};
export const COORDINATES_MASK_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5126' },
  text: 'texcrd must write exactly .rgb.',
  hint: 'Write .rgb.',
};
export const TEXTURE_MODIFIERS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5042', ps14: 'X5128' },
  text: 'Texture instructions take no result modifier.',
  hint: 'Remove the modifier.',
  specRules: ['DP6'],
};
export const TEXTURE_SHIFT_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5043', ps14: 'X5129' },
  text: 'Texture instructions take no result shift.',
  hint: 'Remove the shift.',
  specRules: ['DP7'],
};
export const MODIFIERS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5044', ps14: 'X5130' },
  text: 'The only result modifier is _sat.',
  hint: 'Remove the other modifiers.',
  specRules: ['DP6'],
};
export const SHIFT_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5045', ps14: 'X5131' },
  text: 'This version does not have the result shift.',
  hint: 'Use _x2, _x4 or _d2; ps_1_4 has _x8, _d4 and _d8 too.',
  specRules: ['DP7'],
};
export const MASK_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5046' },
  text: 'The write mask is neither .rgb, .a nor all components.',
  hint: 'Write .rgb, .a or no mask.',
  specRules: ['DP5'],
};

const DW = SM1_SOURCE_MODIFIERS.dw.code;
/** Bit n: result shift n, of ps_1_1 to ps_1_3 and of ps_1_4. */
const SHIFTS_11 = 0x8007;
const SHIFTS_14 = 0xe00f;
const ALL = 15;

function fault(ctx: Sm1ValidationContext, s: Ps1State, rule: Sm1RuleRow, limit = 0): void {
  s.destinationFault = true;
  ctx.report(rule, ctx.destinationAt, { register: s.destinationNumber, limit });
}

/** Checks type and number; `textures`: texture registers count, too. Returns whether both are right. */
function checkRegister(ctx: Sm1ValidationContext, s: Ps1State, lastTemp: number, lastTexture: number): boolean {
  const type = s.destinationType;
  const limit = type === TEMP ? lastTemp : type === TEXTURE ? lastTexture : -1;
  if (limit < 0) fault(ctx, s, KIND_RULE);
  else if (s.destinationNumber > limit) fault(ctx, s, NUMBER_RULE, limit);
  else return true;
  return false;
}

/** Checks the destination in ps_1_1 to ps_1_3; `depth` has a bit for each register that texm3x2depth wrote. */
export function checkPs11Destination(ctx: Sm1ValidationContext, s: Ps1State, texture: boolean, depth: number): void {
  if (checkRegister(ctx, s, 1, 3) && s.destinationType === TEXTURE && (depth >> s.destinationNumber) & 1) {
    fault(ctx, s, DEPTH_RULE);
    return;
  }
  const mask = ctx.destinationMask;
  if (texture) {
    if (s.destinationType !== TEXTURE) fault(ctx, s, TEXTURE_REGISTER_RULE);
    if (mask !== ALL) fault(ctx, s, TEXTURE_MASK_RULE);
    if (ctx.destinationModifiers !== 0) fault(ctx, s, TEXTURE_MODIFIERS_RULE);
    if (ctx.destinationShift !== 0) fault(ctx, s, TEXTURE_SHIFT_RULE);
  } else {
    if (ctx.destinationModifiers > 1) fault(ctx, s, MODIFIERS_RULE);
    if (((SHIFTS_11 >> ctx.destinationShift) & 1) === 0) fault(ctx, s, SHIFT_RULE);
  }
  if (mask !== ALL && mask !== 7 && mask !== 8) fault(ctx, s, MASK_RULE);
}

export function checkPs14Destination(ctx: Sm1ValidationContext, s: Ps1State): void {
  checkRegister(ctx, s, 5, -1);
  if (ctx.destinationModifiers > 1) fault(ctx, s, MODIFIERS_RULE);
  if (((SHIFTS_14 >> ctx.destinationShift) & 1) === 0) fault(ctx, s, SHIFT_RULE);
}

/**
 * Checks register, mask, modifiers and shift of a texture instruction in ps_1_4; returns whether the register is right.
 */
export function checkPs14TextureRegister(ctx: Sm1ValidationContext, s: Ps1State): boolean {
  return checkRegister(ctx, s, 5, ctx.opcode === SM1_OPCODES.texkill.code ? 5 : -1);
}

/** Checks mask, modifiers and shift of a texture instruction in ps_1_4. */
export function checkPs14TextureDestination(ctx: Sm1ValidationContext, s: Ps1State): void {
  const mask = ctx.destinationMask;
  if (ctx.opcode !== SM1_OPCODES.texcoord.code) {
    if (mask !== ALL) fault(ctx, s, TEXTURE_MASK_RULE);
  } else if (ctx.sourceModifier[0] === DW) {
    if (mask !== 3) fault(ctx, s, COORDINATES_PAIR_MASK_RULE);
  } else if (mask !== 7) fault(ctx, s, COORDINATES_MASK_RULE);
  if (ctx.destinationModifiers !== 0) fault(ctx, s, TEXTURE_MODIFIERS_RULE);
  if (ctx.destinationShift !== 0) fault(ctx, s, TEXTURE_SHIFT_RULE);
}

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
