/**
 * Finds where the instructions of a shader model 1-3 stream begin: one pass, linear in the words, never past their end.
 *
 * Not for: what the instructions are (cursor.ts), or whether they are allowed (the validator).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { hex } from '../../base/diagnostics.ts';
import { fastPaths } from '../../base/fast-paths.ts';
import { DX2003, DX2004, DX2005, DX2006 } from '../messages.ts';
import { isSm1End, Sm1Cursor, sm1OperandsEnd } from './cursor.ts';
import { SM1_OPCODE_LIMIT, SM1_OPCODES, sm1LiteralCount, sm1OpcodeTable } from './opcodes.ts';
import { Sm1CommentToken, Sm1InstructionToken } from './tokens.ts';

/** The most diagnostics of instructions for one stream. */
const REPORT_LIMIT = 20;

export interface Sm1Scan {
  readonly starts: Uint32Array;
  readonly count: number;
  /** DWORD index of the END token, or of the end of the words where it is missing. */
  readonly end: number;
  readonly hasEnd: boolean;
}

/**
 * By opcode, how many DWORDs are before the operands of an instruction without literals and predicate: its token, and the attributes
 * of a `dcl`. 0 for others.
 */
const OPERANDS_AFTER = sm1OpcodeTable((row) =>
  sm1LiteralCount(row) > 0 ? 0 : row.code === SM1_OPCODES.dcl.code ? 2 : 1,
);
const LENGTH_LOW = Sm1InstructionToken.length.low;
const MAX_LENGTH = Sm1InstructionToken.length.ones;
const PREDICATED = 1 << Sm1InstructionToken.predicated.low;

/** Scans `words`, whose first is the version token. Spans are bytes from the first word. */
export function scanSm1(words: Uint32Array, diagnostics: Diagnostics): Sm1Scan {
  const cursor = new Sm1Cursor(words);
  const lengths = cursor.relativeTokens;
  const limit = words.length;
  const fast = fastPaths.enabled;
  // Instructions usually take at least two DWORDs; the array grows when there are more.
  let starts = new Uint32Array((words.length >>> 1) + 4);
  let count = 0;
  let reports = 0;
  let at = 1;
  while (at < limit && !isSm1End(words[at]!)) {
    if (count === starts.length) {
      const grown = new Uint32Array(2 * count);
      grown.set(starts);
      starts = grown;
    }
    starts[count++] = at;
    // The cursor decodes rare instructions only: without it the scan is 1.6 times as fast (measured).
    const token = words[at]! | 0;
    const opcode = token & 0xffff;
    const after = fast && opcode < SM1_OPCODE_LIMIT && (token & PREDICATED) === 0 ? OPERANDS_AFTER[opcode]! : 0;
    if (after > 0 && at + after <= limit) {
      const end = sm1OperandsEnd(words, at + after, lengths);
      if (!lengths || ((token >>> LENGTH_LOW) & MAX_LENGTH) === end - at - 1) {
        at = end;
        continue;
      }
    }
    cursor.moveTo(at);
    const odd = !cursor.isKnown || (lengths && Sm1InstructionToken.length.get(words[at]!) !== cursor.end - at - 1);
    if (odd && reports < REPORT_LIMIT && reportInstruction(cursor, diagnostics)) reports++;
    at = cursor.end;
  }
  const hasEnd = at < words.length;
  if (!hasEnd) diagnostics.report(DX2003, 4 * words.length, 4 * words.length);
  return { starts, count, end: Math.min(at, words.length), hasEnd };
}

/** Reports anomalies of the instruction under the cursor; returns whether there are any. */
function reportInstruction(cursor: Sm1Cursor, diagnostics: Diagnostics): boolean {
  const { start, opcode, operandWords } = cursor;
  const token = cursor.token;
  if (cursor.isComment) {
    const declared = Sm1CommentToken.length.get(token);
    if (declared === cursor.literalCount) return false;
    diagnostics.report(DX2004, 4 * start, 4 * start + 4, { declared, left: cursor.literalCount });
    return true;
  }
  if (!cursor.isKnown) {
    diagnostics.report(DX2005, 4 * start, 4 * start + 4, { opcode: hex(opcode) });
    return true;
  }
  const length = Sm1InstructionToken.length.get(token);
  diagnostics.report(DX2006, 4 * start, 4 * start + 4, { length, found: operandWords });
  return true;
}
