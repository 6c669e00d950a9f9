/**
 * Floats without a sign: the 11- and 10-bit components of `R11G11B10_FLOAT`, and the shared exponent of `R9G9B9E5_SHAREDEXP`.
 *
 * Source: Direct3D 11.3 functional specification, 3.1.6, 3.2.2 and 19.3.2.
 *
 * Not for: float16 (numerics/conversion.ts).
 */
import { bitsOfFloat, floatToHalf, halfToFloat } from '../numerics/conversion.ts';
import { roundDoubleToEven } from '../numerics/float.ts';

/** Bits of the mantissa of a float16, and its bit pattern for NaN. */
const HALF_MANTISSA = 10;
const EXPONENT_BITS = 5;
const HALF_NAN = 0x7e00;

/** The float32 of a float of `bits` bits without a sign, whose exponent is that of a float16. */
export function unsignedFloatToFloat(bits: number, raw: number): number {
  // The exponents are alike, so the number is a float16 with fewer bits of mantissa.
  return halfToFloat(raw << (HALF_MANTISSA + EXPONENT_BITS - bits));
}

/** The float of `bits` bits without a sign of a float32, toward zero: 0 for what is negative, the largest number for what is too large. */
export function floatToUnsignedFloat(bits: number, x: number): number {
  if (Number.isNaN(x)) return HALF_NAN >>> (HALF_MANTISSA + EXPONENT_BITS - bits);
  return x > 0 ? floatToHalf(x) >>> (HALF_MANTISSA + EXPONENT_BITS - bits) : 0;
}

const FRACTION_BITS = 9;
const FRACTION_MASK = 2 ** FRACTION_BITS - 1;
const BIAS = 15;
const MAX_EXPONENT = 31;
/** The largest number with a shared exponent. */
const MAX_SHARED = (FRACTION_MASK / 2 ** FRACTION_BITS) * 2 ** (MAX_EXPONENT - BIAS);

/** The float32 of component `index` (0 to 2) of three fractions with a shared exponent. */
export function sharedExponentToFloat(word: number, index: number): number {
  const fraction = (word >>> (index * FRACTION_BITS)) & FRACTION_MASK;
  return fraction * 2 ** ((word >>> (3 * FRACTION_BITS)) - BIAS - FRACTION_BITS);
}

/** Three float32 as fractions with the exponent of the largest, to the nearest, ties to even; NaN and what is negative become 0. */
export function floatsToSharedExponent(red: number, green: number, blue: number): number {
  const [r, g, b] = [clampShared(red), clampShared(green), clampShared(blue)];
  const largest = Math.max(r, g, b);
  // The exponent of a float32 below 1 fraction is of no use here.
  const exponentOf = (bitsOfFloat(largest) >>> 23) - 127;
  let exponent = Math.max(-BIAS - 1, exponentOf) + 1 + BIAS;
  if (roundDoubleToEven(largest / unitOf(exponent)) > FRACTION_MASK) exponent++;
  const unit = unitOf(exponent);
  const [x, y, z] = [roundDoubleToEven(r / unit), roundDoubleToEven(g / unit), roundDoubleToEven(b / unit)];
  return ((exponent << (3 * FRACTION_BITS)) | (z << (2 * FRACTION_BITS)) | (y << FRACTION_BITS) | x) >>> 0;
}

function unitOf(exponent: number): number {
  return 2 ** (exponent - BIAS - FRACTION_BITS);
}

function clampShared(x: number): number {
  return x > 0 ? Math.min(x, MAX_SHARED) : 0;
}
