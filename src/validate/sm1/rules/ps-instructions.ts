/** Which instructions pixel shaders from 2_0 on have, and with how many operands. Not for: what the operands are. */

import { sm1TakesDestination } from '../../../isa/sm1/cursor.ts';
import {
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1OpcodeRow,
  sm1HasOpcode,
  sm1Operands,
} from '../../../isa/sm1/opcodes.ts';
import type { Sm1ValidationContext } from '../context.ts';
import type { Sm1RuleRow } from '../rule.ts';
import { setsConstant } from './constants.ts';

export const VERSION_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5190', ps30: 'X5518' },
  text: 'This version does not have the instruction.',
  hint: 'Use a later version, or other instructions.',
  specRules: ['IT1'],
};
export const COUNT_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5191', ps30: 'X5521' },
  text: 'The instruction has {count} operands; it takes {expected}.',
  hint: 'Give the instruction the operands that it takes.',
  specRules: ['IT3'],
};
export const COISSUE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5232', ps30: 'X5606' },
  text: 'The instruction is co-issued, which ended with 2_0.',
  hint: 'Clear bit 30 of the instruction token.',
  specRules: ['IT6'],
};

const DCL = SM1_OPCODES.dcl.code;
/** The entry of {@link pixelOperandCounts} for an opcode that the version does not have. */
const NONE = -1;

/** How many operands each opcode has in `version`. */
export function pixelOperandCounts(version: number): Int8Array {
  const counts = new Int8Array(SM1_OPCODE_LIMIT).fill(NONE);
  for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
    // Assemblers write add for it (IT9), and the validator does not know it (source: oracle).
    const known = sm1HasOpcode(row, 'ps', version) && row.code !== SM1_OPCODES.sub.code;
    if (known && row.code < SM1_OPCODE_LIMIT) counts[row.code] = sm1Operands(row, version).length;
  }
  return counts;
}

/** Checks opcode and number of operands by `counts`; returns whether the rest of the instruction is to be checked. */
export function checkPixelInstruction(ctx: Sm1ValidationContext, counts: Int8Array): boolean {
  const expected = ctx.opcode < SM1_OPCODE_LIMIT ? counts[ctx.opcode]! : NONE;
  const count = (ctx.destinationAt >= 0 ? 1 : 0) + ctx.sourceCount;
  if (expected === count && ctx.destinationAt >= 0 === sm1TakesDestination(ctx.opcode)) return true;
  if (expected === NONE) {
    ctx.report(VERSION_RULE);
    return false;
  }
  // Of these the raw DWORDs were counted before (tokens.ts).
  if (ctx.destinationAt >= 0 && (ctx.opcode === DCL || setsConstant(ctx.opcode))) return true;
  ctx.report(COUNT_RULE, ctx.start, { expected, count });
  return false;
}
