/**
 * Conversions between linear numbers and the 8-bit codes of sRGB.
 *
 * Source: Direct3D 11.3 functional specification, 3.2.3.7 and 3.2.3.8, without the tolerances that it permits. The powers are computed with the
 * same operations on every engine.
 */
import { bitsOfFloat } from '../numerics/conversion.ts';
import { exp2Double, log2Double } from '../numerics/exponential.ts';

const CODES = 256;
const LAST = CODES - 1;

/** The bits of the float32 of each code. */
let table: Uint32Array | undefined;

/** The bits of the linear float32 of an 8-bit sRGB code. */
export function srgbToFloatBits(code: number): number {
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
