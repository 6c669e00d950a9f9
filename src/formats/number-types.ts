/**
 * One component of a texel: the bits in memory as the 32-bit word that a shader sees, and back.
 *
 * Source: Direct3D 11.3 functional specification, 3.2; the biased numbers (`xr`) as the documentation of DXGI_FORMAT describes them:
 * (n - 384) / 510.
 *
 * Not for: where the bits of a component are (formats.ts).
 */
import { bitsOfFloat, floatOfBits, floatToHalf, halfToFloat } from '../numerics/conversion.ts';
import type { NumberType } from './format-row.ts';
import { floatToUnsignedFloat, unsignedFloatToFloat } from './small-floats.ts';
import { floatToSrgb, srgbToFloatBits } from './srgb.ts';

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

/** The `bits` bits in memory for the word of a shader: rounded and clamped to what they can hold; 0 for NaN where there is none. */
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

/** `value` clamped to a signed number of `bits` bits, as these bits. */
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

/** The smallest and the largest number that a component of a type can hold; infinities where any float is left as it is. */
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
