/**
 * Where the instructions of a tokenized program begin: one bounds-checked pass over the length fields. Never throws and
 * never changes a word; a length that cannot be followed ends the scan with a diagnostic.
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { hex } from '../../base/diagnostics.ts';
import { OPCODE_BY_CODE, OPCODES } from './opcodes.ts';
import { CustomDataToken, OpcodeToken } from './tokens.ts';

/** DWORDs in front of the first instruction: version and length. */
export const PROGRAM_HEADER_WORDS = 2;

export interface Scan {
  readonly starts: Uint32Array;
  readonly count: number;
  /** DWORD index just past the last instruction. */
  readonly end: number;
}

/**
 * @param words the program, version token first
 * @param limit DWORD index where the program says it ends, at most `words.length`
 */
export function scanSm4(words: Uint32Array, limit: number, diagnostics: Diagnostics): Scan {
  let starts = new Uint32Array(Math.max(16, limit >>> 2));
  let count = 0;
  let at = PROGRAM_HEADER_WORDS;
  while (at < limit) {
    const token = words[at]!;
    const opcode = OpcodeToken.opcode.get(token);
    const behind = opcode === OPCODES.customdata.code || hasLongLength(token);
    const length = behind ? (words[at + 1] ?? 0) : OpcodeToken.length.get(token);
    const shortest = behind ? 2 : 1;
    if (length < shortest) {
      diagnostics.report('DX3003', 4 * at, 4 * at + 4, { length, opcode });
      break;
    }
    if (OPCODE_BY_CODE[opcode] === undefined) diagnostics.report('DX3006', 4 * at, 4 * at + 4, { opcode, length });
    if (count === starts.length) {
      const larger = new Uint32Array(2 * count);
      larger.set(starts);
      starts = larger;
    }
    starts[count++] = at;
    if (length > words.length - at) {
      const left = words.length - at;
      diagnostics.report('DX3004', 4 * at, 4 * words.length, { length, left, token: hex(token, 8) });
      at = words.length;
      break;
    }
    at += length;
  }
  return { starts, count, end: Math.min(at, words.length) };
}

/** Whether the DWORD behind the opcode token `token`, which is not that of a data block, is the length of the instruction. */
export function hasLongLength(token: number): boolean {
  return OpcodeToken.extended.test(token) && OPCODE_BY_CODE[OpcodeToken.opcode.get(token)]?.longLength === true;
}

/** Bits of a `customdata` token that hold its class. */
export function customDataClass(token: number): number {
  return CustomDataToken.dataClass.get(token);
}
