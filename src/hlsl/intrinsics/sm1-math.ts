/**
 * Expansions of functions for shader models 1 to 3, where they differ from those of later models (source: oracle).
 * Reciprocals, roots and logarithms are those of Direct3D 9, which have a value for every number.
 */
import type { Emitter } from './emitter.ts';

/** The next integer; halves go up. */
export function round(e: Emitter, x: number): number {
  return e.unary('floor', e.add(x, e.float(0.5)));
}

/** Without bits, an infinite number is one whose reciprocal is 0. */
export function isinf(e: Emitter, x: number): number {
  return e.eq(e.unary('rcp', x), e.float(0));
}

/** The fraction from 0.5 to 1 and the exponent: the logarithm, rounded up. */
export function frexp(e: Emitter, x: number): [fraction: number, exponent: number] {
  const size = e.abs(x);
  const isZero = e.select(e.eq(x, e.float(0)), e.float(1), e.float(0));
  const logarithm = e.unary('log2', e.add(size, isZero));
  const exponent = e.add(e.unary('frc', e.neg(logarithm)), logarithm);
  return [e.mul(x, e.unary('rcp', e.unary('exp2', exponent))), exponent];
}

/** (1, diffuse, specular, 1). */
export function lit(e: Emitter, diffuse: number, specular: number, power: number): number[] {
  const zero = e.float(0);
  const isLit = e.and(e.lt(zero, diffuse), e.lt(zero, specular));
  const light = e.op('f.pow9', e.typeOf(specular), specular, power);
  return [e.float(1), e.max(diffuse, zero), e.select(isLit, light, zero), e.float(1)];
}

/** A color as bytes, which stay floats that are not rounded. */
export function colorToBytes(e: Emitter, [r, g, b, a]: readonly number[]): number[] {
  const scale = e.floatBits(0x437f_0080);
  return [b!, g!, r!, a!].map((component) => e.signedFloat(e.mul(component, scale)));
}
