/**
 * Expansions of functions for shader models 1 to 3, where they differ from those of later models (source: oracle).
 * Reciprocals, roots and logarithms are those of Direct3D 9, which have a value for every number.
 */
import { Op } from '../../ir/ops.ts';
import type { Emitter } from './emitter.ts';

/** Exponents whose powers are products. */
const PRODUCTS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 8]);

const float = new Float32Array(1);
const word = new Int32Array(float.buffer);

function knownFloat({ b: { ops } }: Emitter, value: number): number | undefined {
  if (ops.code[value] !== Op.const) return undefined;
  word[0] = ops.operand(value, 0);
  return float[0]!;
}

/** x to the power of y, of the size of x unless the exponent is known and small. */
export function pow(e: Emitter, x: number, y: number): number {
  const exponent = knownFloat(e, y);
  if (exponent === 0) return e.float(1);
  if (exponent === 0.5) return e.unary('sqrt', x);
  if (exponent === -0.5) return e.unary('rsq', x);
  if (exponent === undefined || !PRODUCTS.has(Math.abs(exponent))) return e.unary('exp2', e.mul(e.unary('log2', x), y));
  const power = product(e, x, Math.abs(exponent));
  return exponent < 0 ? e.unary('rcp', power) : power;
}

function product(e: Emitter, x: number, exponent: number): number {
  let result: number | undefined;
  let square = x;
  for (let left = exponent; left > 0; left >>= 1) {
    if ((left & 1) === 1) result = result === undefined ? square : e.mul(square, result);
    if (left > 1) square = e.mul(square, square);
  }
  return result!;
}

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
