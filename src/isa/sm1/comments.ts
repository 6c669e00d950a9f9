/**
 * Finds comments of a shader model 1-3 stream by their tag, as Microsoft's search does: the constant table
 * (CTAB), preshaders (PRES and in it CLIT, FXLC, PRSI), debug information (DBUG).
 *
 * Not for: the contents of comments.
 */
import { SM1_PIXEL, SM1_VERTEX } from '../../base/profile.ts';
import { fourCC, joinWords } from '../../base/words.ts';
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

const LENGTH_LOW = Sm1InstructionToken.length.low;
const MAX_LENGTH = Sm1InstructionToken.length.ones;

/** The payload of a comment: DWORD indices, the tag not included. */
export interface Sm1CommentSpan {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** The words of a comment with `tag`; undefined where the payload is too long for one. */
export function sm1Comment(tag: number, payload: Uint32Array): Uint32Array | undefined {
  const length = 1 + payload.length;
  if (length > Sm1CommentToken.length.ones) return undefined;
  return joinWords([Uint32Array.of(Sm1CommentToken.length.set(SM1_COMMENT, length), tag), payload]);
}

/**
 * Returns the first comment with `tag` of the stream that begins at `from` with its version token, and ends at its END
 * token or at `limit` (all DWORD indices). Linear; undefined when there is none, or no version.
 */
export function findSm1Comment(
  words: Uint32Array,
  tag: number,
  from = 0,
  limit: number = words.length,
): Sm1CommentSpan | undefined {
  if (!hasVersion(words, from, limit)) return undefined;
  const lengths = hasLengths(words[from]!);
  for (let at = nextComment(words, from + 1, limit, lengths); at >= 0; ) {
    const span = spanOf(words, at);
    if (words[at + 1] === tag && span.end >= span.start) return span;
    at = nextComment(words, span.end, limit, lengths);
  }
  return undefined;
}

/** The comments that a listing prints before the program. */
export interface Sm1HeaderComments {
  readonly preshader: Sm1CommentSpan | undefined;
  readonly constantTable: Sm1CommentSpan | undefined;
  readonly debug: Sm1CommentSpan | undefined;
}

/** {@link findSm1Comment} of three tags at once, in the entire stream. */
export function findSm1HeaderComments(words: Uint32Array): Sm1HeaderComments {
  let preshader: Sm1CommentSpan | undefined;
  let constantTable: Sm1CommentSpan | undefined;
  let debug: Sm1CommentSpan | undefined;
  const limit = words.length;
  if (hasVersion(words, 0, limit)) {
    const lengths = hasLengths(words[0]!);
    for (let at = nextComment(words, 1, limit, lengths); at >= 0; ) {
      const span = spanOf(words, at);
      const tag = span.end >= span.start ? words[at + 1] : 0;
      if (tag === Sm1CommentTag.constantTable) constantTable ??= span;
      else if (tag === Sm1CommentTag.preshader) preshader ??= span;
      else if (tag === Sm1CommentTag.debug) debug ??= span;
      at = nextComment(words, span.end, limit, lengths);
    }
  }
  return { preshader, constantTable, debug };
}

function hasVersion(words: Uint32Array, from: number, limit: number): boolean {
  return from < limit && STAGES.includes(Sm1VersionToken.stage.get(words[from]!));
}

function hasLengths(version: number): boolean {
  return Sm1VersionToken.major.get(version) >= 2;
}

/**
 * DWORD index of the next comment from `at` on that ends before `limit`; -1 when there is none, or a longer one before.
 */
function nextComment(words: Uint32Array, at: number, limit: number, lengths: boolean): number {
  for (let next = at; next < limit; ) {
    const token = words[next]! | 0;
    if (isSm1End(token)) return -1;
    if ((token & 0xffff) === SM1_COMMENT) return next + Sm1CommentToken.length.get(token) < limit ? next : -1;
    next += lengths ? 1 + ((token >>> LENGTH_LOW) & MAX_LENGTH) : 1;
  }
  return -1;
}

/** The payload of the comment at `at`; its end is before its start when it has no tag. */
function spanOf(words: Uint32Array, at: number): Sm1CommentSpan {
  return { start: at + 2, end: at + 1 + Sm1CommentToken.length.get(words[at]!) };
}
