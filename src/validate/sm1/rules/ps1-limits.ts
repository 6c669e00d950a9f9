/**
 * Which instructions each version of ps_1_x has, how many operands they take, how many different registers of a type
 * they may read, alone and co-issued, how many instructions a shader has, and the rule of r0, its result.
 *
 * Not for: how often single instructions are allowed (ps1-instructions.ts).
 */

import { colorMaskText } from '../../../isa/components.ts';
import {
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1OpcodeRow,
  sm1HasOpcode,
  sm1Operands,
} from '../../../isa/sm1/opcodes.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { CONST, INPUT, type Ps1State, TEMP, TEXTURE } from './ps1-state.ts';

export const OPCODE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5011', ps14: 'X5095' },
  text: 'This version does not have the instruction.',
  hint: 'Use an instruction of this version, or choose a version that has it.',
  specRules: ['IT1'],
};
export const OPERAND_COUNT_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5012', ps14: 'X5096' },
  text: 'The instruction has {count} operands; in this version it takes {expected}.',
  hint: 'Give the instruction the operands that it takes in this version.',
  specRules: ['IT10'],
};
export const TEMPS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5047' },
  text: 'The instruction reads {count} different temporaries; {limit} are allowed.',
  hint: 'Copy a value first, or split the instruction.',
};
export const INPUTS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5048', ps14: 'X5133' },
  text: 'The instruction reads {count} different colors; {limit} are allowed.',
  hint: 'Copy a color into a temporary first.',
};
export const CONSTANTS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5049', ps14: 'X5134' },
  text: 'The instruction reads {count} different constants; {limit} are allowed.',
  hint: 'Copy a constant into a temporary first.',
};
export const TEXTURES_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5050', ps14: 'X5135' },
  text: 'The instruction reads {count} different texture registers; {limit} is the limit.',
  hint: 'Copy a texture register into a temporary first.',
};
export const PAIR_TEMPS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5051' },
  text: 'The two co-issued instructions read {count} different temporaries; 3 are allowed.',
  hint: 'Read the same registers in both, or remove the +.',
  specRules: ['IT6'],
};
export const PAIR_INPUTS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5399' },
  text: 'The two co-issued instructions read {count} different colors; 3 are allowed.',
  hint: 'Read the same registers in both, or remove the +.',
  specRules: ['IT6'],
};
export const PAIR_CONSTANTS_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5400' },
  text: 'The two co-issued instructions read {count} different constants; 3 are allowed.',
  hint: 'Read the same registers in both, or remove the +.',
  specRules: ['IT6'],
};
export const PAIR_TEXTURES_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5052' },
  text: 'The two co-issued instructions read {count} different texture registers; 3 are allowed.',
  hint: 'Read the same registers in both, or remove the +.',
  specRules: ['IT6'],
};

/** How many operands each opcode below 128 takes in `version`; 255: the version does not have it. */
export function ps1OperandCounts(version: number): Uint8Array {
  const counts = new Uint8Array(SM1_OPCODE_LIMIT).fill(255);
  for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
    if (row.code < SM1_OPCODE_LIMIT && sm1HasOpcode(row, 'ps', version)) {
      counts[row.code] = sm1Operands(row, version).length;
    }
  }
  return counts;
}

/** Different registers of `type` among the sources, and those of the instruction before where `pair`. */
function different(s: Ps1State, type: number, pair: boolean): number {
  const { previous } = s;
  let count = 0;
  for (let i = 0; i < s.sourceCount; i++) {
    if (s.types[i] !== type) continue;
    let known = false;
    for (let k = 0; k < i; k++) known ||= s.types[k] === type && s.numbers[k] === s.numbers[i];
    if (!known) count++;
  }
  if (!pair) return count;
  for (let i = 0; i < previous.sourceCount; i++) {
    if (previous.types[i] !== type) continue;
    let known = false;
    for (let k = 0; k < i; k++) known ||= previous.types[k] === type && previous.numbers[k] === previous.numbers[i];
    for (let k = 0; k < s.sourceCount; k++) known ||= s.types[k] === type && s.numbers[k] === previous.numbers[i];
    if (!known) count++;
  }
  return count;
}

/**
 * In the order in which Microsoft reports them: the rule for one instruction, the rule for a pair, and the register
 * type.
 */
const PORTS = [
  [TEMPS_RULE, PAIR_TEMPS_RULE, TEMP],
  [INPUTS_RULE, PAIR_INPUTS_RULE, INPUT],
  [CONSTANTS_RULE, PAIR_CONSTANTS_RULE, CONST],
  [TEXTURES_RULE, PAIR_TEXTURES_RULE, TEXTURE],
] as const;
const PAIR_LIMIT = 3;

/** How many different registers one instruction may read of each type, in the order of the types' numbers. */
export type Ps1PortLimits = readonly [temps: number, inputs: number, constants: number, textures: number];

/** Checks how many different registers of each type arithmetic reads. */
export function checkPs1Ports(ctx: Sm1ValidationContext, s: Ps1State, limits: Ps1PortLimits): void {
  if (s.sourceCount < 2) return;
  for (let p = 0; p < PORTS.length; p++) {
    const type = PORTS[p]![2];
    const limit = limits[type]!;
    if (((s.tally >> (4 * type)) & 15) <= limit) continue;
    const count = different(s, type, false);
    if (count > limit) ctx.report(PORTS[p]![0], ctx.start, { count, limit });
  }
}

/** Checks how many different registers of each type a co-issued instruction reads together with the one before. */
export function checkPs1PairPorts(ctx: Sm1ValidationContext, s: Ps1State): void {
  if (s.previous.coissued || s.previous.checkedCoissued) return;
  const tally = s.tally + s.previous.tally;
  for (let p = 0; p < PORTS.length; p++) {
    const type = PORTS[p]![2];
    if (((tally >> (4 * type)) & 15) <= PAIR_LIMIT) continue;
    const count = different(s, type, true);
    if (count > PAIR_LIMIT) ctx.report(PORTS[p]![1], ctx.start, { count });
  }
}

export const TEXTURE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5087', ps14: 'X5180' },
  severity: 'shader',
  text: 'The shader uses {count} texture slots; the maximum is {limit}.',
  hint: 'Use fewer texture instructions; in ps_1_4 `phase` doubles their number.',
};
export const ARITHMETIC_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5088', ps14: 'X5181' },
  severity: 'shader',
  text: 'The shader uses {count} arithmetic slots; the maximum is 8.',
  hint: 'Use fewer instructions, or co-issue some; in ps_1_4 `phase` doubles their number.',
};
export const TOTAL_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5089' },
  severity: 'shader',
  text: 'The shader uses {count} slots in total; the maximum is 12.',
  hint: 'Use fewer instructions, or co-issue some.',
};
export const TEXTURE_BEFORE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5176' },
  severity: 'shader',
  text: '{count} texture instructions precede `phase`; the maximum is {limit}.',
  hint: 'Use fewer texture instructions.',
};
export const ARITHMETIC_BEFORE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5486' },
  severity: 'shader',
  text: 'The arithmetic before `phase` uses {count} slots; the maximum is 8.',
  hint: 'Use fewer instructions, or co-issue some.',
};
export const TEXTURE_BEHIND_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5178' },
  severity: 'shader',
  text: '{count} texture instructions follow `phase`; the maximum is {limit}.',
  hint: 'Use fewer texture instructions.',
};
export const ARITHMETIC_BEHIND_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5179' },
  severity: 'shader',
  text: 'The arithmetic after `phase` uses {count} slots; the maximum is 8.',
  hint: 'Use fewer instructions, or co-issue some.',
};
export const COMPILED_ARITHMETIC_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5501' },
  severity: 'shader',
  text: 'The shader uses {count} arithmetic slots; the maximum is 8.',
  hint: 'Shorten the shader, or compile it for a later model.',
};
export const COMPILED_BEFORE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5177' },
  severity: 'shader',
  text: 'The arithmetic before `phase` uses {count} slots; the maximum is 8.',
  hint: 'Shorten the shader, or compile it for a later model.',
};
export const COMPILED_BEHIND_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5500' },
  severity: 'shader',
  text: 'The arithmetic after `phase` uses {count} slots; the maximum is 8.',
  hint: 'Shorten the shader, or compile it for a later model.',
};
export const RESULT_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5090', ps14: 'X5185' },
  severity: 'shader',
  text: 'Components {components} of the result, r0, are never written.',
  hint: 'Write all components of r0.',
};
export const RESULT_LOST_ALPHA_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5183' },
  severity: 'shader',
  text: 'Components {components} of the result, r0, are undefined: `phase` discarded the alpha.',
  hint: 'Write alpha of r0 after `phase`.',
};
export const RESULT_LOST_BLUE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5184' },
  severity: 'shader',
  text: 'Components {components} of the result, r0, are undefined: texcrd with .rg discarded the blue.',
  hint: 'Write blue of r0 after texcrd.',
};
export const RESULT_LOST_BOTH_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5182' },
  severity: 'shader',
  text: 'Components {components} of the result, r0, are undefined: `phase` discarded the alpha and texcrd with .rg the blue.',
  hint: 'Write alpha and blue of r0 again.',
};

const ARITHMETIC_SLOTS = 8;
const TOTAL_SLOTS = 12;
const PS11_TEXTURES = 4;
const R0 = 15;
const { cmp, dp4, bem, texbeml, phase } = SM1_OPCODES;

export function countPs11Arithmetic(ctx: Sm1ValidationContext, s: Ps1State): void {
  const { opcode } = ctx;
  if (!ctx.coissued) {
    s.arithmeticSlots += opcode === cmp.code || opcode === dp4.code ? 2 : 1;
    s.totalSlots++;
  } else if (opcode === cmp.code && s.previous.opcode >= 0 && s.previous.opcode !== cmp.code) s.arithmeticSlots++;
}

/** Counts the slots of a texture instruction of ps_1_1 to ps_1_3; the luminance of texbeml takes arithmetic too. */
export function countPs11Texture(ctx: Sm1ValidationContext, s: Ps1State): void {
  s.textureSlots++;
  s.totalSlots++;
  if (ctx.opcode !== texbeml.code) return;
  s.arithmeticSlots++;
  s.totalSlots++;
}

export function countPs14Arithmetic(ctx: Sm1ValidationContext, s: Ps1State): void {
  if (ctx.opcode === bem.code) s.arithmeticSlots += 2;
  else if (!ctx.coissued) s.arithmeticSlots++;
}

/** Checks the length of a shader of ps_1_1 to ps_1_3, and its result. */
export function checkPs11End(ctx: Sm1ValidationContext, s: Ps1State): void {
  const { textureSlots: textures, arithmeticSlots: arithmetic, totalSlots: count } = s;
  const tooManyTextures = textures > PS11_TEXTURES;
  const tooMuchArithmetic = arithmetic > ARITHMETIC_SLOTS;
  if (tooManyTextures) ctx.reportStream(TEXTURE_RULE, -1, { count: textures, limit: PS11_TEXTURES });
  if (tooMuchArithmetic) ctx.reportStream(ARITHMETIC_RULE, -1, { count: arithmetic });
  if (count > TOTAL_SLOTS && !(tooManyTextures && tooMuchArithmetic)) ctx.reportStream(TOTAL_RULE, -1, { count });
  const missing = R0 & ~s.written;
  if (missing !== 0) ctx.reportStream(RESULT_RULE, -1, { components: colorMaskText(missing) });
}

/** Checks the length of the first phase of ps_1_4, at its end, and begins to count the second one. */
export function checkPs14Phase(ctx: Sm1ValidationContext, s: Ps1State): void {
  checkPs14Before(ctx, s);
  s.textureSlots = 0;
  s.arithmeticSlots = 0;
}

function checkPs14Before(ctx: Sm1ValidationContext, s: Ps1State): void {
  checkPs14Slots(ctx, s, TEXTURE_BEFORE_RULE, (ctx.flags & 1) !== 0 ? COMPILED_BEFORE_RULE : ARITHMETIC_BEFORE_RULE);
}

function checkPs14Slots(ctx: Sm1ValidationContext, s: Ps1State, texture: Sm1RuleRow, arithmetic: Sm1RuleRow): void {
  const { textureSlots, arithmeticSlots, textureLimit: limit } = s;
  if (textureSlots > limit) ctx.reportStream(texture, -1, { count: textureSlots, limit });
  if (arithmeticSlots > s.arithmeticLimit) ctx.reportStream(arithmetic, -1, { count: arithmeticSlots });
}

/** Checks the length of a shader of ps_1_4 or of its second phase, and its result. */
export function checkPs14End(ctx: Sm1ValidationContext, s: Ps1State, second: boolean): void {
  const compiled = (ctx.flags & 1) !== 0;
  if (s.previous.opcode === phase.code) checkPs14Before(ctx, s);
  else if (second)
    checkPs14Slots(ctx, s, TEXTURE_BEHIND_RULE, compiled ? COMPILED_BEHIND_RULE : ARITHMETIC_BEHIND_RULE);
  else checkPs14Slots(ctx, s, TEXTURE_RULE, compiled ? COMPILED_ARITHMETIC_RULE : ARITHMETIC_RULE);
  const missing = R0 & ~s.written;
  if (missing === 0) return;
  const alpha = (missing & s.lostAtPhase) !== 0;
  const blue = (missing & s.lostBlue) !== 0;
  const rule = alpha
    ? blue
      ? RESULT_LOST_BOTH_RULE
      : RESULT_LOST_ALPHA_RULE
    : blue
      ? RESULT_LOST_BLUE_RULE
      : RESULT_RULE;
  ctx.reportStream(rule, -1, { components: colorMaskText(missing) });
}
