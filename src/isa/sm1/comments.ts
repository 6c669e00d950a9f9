/**
 * Finds comments of a shader model 1-3 stream by their tag, as Microsoft's search does: the constant table
 * (CTAB), preshaders (PRES and in it CLIT, FXLC, PRSI), debug information (DBUG).
 *
 * Not for: the contents of comments.
 */
import { SM1_PIXEL, SM1_VERTEX } from '../../base/profile.ts';
import { fourCC } from '../../base/words.ts';
import { isSm1End } from './cursor.ts';
import { SM1_COMMENT } from './opcodes.ts';
import { Sm1CommentToken, Sm1InstructionToken, Sm1VersionToken } from './tokens.ts';

export const Sm1CommentTag = {
  constantTable: fourCC('CTAB'),
  preshader: fourCC('PRES'),
  literals: fourCC('CLIT'),
  code: fourCC('FXLC'),
  registers: fourCC('PRSI'),
  debug: fourCC('DBUG'),
  /** A line of text, printed at its location. */
  text: fourCC('TEXT'),
} as const;

/** High halves of the version tokens of the two streams that consist of comments. */
export const PRESHADER_STAGE = 0x4658;
export const TEXTURE_SHADER_STAGE = 0x5458;
const STAGES: readonly number[] = [SM1_VERTEX, SM1_PIXEL, PRESHADER_STAGE, TEXTURE_SHADER_STAGE];

/** The payload of a comment: DWORD indices, the tag not included. */
export interface Sm1CommentSpan {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Returns the first comment with `tag` of the stream that begins at `from` with its version token, and ends at its END token or
 * at `limit` (all DWORD indices). Linear; undefined when there is none, or no version.
 */
export function findSm1Comment(
  words: Uint32Array,
  tag: number,
  from = 0,
  limit: number = words.length,
): Sm1CommentSpan | undefined {
  const version = words[from] ?? 0;
  if (from >= limit || !STAGES.includes(Sm1VersionToken.stage.get(version))) return undefined;
  const lengths = Sm1VersionToken.major.get(version) >= 2;
  for (let at = from + 1; at < limit; ) {
    const token = words[at]!;
    if (isSm1End(token)) return undefined;
    if ((token & 0xffff) === SM1_COMMENT) {
      const start = at + 1;
      const end = start + Sm1CommentToken.length.get(token);
      if (end > limit) return undefined;
      if (end > start && words[start] === tag) return { start: start + 1, end };
      at = end;
    } else at += 1 + (lengths ? Sm1InstructionToken.length.get(token) : 0);
  }
  return undefined;
}
