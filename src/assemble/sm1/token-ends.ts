/**
 * Where numbers, characters and joined lines end in a text, as D3DAssemble finds it (source: oracle). Functions of the text
 * alone: they keep no state.
 */
import {
  APOSTROPHE,
  BACKSLASH,
  BEGINS,
  Begins,
  CR,
  DIGIT,
  FLOAT_SUFFIX,
  HEX,
  LF,
  LOWER_E,
  LOWER_X,
  MINUS,
  OCTAL,
  OPEN_PARENTHESIS,
  PLUS,
  POINT,
  SLASH,
  traitsOf,
} from './characters.ts';

/** The end of the run of characters from `at` that have one of `traits`. */
export function runEnd(source: string, at: number, traits: number): number {
  let end = at;
  while ((traitsOf(source.charCodeAt(end)) & traits) !== 0) end++;
  return end;
}

/** The end of the fraction, exponent and suffix after digits; `digitsEnd` for an integer. */
export function floatEnd(source: string, start: number, digitsEnd: number): number {
  let end = digitsEnd;
  if (source.charCodeAt(end) === POINT) {
    if (end - start === 1) {
      const special = specialEnd(source, start);
      if (special > 0) return floatSuffixEnd(source, special);
    }
    end = runEnd(source, end + 1, DIGIT);
  }
  if ((source.charCodeAt(end) | 0x20) === LOWER_E) {
    const sign = source.charCodeAt(end + 1);
    const digits = sign === PLUS || sign === MINUS ? end + 2 : end + 1;
    const exponentEnd = runEnd(source, digits, DIGIT);
    if (exponentEnd > digits) end = exponentEnd;
  }
  return end === digitsEnd ? end : floatSuffixEnd(source, end);
}

function floatSuffixEnd(source: string, at: number): number {
  return (traitsOf(source.charCodeAt(at)) & FLOAT_SUFFIX) !== 0 ? at + 1 : at;
}

/** Spellings of infinity and NaN, as listings print them. */
const SPECIALS = ['1.#INF', '1.#IND', '1.#QNAN', '1.#SNAN'];

/** The end of one of {@link SPECIALS} at `start`; 0 for none. */
function specialEnd(source: string, start: number): number {
  if (source.charCodeAt(start + 2) !== 0x23) return 0;
  const special = SPECIALS.find((text) => source.startsWith(text, start));
  return special === undefined ? 0 : start + special.length;
}

/** After an integer: one `u` and one `l` at most, in any order and case. */
export function integerSuffixEnd(source: string, at: number): number {
  const first = source.charCodeAt(at) | 0x20;
  if (first !== 0x75 && first !== 0x6c) return at;
  const second = source.charCodeAt(at + 1) | 0x20;
  return second === (first === 0x75 ? 0x6c : 0x75) ? at + 2 : at + 1;
}

/** The beginning of the line that the backslash at `at` joins to its own; -1 when it joins none. */
export function joinedLine(source: string, at: number): number {
  const next = source.charCodeAt(at + 1);
  if (next === LF) return at + 2;
  return next === CR && source.charCodeAt(at + 2) === LF ? at + 3 : -1;
}

/** The end of the character in apostrophes at `at`, any character or an escape; -1 for a single apostrophe. */
export function characterEnd(source: string, at: number, rawStrings: boolean): number {
  const first = source.charCodeAt(at + 1);
  if (rawStrings || first !== BACKSLASH) return source.charCodeAt(at + 2) === APOSTROPHE ? at + 3 : -1;
  const end = escapeEnd(source, at + 2);
  return source.charCodeAt(end) === APOSTROPHE ? end + 1 : -1;
}

/** The end of the escape whose backslash is before `at`. */
function escapeEnd(source: string, at: number): number {
  if (source.charCodeAt(at) === LOWER_X) return runEnd(source, at + 1, HEX);
  let end = at;
  while (end < at + 3 && (traitsOf(source.charCodeAt(end)) & OCTAL) !== 0) end++;
  return Math.max(end, at + 1);
}

/** In a string an escape may be a whole line end, which is skipped. */
export function stringEscapeEnd(source: string, at: number): number {
  return source.charCodeAt(at) === CR && source.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

/**
 * Whether the token after `from` cannot belong to an operand before it: it begins an instruction, or is the end. Line ends and
 * comments of one line may be between.
 */
export function beginsStatement(source: string, from: number): boolean {
  let at = from;
  for (;;) {
    const code = source.charCodeAt(at);
    switch (code < 256 ? BEGINS[code] : Begins.unknown) {
      case Begins.blank:
      case Begins.line:
        at++;
        continue;
      case Begins.slash:
      case Begins.semicolon:
        if (code === SLASH && source.charCodeAt(at + 1) !== SLASH) return false;
        at = source.indexOf('\n', at);
        if (at < 0) return true;
        // A comment that is joined with the next line is left to the lexer.
        if (source.charCodeAt(source.charCodeAt(at - 1) === CR ? at - 2 : at - 1) === BACKSLASH) return false;
        continue;
      case Begins.name:
        return true;
      case Begins.punctuator:
        return code === PLUS || code === OPEN_PARENTHESIS;
      default:
        return at >= source.length;
    }
  }
}
