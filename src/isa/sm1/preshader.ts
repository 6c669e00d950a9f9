/**
 * Preshaders and texture shaders (tx_1_0): the code of effects that runs on the CPU. Both are a stream of comments: a
 * constant table (CTAB), literals (CLIT, doubles), code (FXLC). This finds the code.
 *
 * Not for: the constant table (chunks/ctab.ts), the instructions (isa/preshader), spelling (text/sm1/preshader.ts).
 *
 * Source: oracle, by writing streams and looking at their listings.
 */

import { type ByteSource, toBytes } from '../../base/bytes.ts';
import type { Diagnostic } from '../../base/diagnostics.ts';
import { Diagnostics, hex } from '../../base/diagnostics.ts';
import { wordsOf } from '../../base/words.ts';
import { DX2001, DX2002, DX2020, DX2021 } from '../messages.ts';
import { type PreshaderCode, PreshaderCursor, preshaderCode } from '../preshader/code.ts';
import { findSm1Comment, Sm1CommentTag, TEXTURE_SHADER_STAGE } from './comments.ts';
import { Sm1VersionToken } from './tokens.ts';

/** Returns the code of the stream of comments that begins at DWORD `from`; undefined if it has none. */
export function readPreshaderCode(
  words: Uint32Array,
  from = 0,
  limit: number = words.length,
): PreshaderCode | undefined {
  const code = findSm1Comment(words, Sm1CommentTag.code, from, limit);
  if (code === undefined || code.start === code.end) return undefined;
  const literals = findSm1Comment(words, Sm1CommentTag.literals, from, limit);
  return preshaderCode(1, words, code.start, code.end, words, literals?.start, literals?.end);
}

/** A texture shader as its own words. */
export interface TxProgram {
  readonly kind: 'tx';
  readonly words: Uint32Array;
  readonly major: number;
  readonly minor: number;
  readonly code: PreshaderCode | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a texture shader (tx_1_0), its version token first. The `diagnostics` of the program report what cannot be
 * read.
 *
 * @throws TypeError when `program` holds no bytes
 */
export function readTx(program: ByteSource): TxProgram {
  return readTxWords(wordsOf(toBytes(program, 'readTx', 'program')));
}

/** {@link readTx} for readers of files: also reports to `diagnostics` what cannot be read. */
export function readTxWords(words: Uint32Array, diagnostics: Diagnostics = new Diagnostics()): TxProgram {
  const version = words[0] ?? 0;
  if (words.length === 0) diagnostics.report(DX2001, 0, 0);
  else if (Sm1VersionToken.stage.get(version) !== TEXTURE_SHADER_STAGE) {
    diagnostics.report(DX2002, 0, 4, { token: hex(version, 8) });
  }
  const code = readPreshaderCode(words);
  if (code === undefined) diagnostics.report(DX2020, 0, 4 * words.length);
  else reportCode(code, diagnostics);
  return {
    kind: 'tx',
    words,
    major: Sm1VersionToken.major.get(version),
    minor: Sm1VersionToken.minor.get(version),
    code,
    diagnostics: diagnostics.list,
  };
}

/** Reports where code is cut off. */
export function reportCode(code: PreshaderCode, diagnostics: Diagnostics): void {
  const cursor = new PreshaderCursor(code);
  for (let i = 0; i < code.count; i++) {
    if (cursor.next()) continue;
    diagnostics.report(DX2021, 4 * cursor.end, 4 * code.end, { count: code.count, found: i });
    return;
  }
}
