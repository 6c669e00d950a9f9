/** A shader model 1-3 program as its own words. */

import type { ByteSource } from '../../base/bytes.ts';
import { Diagnostics, hex } from '../../base/diagnostics.ts';
import { sm1Stage } from '../../base/profile.ts';
import { wordsOf } from '../../base/words.ts';
import { DX2001, DX2002, DX2007 } from '../messages.ts';
import type { TokenProgram } from '../model.ts';
import { programBytes } from '../program-bytes.ts';
import type { Sm1Stage } from './registers.ts';
import { scanSm1 } from './scan.ts';
import { Sm1VersionToken } from './tokens.ts';

export interface Sm1Program extends TokenProgram {
  readonly kind: 'sm1';
  /** Undefined for a version token without a known stage. */
  readonly stage: Sm1Stage | undefined;
  readonly major: number;
  readonly minor: number;
  /** Whether the stream has an END token, which is then at {@link end}. */
  readonly hasEnd: boolean;
}

/**
 * Reads a token stream, its version token first. Nothing is lost: comments are instructions, and words after the END
 * token are preserved. The `diagnostics` of the program report what cannot be read; their spans are bytes from the
 * version token.
 *
 * @param program the stream as bytes or as words
 * @throws TypeError when `program` holds no bytes, a container, or a program of shader model 4-5.1
 */
export function readSm1(program: ByteSource): Sm1Program {
  return readSm1Words(wordsOf(programBytes(program, 'sm1', 'readSm1')));
}

/** {@link readSm1} for readers of files: accepts any words, and also reports to `diagnostics` what cannot be read. */
export function readSm1Words(words: Uint32Array, diagnostics: Diagnostics = new Diagnostics()): Sm1Program {
  const version = words[0] ?? 0;
  if (words.length === 0) diagnostics.report(DX2001, 0, 0);
  else if (sm1Stage(version) === undefined) diagnostics.report(DX2002, 0, 4, { token: hex(version, 8) });
  const stage = sm1Stage(version);
  const { starts, count, end, hasEnd } = scanSm1(words, diagnostics);
  if (hasEnd && end + 1 < words.length) {
    diagnostics.report(DX2007, 4 * end + 4, 4 * words.length, { count: words.length - end - 1 });
  }
  return {
    kind: 'sm1',
    words,
    starts,
    count,
    end,
    hasEnd,
    stage,
    major: Sm1VersionToken.major.get(version),
    minor: Sm1VersionToken.minor.get(version),
    diagnostics: diagnostics.list,
  };
}
