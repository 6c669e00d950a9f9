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
import { rules } from '../rule.ts';
import { setsConstant } from './constants.ts';

export const PS_INSTRUCTION_RULES = rules({
  version: {
    codes: { ps20: 'X5190', ps30: 'X5518' },
    text: 'This version has no such instruction.',
    hint: 'Use a later version or other instructions.',
    contract: ['IT1'],
  },
  count: {
    codes: { ps20: 'X5191', ps30: 'X5521' },
    text: 'The instruction takes {expected} operands, and has {count}.',
    hint: 'Give the instruction the operands that it takes.',
    contract: ['IT3'],
  },
  coissue: {
    codes: { ps20: 'X5232', ps30: 'X5606' },
    text: 'There is no co-issue from 2_0 on.',
    hint: 'Clear bit 30 of the instruction token.',
    contract: ['IT6'],
  },
});

const DCL = SM1_OPCODES.dcl.code;
/** What {@link pixelOperandCounts} has for an opcode that the version does not have. */
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

/** Judges opcode and number of operands by `counts`; returns whether the rest of the instruction is to be judged. */
export function checkPixelInstruction(j: Sm1ValidationContext, counts: Int8Array): boolean {
  const expected = j.opcode < SM1_OPCODE_LIMIT ? counts[j.opcode]! : NONE;
  const count = (j.destinationAt >= 0 ? 1 : 0) + j.sourceCount;
  if (expected === count && j.destinationAt >= 0 === sm1TakesDestination(j.opcode)) return true;
  if (expected === NONE) {
    j.report(PS_INSTRUCTION_RULES.version);
    return false;
  }
  // Of these the raw DWORDs were counted before (tokens.ts).
  if (j.destinationAt >= 0 && (j.opcode === DCL || setsConstant(j.opcode))) return true;
  j.report(PS_INSTRUCTION_RULES.count, j.start, { expected, count });
  return false;
}
