/**
 * Text of assembly to tokens, as D3DAssemble cuts it (source: oracle), and as D3DPreprocess does where `;` begins no comment.
 * A backslash at the end of a line joins it with the next one, also in comments; a tab is one column.
 *
 * Not for: directives and macros, which preprocessor.ts follows, or what tokens mean.
 */
import type { MessageValues } from '../../base/diagnostics.ts';
import type { AssemblyCode } from '../messages.ts';
import { TokenKind, type TokenSource } from './token-source.ts';
import { dottedVersionEnd } from './versions.ts';

/** A place in a text: what messages point at. Every token source is one. */
export interface TextPlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** The text, and the characters in it that are meant. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** Takes what is found wrong with a text; `place` is a moving token, to be copied where it is kept. */
export interface TextSink {
  report(code: AssemblyCode, place: TextPlace, values?: MessageValues): void;
}

/** The kind of token that a {@link Lexer} gives at the end of a line while {@link Lexer.inLine} is set. */
export const LINE_END = 16;

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const OPEN = 0x28;
const STAR = 0x2a;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const COLON = 0x3a;
const LESS = 0x3c;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;
const LOWER_E = 0x65;
const LOWER_X = 0x78;

/** What a character may begin. */
const Begins = {
  unknown: 0,
  blank: 1,
  line: 2,
  name: 3,
  number: 4,
  point: 5,
  string: 6,
  character: 7,
  slash: 8,
  semicolon: 9,
  backslash: 10,
  colon: 11,
  punctuator: 12,
} as const;

/** Bits of {@link TRAITS}: what a character may be inside of names and numbers. */
const NAME_PART = 1;
const DIGIT = 2;
const HEX = 4;
const OCTAL = 8;
/** f, h, l in any case. */
const FLOAT_SUFFIX = 16;
/** It may be the first of an operator of two or three characters. */
const OPERATOR = 32;

const BEGINS = beginsTable();
const TRAITS = traitsTable();

/** Operators of two characters (`first | second << 8`), and of three. */
const OPERATORS = new Set(
  '!= ## #@ %= && &= *= ++ += -- -= -> /= :: << <= == >= >> ^= |= || <<= >>= ...'.split(' ').map(operatorCode),
);

/** The characters of an operator in one number, the first one lowest. */
export function operatorCode(operator: string): number {
  let code = 0;
  for (let i = 0; i < operator.length; i++) code |= operator.charCodeAt(i) << (8 * i);
  return code;
}

function beginsTable(): Uint8Array {
  const table = new Uint8Array(256);
  for (let c = 0x21; c < 0x7f; c++) table[c] = Begins.punctuator;
  for (const c of ' \t\v\f\r') table[c.charCodeAt(0)] = Begins.blank;
  for (let c = 0; c < 256; c++) if (/[A-Za-z_]/.test(String.fromCharCode(c))) table[c] = Begins.name;
  for (const c of '0123456789') table[c.charCodeAt(0)] = Begins.number;
  table[LF] = Begins.line;
  table[POINT] = Begins.point;
  table[QUOTE] = Begins.string;
  table[APOSTROPHE] = Begins.character;
  table[SLASH] = Begins.slash;
  table[BACKSLASH] = Begins.backslash;
  table[0x3b] = Begins.semicolon;
  table[COLON] = Begins.colon;
  return table;
}

function traitsTable(): Uint8Array {
  const table = new Uint8Array(256);
  for (let c = 0; c < 128; c++) {
    const text = String.fromCharCode(c);
    if (/\w/.test(text)) table[c]! |= NAME_PART;
    if (/\d/.test(text)) table[c]! |= DIGIT;
    if (/[\da-fA-F]/.test(text)) table[c]! |= HEX;
    if (/[0-7]/.test(text)) table[c]! |= OCTAL;
    if (/[fhl]/i.test(text)) table[c]! |= FLOAT_SUFFIX;
    if (/[!#%&*+\-/:<=>^|]/.test(text)) table[c]! |= OPERATOR;
  }
  return table;
}

/** A name that begins with `::`. */
const BEGINS_NAME = /^::[A-Za-z_]/;

/** Start value of {@link TokenSource.hash}. */
export const HASH_START = 0;
const HASH_FACTOR = 0x01000193;

/** The hash that the token of this name has. */
export function nameHash(name: string): number {
  let hash = HASH_START;
  for (let i = 0; i < name.length; i++) hash = hashed(hash, name.charCodeAt(i));
  return hash;
}

/** Adds a character to the hash of a name. */
export function hashed(hash: number, code: number): number {
  return Math.imul(hash ^ code, HASH_FACTOR);
}

/** Whether names go on with the character. */
export function isNamePart(code: number): boolean {
  return code < 128 && (TRAITS[code]! & NAME_PART) !== 0;
}

/**
 * Whether the token behind `at` surely belongs to no operand in front of it: it begins an instruction, or is the end. Line
 * ends and comments of one line may be between.
 */
export function nothingBinds(source: string, from: number): boolean {
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
        // One that is joined with the next line is left to the lexer.
        if (at < 0) return true;
        if (source.charCodeAt(source.charCodeAt(at - 1) === CR ? at - 2 : at - 1) === BACKSLASH) return false;
        continue;
      case Begins.name:
        return true;
      case Begins.punctuator:
        return code === PLUS || code === OPEN;
      default:
        return at >= source.length;
    }
  }
}

/** Class of a character by code; those above Latin-1 begin nothing. */
function traitsOf(code: number): number {
  // Also for NaN, which charCodeAt gives at the end.
  return code < 256 ? TRAITS[code]! : 0;
}

export class Lexer implements TokenSource {
  kind: number = TokenKind.end;
  start = 0;
  end = 0;
  line = 1;
  column = 1;
  startsLine = true;
  spaced = false;
  punctuator = 0;
  hash = 0;

  /** The text of the token; that of the file, {@link text}, unless a macro brought it in. */
  source: string;
  file: string;

  /** Line ends are tokens ({@link LINE_END}) at which the lexer stays, as long as this is set. */
  protected inLine = false;
  /** Backslashes in strings stand for themselves. */
  protected plainStrings = false;
  /** `<name>` is a string. */
  protected angleStrings = false;
  /** What is added to the number of a line, by `#line`. */
  protected lineShift = 0;

  /** Where the next token is looked for. */
  protected at = 0;
  /** Offset at which the present line begins, and its 1-based number in the text. */
  protected lineStart = 0;
  protected lineNumber = 1;
  /** The next token is the first of its line. */
  protected lineBegins = true;

  /**
   * @param text one character a byte where columns are to be Microsoft's
   * @param assembly `;` begins comments and `vs.1.1` is one token
   */
  constructor(
    protected text: string,
    protected fileName: string,
    protected readonly sink: TextSink,
    private readonly assembly = true,
  ) {
    this.source = text;
    this.file = fileName;
  }

  next(): void {
    this.scan();
  }

  plainFrom(): number {
    return this.at;
  }

  skipTo(at: number): void {
    this.at = at;
  }

  /** Moves to the next token of the text. */
  protected scan(): void {
    const source = this.text;
    const length = source.length;
    let at = this.at;
    const from = at;
    const fromLineStart = this.lineStart;
    for (;;) {
      if (at >= length) {
        this.settle(TokenKind.end, at, at, at !== from);
        return;
      }
      const code = source.charCodeAt(at);
      switch (code < 256 ? BEGINS[code] : Begins.unknown) {
        case Begins.blank:
          at++;
          continue;
        case Begins.line:
          if (this.inLine) {
            this.lineEnd(at, from - fromLineStart + 1, at !== from);
            return;
          }
          at++;
          this.lineNumber++;
          this.lineStart = at;
          this.lineBegins = true;
          continue;
        case Begins.name: {
          const start = at;
          let hash = HASH_START;
          let part = code;
          do {
            hash = hashed(hash, part);
            part = source.charCodeAt(++at);
          } while (part < 128 && (TRAITS[part]! & NAME_PART) !== 0);
          this.hash = hash;
          if (part === COLON && (traitsOf(source.charCodeAt(at + 2)) & NAME_PART) !== 0) {
            const scopedEnd = this.scopedEnd(at);
            if (scopedEnd !== at) {
              this.settle(TokenKind.name, start, scopedEnd, start !== from);
              return;
            }
          }
          if (part === POINT && this.assembly && at - start === 2) {
            const versionEnd = dottedVersionEnd(source, start, at);
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
          if ((traitsOf(source.charCodeAt(at + 1)) & DIGIT) !== 0) this.number(at, at !== from);
          else if (source.charCodeAt(at + 1) === POINT && source.charCodeAt(at + 2) === POINT)
            this.operator(operatorCode('...'), at, 3, at !== from);
          else this.operator(code, at, 1, at !== from);
          return;
        case Begins.string:
          this.string(at, QUOTE, at !== from);
          return;
        case Begins.character: {
          const end = characterEnd(source, at, this.plainStrings);
          if (end < 0) {
            this.operator(code, at, 1, at !== from);
            if (at + 2 === length && source.charCodeAt(at + 1) === BACKSLASH) this.sink.report('X1007', this);
          } else {
            this.settle(TokenKind.number, at, end, at !== from);
          }
          return;
        }
        case Begins.slash: {
          const second = source.charCodeAt(at + 1);
          if (second === SLASH) {
            at = this.skipLine(at + 2);
            continue;
          }
          if (second === STAR) {
            at = this.skipComment(at + 2, from - fromLineStart + 1);
            continue;
          }
          this.punctuators(code, at, at !== from);
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
          const next = joinedLine(source, at);
          if (next >= 0) {
            at = next;
            this.lineNumber++;
            this.lineStart = at;
            continue;
          }
          this.operator(code, at, 1, at !== from);
          return;
        }
        case Begins.colon: {
          const start = at;
          if (BEGINS_NAME.test(source.slice(at, at + 3))) {
            this.hash = HASH_START;
            this.settle(TokenKind.name, start, this.scopedEnd(start), start !== from);
          } else this.punctuators(code, at, at !== from);
          return;
        }
        case Begins.punctuator:
          if (code === LESS && this.angleStrings) this.string(at, GREATER, at !== from);
          else if ((TRAITS[code]! & OPERATOR) !== 0) this.punctuators(code, at, at !== from);
          else this.operator(code, at, 1, at !== from);
          return;
        default:
          this.settle(TokenKind.unknown, at, at + 1, at !== from);
          return;
      }
    }
  }

  finish(): void {
    while (this.kind !== TokenKind.end) this.scan();
  }

  /** Sets the token that ends at `end`. */
  protected settle(kind: number, start: number, end: number, spaced: boolean): void {
    this.kind = kind;
    this.source = this.text;
    this.file = this.fileName;
    this.start = start;
    this.end = end;
    this.line = this.lineNumber + this.lineShift;
    this.column = start - this.lineStart + 1;
    this.startsLine = this.lineBegins;
    this.spaced = spaced;
    this.punctuator = 0;
    this.at = end;
    this.lineBegins = kind === LINE_END && this.lineBegins;
  }

  /** Sets the end of the line, which stands where the last token ended, in `column` of the line of that token. */
  private lineEnd(at: number, column: number, spaced: boolean): void {
    const { line } = this;
    this.settle(LINE_END, at, at, spaced);
    this.line = line;
    this.column = column;
  }

  private operator(code: number, at: number, length: number, spaced: boolean): void {
    this.settle(TokenKind.punctuator, at, at + length, spaced);
    this.punctuator = code;
  }

  /** Where the name ends that goes on with `::` and more letters at `at`, if it does; the hash goes on with it. */
  private scopedEnd(at: number): number {
    const source = this.text;
    let end = at;
    while (source.charCodeAt(end) === COLON && source.charCodeAt(end + 1) === COLON) {
      const partEnd = runEnd(source, end + 2, NAME_PART);
      if (partEnd === end + 2) break;
      for (; end < partEnd; end++) this.hash = hashed(this.hash, source.charCodeAt(end));
    }
    return end;
  }

  /** The longest operator that begins with `code` at `at`. */
  private punctuators(code: number, at: number, spaced: boolean): void {
    const second = this.text.charCodeAt(at + 1);
    const two = code | (second << 8);
    if (!(second < 128) || !OPERATORS.has(two)) {
      this.operator(code, at, 1, spaced);
      return;
    }
    const third = this.text.charCodeAt(at + 2);
    const three = two | (third << 16);
    if (third < 128 && OPERATORS.has(three)) this.operator(three, at, 3, spaced);
    else this.operator(two, at, 2, spaced);
  }

  /** The number that begins at `at` with a digit or a point. */
  private number(at: number, spaced: boolean): void {
    const source = this.text;
    const first = source.charCodeAt(at);
    if (first === ZERO && source.charCodeAt(at + 1) === LOWER_X && (traitsOf(source.charCodeAt(at + 2)) & HEX) !== 0) {
      const end = runEnd(source, at + 2, HEX);
      this.settle(TokenKind.number, at, integerSuffixEnd(source, end), spaced);
      if (end - at > 18) this.checkWidth('X1002', at + 2, end);
      return;
    }
    const digitsEnd = runEnd(source, at, DIGIT);
    const fractionEnd = floatEnd(source, at, digitsEnd);
    if (fractionEnd !== digitsEnd) {
      this.settle(TokenKind.number, at, fractionEnd, spaced);
      return;
    }
    // Behind a leading 0 only octal digits belong to the number: `08` is two numbers.
    const octal = first === ZERO;
    const end = octal ? runEnd(source, at, OCTAL) : digitsEnd;
    this.settle(TokenKind.number, at, integerSuffixEnd(source, end), spaced);
    if (end - at > 19) this.checkWidth(octal ? 'X1003' : 'X1004', at, end);
  }

  /** Reports `code` where the integer does not fit into 64 bits. */
  private checkWidth(code: 'X1002' | 'X1003' | 'X1004', from: number, end: number): void {
    let start = from;
    while (start < end && this.text.charCodeAt(start) === ZERO) start++;
    const digits = this.text.slice(start, Math.min(end, start + 23));
    const prefix = code === 'X1002' ? '0x' : code === 'X1003' ? '0o' : '';
    if (end - start > 22 || (digits !== '' && BigInt(prefix + digits) >= 1n << 64n)) this.sink.report(code, this);
  }

  /** The string that begins at `at`; it ends behind `quote`, behind the end of its line or at the end of the text. */
  private string(at: number, quote: number, spaced: boolean): void {
    const source = this.text;
    const length = source.length;
    let end = at + 1;
    let broken: 'X1005' | 'X1006' | undefined = 'X1006';
    let cutEscape = false;
    while (end < length) {
      const code = source.charCodeAt(end++);
      if (code === quote || code === LF) {
        broken = code === LF ? 'X1005' : undefined;
        break;
      }
      if (code === BACKSLASH && !this.plainStrings) {
        cutEscape = end >= length;
        end = Math.min(stringEscapeEnd(source, end), length);
      }
    }
    this.settle(TokenKind.string, at, end, spaced);
    // A string that is not closed in its line takes the line feed, which then counts as one more column.
    this.countLines(at, broken === 'X1005' ? end - 1 : end);
    if (broken !== undefined) this.reportAt(broken, this.column, at, end);
    if (cutEscape) this.reportAt('X1007', this.column, at, end);
    // It takes one character more than there is.
    if (broken === 'X1006') this.lineStart--;
  }

  /** Reports `code` in the present line; where the token is in another one, that is the line of its end. */
  private reportAt(code: 'X1001' | 'X1005' | 'X1006' | 'X1007', column: number, start: number, end: number): void {
    const { fileName: file, text: source } = this;
    this.sink.report(code, { file, line: this.lineNumber + this.lineShift, column, source, start, end });
  }

  /** Counts the lines that a token or a comment from `start` to `end` goes over. */
  private countLines(start: number, end: number): void {
    const source = this.text;
    for (let at = start; at < end; at++) {
      if (source.charCodeAt(at) !== LF) continue;
      this.lineNumber++;
      this.lineStart = at + 1;
    }
  }

  /** Where the line ends that `at` is in, joined ones included: at its line feed. */
  protected skipLine(at: number): number {
    const source = this.text;
    let end = source.indexOf('\n', at);
    while (end >= 0) {
      const before = source.charCodeAt(end - 1) === CR ? end - 2 : end - 1;
      if (before < at || source.charCodeAt(before) !== BACKSLASH) return end;
      this.lineNumber++;
      this.lineStart = end + 1;
      at = end + 1;
      end = source.indexOf('\n', at);
    }
    return source.length;
  }

  /** The character behind the comment whose text begins at `at`. */
  private skipComment(at: number, column: number): number {
    const source = this.text;
    const close = source.indexOf('*/', at);
    const end = close < 0 ? source.length : close + 2;
    this.countLines(at, end);
    // Microsoft's place: the line in which the text ends, and the column in which the last token did.
    if (close < 0) this.reportAt('X1001', column, at - 2, end);
    return end;
  }
}

/** Where the characters with one of the `traits` end that begin at `at`. */
function runEnd(source: string, at: number, traits: number): number {
  while ((traitsOf(source.charCodeAt(at)) & traits) !== 0) at++;
  return at;
}

/** Where the fraction, exponent and suffix end that follow digits; `digitsEnd` where the number is an integer. */
function floatEnd(source: string, start: number, digitsEnd: number): number {
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

/** Texts for what is no number, as the listing prints them. */
const SPECIALS = ['1.#INF', '1.#IND', '1.#QNAN', '1.#SNAN'];

/** Where one of {@link SPECIALS} ends that begins at `start`; 0 where none does. */
function specialEnd(source: string, start: number): number {
  if (source.charCodeAt(start + 2) !== 0x23) return 0;
  const special = SPECIALS.find((text) => source.startsWith(text, start));
  return special === undefined ? 0 : start + special.length;
}

/** Behind an integer: one `u` and one `l` at most, in any order and case. */
function integerSuffixEnd(source: string, at: number): number {
  const first = source.charCodeAt(at) | 0x20;
  if (first !== 0x75 && first !== 0x6c) return at;
  const second = source.charCodeAt(at + 1) | 0x20;
  return second === (first === 0x75 ? 0x6c : 0x75) ? at + 2 : at + 1;
}

/** Where the line begins that the backslash at `at` joins to its own; -1 where it stands for itself. */
function joinedLine(source: string, at: number): number {
  const next = source.charCodeAt(at + 1);
  if (next === LF) return at + 2;
  return next === CR && source.charCodeAt(at + 2) === LF ? at + 3 : -1;
}

/** Where a character in apostrophes ends that begins at `at`: any one, or an escape; -1 where the apostrophe is alone. */
function characterEnd(source: string, at: number, plain: boolean): number {
  const first = source.charCodeAt(at + 1);
  if (plain || first !== BACKSLASH) return source.charCodeAt(at + 2) === APOSTROPHE ? at + 3 : -1;
  const end = escapeEnd(source, at + 2);
  return source.charCodeAt(end) === APOSTROPHE ? end + 1 : -1;
}

/** Where the escape ends whose backslash stands in front of `at`. */
function escapeEnd(source: string, at: number): number {
  if (source.charCodeAt(at) === LOWER_X) return runEnd(source, at + 1, HEX);
  let end = at;
  while (end < at + 3 && (traitsOf(source.charCodeAt(end)) & OCTAL) !== 0) end++;
  return Math.max(end, at + 1);
}

/** In a string an escape may be a whole line end, which is skipped. */
function stringEscapeEnd(source: string, at: number): number {
  return source.charCodeAt(at) === CR && source.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}
