/**
 * Rules of single instructions of ps_1_x: `def`, `cnd`, `cmp`, `lrp`, `dp3`, `dp4`.
 *
 * Not for: `bem` and texdepth (ps1-phases.ts), the texm* instructions (ps1-textures.ts).
 */
import { colorMaskText } from '../../../isa/components.ts';
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { rules } from '../rule.ts';
import { CONST, type Ps1State, TEMP } from './ps1-state.ts';

export const PS1_SPECIAL_RULES = rules({
  conditionRegister: {
    codes: { ps11: 'X5059' },
    text: 'The first source of `cnd` is something else than r0.a.',
    hint: 'Put the condition into r0.a.',
  },
  comparisons: {
    codes: { ps11: 'X5060' },
    text: 'The shader has more than 3 `cmp`.',
    hint: 'Use `cmp` at most three times.',
  },
  blendModifier: {
    codes: { ps11: 'X5061' },
    text: 'The first source of `lrp` takes no other modifier than 1-.',
    hint: 'Change the value with another instruction first.',
  },
  blendUnsaturated: {
    codes: { ps11: 'X5062', ps14: 'X5524' },
    severity: 'warning',
    text: 'Components {components} of the first source of `lrp` were written without _sat; some hardware clamps them.',
    hint: 'Put _sat on the instruction that writes the register.',
  },
  productMask: {
    codes: { ps11: 'X5066' },
    text: '`dp3` writes .rgb or all components.',
    hint: 'Write .rgb or no mask.',
  },
  products: {
    codes: { ps11: 'X5067' },
    text: 'The shader has more than 4 `dp4`.',
    hint: 'Use `dp4` at most four times.',
  },
  lateDef: {
    codes: { ps11: 'X5063', ps14: 'X5155' },
    text: '`def` stands behind other instructions.',
    hint: 'Put all `def` at the beginning of the shader.',
  },
  defDestination: {
    codes: { ps11: 'X5064', ps14: 'X5156' },
    text: '`def` sets a whole constant, c#, without mask or modifier.',
    hint: 'Write c# and nothing behind it.',
  },
  defNumber: {
    codes: { ps11: 'X5065', ps14: 'X5157' },
    text: 'There is no constant c{register}; c7 is the last one.',
    hint: 'Use one of c0 to c7.',
  },
  defTwice: {
    codes: { ps11: 'X5224', ps14: 'X5588' },
    text: 'c{register} is set for the second time.',
    hint: 'Set each constant once.',
  },
});

const R = PS1_SPECIAL_RULES;
const { cnd, cmp, lrp, dp3, dp4 } = SM1_OPCODES;
const ALPHA = 0xff;
const COMPLEMENT = SM1_SOURCE_MODIFIERS.complement.code;
const LAST_CONST = 7;

/** How often a stream has the instructions that may stand a few times only. */
export class Ps11Counts {
  comparisons = 0;
  products = 0;
}

/** Judges what single instructions of ps_1_1 to ps_1_3 ask for. */
export function checkPs11Special(j: Sm1ValidationContext, s: Ps1State, counts: Ps11Counts): void {
  const { opcode } = j;
  if (opcode === cnd.code) {
    const plain = j.sourceModifier[0] === 0 && j.sourceSwizzle[0] === ALPHA;
    if (!plain || s.types[0] !== TEMP || s.numbers[0] !== 0) j.report(R.conditionRegister, j.sourceAt[0]!);
  } else if (opcode === cmp.code) {
    if (++counts.comparisons > 3) j.report(R.comparisons);
  } else if (opcode === lrp.code) {
    const modifier = j.sourceModifier[0]!;
    if (modifier !== 0 && modifier !== COMPLEMENT) j.report(R.blendModifier, j.sourceAt[0]!);
    checkPs1Blend(j, s);
  } else if (opcode === dp3.code) {
    if (j.destinationMask !== 7 && j.destinationMask !== 15) j.report(R.productMask, j.destinationAt);
  } else if (opcode === dp4.code && ++counts.products > 4) j.report(R.products);
}

/** Judges whether the first source of `lrp` was saturated. */
export function checkPs1Blend(j: Sm1ValidationContext, s: Ps1State): void {
  let bits = s.reads[0]! & s.unsaturated;
  if (bits === 0 || (j.sourceFaults & 1) !== 0) return;
  while ((bits & 15) === 0) bits >>>= 4;
  j.report(R.blendUnsaturated, j.sourceAt[0]!, { components: colorMaskText(bits & 15) });
}

/** Judges a `def`. */
export function checkPs1Def(j: Sm1ValidationContext, s: Ps1State): void {
  if (s.begun) j.report(R.lateDef);
  const register = s.destinationNumber;
  const constant = s.destinationType === CONST;
  const plain = j.destinationMask === 15 && j.destinationModifiers === 0 && j.destinationShift === 0;
  if (!constant || !plain) j.report(R.defDestination, j.destinationAt);
  if (!constant) return;
  if (register > LAST_CONST) j.report(R.defNumber, j.destinationAt, { register });
  else if (plain && !s.begun) {
    if ((s.defined >> register) & 1) j.report(R.defTwice, j.destinationAt, { register });
    s.defined |= 1 << register;
  }
}
