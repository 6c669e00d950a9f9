/**
 * Conversions between the number types of shaders as Direct3D defines them. Integers are bits, as numbers from 0 to
 * 4294967295.
 *
 * Source: Direct3D 11.3 functional specification, 3.2.2 (float16) and 22.13.
 */
import { flush } from './float.ts';

const TWO_32 = 2 ** 32;
const INT_MAX = 2 ** 31 - 1;
const INT_MIN = -(2 ** 31);
const HALF_INFINITY = 0x7c00;
const HALF_NAN = 0x7e00;
const HALF_MAX_BITS = 0x7bff;
/** From here on a number has more than the exponent of a float16. */
const HALF_END = 2 ** 16;
const HALF_MIN_NORMAL = 2 ** -14;
/** The smallest subnormal float16. */
const HALF_UNIT = 2 ** -24;

const floats = new Float32Array(1);
const floatBits = new Uint32Array(floats.buffer);

/** The bits of a float32. All NaNs are 0x7fc00000. */
export function bitsOfFloat(x: number): number {
  floats[0] = x;
  return Number.isNaN(x) ? 0x7fc0_0000 : floatBits[0]!;
}

export function floatOfBits(bits: number): number {
  floatBits[0] = bits;
  return floats[0]!;
}

/** Toward zero, clamped to the range of int32; 0 for NaN. */
export function floatToSigned(x: number): number {
  const integer = Math.trunc(x);
  if (Number.isNaN(integer)) return 0;
  return Math.min(Math.max(integer, INT_MIN), INT_MAX) >>> 0;
}

/** Toward zero, clamped to the range of uint32; 0 for NaN. */
export function floatToUnsigned(x: number): number {
  const integer = Math.trunc(x);
  return integer > 0 ? Math.min(integer, TWO_32 - 1) : 0;
}

/** The nearest float32 of a signed integer. */
export function signedToFloat(bits: number): number {
  return Math.fround(bits | 0);
}

/** The nearest float32 of an unsigned integer. */
export function unsignedToFloat(bits: number): number {
  return Math.fround(bits >>> 0);
}

/**
 * The float16 of a float32, toward zero: too large numbers become the largest finite one, infinities and NaN stay.
 * Subnormal float16 are preserved.
 */
export function floatToHalf(x: number): number {
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  const size = Math.abs(x);
  if (Number.isNaN(size)) return HALF_NAN;
  if (size === Number.POSITIVE_INFINITY) return sign | HALF_INFINITY;
  if (size >= HALF_END) return sign | HALF_MAX_BITS;
  if (size < HALF_MIN_NORMAL) return sign | Math.trunc(size / HALF_UNIT);
  // The exponents of float32 and float16 differ by 112, the mantissas by 13 bits.
  return sign | ((bitsOfFloat(size) - (112 << 23)) >>> 13);
}

/** The float32 of a float16, which is exact; the upper 16 bits do not count. */
export function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const mantissa = bits & 0x3ff;
  if (exponent === 0) return sign * mantissa * HALF_UNIT;
  if (exponent === 0x1f) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + mantissa / 0x400) * 2 ** (exponent - 15);
}

/** The nearest float32 of a float64; a subnormal result is flushed. */
export function doubleToFloat(x: number): number {
  return flush(Math.fround(x));
}
