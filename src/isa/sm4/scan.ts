/**
 * Finds where the instructions of a tokenized program begin, in one bounds-checked pass over the length fields. It never throws
 * and never changes a word; an impossible length ends the scan with a diagnostic.
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { hex } from '../../base/diagnostics.ts';
import { DX3003, DX3004, DX3006 } from '../messages.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES } from './opcodes.ts';

import { Sm4CustomDataToken, Sm4OpcodeToken } from './tokens.ts';

const { code: CUSTOM_DATA } = SM4_OPCODES.customdata;

/** DWORDs before the first instruction: version and length. */
export const SM4_HEADER_WORDS = 2;

export interface Sm4Scan {
  readonly starts: Uint32Array;
  readonly count: number;
  /** DWORD index just past the last instruction. */
  readonly end: number;
}

/**
 * @param words the program, version token first
 * @param limit DWORD index of the end according to the program's length, at most `words.length`
 * @param spare receives the positions if they fit
 */
export function scanSm4(words: Uint32Array, limit: number, diagnostics: Diagnostics, spare?: Uint32Array): Sm4Scan {
  let starts = spare ?? new Uint32Array(Math.max(16, limit >>> 2));
  let count = 0;
  let at = SM4_HEADER_WORDS;
  while (at < limit) {
    const token = words[at]!;
    const opcode = Sm4OpcodeToken.opcode.get(token);
    const hasLengthWord = opcode === CUSTOM_DATA || sm4HasLongLength(token);
    const length = hasLengthWord ? (words[at + 1] ?? 0) : Sm4OpcodeToken.length.get(token);
    const shortest = hasLengthWord ? 2 : 1;
    if (length < shortest) {
      diagnostics.report(DX3003, 4 * at, 4 * at + 4, { length, opcode });
      break;
    }
    if (SM4_OPCODE_BY_CODE[opcode] === undefined) diagnostics.report(DX3006, 4 * at, 4 * at + 4, { opcode, length });
    if (count === starts.length) {
      const larger = new Uint32Array(2 * count);
      larger.set(starts);
      starts = larger;
    }
    starts[count++] = at;
    if (length > words.length - at) {
      const left = words.length - at;
      diagnostics.report(DX3004, 4 * at, 4 * words.length, { length, left, token: hex(token, 8) });
      at = words.length;
      break;
    }
    at += length;
  }
  return { starts, count, end: Math.min(at, words.length) };
}

/** Whether the DWORD after `token`, the opcode token of anything but a data block, is the length of the instruction. */
export function sm4HasLongLength(token: number): boolean {
  return (
    Sm4OpcodeToken.extended.test(token) && SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(token)]?.longLength === true
  );
}

/** Returns the length that the instruction at DWORD `at` of `words` declares, in DWORDs; unchecked. */
export function sm4InstructionLength(words: Uint32Array, at: number): number {
  const token = words[at]!;
  const isInNextWord = Sm4OpcodeToken.opcode.get(token) === CUSTOM_DATA || sm4HasLongLength(token);
  return isInNextWord ? (words[at + 1] ?? 0) : Sm4OpcodeToken.length.get(token);
}

/** Bits of a `customdata` token that hold its class. */
export function sm4CustomDataClass(token: number): number {
  return Sm4CustomDataToken.dataClass.get(token);
}
