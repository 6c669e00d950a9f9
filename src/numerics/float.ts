/**
 * Arithmetic of float32 as Direct3D 10 and later define it. Operands and results are numbers that are float32 values.
 *
 * Subnormal operands and results are zeros of the same sign, results are rounded to the nearest float32 (ties to even),
 * and a NaN has no payload. The basic operations are exact on every engine: a sum, product, quotient or square root of
 * two float32, computed as a float64 and rounded to float32, is the correctly rounded one.
 *
 * Source: Direct3D 11.3 functional specification, 3.1 (floating point rules) and 22.10 (instructions).
 *
 * Not for: moves, which keep all bits, or the rules of Direct3D 9 (legacy.ts).
 */

/**
 * A float64 and its two words in the same bytes: put a number into `doubles[0]` and read `words`, or the other way
 * round.
 *
 * Not for: values that must survive a call; every function of this directory uses them.
 */
export const doubles = new Float64Array(1);
export const words = new Uint32Array(doubles.buffer);
/** The index of the low word, which depends on the order of bytes of the machine. */
export const LOW = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;
export const HIGH = 1 - LOW;

/** The smallest float32 that is not subnormal. */
export const MIN_NORMAL = 2 ** -126;
/** The largest finite float32. */
export const MAX_FLOAT = (2 - 2 ** -23) * 2 ** 127;

/** `x`, or a zero of its sign where it is subnormal. */
export function flush(x: number): number {
  return x < MIN_NORMAL && x > -MIN_NORMAL ? x * 0 : x;
}

/** `x`, a float64, as the nearest float32, subnormals flushed. */
export function roundToFloat(x: number): number {
  return flush(Math.fround(x));
}

export function add(a: number, b: number): number {
  return roundToFloat(flush(a) + flush(b));
}

export function multiply(a: number, b: number): number {
  return roundToFloat(flush(a) * flush(b));
}

/**
 * `a * b + c`, rounded after the product and after the sum, which Direct3D allows as well as {@link fusedMultiplyAdd}.
 */
export function multiplyAdd(a: number, b: number, c: number): number {
  return add(multiply(a, b), c);
}

/** `a * b + c`, rounded once. */
export function fusedMultiplyAdd(a: number, b: number, c: number): number {
  // The product of two float32 is exact as a float64.
  return roundToFloat(addToOdd(flush(a) * flush(b), flush(c)));
}

/**
 * The sum of two float64, rounded to odd: where it is not exact, the neighbor with an odd last bit. Rounded to float32
 * it gives what the exact sum gives.
 */
export function addToOdd(a: number, b: number): number {
  const sum = a + b;
  if (!Number.isFinite(sum)) return sum;
  const rest = sum - a;
  const error = a - (sum - rest) + (b - rest);
  if (error === 0) return sum;
  doubles[0] = sum;
  if ((words[LOW]! & 1) === 1) return sum;
  // The magnitude is too small where the error has its sign.
  if (error > 0 === sum > 0) words[LOW]! |= 1;
  else if (words[LOW] === 0) {
    words[LOW] = 0xffff_ffff;
    words[HIGH]! -= 1;
  } else words[LOW]! -= 1;
  return doubles[0]!;
}

export function divide(a: number, b: number): number {
  return roundToFloat(flush(a) / flush(b));
}

export function reciprocal(x: number): number {
  return roundToFloat(1 / flush(x));
}

/** `1 / sqrt(x)`: an infinity of the zero's sign for a zero, NaN below. */
export function reciprocalSquareRoot(x: number): number {
  const value = flush(x);
  return roundToFloat(value === 0 ? 1 / value : 1 / Math.sqrt(value));
}

/** NaN below zero; -0 for -0. */
export function squareRoot(x: number): number {
  return roundToFloat(Math.sqrt(flush(x)));
}

/** The smaller one: a number rather than NaN, `b` of two zeros. */
export function minimum(a: number, b: number): number {
  const [x, y] = [flush(a), flush(b)];
  if (Number.isNaN(x)) return y;
  return x < y || Number.isNaN(y) ? x : y;
}

/** The larger one: a number rather than NaN, `a` of two zeros. */
export function maximum(a: number, b: number): number {
  const [x, y] = [flush(a), flush(b)];
  if (Number.isNaN(x)) return y;
  return x >= y || Number.isNaN(y) ? x : y;
}

/** `x` between 0 and 1; 0 for NaN. */
export function saturate(x: number): number {
  return x > 0 ? Math.min(flush(x), 1) : 0;
}

/** `x - floor(x)`, at least 0 and less than 1; NaN for infinities. */
export function fraction(x: number): number {
  const value = flush(x);
  const rest = value - Math.floor(value);
  // Of a tiny negative number the difference rounds to 1, which the specification excludes.
  return roundToFloat(rest < LARGEST_FRACTION || Number.isNaN(rest) ? rest : LARGEST_FRACTION);
}

/** The largest float32 below 1. */
const LARGEST_FRACTION = 1 - 2 ** -24;

export function floor(x: number): number {
  return Math.floor(flush(x));
}

export function ceiling(x: number): number {
  return Math.ceil(flush(x));
}

export function truncate(x: number): number {
  return Math.trunc(flush(x));
}

/** The nearest integer, ties to the even one. */
export function roundToEven(x: number): number {
  return roundDoubleToEven(flush(x));
}

/** {@link roundToEven} of a float64. */
export function roundDoubleToEven(x: number): number {
  const integer = Math.trunc(x);
  const rest = Math.abs(x - integer);
  if (Number.isNaN(rest) || rest < 0.5 || (rest === 0.5 && integer % 2 === 0)) return integer;
  return integer + (x < 0 ? -1 : 1);
}

/** Comparisons are false for NaN, but {@link isNotEqual}. */
export function isLess(a: number, b: number): boolean {
  return flush(a) < flush(b);
}

export function isGreaterOrEqual(a: number, b: number): boolean {
  return flush(a) >= flush(b);
}

export function isEqual(a: number, b: number): boolean {
  return flush(a) === flush(b);
}

export function isNotEqual(a: number, b: number): boolean {
  return flush(a) !== flush(b);
}
