/**
 * Arithmetic of float32 as Direct3D 9 defines it for shader models 1 to 3, where it differs from later versions: a
 * product with zero is zero, and reciprocals and logarithms of zero are the largest finite number.
 *
 * Sources: Direct3D 9 shader reference (rcp, rsq, log, pow, nrm, lit, expp, dst). Hardware varies for zeros; the values
 * here are those of the reference.
 */
import { exp2Double, log2Double } from './exponential.ts';
import { add, flush, MAX_FLOAT, maximum, reciprocal, reciprocalSquareRoot, roundToFloat } from './float.ts';

/** The largest power of `lit`, of its fixed-point format: 127 + 255/256. */
export const MAX_SPECULAR_POWER = Math.fround(127.9961);

/** The product; 0 where a factor is 0, also of infinities and NaN. */
export function legacyMultiply(a: number, b: number): number {
  const [x, y] = [flush(a), flush(b)];
  return x === 0 || y === 0 ? 0 : roundToFloat(x * y);
}

/** `a * b + c` with the product of Direct3D 9. */
export function legacyMultiplyAdd(a: number, b: number, c: number): number {
  return add(legacyMultiply(a, b), c);
}

/** The largest float32 for zeros. */
export function legacyReciprocal(x: number): number {
  return flush(x) === 0 ? MAX_FLOAT : reciprocal(x);
}

/** Of the absolute value; the largest float32 for zeros. */
export function legacyReciprocalSquareRoot(x: number): number {
  return flush(x) === 0 ? MAX_FLOAT : reciprocalSquareRoot(Math.abs(x));
}

/** The logarithm to base 2 of the absolute value; the negative of the largest float32 for zeros. */
export function legacyLog2(x: number): number {
  const value = flush(x);
  return value === 0 ? -MAX_FLOAT : roundToFloat(log2Double(Math.abs(value)));
}

/** `|x|` to the power of `y`; 1 for a power of 0. */
export function legacyPower(x: number, y: number): number {
  const exponent = flush(y);
  if (exponent === 0) return 1;
  return roundToFloat(exp2Double(legacyMultiply(legacyLog2(x), exponent)));
}

/** The factor by which `nrm` multiplies each component: the reciprocal length of the first three. */
export function legacyNormalFactor(x: number, y: number, z: number): number {
  const square = add(add(legacyMultiply(x, x), legacyMultiply(y, y)), legacyMultiply(z, z));
  return legacyReciprocalSquareRoot(square);
}

/** The third component of `lit`: `specular` to the power of `power`, where both lights are positive. */
export function legacySpecular(diffuse: number, specular: number, power: number): number {
  if (!(flush(diffuse) > 0 && flush(specular) > 0)) return 0;
  const clamped = Math.min(maximum(power, -MAX_SPECULAR_POWER), MAX_SPECULAR_POWER);
  return legacyPower(specular, clamped);
}

/** `a * (b - c) + c`, with the product of Direct3D 9. */
export function legacyInterpolate(a: number, b: number, c: number): number {
  return add(legacyMultiply(a, add(b, -c)), c);
}
