/**
 * One component of a texel: the bits in memory as the 32-bit word that a shader sees, and back.
 *
 * Source: Direct3D 11.3 functional specification, 3.2; the biased numbers (`xr`) as the documentation of DXGI_FORMAT
 * describes them: (n - 384) / 510.
 *
 * Not for: where the bits of a component are (formats.ts).
 */
import { bitsOfFloat, floatOfBits, floatToHalf, halfToFloat } from '../numerics/conversion.ts';
import { exp2Double, log2Double } from '../numerics/exponential.ts';
import { roundDoubleToEven } from '../numerics/float.ts';
import type { NumberType } from './format-row.ts';

// Source: Direct3D 11.3 functional specification, 3.1.6, 3.2.2 and 19.3.2.

/** Bits of the mantissa of a float16, and its bit pattern for NaN. */
const HALF_MANTISSA = 10;
const EXPONENT_BITS = 5;
const HALF_NAN = 0x7e00;

/** The float32 of a float of `bits` bits without a sign, whose exponent is that of a float16. */
function unsignedFloatToFloat(bits: number, raw: number): number {
  // The exponents are alike, so the number is a float16 with fewer bits of mantissa.
  return halfToFloat(raw << (HALF_MANTISSA + EXPONENT_BITS - bits));
}

/**
 * The float of `bits` bits without a sign of a float32, toward zero: 0 for what is negative, the largest number for
 * what is too large.
 */
function floatToUnsignedFloat(bits: number, x: number): number {
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

/**
 * Three float32 as fractions with the exponent of the largest, to the nearest, ties to even; NaN and what is negative
 * become 0.
 */
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

// Conversions between linear numbers and the 8-bit codes of sRGB.
//
// Source: Direct3D 11.3 functional specification, 3.2.3.7 and 3.2.3.8, without the tolerances that it permits. The
// powers are computed with the same operations on every engine.

const CODES = 256;
const LAST = CODES - 1;

/** The bits of the float32 of each code. */
let table: Uint32Array | undefined;

/** The bits of the linear float32 of an 8-bit sRGB code. */
function srgbToFloatBits(code: number): number {
  table ??= Uint32Array.from({ length: CODES }, (_, i) => bitsOfFloat(linearOf(i / LAST)));
  return table[code]!;
}

function linearOf(x: number): number {
  return x <= 0.04045 ? x / 12.92 : power((x + 0.055) / 1.055, 2.4);
}

/** The 8-bit sRGB code of a linear number: to the nearest, 0 for NaN. */
export function floatToSrgb(x: number): number {
  if (!(x > 0)) return 0;
  if (x >= 1) return LAST;
  const encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * power(x, 1 / 2.4) - 0.055;
  return Math.floor(encoded * LAST + 0.5);
}

function power(x: number, y: number): number {
  return exp2Double(log2Double(x) * y);
}

const WORD_BITS = 32;
const XR_BIAS = 0x180;
const XR_SCALE = 510;

/** The largest unsigned number of 0 to 32 bits; powers take long. */
const MAX_UNSIGNED: readonly number[] = Array.from({ length: WORD_BITS + 1 }, (_, bits) => 2 ** bits - 1);

/** The largest unsigned number of `bits` bits, 0 to 32. */
export function maxUnsigned(bits: number): number {
  return MAX_UNSIGNED[bits]!;
}

function signExtend(raw: number, bits: number): number {
  return (raw << (WORD_BITS - bits)) >> (WORD_BITS - bits);
}

/** The word of a shader for the `bits` bits `raw` in memory. */
export function decodeNumber(type: NumberType, bits: number, raw: number): number {
  switch (type) {
    case 'unorm':
      return bitsOfFloat(raw / maxUnsigned(bits));
    case 'snorm':
      return bitsOfFloat(Math.max(signExtend(raw, bits) / maxUnsigned(bits - 1), -1));
    case 'float':
      return bits === WORD_BITS ? raw : bitsOfFloat(halfToFloat(raw));
    case 'ufloat':
      return bitsOfFloat(unsignedFloatToFloat(bits, raw));
    case 'srgb':
      return srgbToFloatBits(raw);
    case 'xr':
      return bitsOfFloat((raw - XR_BIAS) / XR_SCALE);
    case 'sint':
      return signExtend(raw, bits) >>> 0;
    case 'uscaled':
      return bitsOfFloat(raw);
    case 'sscaled':
      return bitsOfFloat(signExtend(raw, bits));
    case 'uint':
    case 'typeless':
      return raw;
  }
}

/**
 * The `bits` bits in memory for the word of a shader: rounded and clamped to what they can hold; 0 for NaN where there
 * is none.
 */
export function encodeNumber(type: NumberType, bits: number, word: number): number {
  switch (type) {
    case 'float':
      return bits === WORD_BITS ? word : floatToHalf(floatOfBits(word));
    case 'ufloat':
      return floatToUnsignedFloat(bits, floatOfBits(word));
    case 'srgb':
      return floatToSrgb(floatOfBits(word));
    case 'sint':
      return clampSigned(word | 0, bits);
    case 'uint':
      return Math.min(word, maxUnsigned(bits));
    case 'typeless':
      return bits === WORD_BITS ? word : word & maxUnsigned(bits);
    default:
      return encodeFixed(type, bits, floatOfBits(word));
  }
}

function clampSigned(value: number, bits: number): number {
  const max = maxUnsigned(bits - 1);
  const clamped = Math.min(Math.max(value, -max - 1), max);
  return bits === WORD_BITS ? clamped >>> 0 : clamped & maxUnsigned(bits);
}

type FixedType = 'unorm' | 'snorm' | 'xr' | 'uscaled' | 'sscaled';

function encodeFixed(type: FixedType, bits: number, x: number): number {
  if (Number.isNaN(x)) return type === 'xr' ? XR_BIAS : 0;
  const max = maxUnsigned(bits);
  switch (type) {
    case 'unorm':
      return Math.trunc(Math.min(Math.max(x, 0), 1) * max + 0.5);
    case 'snorm': {
      const scaled = Math.min(Math.max(x, -1), 1) * maxUnsigned(bits - 1);
      return clampSigned(Math.trunc(scaled < 0 ? scaled - 0.5 : scaled + 0.5), bits);
    }
    case 'xr':
      return Math.trunc(Math.min(Math.max(x * XR_SCALE + XR_BIAS, 0), max) + 0.5);
    case 'uscaled':
      return Math.trunc(Math.min(Math.max(x, 0), max));
    case 'sscaled':
      return clampSigned(Math.trunc(x), bits);
  }
}

/**
 * The smallest and the largest number that a component of a type can hold; infinities where any float is left as it is.
 */
export function rangeOf(type: NumberType): readonly [number, number] {
  switch (type) {
    case 'unorm':
    case 'srgb':
      return [0, 1];
    case 'snorm':
      return [-1, 1];
    case 'ufloat':
      return [0, Number.POSITIVE_INFINITY];
    default:
      return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  }
}

/** Whether a shader sees a type as an integer. */
export function isIntegerType(type: NumberType): boolean {
  return type === 'uint' || type === 'sint' || type === 'typeless';
}
