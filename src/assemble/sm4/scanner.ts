/**
 * Walks a listing character by character: blanks, words, numbers, the ends of lines, with their offsets.
 *
 * Not for: what anything means. No text is copied unless a message quotes it.
 */

import { hex, type MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX3107, DX3114, DX3115 } from '../messages.ts';
import { characterCodes } from '../sm1/characters.ts';
import type { TextLocation } from '../text-location.ts';

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const OPEN_PAREN = 0x28;
export const CLOSE_PAREN = 0x29;
export const STAR = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const SLASH = 0x2f;
export const DIGIT_0 = 0x30;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const UNDERSCORE = 0x5f;
export const OPEN_BRACE = 0x7b;
export const BAR = 0x7c;
export const CLOSE_BRACE = 0x7d;
/** The code after the last character. */
export const END = -1;
/** The bit that letters differ by in upper and lower case. */
export const LOWER = 0x20;

/** Classes of characters. */
const LETTER = 1;
const DIGIT = 2;
const LINE_END = 4;
const CLASSES = new Uint8Array(256);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') CLASSES[letter.charCodeAt(0)] = LETTER;
for (const digit of '0123456789') CLASSES[digit.charCodeAt(0)] = DIGIT;
CLASSES[LINE_FEED] = LINE_END;
CLASSES[CARRIAGE_RETURN] = LINE_END;

const isOf = (code: number, classes: number) => code >= 0 && (CLASSES[code]! & classes) !== 0;
export const isLetter = (code: number): boolean => isOf(code, LETTER);
export const isDigit = (code: number): boolean => isOf(code, DIGIT);
/** Whether a name may contain `code`. */
export const isWord = (code: number): boolean => isOf(code, LETTER | DIGIT) || code === UNDERSCORE;
export const isBlank = (code: number): boolean => code === SPACE || code === TAB;

/** A character as messages name it: in quotes, a comma by its name. */
export const quoted = (code: number): string => (code === COMMA ? 'a comma' : `'${String.fromCharCode(code)}'`);

/** The maximum number of lines whose first inexact literal is reported. */
const MAX_INEXACT = 32;

/** The maximum number of characters that a message quotes. */
const QUOTED = 32;

export class Scanner {
  readonly codes: Uint8Array;
  lineStart: number;
  /** Inexact literals, lines with them that are reported, and the last of these. */
  #inexact = 0;
  #inexactLines = 0;
  #inexactLine = 0;

  /**
   * @param at where reading begins, at the beginning of line `line`
   * @param file the name of the text in messages
   * @param codes the characters of `source`
   */
  constructor(
    readonly source: string,

    /** The next character. */
    public at: number,

    /** The end of the text that is read, exclusive. */
    readonly end: number,

    /** The number of the line, 1-based. */
    public line: number,
    readonly file: string,
    private readonly diagnostics: AssemblyDiagnostics,
    codes = characterCodes(source),
  ) {
    this.codes = codes;
    this.lineStart = at;
  }

  /** The next character, {@link END} after the last one. */
  code(): number {
    return this.at < this.end ? this.codes[this.at]! : END;
  }

  /** The character `ahead` characters after the next one. */
  peek(ahead: number): number {
    const at = this.at + ahead;
    return at < this.end ? this.codes[at]! : END;
  }

  skipBlanks(): void {
    let { at } = this;
    const { codes, end } = this;
    while (at < end && isBlank(codes[at]!)) at++;
    this.at = at;
  }

  /** The index of the next character that is no blank. */
  here(): number {
    this.skipBlanks();
    return this.at;
  }

  next(): number {
    const { at, end } = this;
    if (at >= end) return END;
    const code = this.codes[at]!;
    if (code > SPACE) return code;
    this.skipBlanks();
    return this.code();
  }

  /** Takes `code`, blanks before it, if it is the next character. */
  take(code: number): boolean {
    if (this.next() !== code) return false;
    this.at++;
    return true;
  }

  /** Takes `code` or reports that it is missing. */
  expect(code: number): boolean {
    return this.take(code) || this.fail(DX3107, this.at, this.at + 1, { expected: quoted(code), found: this.found() });
  }

  /** The end of the name at `from`. */
  wordEnd(from: number): number {
    const { codes, end } = this;
    let at = from;
    while (at < end && isWord(codes[at]!)) at++;
    return at;
  }

  /** The end of the letters at `from`. */
  lettersEnd(from: number): number {
    const { codes, end } = this;
    let at = from;
    while (at < end && isLetter(codes[at]!)) at++;
    return at;
  }

  /** Takes a name, which may be empty, and blanks before it. */
  word(): string {
    this.skipBlanks();
    const from = this.at;
    this.at = this.wordEnd(from);
    return this.source.slice(from, this.at);
  }

  /** Whether nothing but blanks or a comment, after `//` or `;`, is left of the line. */
  atLineEnd(): boolean {
    const code = this.next();
    return code === END || isOf(code, LINE_END) || code === SEMICOLON || (code === SLASH && this.peek(1) === SLASH);
  }

  skipLine(): void {
    const feed = this.source.indexOf('\n', this.at);
    this.at = feed < 0 || feed > this.end ? this.end : feed;
  }

  /** Goes past the end of the line at which {@link skipLine} stopped. */
  nextLine(): void {
    this.at++;
    this.line++;
    this.lineStart = this.at;
  }

  /** Goes to the next character that is neither blank, nor the end of a line, nor in a comment. */
  skipLines(): void {
    while (this.atLineEnd() && this.at < this.end) {
      this.skipLine();
      if (this.at < this.end) this.nextLine();
    }
  }

  /** The end of the word at `from`, or of the characters up to a blank or a comma; never `from` itself. */
  pieceEnd(from: number): number {
    const { codes, end } = this;
    let at = this.wordEnd(from);
    if (at > from) return at;
    while (at < end && codes[at]! > SPACE && codes[at] !== COMMA) at++;
    return Math.max(at, Math.min(from + 1, end));
  }

  /** The text here, for a message: a word as it is, anything else in quotes. */
  found(from = this.at): string {
    if (from >= this.end || isOf(this.codes[from]!, LINE_END)) return 'the end of the line';
    let end = this.pieceEnd(from);
    // A number includes the digits after its point.
    if (isDigit(this.codes[from]!) && this.codes[end] === POINT) end = this.wordEnd(end + 1);
    const text = this.source.slice(from, Math.min(end, this.end, from + QUOTED));
    return isWord(this.codes[from]!) ? text : `'${text}'`;
  }

  /** Reports `code` from `start` to `end`. Returns false, the result of readers that fail. */
  fail(message: Message, start: number, end: number, values: MessageValues = {}, hint?: string): false {
    this.report(message, start, end, values, hint);
    return false;
  }

  /**
   * Reports that several numbers have the text from `start` to `end`, and which words were taken; once a line, up to a
   * limit.
   */
  inexact(start: number, end: number, ...words: number[]): void {
    this.#inexact++;
    if (this.line === this.#inexactLine || this.#inexactLines >= MAX_INEXACT) return;
    this.#inexact = 0;
    this.#inexactLines++;
    this.#inexactLine = this.line;
    const bits = words.map((word) => hex(word >>> 0, 8)).join(', ');
    this.report(DX3114, start, end, { text: this.source.slice(start, end), bits });
  }

  /** At the end: reports the number of further such literals after the last one that was reported. */
  finishInexact(): void {
    const more = this.#inexact;
    if (more > 0 && this.#inexactLines === MAX_INEXACT) this.report(DX3115, this.at, this.at, { more });
  }

  report(message: Message, start: number, end: number, values: MessageValues = {}, hint?: string): void {
    this.diagnostics.report(message, this.location(start, end), values, hint);
  }

  location(start: number, end: number): TextLocation {
    const { source, line, lineStart, file } = this;
    return { source, start, end, line, column: start - lineStart + 1, file };
  }
}
