/**
 * Which instructions each version of ps_1_x has, how many operands they take, and how many different registers of a
 * type they may read, alone and co-issued.
 *
 * Not for: slots (ps1-slots.ts).
 */
import {
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1OpcodeRow,
  sm1HasOpcode,
  sm1Operands,
} from '../../../isa/sm1/opcodes.ts';
import type { Sm1ValidationContext } from '../context.ts';
import type { Sm1RuleRow } from '../rule.ts';
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
