/**
 * Splits the text of a root signature into tokens, as Microsoft's compiler splits the string (source: oracle): the blank is its
 * only white space, and there are no comments. In a text of its own, outside a string, tabs, line ends, comments and
 * hexadecimal numbers are allowed, too.
 *
 * Not for: macros and strings (source.ts) or what tokens mean (parser.ts).
 */
import { floatBits } from '../sm1/numbers.ts';

export const RootToken = {
  end: 0,
  name: 1,
  /** `b0`, `t12`: the letter is in {@link RootSignatureTokens.letter}, the number in `value`. */
  register: 2,
  /** An integer, perhaps with `+`: `value`. */
  unsigned: 3,
  /** An integer with `-`. */
  negative: 4,
  /** A number with a point, an exponent or an `f`. */
  fraction: 5,
  /** One of `, ( ) = |`. */
  punctuator: 6,
  /** A character that begins no token, or an invalid number. */
  unknown: 7,
} as const;

/** The maximum length of Microsoft's tokens; further characters are another token. */
const MAX_TOKEN = 127;
const MAX_U32 = 0xffff_ffff;
const MIN_I32 = -0x8000_0000;
/** The greatest float as a double: Microsoft refuses greater numbers, even those that would be rounded to it. */
const MAX_FLOAT = 3.4028234663852886e38;

const PUNCTUATORS = ',()=|';
const isDigit = (char: string) => char >= '0' && char <= '9';
const isNameStart = (char: string) => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_';

/** Moves over a text, one token at a time. */
export class RootSignatureTokens {
  kind: number = RootToken.end;
  /** The token is `text` from `start` to `end`. */
  start = 0;
  end = 0;
  /** Of integers and registers, unsigned. */
  value = 0;
  /** The bits of a number as a float. */
  float = 0;
  letter = '';
  /** Of hexadecimal numbers: they are bits where others are floats. */
  isHex = false;

  /**
   * @param text the characters of the string, or a complete text
   * @param isLenient allows syntax that only standalone texts may have
   */
  constructor(
    readonly text: string,
    readonly isLenient: boolean,
  ) {
    this.next();
  }

  /** The characters of the token. */
  get spelling(): string {
    return this.text.slice(this.start, this.end);
  }

  is(punctuator: string): boolean {
    return this.kind === RootToken.punctuator && this.text[this.start] === punctuator;
  }

  /** Moves to the next token; at the end it stays there. */
  next(): void {
    const { text } = this;
    this.#skipBlanks(this.end);
    const at = this.start;
    this.isHex = false;
    const first = text[at] ?? '\0';
    if (at >= text.length || (first === '\0' && !this.isLenient)) this.#set(RootToken.end, at);
    else if (PUNCTUATORS.includes(first)) this.#set(RootToken.punctuator, at + 1);
    else if (isDigit(first) || first === '+' || first === '-' || first === '.') this.#number(at);
    else if (isNameStart(first)) this.#name(at);
    else this.#set(RootToken.unknown, at + 1);
  }

  #set(kind: number, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  #skipBlanks(from: number): void {
    const { text } = this;
    let at = from;
    for (;;) {
      while (text[at] === ' ' || (this.isLenient && /[\t\n\v\f\r]/.test(text[at] ?? ''))) at++;
      if (!this.isLenient || text[at] !== '/') break;
      const isLine = text[at + 1] === '/';
      if (!isLine && text[at + 1] !== '*') break;
      const end = text.indexOf(isLine ? '\n' : '*/', at + 2);
      // A comment without an end is an unknown token.
      if (end < 0 && !isLine) break;
      at = end < 0 ? text.length : end + (isLine ? 1 : 2);
    }
    this.start = at;
  }

  #name(start: number): void {
    const { text } = this;
    let end = start + 1;
    while (end - start < MAX_TOKEN && (isNameStart(text[end] ?? '') || isDigit(text[end] ?? ''))) end++;
    this.#set(RootToken.name, end);
    if (!isDigit(text[start + 1] ?? '') || !'tsub'.includes(text[start]!)) return;
    // Characters after the digits are ignored (source: oracle).
    let digits = start + 1;
    while (digits < end && isDigit(text[digits]!)) digits++;
    this.value = Number(text.slice(start + 1, digits));
    this.letter = text[start]!;
    this.kind = this.value > MAX_U32 ? RootToken.unknown : RootToken.register;
  }

  #number(start: number): void {
    const { text } = this;
    if (this.isLenient && /0[xX]/.test(text.slice(start, start + 2))) {
      this.#hexadecimal(start);
      return;
    }
    let at = text[start] === '+' || text[start] === '-' ? start + 1 : start;
    const first = at;
    at = this.#digits(start, at);
    let digits = at - first;
    let isFraction = false;
    if (text[at] === '.') {
      isFraction = true;
      const fractionEnd = this.#digits(start, ++at);
      digits += fractionEnd - at;
      at = fractionEnd;
    }
    if (digits === 0) {
      this.#set(RootToken.unknown, at);
      return;
    }
    if (text[at] === 'e' || text[at] === 'E') {
      isFraction = true;
      at++;
      if (text[at] === '+' || text[at] === '-') at++;
      if (!isDigit(text[at] ?? '')) {
        this.#set(RootToken.unknown, at);
        return;
      }
      at = this.#digits(start, at);
    }
    const value = Number(text.slice(start, at));
    if (text[at] === 'f' || text[at] === 'F') {
      isFraction = true;
      at++;
    }
    this.float = floatBits(value) >>> 0;
    if (isFraction) this.#set(this.#isFloat(value, start, at) ? RootToken.fraction : RootToken.unknown, at);
    else if (text[start] === '-') {
      // Minus zero is an integer, and integers have one zero.
      if (value === 0) this.float = 0;
      this.#set(value < MIN_I32 ? RootToken.unknown : RootToken.negative, at);
    } else {
      this.value = value;
      this.#set(value > MAX_U32 ? RootToken.unknown : RootToken.unsigned, at);
    }
  }

  /** The end of the digits from `at` on, within the maximum length of a token that begins at `start`. */
  #digits(start: number, at: number): number {
    let end = at;
    while (isDigit(this.text[end] ?? '') && end - start < MAX_TOKEN) end++;
    return end;
  }

  /** Whether Microsoft accepts a number: it is not too great, and not rounded to zero. */
  #isFloat(value: number, start: number, end: number): boolean {
    if (Math.abs(value) > MAX_FLOAT) return false;
    return value !== 0 || !/^[-+]?[\d.]*[1-9]/.test(this.text.slice(start, end));
  }

  #hexadecimal(start: number): void {
    const { text } = this;
    let end = start + 2;
    while (end - start < MAX_TOKEN && /[\da-fA-F]/.test(text[end] ?? '')) end++;
    this.value = Number(text.slice(start, end));
    this.float = this.value;
    this.isHex = true;
    // The prefix alone gives NaN.
    this.#set(this.value <= MAX_U32 ? RootToken.unsigned : RootToken.unknown, end);
  }
}
