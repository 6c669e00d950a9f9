/**
 * Where numbers, characters and joined lines end in a text, as D3DAssemble finds it (source: oracle). Functions of its
 * characters (`characterCodes`) alone: they keep no state.
 */
import { latin1Bytes } from '../../base/words.ts';
import {
  APOSTROPHE,
  BACKSLASH,
  CR,
  DIGIT,
  FLOAT_SUFFIX,
  HEX,
  LF,
  LOWER_E,
  LOWER_X,
  MINUS,
  OCTAL,
  PLUS,
  POINT,
  TRAITS,
} from './characters.ts';

/** The end of the run of characters from `at` that have one of `traits`. */
export function runEnd(codes: Uint8Array, at: number, traits: number): number {
  let end = at;
  while ((TRAITS[codes[end]!]! & traits) !== 0) end++;
  return end;
}

/** The end of the fraction, exponent and suffix after digits; `digitsEnd` for an integer. */
export function floatEnd(codes: Uint8Array, start: number, digitsEnd: number): number {
  let end = digitsEnd;
  if (codes[end] === POINT) {
    if (end - start === 1) {
      const special = specialEnd(codes, start);
      if (special > 0) return floatSuffixEnd(codes, special);
    }
    end = runEnd(codes, end + 1, DIGIT);
  }
  if ((codes[end]! | 0x20) === LOWER_E) {
    const sign = codes[end + 1];
    const digits = sign === PLUS || sign === MINUS ? end + 2 : end + 1;
    const exponentEnd = runEnd(codes, digits, DIGIT);
    if (exponentEnd > digits) end = exponentEnd;
  }
  return end === digitsEnd ? end : floatSuffixEnd(codes, end);
}

function floatSuffixEnd(codes: Uint8Array, at: number): number {
  return (TRAITS[codes[at]!]! & FLOAT_SUFFIX) !== 0 ? at + 1 : at;
}

/** Spellings of infinity and NaN, as listings print them. */
const SPECIALS = ['1.#INF', '1.#IND', '1.#QNAN', '1.#SNAN'].map(latin1Bytes);

/** The end of one of {@link SPECIALS} at `start`; 0 for none. */
function specialEnd(codes: Uint8Array, start: number): number {
  if (codes[start + 2] !== 0x23) return 0;
  const special = SPECIALS.find((spelling) => spelling.every((code, i) => codes[start + i] === code));
  return special === undefined ? 0 : start + special.length;
}

/** After an integer: one `u` and one `l` at most, in any order and case. */
export function integerSuffixEnd(codes: Uint8Array, at: number): number {
  const first = codes[at]! | 0x20;
  if (first !== 0x75 && first !== 0x6c) return at;
  const second = codes[at + 1]! | 0x20;
  return second === (first === 0x75 ? 0x6c : 0x75) ? at + 2 : at + 1;
}

/** The beginning of the line that the backslash at `at` joins to its own; -1 when it joins none. */
export function joinedLine(codes: Uint8Array, at: number): number {
  const next = codes[at + 1];
  if (next === LF) return at + 2;
  return next === CR && codes[at + 2] === LF ? at + 3 : -1;
}

/** The end of the character in apostrophes at `at`, any character or an escape; -1 for a single apostrophe. */
export function characterEnd(codes: Uint8Array, at: number, rawStrings: boolean): number {
  const first = codes[at + 1];
  if (rawStrings || first !== BACKSLASH) return codes[at + 2] === APOSTROPHE ? at + 3 : -1;
  const end = escapeEnd(codes, at + 2);
  return codes[end] === APOSTROPHE ? end + 1 : -1;
}

/** The end of the escape whose backslash is before `at`. */
function escapeEnd(codes: Uint8Array, at: number): number {
  if (codes[at] === LOWER_X) return runEnd(codes, at + 1, HEX);
  let end = at;
  while (end < at + 3 && (TRAITS[codes[end]!]! & OCTAL) !== 0) end++;
  return Math.max(end, at + 1);
}

/** In a string an escape may be a complete line end, which is skipped. */
export function stringEscapeEnd(codes: Uint8Array, at: number): number {
  return codes[at] === CR && codes[at + 1] === LF ? at + 2 : at + 1;
}
