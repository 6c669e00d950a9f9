/**
 * Rules of what the sources of ps_1_x hold: nothing yet, a value that another instruction used up, a value that should
 * have been saturated.
 *
 * Not for: which registers may be read at all (ps1-sources.ts).
 */
import { colorMaskText } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { PS1_KINDS, type Ps1State, TEMP, TEXTURE, TEXTURE_OP } from './ps1-state.ts';

export const NEGATED_SATURATED_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5028' },
  text: 'Components {components} of source {operand} were saturated, and ps_1_1 cannot negate them.',
  hint: 'Write the register without _sat, or use ps_1_2.',
};
export const BIAS_UNSATURATED_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5029' },
  severity: 'warning',
  text: 'Components {components} of source {operand} were written without _sat; `_bias` may clamp them on some hardware.',
  hint: 'Put _sat on the instruction that writes the register.',
};
export const COMPLEMENT_UNSATURATED_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5030', ps14: 'X5522' },
  severity: 'warning',
  text: 'Components {components} of source {operand} were written without _sat; `1-` may clamp them on some hardware.',
  hint: 'Put _sat on the instruction that writes the register.',
};
export const CONSUMED_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5031' },
  text: 'Source {operand} was used by texkill, texm3x2depth or a texm*pad and holds no value.',
  hint: 'Load the register again with a number of its own.',
};
export const BENT_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5032' },
  text: 'A texture instruction reads the result of texbem or texbeml.',
  hint: 'Read that result with arithmetic only.',
};
export const BUMPED_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5034' },
  text: 'Source {operand} was the bump map of texbem or texbeml and can only be read by them.',
  hint: 'Sample the texture into another register too.',
};
export const DEPENDENT_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5035' },
  text: 'The coordinates were sampled with coordinates that were themselves sampled.',
  hint: 'Sample with sampled coordinates only once.',
};
export const UNWRITTEN_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5036', ps14: 'X5121' },
  text: 'Components {components} of {register} are read, but never written.',
  hint: 'Write the register before it is read; a co-issued instruction does not see what its partner writes.',
};
export const LOST_BOTH_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5118' },
  text: 'Components {components} of {register} are read, but undefined: `phase` discarded the alpha and texcrd with .rg the blue.',
  hint: 'Write the components again.',
};
export const LOST_ALPHA_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5119' },
  text: 'Components {components} of {register} are read, but undefined: `phase` discarded the alpha.',
  hint: 'Write alpha again after `phase`.',
};
export const LOST_BLUE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5120' },
  text: 'Components {components} of {register} are read, but undefined: texcrd with .rg discarded the blue.',
  hint: 'Write blue again after texcrd.',
};
export const SAME_BLOCK_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5122' },
  text: 'A texture instruction reads r{register}, which another one of the same phase wrote.',
  hint: 'Put `phase` between the two.',
};

const { negate, bias, biasNegate, signNegate, complement } = SM1_SOURCE_MODIFIERS;
/** Bit n: modifier n negates. */
const NEGATES = (1 << negate.code) | (1 << biasNegate.code) | (1 << signNegate.code);
/** The instructions that sample a texture with the register that they read, in ps_1_1 to ps_1_3. */
const SAMPLES = sm1OpcodeTable(({ category }) => (category === 'sample' ? 1 : 0));
const { texbem, texbeml } = SM1_OPCODES;

/** The components among `bits`, which belong to one register. */
function components(bits: number): string {
  let four = bits;
  while (four !== 0 && (four & 15) === 0) four >>>= 4;
  return colorMaskText(four & 15);
}

function warn(ctx: Sm1ValidationContext, rule: Sm1RuleRow, i: number, bits: number): void {
  ctx.report(rule, ctx.sourceAt[i]!, { operand: i + 1, components: components(bits) });
}

/** Checks what the sources hold in ps_1_1 to ps_1_3. */
export function checkPs11Reads(ctx: Sm1ValidationContext, s: Ps1State): void {
  const { sourceCount: count } = s;
  let all = 0;
  let modified = 0;
  for (let i = 0; i < count; i++) {
    all |= s.reads[i]!;
    if (s.reads[i] !== 0) modified |= ctx.sourceModifier[i]!;
  }
  if (all === 0) return;
  if (modified !== 0) checkSaturation(ctx, s);
  if (((s.consumed | s.bumped | s.bent | s.sampled) & all) !== 0) checkTextureReads(ctx, s);
  const readable = s.readable(ctx.coissued);
  if ((all & ~readable) === 0) return;
  for (let i = 0; i < count; i++) {
    const missing = s.reads[i]! & ~readable;
    if (missing === 0 || (ctx.sourceFaults & (1 << i)) !== 0) continue;
    const register = `${s.types[i] === TEMP ? 'r' : 't'}${s.numbers[i]}`;
    ctx.report(UNWRITTEN_RULE, ctx.sourceAt[i]!, { register, components: components(missing) });
  }
}

function checkSaturation(ctx: Sm1ValidationContext, s: Ps1State): void {
  const { sourceCount: count } = s;
  if (ctx.version === 0x101) {
    const saturated = ctx.coissued ? s.saturatedBefore : s.saturated;
    for (let i = 0; i < count; i++) {
      const bits = s.reads[i]! & saturated;
      if (bits === 0 || ((NEGATES >> ctx.sourceModifier[i]!) & 1) === 0) continue;
      ctx.sourceFaults |= 1 << i;
      warn(ctx, NEGATED_SATURATED_RULE, i, bits);
    }
  }
  const unsaturated = ctx.coissued ? s.unsaturated & ~s.pending : s.unsaturated;
  for (let i = 0; i < count; i++) {
    const bits = s.reads[i]! & unsaturated;
    if (bits === 0) continue;
    if (ctx.sourceModifier[i] === bias.code) warn(ctx, BIAS_UNSATURATED_RULE, i, bits);
    else if (ctx.sourceModifier[i] === complement.code) warn(ctx, COMPLEMENT_UNSATURATED_RULE, i, bits);
  }
}

/** Checks what the texture instructions before have made of the registers that are read. */
function checkTextureReads(ctx: Sm1ValidationContext, s: Ps1State): void {
  const { opcode } = ctx;
  const texture = PS1_KINDS[opcode] === TEXTURE_OP;
  const bump = opcode === texbem.code || opcode === texbeml.code;
  for (let i = 0; i < s.sourceCount; i++) {
    const bits = s.reads[i]!;
    if (bits === 0 || (ctx.sourceFaults & (1 << i)) !== 0) continue;
    let rule: Sm1RuleRow | undefined;
    if ((bits & s.consumed) !== 0) rule = CONSUMED_RULE;
    else if (SAMPLES[opcode] !== 0 && (bits & red(s.numbers[i]!)) !== 0 && isDependent(s, s.numbers[i]!)) {
      rule = DEPENDENT_RULE;
    } else if (texture && (bits & s.bent) !== 0) rule = BENT_RULE;
    if (rule !== undefined) reportRead(ctx, rule, i, bits);
    if (bump || rule === DEPENDENT_RULE || (bits & s.bumped) === 0) continue;
    if (bits === allComponents(s.numbers[i]!)) reportRead(ctx, BUMPED_RULE, i, bits);
    else s.bumped &= ~bits;
  }
}

function reportRead(ctx: Sm1ValidationContext, rule: Sm1RuleRow, i: number, bits: number): void {
  ctx.sourceFaults |= 1 << i;
  warn(ctx, rule, i, bits);
}

/**
 * The red component of texture register `number`, which represents all of them where the origin of coordinates is
 * looked up.
 */
function red(number: number): number {
  return 1 << (8 + 4 * number);
}

/**
 * All components of texture register `number`: an instruction that reads only some of them may read a bump map (source:
 * oracle).
 */
function allComponents(number: number): number {
  return 15 << (8 + 4 * number);
}

/** Whether texture register `number` was sampled with the coordinates of a register that is sampled, too. */
function isDependent(s: Ps1State, number: number): boolean {
  return (s.sampled & red(number)) !== 0 && (s.sampled & s.sampledWith[number]!) !== 0;
}

/**
 * The component bit of the register whose origin Microsoft's validator looks up for a source with this number, 0 where
 * there is none. Its table has six registers for each component, and numbers beyond t3 reach into the next component.
 */
function lookedUp(number: number): number {
  const register = number % 6;
  const component = (number - register) / 6;
  return register > 3 || component > 3 ? 0 : red(register) << component;
}

/** Notes that texbem or texbeml takes its source as a bump map; another reader of the same components ends that. */
export function notePs11Bump(ctx: Sm1ValidationContext, s: Ps1State): void {
  const bump = ctx.opcode === texbem.code || ctx.opcode === texbeml.code;
  if (bump && (ctx.sourceFaults & 1) === 0) s.bumped |= s.reads[0]! & ~(ctx.coissued ? s.pending : 0);
}

/** Records what a texture instruction of ps_1_1 to ps_1_3 leaves in its register, which is valid. */
export function notePs11Texture(ctx: Sm1ValidationContext, s: Ps1State, consumes: boolean): void {
  const { opcode } = ctx;
  const number = s.destinationNumber;
  const bits = allComponents(number);
  s.write(bits);
  if (consumes) s.consumed |= bits;
  if (opcode === texbem.code || opcode === texbeml.code) s.bent |= bits;
  if (SAMPLES[opcode] === 0) return;
  s.sampled |= bits;
  s.sampledWith[number] = s.sourceCount > 0 && s.types[0] === TEXTURE ? lookedUp(s.numbers[0]!) : 0;
}

/** Checks what the sources of arithmetic hold in ps_1_4. */
export function checkPs14Reads(ctx: Sm1ValidationContext, s: Ps1State): void {
  const { sourceCount: count } = s;
  const unsaturated = ctx.coissued ? s.unsaturated & ~s.pending : s.unsaturated;
  let all = 0;
  for (let i = 0; i < count; i++) {
    all |= s.reads[i]!;
    const bits = s.reads[i]! & unsaturated;
    if (bits !== 0 && ctx.sourceModifier[i] === complement.code) warn(ctx, COMPLEMENT_UNSATURATED_RULE, i, bits);
  }
  if ((all & ~s.readable(ctx.coissued)) === 0) return;
  for (let i = 0; i < count; i++) checkPs14Read(ctx, s, s.reads[i]!, s.numbers[i]!, ctx.sourceAt[i]!);
}

/** Checks whether temporary `number` holds the components `bits`, read by the token at DWORD `at`. */
export function checkPs14Read(ctx: Sm1ValidationContext, s: Ps1State, bits: number, number: number, at: number): void {
  const missing = bits & ~s.readable(ctx.coissued);
  if (missing === 0) return;
  const alpha = ctx.coissued ? s.lostAtPhaseBefore : s.lostAtPhase;
  const blue = ctx.coissued ? s.lostBlueBefore : s.lostBlue;
  const other = missing & blue ? LOST_BLUE_RULE : UNWRITTEN_RULE;
  const rule = missing & alpha ? (missing & blue ? LOST_BOTH_RULE : LOST_ALPHA_RULE) : other;
  ctx.report(rule, at, { register: `r${number}`, components: components(missing) });
}
