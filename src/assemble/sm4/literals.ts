/**
 * Numbers of listings of SM 4-5.1, from their spelling to the word of a program: the inverse of how the printer prints
 * the words of a literal, which depends on the opcode.
 *
 * Not for: numbers of SM 1-3 (../numbers.ts), which know octals and suffixes.
 */

import { formatDouble, formatF } from '../../text/numbers.ts';
import { DX3108, DX3109 } from '../messages.ts';
import { floatBits } from '../sm1/numbers.ts';
import { DIGIT_0, isDigit, isWord, LOWER, MINUS, PLUS, POINT, type Scanner } from './scanner.ts';

const HASH = 0x23;
const LETTER_A = 0x61;
const LETTER_E = 0x65;
const LETTER_L = 0x6c;
const LETTER_X = 0x78;

const U32 = 2 ** 32;
const LOWEST_INT = -(2 ** 31);
/** Integers up to here are exact doubles. */
const EXACT_DIGITS = 15;
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Digits after the point of `%f`; such a text may be that of several numbers. */
const F_DIGITS = 6;
/** From here on no two float32, and no two float64, have the same text. */
const DISTINCT_32 = 16;
const DISTINCT_64 = 2 ** 34;
/** The exponent of float32 infinities, which have no digits. */
const INFINITY_BITS = 0x7f80_0000;
const INFINITY_HINT = 'infinity is 1.#INF00';

/**
 * A number that is spelled without digits: the words of float32 and float64 (low and high half), and whether other bits
 * have the same text. A listing distinguishes one NaN by name (`-1.#IND00`) and all others by their sign only.
 */
interface Special {
  readonly word: number;
  readonly low: number;
  readonly high: number;
  readonly several: boolean;
}
const special = (word: number, high: number, several = false, low = 0): Special => ({ word, low, high, several });
const POSITIVE: ReadonlyMap<string, Special> = new Map([
  ['inf', special(0x7f80_0000, 0x7ff0_0000)],
  ['nan', special(0x7fc0_0000, 0x7ff8_0000)],
  ['qnan', special(0x7fc0_0000, 0x7ff8_0000, true)],
  ['snan', special(0x7f80_0001, 0x7ff0_0000, true, 1)],
  ['ind', special(0x7fc0_0000, 0x7ff8_0000)],
]);
const NEGATIVE: ReadonlyMap<string, Special> = new Map([
  ['inf', special(0xff80_0000, 0xfff0_0000)],
  ['nan', special(0xffc0_0000, 0xfff8_0000)],
  // Comparisons give all ones, and most shaders mean that.
  ['qnan', special(0xffff_ffff, 0xffff_ffff, true, 0xffff_ffff)],
  ['snan', special(0xff80_0001, 0xfff0_0000, true, 1)],
  ['ind', special(0xffc0_0000, 0xfff8_0000)],
]);

const f64 = new Float64Array(1);
const u32 = new Uint32Array(f64.buffer);
f64[0] = 1;
/** Index of the low half of a float64 within `u32`. */
const LOW = u32[0] === 0 ? 0 : 1;

/** The type of the words of a literal; the names are those of the opcode table. */
export type LiteralKind = 'float' | 'int' | 'untyped';

/** The bits of a literal: of 32 bits the low half alone; unsigned. */
export interface LiteralWords {
  readonly low: number;
  readonly high: number;
}

/** A literal of a text, and the words that it is written as. */
export interface WrittenLiteral extends LiteralWords {
  /** Character offsets in the source. */
  readonly start: number;
  readonly end: number;
  /** Whether other bits have the same text. */
  readonly isSeveral: boolean;
}

/** Sees each literal of a program in order, and decides which words are written. */
export type LiteralListener = (literal: WrittenLiteral) => LiteralWords;

/** Reads one number after another; its fields hold the last one. */
export class LiteralReader {
  /** Gets every literal, which is then not reported. */
  listener: LiteralListener | undefined = undefined;
  /** The offsets of the number. */
  start = 0;
  end = 0;
  /** `0x`: the bits as they are. */
  isHex = false;
  /** Spelled with a point, an exponent, or by name. */
  isFraction = false;
  /** An `l` follows the digits of a fraction: a double. */
  isLong = false;
  /** The value of a hexadecimal number or of digits alone. */
  integer = 0;
  /** Hexadecimal digits. */
  hexDigits = 0;
  #negative = false;
  /** Whether other bits have the same text. */
  #several = false;
  #special: Special | undefined = undefined;
  #value = 0;
  /** Digits after the point, or -1 when there is an exponent or no point. */
  #decimals = -1;

  /**
   * Reads a number, with its sign and blanks before it.
   *
   * @returns false, with a diagnostic, when there is none
   */
  read(scanner: Scanner): boolean {
    let code = scanner.next();
    const start = scanner.at;
    this.start = start;
    this.isHex = false;
    this.isFraction = false;
    this.isLong = false;
    this.#special = undefined;
    this.#decimals = -1;
    this.#negative = code === MINUS;
    if (code === MINUS || code === PLUS) {
      scanner.at++;
      code = scanner.code();
    }
    if (code === DIGIT_0 && (scanner.peek(1) | LOWER) === LETTER_X) return this.#hexadecimal(scanner);
    if (!isDigit(code) && code !== POINT) return this.#named(scanner, scanner.at);
    return this.#decimal(scanner);
  }

  /** Reads an integer, digits alone or hexadecimal; characters after the digits, such as a point, are left. */
  readInteger(scanner: Scanner): boolean {
    let code = scanner.next();
    const start = scanner.at;
    this.start = start;
    this.isHex = false;
    this.isFraction = false;
    this.#negative = code === MINUS;
    if (code === MINUS || code === PLUS) {
      scanner.at++;
      code = scanner.code();
    }
    if (code === DIGIT_0 && (scanner.peek(1) | LOWER) === LETTER_X) return this.#hexadecimal(scanner);
    if (!isDigit(code)) return this.#none(scanner);
    const { codes, end } = scanner;
    let { at } = scanner;
    let value = 0;
    for (; at < end; at++) {
      const digit = codes[at]! - DIGIT_0;
      if (digit >>> 0 > 9) break;
      value = value * 10 + digit;
    }
    scanner.at = at;
    this.end = at;
    this.integer = this.#negative ? -value : value;
    return true;
  }

  /** The word of a literal of `kind`; a value that 32 bits do not hold is reported. */
  word(scanner: Scanner, kind: LiteralKind): number {
    const { start, end, listener } = this;
    this.#several = false;
    const word = this.#wordOf(scanner, kind);
    if (listener !== undefined) {
      return listener({ start, end, low: word >>> 0, high: 0, isSeveral: this.#several }).low | 0;
    }
    if (this.#several) scanner.inexact(start, end, word);
    return word;
  }

  #wordOf(scanner: Scanner, kind: LiteralKind): number {
    if (this.isHex) return this.#integerWord(scanner);
    if (this.#special !== undefined) {
      this.#several = this.#special.several;
      return this.#special.word;
    }
    if (!this.isFraction && kind !== 'float') return this.#integerWord(scanner);
    const word = floatBits(this.#value);
    if ((word & INFINITY_BITS) === INFINITY_BITS) this.#tooGreat(scanner, '3.402823466e+38');
    // A 0 of unknown type prints without a point: this is a number too small for six digits.
    const small = kind === 'untyped' && word === 0;
    this.#several = this.#decimals === F_DIGITS && (small || isSeveral32(this.#value, word));
    return word | 0;
  }

  /** Whether the number is an integer from `lowest` to `highest`; anything else is reported. */
  isInteger(scanner: Scanner, lowest: number, highest: number): boolean {
    if (this.isFraction) {
      return scanner.fail(DX3108, this.start, this.end, { found: scanner.source.slice(this.start, this.end) });
    }
    if (this.integer >= lowest && this.integer <= highest) return true;
    return scanner.fail(DX3109, this.start, this.end, { value: this.integer, lowest, highest });
  }

  /** The low half of a double; {@link high} then has the other one. */
  low(scanner: Scanner): number {
    const { start, end, listener } = this;
    this.#several = false;
    const low = this.#lowOf(scanner);
    if (listener !== undefined) {
      const words = listener({ start, end, low: low >>> 0, high: this.high >>> 0, isSeveral: this.#several });
      this.high = words.high;
      return words.low;
    }
    if (this.#several) scanner.inexact(start, end, low, this.high);
    return low;
  }

  #lowOf(scanner: Scanner): number {
    if (this.#special !== undefined) {
      this.#several = this.#special.several;
      this.high = this.#special.high;
      return this.#special.low;
    }
    f64[0] = this.isHex ? 0 : this.#value;
    const low = u32[LOW]!;
    this.high = u32[1 - LOW]!;
    if (f64[0] === Infinity || f64[0] === -Infinity) this.#tooGreat(scanner, '1.7976931348623157e+308');
    this.#several = this.#decimals === F_DIGITS && isSeveral64(this.#value, low, this.high);
    return low;
  }
  high = 0;

  /** Reports a number that the type does not hold; infinity has a name. */
  #tooGreat(scanner: Scanner, greatest: string): void {
    const value = scanner.source.slice(this.start, this.end);
    scanner.fail(DX3109, this.start, this.end, { value, lowest: `-${greatest}`, highest: greatest }, INFINITY_HINT);
  }

  #integerWord(scanner: Scanner): number {
    if (this.isInteger(scanner, LOWEST_INT, U32 - 1)) return this.integer | 0;
    return 0;
  }

  #hexadecimal(scanner: Scanner): boolean {
    const { codes, end } = scanner;
    const first = scanner.at + 2;
    let at = first;
    let value = 0;
    for (; at < end; at++) {
      const digit = hexDigit(codes[at]!);
      if (digit > 15) break;
      value = value * 16 + digit;
    }
    scanner.at = at;
    this.end = at;
    this.isHex = true;
    this.hexDigits = at - first;
    this.integer = this.#negative ? -value : value;
    return at > first && !isWord(scanner.code()) ? true : this.#none(scanner);
  }

  #decimal(scanner: Scanner): boolean {
    const { codes, end } = scanner;
    const start = scanner.at;
    let at = start;
    let mantissa = 0;
    let code = codes[at]!;
    for (; at < end; code = codes[++at]!) {
      const digit = code - DIGIT_0;
      if (digit >>> 0 > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    this.integer = this.#negative ? -mantissa : mantissa;
    let digits = at - start;
    let scale = 0;
    if (at < end && code === POINT) {
      if (at + 1 < end && codes[at + 1] === HASH) return this.#named(scanner, at + 2);
      this.isFraction = true;
      const point = at;
      for (code = codes[++at]!; at < end; code = codes[++at]!) {
        const digit = code - DIGIT_0;
        if (digit >>> 0 > 9) break;
        mantissa = mantissa * 10 + digit;
      }
      this.#decimals = at - point - 1;
      digits += this.#decimals;
      scale = -this.#decimals;
    }
    let text = at;
    if (at < end && (code | LOWER) === LETTER_E) {
      this.isFraction = true;
      this.#decimals = -1;
      const sign = codes[++at]!;
      if (sign === PLUS || sign === MINUS) at++;
      const first = at;
      let exponent = 0;
      for (code = codes[at]!; at < end; code = codes[++at]!) {
        const digit = code - DIGIT_0;
        if (digit >>> 0 > 9) break;
        exponent = Math.min(exponent * 10 + digit, 100_000);
      }
      if (at === first) digits = 0;
      scale += sign === MINUS ? -exponent : exponent;
      text = at;
    }
    if (at < end && (code | LOWER) === LETTER_L) {
      this.isLong = true;
      at++;
    }
    this.end = at;
    scanner.at = at;
    if (digits === 0 || isWord(scanner.code())) return this.#none(scanner);
    let value: number;
    if (digits > EXACT_DIGITS || scale > 22 || scale < -22) value = Number(scanner.source.slice(start, text));
    else value = scale < 0 ? mantissa / POWERS[-scale]! : mantissa * POWERS[scale]!;
    this.#value = this.#negative ? -value : value;
    return true;
  }

  /** `inf`, `nan`, and the names after `1.#`, padded with zeros. */
  #named(scanner: Scanner, from: number): boolean {
    const lettersEnd = scanner.lettersEnd(from);
    const name = scanner.source.slice(from, lettersEnd).toLowerCase();
    let at = lettersEnd;
    while (at < scanner.end && scanner.codes[at] === DIGIT_0) at++;
    // An infinity of a double has an l after its zeros.
    if (at < scanner.end && at > lettersEnd && (scanner.codes[at]! | LOWER) === LETTER_L) {
      this.isLong = true;
      at++;
    }
    const found = (this.#negative ? NEGATIVE : POSITIVE).get(name);
    if (found === undefined) return this.#none(scanner);
    scanner.at = at;
    this.end = at;
    this.isFraction = true;
    this.#special = found;
    return isWord(scanner.code()) ? this.#none(scanner) : true;
  }

  #none(scanner: Scanner): boolean {
    const { codes, end } = scanner;
    let at = this.start;
    while (at < end && isNumberPart(codes[at]!)) at++;
    const stop = Math.max(at, Math.min(this.start + 1, end));
    return scanner.fail(DX3108, this.start, stop, { found: scanner.found(this.start) });
  }
}

/** Whether `code` may be part of a misspelt number. */
function isNumberPart(code: number): boolean {
  return isWord(code) || code === POINT || code === MINUS || code === PLUS || code === HASH;
}

/** The value of a hexadecimal digit; more than 15 for another character. */
function hexDigit(code: number): number {
  const digit = code - DIGIT_0;
  if (digit >>> 0 <= 9) return digit;
  const letter = (code | LOWER) - LETTER_A;
  return letter >>> 0 <= 5 ? 10 + letter : 16;
}

/** Whether the `%f` text of `value` is also that of other float32 numbers, and exact for none. */
function isSeveral32(value: number, word: number): boolean {
  if (value >= DISTINCT_32 || value <= -DISTINCT_32 || Math.fround(value) === value) return false;
  const text = formatF(word);
  return formatF(word - 1) === text || formatF(word + 1) === text;
}

/** Whether the `%f` text of `value` is also that of other float64 numbers, and exact for none. */
function isSeveral64(value: number, low: number, high: number): boolean {
  // A fraction of six digits is a double when it is one of 64ths.
  if (value >= DISTINCT_64 || value <= -DISTINCT_64 || Number.isInteger(value * 64)) return false;
  const text = formatDouble(low, high);
  return formatDouble((low - 1) >>> 0, high) === text || formatDouble((low + 1) >>> 0, high) === text;
}
