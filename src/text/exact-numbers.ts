/**
 * Numbers in the exact notation: a decimal text that the assemblers read as the same bits (`--exact`).
 *
 * Not for: what has no digits. Each printer writes infinities and NaNs as its assembler reads them.
 */
import { formatDouble, formatF } from './numbers.ts';

/** Digits that are enough for every float32. */
const FLOAT_DIGITS = 9;
/** From here on an integer is written with a point: Microsoft's assembler reads integers of 32 bits. */
const INTEGER_LIMIT = 2 ** 32;
/** Six digits after the point: the assembler of listings warns of them, because they may be rounded. */
const SIX_DECIMALS = /^-?\d+\.\d{6}$/;

const f64 = new Float64Array(1);
const f32 = new Float32Array(f64.buffer);
const u32 = new Uint32Array(f64.buffer);
u32[0] = 1;
/** Index of the low half of a float64 within `u32`. */
const LOW = f64[0] === Number.MIN_VALUE ? 0 : 1;

/**
 * The shortest decimal text that becomes the float32 with these bits, which must be finite, when it is read as a double
 * and rounded.
 */
export function shortestFloat(word: number): string {
  u32[0] = word;
  const value = f32[0]!;
  if (value === 0) return word === 0 ? '0' : '-0';
  let text = String(value);
  for (let digits = 1; digits <= FLOAT_DIGITS; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) !== value) continue;
    text = String(rounded);
    break;
  }
  return Math.abs(value) >= INTEGER_LIMIT && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** `%f` of a finite float32 if that is exact, else as few digits as are; never six after the point that are rounded. */
export function exactF(word: number): string {
  u32[0] = word;
  const value = f32[0]!;
  const fixed = formatF(word);
  return Number(fixed) === value ? fixed : unrounded(shortestFloat(word));
}

/**
 * `%f` of a finite float64 if that identifies the number, which only a multiple of 1/64 does; else its shortest digits.
 */
export function exactDouble(lowWord: number, highWord: number): string {
  u32[LOW] = lowWord;
  u32[1 - LOW] = highWord;
  const value = f64[0]!;
  return Number.isInteger(value * 64) ? formatDouble(lowWord, highWord) : unrounded(String(value));
}

function unrounded(text: string): string {
  return SIX_DECIMALS.test(text) ? `${text}0` : text;
}
