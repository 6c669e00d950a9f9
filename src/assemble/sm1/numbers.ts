/**
 * Numbers of assembly, from their spelling to the bits of a token stream. token-source.ts describes the spelling; this
 * file computes the value (source: oracle): integers are unsigned, one with a suffix has 32 bits, and fractions are
 * read as doubles and then rounded to float.
 */

const QUOTE = 0x27;
const BACKSLASH = 0x5c;
const DIGIT_0 = 0x30;
const POINT = 0x2e;
const HASH = 0x23;
const LOWER = 0x20;
const LETTER_A = 0x61;
const LETTER_E = 0x65;
const LETTER_X = 0x78;
const PLUS = 0x2b;
const MINUS = 0x2d;

const QUIET_NAN = 0x7fe0_0000;
/** The names after `1.#`; both NaNs are the same. */
const INDEFINITE = 0xffc0_0000;
const INFINITE = 0x7f80_0000;

/** Integers up to here are exact doubles. */
const EXACT_DIGITS = 15;
/** So are these powers of ten; one product or quotient of the two is rounded once. */
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const U32 = 0x1_0000_0000;

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** The bits of `value` as a float, as a signed number. */
export function floatBits(value: number): number {
  float[0] = value;
  return bits[0]!;
}

/** Reads one number after another; its fields hold the last one. */
export class NumberReader {
  /** Spelled as an integer. */
  isInteger = false;
  /** An integer that takes more than 32 bits. */
  isLong = false;
  /** Of an integer of 32 bits: unsigned. */
  value = 0;
  /** The bits of the number as a float, as a signed number. */
  float = 0;

  read(source: string, start: number, end: number): void {
    this.isLong = false;
    const first = source.charCodeAt(start);
    if (first === QUOTE) this.#integer(characterValue(source, start + 1), false);
    else if (first === DIGIT_0 && start + 1 < end) this.#leadingZero(source, start, end);
    else this.#decimal(source, start, end);
  }

  /** Digits, perhaps with a fraction, an exponent, a suffix. */
  #decimal(source: string, start: number, end: number): void {
    let mantissa = 0;
    let low = 0;
    let at = start;
    let code = source.charCodeAt(at);
    for (; at < end; code = source.charCodeAt(++at)) {
      const digit = code - DIGIT_0;
      if (digit >>> 0 > 9) break;
      mantissa = mantissa * 10 + digit;
      low = (Math.imul(low, 10) + digit) | 0;
    }
    if (at === end || isIntegerSuffix(source, at, end)) {
      this.#integer(low, at === end && mantissa >= U32);
      return;
    }
    this.isInteger = false;
    let digits = at - start;
    let scale = 0;
    if (code === POINT) {
      if (source.charCodeAt(at + 1) === HASH) {
        this.float = special(source, at + 2);
        return;
      }
      const pointAt = at;
      for (code = source.charCodeAt(++at); at < end; code = source.charCodeAt(++at)) {
        const digit = code - DIGIT_0;
        if (digit >>> 0 > 9) break;
        mantissa = mantissa * 10 + digit;
      }
      scale = pointAt + 1 - at;
      digits += at - pointAt - 1;
    }
    if (at < end && (code | LOWER) === LETTER_E) {
      const sign = source.charCodeAt(++at);
      if (sign === PLUS || sign === MINUS) at++;
      let exponent = 0;
      for (code = source.charCodeAt(at); at < end; code = source.charCodeAt(++at)) {
        const digit = code - DIGIT_0;
        if (digit >>> 0 > 9) break;
        exponent = Math.min(exponent * 10 + digit, 100_000);
      }
      scale += sign === MINUS ? -exponent : exponent;
    }
    if (digits > EXACT_DIGITS || scale > 22 || scale < -22) this.float = floatBits(Number(source.slice(start, at)));
    else this.float = floatBits(scale < 0 ? mantissa / POWERS[-scale]! : mantissa * POWERS[scale]!);
  }

  /** `0x1f`, octal `017`, or a decimal fraction such as `0.5`. */
  #leadingZero(source: string, start: number, end: number): void {
    const second = source.charCodeAt(start + 1);
    const hexadecimal = second === LETTER_X;
    const base = hexadecimal ? 16 : 8;
    let value = 0;
    let low = 0;
    let at = hexadecimal ? start + 2 : start + 1;
    for (; at < end; at++) {
      const digit = digitOf(source.charCodeAt(at));
      if (digit >= base) break;
      value = value * base + digit;
      low = (Math.imul(low, base) + digit) | 0;
    }
    if (at === end || isIntegerSuffix(source, at, end)) this.#integer(low, at === end && value >= U32);
    else this.#decimal(source, start, end);
  }

  /** @param low the low 32 bits; a suffix cuts an integer down to these */
  #integer(low: number, isLong: boolean): void {
    this.isInteger = true;
    this.isLong = isLong;
    this.value = low >>> 0;
    this.float = floatBits(this.value);
  }
}

/** The bits of the name at `at`: INF, IND, QNAN or SNAN. */
function special(source: string, at: number): number {
  if (source.startsWith('INF', at)) return INFINITE | 0;
  return (source.startsWith('IND', at) ? INDEFINITE : QUIET_NAN) | 0;
}

/** The codes of escapes of one letter. */
export const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** The code of the character at `at` in a character constant, with escapes as C has them. */
function characterValue(source: string, at: number): number {
  if (source.charCodeAt(at) !== BACKSLASH) return source.charCodeAt(at);
  const escaped = source.charCodeAt(at + 1);
  const base = escaped === LETTER_X ? 16 : 8;
  let value = 0;
  let next = base === 16 ? at + 2 : at + 1;
  const first = next;
  for (; digitOf(source.charCodeAt(next)) < base && next < first + 3; next++) {
    value = value * base + digitOf(source.charCodeAt(next));
  }
  return next > first ? value & 0xff : (ESCAPES[source.charAt(at + 1)] ?? escaped);
}

/** The characters of a string, between its quotation marks, up to a NUL: with escapes as C has them. */
export function stringValue(text: string): string {
  let made = '';
  for (const [part] of text.matchAll(/\\(?:x[\da-f]{1,3}|[0-7]{1,3}|\r?\n|[\s\S])|[^\\]/gi)) {
    // An escaped line end continues the string.
    if (/^\\\r?\n$/.test(part)) continue;
    const value = characterValue(part, 0);
    if (value === 0) break;
    made += String.fromCharCode(value);
  }
  return made;
}

/** Whether there are only `u` and `l` from `at` to `end`. */
function isIntegerSuffix(source: string, at: number, end: number): boolean {
  for (let i = at; i < end; i++) {
    const code = source.charCodeAt(i) | LOWER;
    if (code !== 0x75 && code !== 0x6c) return false;
  }
  return true;
}

/** The value of a digit of any base up to 16; more for another character. */
function digitOf(code: number): number {
  const digit = code - DIGIT_0;
  if (digit >>> 0 <= 9) return digit;
  const letter = (code | LOWER) - LETTER_A;
  return letter >>> 0 <= 5 ? 10 + letter : 16;
}
