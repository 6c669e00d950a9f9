/**
 * Arithmetic of float64 as Direct3D 11 defines it: IEEE 754 with subnormals, correctly rounded. Operations that are the
 * same in JavaScript (sum, product, quotient, comparisons) need no function here.
 *
 * Source: Direct3D 11.3 functional specification, 3.1.3 and 22.14.
 */
import { doubles, HIGH, LOW, words } from './float.ts';

export function doubleOfWords(low: number, high: number): number {
  words[LOW] = low;
  words[HIGH] = high;
  return doubles[0]!;
}

export function lowWord(x: number): number {
  doubles[0] = x;
  return words[LOW]!;
}

export function highWord(x: number): number {
  doubles[0] = x;
  return words[HIGH]!;
}

/** The smaller one: a number rather than NaN. */
export function minimumDouble(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return a < b || Number.isNaN(b) ? a : b;
}

/** The larger one: a number rather than NaN. */
export function maximumDouble(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return a >= b || Number.isNaN(b) ? a : b;
}

/** `a * b + c`, rounded once: computed with integers, because a float64 cannot represent the product of two. */
export function fusedMultiplyAddDouble(a: number, b: number, c: number): number {
  const product = a * b;
  if (!Number.isFinite(a) || !Number.isFinite(b) || a === 0 || b === 0) return product + c;
  // A finite product has no effect on an infinity, even where it is too large for a float64.
  if (!Number.isFinite(c)) return c;
  if (c === 0 && product !== 0 && Math.abs(product) > 2 ** -960 && Number.isFinite(product)) return product;
  const [x, y, z] = [partsOf(a), partsOf(b), partsOf(c)];
  const exponent = Math.min(x.exponent + y.exponent, z.exponent);
  const sum =
    ((x.mantissa * y.mantissa) << BigInt(x.exponent + y.exponent - exponent)) +
    (z.mantissa << BigInt(z.exponent - exponent));
  // An exact zero has the sign of both parts, and + where they differ.
  return sum === 0n ? product + c : roundedDouble(sum, exponent);
}

interface Parts {
  /** With the sign. */
  readonly mantissa: bigint;
  /** Of two, of the last bit of the mantissa. */
  readonly exponent: number;
}

const MANTISSA_BITS = 52;
/** Exponent of the last bit of subnormal numbers. */
const LAST_EXPONENT = -1074;
const MAX_EXPONENT = 971;

function partsOf(x: number): Parts {
  const high = highWord(x);
  const biased = (high >>> 20) & 0x7ff;
  const low = (BigInt(high & 0xf_ffff) << 32n) | BigInt(lowWord(x));
  const mantissa = biased === 0 ? low : low | (1n << BigInt(MANTISSA_BITS));
  return { mantissa: x < 0 ? -mantissa : mantissa, exponent: Math.max(biased, 1) - 1 + LAST_EXPONENT };
}

/** The float64 that is nearest to `mantissa` times 2 to the power of `exponent`, ties to even. */
function roundedDouble(mantissa: bigint, exponent: number): number {
  const sign = mantissa < 0n ? -1 : 1;
  const size = mantissa < 0n ? -mantissa : mantissa;
  const drop = Math.max(size.toString(2).length - MANTISSA_BITS - 1, LAST_EXPONENT - exponent);
  // A size that fits is exact.
  if (drop <= 0) return sign * scaled(Number(size), exponent);
  const half = 1n << BigInt(drop - 1);
  const rest = size & ((1n << BigInt(drop)) - 1n);
  let significand = size >> BigInt(drop);
  if (rest > half || (rest === half && (significand & 1n) === 1n)) significand++;
  return sign * scaled(Number(significand), exponent + drop);
}

/** `x` times 2 to the power of `exponent`, a result that is exact or infinite. */
function scaled(x: number, exponent: number): number {
  if (exponent > MAX_EXPONENT) return x * 2 ** MAX_EXPONENT * 2 ** Math.min(exponent - MAX_EXPONENT, 1000);
  return exponent < -1000 ? x * 2 ** -1000 * 2 ** (exponent + 1000) : x * 2 ** exponent;
}
