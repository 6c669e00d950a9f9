/** A shader model 4.0 to 5.1 program as its own words. */

import type { ByteSource } from '../../base/bytes.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { sm4Profile, sm4Stage } from '../../base/profile.ts';
import { wordsOf } from '../../base/words.ts';
import { DX3001, DX3002, DX3005 } from '../messages.ts';
import type { TokenProgram } from '../model.ts';
import { programBytes } from '../program-bytes.ts';
import { Sm4CustomDataClass } from './names.ts';
import { SM4_OPCODE_BY_CODE } from './opcodes.ts';
import { SM4_HEADER_WORDS, scanSm4, sm4CustomDataClass } from './scan.ts';
import { Sm4OpcodeToken, Sm4VersionToken } from './tokens.ts';

export interface Sm4Program extends TokenProgram {
  readonly kind: 'sm4';
  /** `ps`, `vs`, `gs`, `hs`, `ds`, `cs`, `lib`, or undefined for a program type that does not exist. */
  readonly stage: string | undefined;
  readonly major: number;
  readonly minor: number;
}

/**
 * Reads a tokenized program, the payload of an SHDR or SHEX chunk, its version token first. No word is lost. The `diagnostics` of the
 * program report what cannot be read; their spans are bytes from the version token.
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

/** Whether a listing numbers the instruction with this opcode token: only those that a shader executes (source: oracle). */
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
