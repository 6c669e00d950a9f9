/**
 * Text of assembly to tokens, as D3DAssemble cuts it (source: oracle), and as D3DPreprocess does where `;` begins no
 * comment. A backslash at the end of a line joins it with the next one, also in comments; a tab is one column.
 *
 * Not for: directives and macros, which preprocessor.ts follows, or what tokens mean.
 */

import type { MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { SM1_PIXEL, SM1_VERTEX, Sm1Version } from '../../base/profile.ts';
import { latin1Bytes } from '../../base/words.ts';
import { X1001, X1002, X1003, X1004, X1005, X1006, X1007 } from '../messages.ts';
import type { TextLocation } from '../text-location.ts';
import {
  APOSTROPHE,
  BACKSLASH,
  BEGINS,
  Begins,
  COLON,
  CR,
  DIGIT,
  FLOAT_SUFFIX,
  GREATER,
  HASH_START,
  HEX,
  hashed,
  LESS,
  LF,
  LOWER_E,
  LOWER_X,
  MINUS,
  NAME_PART,
  OCTAL,
  OPERATOR,
  OPERATORS,
  operatorCode,
  PLUS,
  POINT,
  QUOTE,
  SLASH,
  STAR,
  TRAITS,
  ZERO,
} from './characters.ts';
import { TextPosition, Token, TokenKind, type TokenSource } from './token-source.ts';

/** The end of the run of characters from `at` that have one of `traits`. */
function runEnd(codes: Uint8Array, at: number, traits: number): number {
  let end = at;
  while ((TRAITS[codes[end]!]! & traits) !== 0) end++;
  return end;
}

/** The end of the fraction, exponent and suffix after digits; `digitsEnd` for an integer. */
function floatEnd(codes: Uint8Array, start: number, digitsEnd: number): number {
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
function integerSuffixEnd(codes: Uint8Array, at: number): number {
  const first = codes[at]! | 0x20;
  if (first !== 0x75 && first !== 0x6c) return at;
  const second = codes[at + 1]! | 0x20;
  return second === (first === 0x75 ? 0x6c : 0x75) ? at + 2 : at + 1;
}

/** The beginning of the line that the backslash at `at` joins to its own; -1 when it joins none. */
function joinedLine(codes: Uint8Array, at: number): number {
  const next = codes[at + 1];
  if (next === LF) return at + 2;
  return next === CR && codes[at + 2] === LF ? at + 3 : -1;
}

/** The end of the character in apostrophes at `at`, any character or an escape; -1 for a single apostrophe. */
function characterEnd(codes: Uint8Array, at: number, rawStrings: boolean): number {
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
function stringEscapeEnd(codes: Uint8Array, at: number): number {
  return codes[at] === CR && codes[at + 1] === LF ? at + 2 : at + 1;
}

// The versions of assembly, in their two spellings: `ps_2_x`, one name, and `ps.2.x`, which the lexer makes one token
// of. Spellings and upgrades: oracle.

const { v1_1, v1_2, v1_3, v1_4, v2_0, v2_x, v2_sw, v3_0, v3_sw } = Sm1Version;

/** The text after the stage, with the low half of its version token. */
const VERTEX_VERSIONS = {
  '1_0': v1_1,
  '1_1': v1_1,
  '2_0': v2_0,
  '2_x': v2_x,
  '2_sw': v2_sw,
  '3_0': v3_0,
  '3_sw': v3_sw,
};
const PIXEL_VERSIONS = { ...VERTEX_VERSIONS, '1_2': v1_2, '1_3': v1_3, '1_4': v1_4 };

/** Version tokens by name. */
const TOKENS: ReadonlyMap<string, number> = new Map([
  ...namesOf('vs', SM1_VERTEX, VERTEX_VERSIONS),
  ...namesOf('ps', SM1_PIXEL, PIXEL_VERSIONS),
]);

function namesOf(stage: string, code: number, versions: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(versions).map(([name, version]) => [`${stage}_${name}`, ((code << 16) | version) >>> 0]);
}

/** The version token of `name`, with points or underscores; undefined for another name. */
export function versionToken(name: string): number | undefined {
  return TOKENS.get(name) ?? (name.includes('_') ? undefined : TOKENS.get(name.replaceAll('.', '_')));
}

/** The version that is assembled instead of `name`, if it differs: `vs_1_0` becomes `vs_1_1`. */
export function versionUpgrade(name: string): string | undefined {
  return /^..[_.]1[_.]0$/.test(name) ? `${name.slice(0, 2)}_1_1` : undefined;
}

const LONGEST_DOTTED = 'vs.3.sw'.length;

/**
 * The end of the dotted version at `start` of `source`, whose first name ends at `end`; -1 for none. `vs.1.1` followed
 * by a digit is not a version, followed by a letter it is (source: oracle).
 */
function dottedVersionEnd(source: string, start: number, end: number): number {
  if (end - start !== 2 || source.charCodeAt(end) !== 0x2e || source.charCodeAt(start + 1) !== 0x73) return -1;
  const match = /^[vp]s\.\d\.(?:\d(?!\d)|(?:x|sw)(?!\w))/.exec(source.slice(start, start + LONGEST_DOTTED + 1));
  return match !== null && versionToken(match[0]) !== undefined ? start + match[0].length : -1;
}

/** Takes the faults of a text; `location` may be a token, which is copied where it is stored. */
export interface TextReporter {
  report(message: Message, location: TextLocation, values?: MessageValues): void;
}

/** A name that begins with `::`. */
const BEGINS_NAME = /^::[A-Za-z_]/;
const ELLIPSIS = operatorCode('...');

export class Lexer implements TokenSource {
  readonly token = new Token();
  position: TextPosition;
  /** The next token is the first of its line. */
  beginsLine = true;

  /** Line ends are tokens, at which the lexer stays. */
  stopsAtLineEnds = false;
  /** Backslashes in strings are characters like others. */
  rawStrings = false;
  /** `<name>` is a string. */
  angleStrings = false;

  /**
   * @param text one character a byte, so that columns are Microsoft's
   * @param assembly `;` begins comments and `vs.1.1` is one token
   */
  constructor(
    text: string,
    file: string,
    private readonly reporter: TextReporter,
    private readonly assembly = true,
  ) {
    this.position = new TextPosition(text, file);
    this.token.source = text;
    this.token.file = file;
  }

  next(): void {
    this.scan();
  }

  directText(): TextPosition {
    return this.position;
  }

  /** Moves to the next token of the text. */
  scan(): void {
    const { position } = this;
    const { codes } = position;
    const { length } = position.text;
    let at = position.at;
    const from = at;
    const fromLineStart = position.lineStart;
    for (;;) {
      if (at >= length) {
        this.settle(TokenKind.end, at, at, at !== from);
        return;
      }
      const code = codes[at]!;
      switch (BEGINS[code]) {
        case Begins.blank:
          at++;
          continue;
        case Begins.line:
          if (this.stopsAtLineEnds) {
            this.lineEnd(at, from - fromLineStart + 1, at !== from);
            return;
          }
          at++;
          position.lineNumber++;
          position.lineStart = at;
          this.beginsLine = true;
          continue;
        case Begins.name: {
          const start = at;
          let hash = HASH_START;
          let part = code;
          do {
            hash = hashed(hash, part);
            part = codes[++at]!;
          } while ((TRAITS[part]! & NAME_PART) !== 0);
          this.token.hash = hash;
          if (part === COLON && (TRAITS[codes[at + 2]!]! & NAME_PART) !== 0) {
            const scopedEnd = this.scopedEnd(at);
            if (scopedEnd !== at) {
              this.settle(TokenKind.name, start, scopedEnd, start !== from);
              return;
            }
          }
          if (part === POINT && this.assembly && at - start === 2) {
            const versionEnd = dottedVersionEnd(position.text, start, at);
            if (versionEnd >= 0) {
              this.settle(TokenKind.version, start, versionEnd, start !== from);
              return;
            }
          }
          this.settle(TokenKind.name, start, at, start !== from);
          return;
        }
        case Begins.number:
          this.number(at, at !== from);
          return;
        case Begins.point:
          if ((TRAITS[codes[at + 1]!]! & DIGIT) !== 0) this.number(at, at !== from);
          else if (codes[at + 1] === POINT && codes[at + 2] === POINT) this.operator(ELLIPSIS, at, 3, at !== from);
          else this.operator(code, at, 1, at !== from);
          return;
        case Begins.string:
          this.string(at, QUOTE, at !== from);
          return;
        case Begins.character: {
          const end = characterEnd(codes, at, this.rawStrings);
          if (end < 0) {
            this.operator(code, at, 1, at !== from);
            if (at + 2 === length && codes[at + 1] === BACKSLASH) this.reporter.report(X1007, this.token);
          } else {
            this.settle(TokenKind.number, at, end, at !== from);
          }
          return;
        }
        case Begins.slash: {
          const second = codes[at + 1];
          if (second === SLASH) {
            at = this.skipLine(at + 2);
            continue;
          }
          if (second === STAR) {
            at = this.skipComment(at + 2, from - fromLineStart + 1);
            continue;
          }
          this.longestOperator(code, at, at !== from);
          return;
        }
        case Begins.semicolon:
          if (this.assembly) {
            at = this.skipLine(at + 1);
            continue;
          }
          this.operator(code, at, 1, at !== from);
          return;
        case Begins.backslash: {
          const next = joinedLine(codes, at);
          if (next >= 0) {
            at = next;
            position.lineNumber++;
            position.lineStart = at;
            continue;
          }
          this.operator(code, at, 1, at !== from);
          return;
        }
        case Begins.colon: {
          const start = at;
          if (BEGINS_NAME.test(position.text.slice(at, at + 3))) {
            this.token.hash = HASH_START;
            this.settle(TokenKind.name, start, this.scopedEnd(start), start !== from);
          } else this.longestOperator(code, at, at !== from);
          return;
        }
        case Begins.punctuator:
          if (code === LESS && this.angleStrings) this.string(at, GREATER, at !== from);
          else if ((TRAITS[code]! & OPERATOR) !== 0) this.longestOperator(code, at, at !== from);
          else this.operator(code, at, 1, at !== from);
          return;
        default:
          this.settle(TokenKind.unknown, at, at + 1, at !== from);
          return;
      }
    }
  }

  finish(): void {
    while (this.token.kind !== TokenKind.end) this.scan();
  }

  /** Goes on with another text, from its beginning. */
  enter(position: TextPosition): void {
    this.position = position;
    this.beginsLine = true;
    // So that a comment without an end points at the beginning of the text.
    this.settle(TokenKind.lineEnd, 0, 0, false);
  }

  /** Makes the position up to which the text was read its end. */
  endHere(): void {
    const { at } = this.position;
    this.settle(TokenKind.end, at, at, true);
  }

  /** Sets the token that ends at `end`. */
  private settle(kind: number, start: number, end: number, spaced: boolean): void {
    const { token, position } = this;
    token.kind = kind;
    token.source = position.text;
    token.file = position.file;
    token.start = start;
    token.end = end;
    token.line = position.lineNumber + position.lineShift;
    token.column = start - position.lineStart + 1;
    token.startsLine = this.beginsLine;
    token.spaced = spaced;
    token.punctuator = 0;
    position.at = end;
    this.beginsLine = kind === TokenKind.lineEnd && this.beginsLine;
  }

  /** Sets the end of the line. Its location is the end of the last token: `column` in the line of that token. */
  private lineEnd(at: number, column: number, spaced: boolean): void {
    const { line } = this.token;
    this.settle(TokenKind.lineEnd, at, at, spaced);
    this.token.line = line;
    this.token.column = column;
  }

  private operator(code: number, at: number, length: number, spaced: boolean): void {
    this.settle(TokenKind.punctuator, at, at + length, spaced);
    this.token.punctuator = code;
  }

  /** The end of a name that continues with `::` and more letters at `at`, if it does; the hash continues with it. */
  private scopedEnd(at: number): number {
    const { codes } = this.position;
    let end = at;
    while (codes[end] === COLON && codes[end + 1] === COLON) {
      const partEnd = runEnd(codes, end + 2, NAME_PART);
      if (partEnd === end + 2) break;
      for (; end < partEnd; end++) this.token.hash = hashed(this.token.hash, codes[end]!);
    }
    return end;
  }

  /** The longest operator that begins with `code` at `at`. */
  private longestOperator(code: number, at: number, spaced: boolean): void {
    const { codes, text } = this.position;
    const second = codes[at + 1]!;
    const two = code | (second << 8);
    if (!OPERATORS.has(two)) {
      this.operator(code, at, 1, spaced);
      return;
    }
    const third = codes[at + 2]!;
    const three = two | (third << 16);
    // A NUL does not change the number, and ends the operator.
    if (third !== 0 && at + 2 < text.length && OPERATORS.has(three)) this.operator(three, at, 3, spaced);
    else this.operator(two, at, 2, spaced);
  }

  /** The number that begins at `at` with a digit or a point. */
  private number(at: number, spaced: boolean): void {
    const { codes } = this.position;
    const first = codes[at]!;
    if (first === ZERO && codes[at + 1] === LOWER_X && (TRAITS[codes[at + 2]!]! & HEX) !== 0) {
      const end = runEnd(codes, at + 2, HEX);
      this.settle(TokenKind.number, at, integerSuffixEnd(codes, end), spaced);
      if (end - at > 18) this.checkWidth(X1002, at + 2, end);
      return;
    }
    const digitsEnd = runEnd(codes, at, DIGIT);
    const fractionEnd = floatEnd(codes, at, digitsEnd);
    if (fractionEnd !== digitsEnd) {
      this.settle(TokenKind.number, at, fractionEnd, spaced);
      return;
    }
    // After a leading 0 only octal digits belong to the number: `08` is two numbers.
    const octal = first === ZERO;
    const end = octal ? runEnd(codes, at, OCTAL) : digitsEnd;
    this.settle(TokenKind.number, at, integerSuffixEnd(codes, end), spaced);
    if (end - at > 19) this.checkWidth(octal ? X1003 : X1004, at, end);
  }

  /** Reports `code` when the integer needs more than 64 bits. */
  private checkWidth(message: Message, from: number, end: number): void {
    const { text } = this.position;
    let start = from;
    while (start < end && text.charCodeAt(start) === ZERO) start++;
    const digits = text.slice(start, Math.min(end, start + 23));
    const prefix = message === X1002 ? '0x' : message === X1003 ? '0o' : '';
    if (end - start > 22 || (digits !== '' && BigInt(prefix + digits) >= 1n << 64n))
      this.reporter.report(message, this.token);
  }

  /** The string that begins at `at`; it ends after `quote`, after the end of its line or at the end of the text. */
  private string(at: number, quote: number, spaced: boolean): void {
    const { position } = this;
    const { codes } = position;
    const { length } = position.text;
    let end = at + 1;
    let broken: Message | undefined = X1006;
    let cutEscape = false;
    while (end < length) {
      const code = codes[end++];
      if (code === quote || code === LF) {
        broken = code === LF ? X1005 : undefined;
        break;
      }
      if (code === BACKSLASH && !this.rawStrings) {
        cutEscape = end >= length;
        end = Math.min(stringEscapeEnd(codes, end), length);
      }
    }
    this.settle(TokenKind.string, at, end, spaced);
    // A string that is not closed in its line includes the line feed, which then counts as one more column.
    this.countLines(at, broken === X1005 ? end - 1 : end);
    const { column } = this.token;
    if (broken !== undefined) this.reportAt(broken, column, at, end);
    if (cutEscape) this.reportAt(X1007, column, at, end);
    // It takes one character more than there is.
    if (broken === X1006) position.lineStart--;
  }

  /** Reports `code` in the current line: for a token of several lines, that is the line of its end. */
  private reportAt(message: Message, column: number, start: number, end: number): void {
    const { file, text: source, lineNumber, lineShift } = this.position;
    this.reporter.report(message, { file, line: lineNumber + lineShift, column, source, start, end });
  }

  /** Counts the lines of a token or a comment from `start` to `end`. */
  private countLines(start: number, end: number): void {
    const { position } = this;
    const { codes } = position;
    for (let at = start; at < end; at++) {
      if (codes[at] !== LF) continue;
      position.lineNumber++;
      position.lineStart = at + 1;
    }
  }

  /** The line feed at which the line of `at` ends, joined lines included. */
  skipLine(at: number): number {
    const { position } = this;
    const { codes, text } = position;
    let start = at;
    let end = text.indexOf('\n', start);
    while (end >= 0) {
      const before = codes[end - 1] === CR ? end - 2 : end - 1;
      if (before < start || codes[before] !== BACKSLASH) return end;
      position.lineNumber++;
      position.lineStart = end + 1;
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    return text.length;
  }

  /** The character after the comment whose text begins at `at`. */
  private skipComment(at: number, column: number): number {
    const source = this.position.text;
    const close = source.indexOf('*/', at);
    const end = close < 0 ? source.length : close + 2;
    this.countLines(at, end);
    // Microsoft's location: the line in which the text ends, and the column in which the last token did.
    if (close < 0) this.reportAt(X1001, column, at - 2, end);
    return end;
  }
}
