/** A shader model 4.0 to 5.1 program as its own words.  */

import type { ByteSource } from '../../base/bytes.ts';
import { Diagnostics, hex } from '../../base/diagnostics.ts';
import { sm4Profile, sm4Stage } from '../../base/profile.ts';
import { wordsOf } from '../../base/words.ts';
import { DX3001, DX3002, DX3003, DX3004, DX3005, DX3006 } from '../messages.ts';
import type { TokenProgram } from '../model.ts';
import { programBytes } from '../program-bytes.ts';
import { Sm4CustomDataClass } from './names.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES } from './opcodes.ts';
import { Sm4CustomDataToken, Sm4OpcodeToken, Sm4VersionToken } from './tokens.ts';

// Finds where the instructions of a tokenized program begin, in one bounds-checked pass over the length fields. It
// never throws and never changes a word; an impossible length ends the scan with a diagnostic.

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
function scanSm4(words: Uint32Array, limit: number, diagnostics: Diagnostics, spare?: Uint32Array): Sm4Scan {
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

export interface Sm4Program extends TokenProgram {
  readonly kind: 'sm4';
  /** `ps`, `vs`, `gs`, `hs`, `ds`, `cs`, `lib`, or undefined for a program type that does not exist. */
  readonly stage: string | undefined;
  readonly major: number;
  readonly minor: number;
}

/**
 * Reads a tokenized program, the payload of an SHDR or SHEX chunk, its version token first. No word is lost. The
 * `diagnostics` of the program report what cannot be read; their spans are bytes from the version token.
 *
 * @param program the payload as bytes or as words
 * @throws TypeError when `program` holds no bytes, a container, or a program of shader model 1-3
 */
export function readSm4(program: ByteSource): Sm4Program {
  return readSm4Words(wordsOf(programBytes(program, 'sm4', 'readSm4')));
}

/**
 * {@link readSm4} for readers of files: accepts any words, and also reports to `diagnostics` what cannot be read.
 *
 * @param spare an array that the program may use for the positions of its instructions
 */
export function readSm4Words(
  words: Uint32Array,
  diagnostics: Diagnostics = new Diagnostics(),
  spare?: Uint32Array,
): Sm4Program {
  const version = words[0] ?? 0;
  const stage = sm4Stage(version);
  const declared = words[1] ?? 0;
  if (words.length < SM4_HEADER_WORDS) diagnostics.report(DX3001, 0, 4 * words.length, { words: words.length });
  else if (declared > words.length) diagnostics.report(DX3002, 4, 8, { declared, words: words.length });
  if (words.length > 0 && stage === undefined)
    diagnostics.report(DX3005, 0, 4, { type: Sm4VersionToken.stage.get(version) });
  const { starts, count, end } = scanSm4(words, Math.min(declared, words.length), diagnostics, spare);
  return {
    kind: 'sm4',
    words,
    starts,
    count,
    end,
    stage,
    major: Sm4VersionToken.major.get(version),
    minor: Sm4VersionToken.minor.get(version),
    diagnostics: diagnostics.list,
  };
}

/** Whether resources are declared and used by range id, as from SM 5.1 on (SM51-1, SM51-5). */
export function sm4UsesRangeIds(program: { readonly major: number; readonly minor: number }): boolean {
  return program.major > 5 || (program.major === 5 && program.minor >= 1);
}

/** The profile as in the version line of a listing, such as `ps_5_0`; an unknown stage is spelled `type9`. */
export function sm4ProfileOf({ words, major, minor }: Sm4Program): string {
  const version = words[0] ?? 0;
  return sm4Profile(version) ?? `type${Sm4VersionToken.stage.get(version)}_${major}_${minor}`;
}

/**
 * Whether a listing numbers the instruction with this opcode token: only those that a shader executes (source: oracle).
 */
export function sm4HasNumber(token: number): boolean {
  const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(token)];
  if (row === undefined) return true;
  if (row.kind === 'custom') return sm4CustomDataClass(token) === Sm4CustomDataClass.shaderMessage;
  return row.kind === 'instruction' || row.kind === 'reserved';
}

/** Returns the number of each instruction in a listing; -1 where there is none. */
export function sm4LineNumbers({ words, starts, count }: Sm4Program): Int32Array {
  const numbers = new Int32Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) numbers[i] = sm4HasNumber(words[starts[i]!]!) ? next++ : -1;
  return numbers;
}
