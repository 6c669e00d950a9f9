/**
 * Expansions of functions on numbers. They compute what Microsoft's compiler prints for models 4.0 to 5.1, products and
 * sums apart: the pass that contracts makes `mad` of them.
 */
import { numberOf } from '../../ir/passes/op-facts.ts';
import { Kind, typeOf } from '../../ir/types.ts';
import type { Emitter } from './emitter.ts';
import * as sm1 from './sm1-math.ts';

const { f32, i32, u32, f64 } = Kind;

const LOG2_E = 0x3fb8_aa3b;
const LN_2 = 0x3f31_7218;
const LOG10_2 = 0x3e9a_209b;
const HALF_PI = 0x3fc9_0fdb;
const PI = 0x4049_0fdb;
const NEGATIVE_PI = 0xc049_0fdb;

/** A polynomial by Horner's rule; coefficients as bits, the highest first. */
function polynomial(e: Emitter, x: number, [first, ...rest]: readonly number[]): number {
  return rest.reduce((sum, bits) => e.madd(sum, x, e.floatBits(bits)), e.floatBits(first!));
}

/** `a` where the condition is true, else 0. */
function masked(e: Emitter, condition: number, a: number): number {
  return e.select(condition, a, e.like(a, 0));
}

export function acos(e: Emitter, x: number): number {
  const size = e.abs(x);
  const p = polynomial(e, size, [0xbc99_6e30, 0x3d98_1627, 0xbe59_3484, 0x3fc9_0da4]);
  const root = e.unary('sqrt', e.sub(e.float(1), size));
  const product = e.mul(root, p);
  const mirrored = e.madd(product, e.float(-2), e.floatBits(PI));
  return e.add(product, masked(e, e.lt(x, e.neg(x)), mirrored));
}

export function asin(e: Emitter, x: number): number {
  return e.sub(e.floatBits(HALF_PI), acos(e, x));
}

const ATAN = [0x3caa_ae5f, 0xbdae_5a36, 0x3e38_76e2, 0xbea9_1d04, 0x3f7f_f738];

/** The angle of (larger, smaller) sizes, mirrored where `isSteep`. */
function angle(e: Emitter, large: number, small: number, isSteep: number): number {
  const ratio = e.mul(e.div(e.float(1), large), small);
  const p = polynomial(e, e.mul(ratio, ratio), ATAN);
  const product = e.mul(p, ratio);
  const mirrored = e.madd(product, e.float(-2), e.floatBits(HALF_PI));
  return e.add(product, masked(e, isSteep, mirrored));
}

export function atan(e: Emitter, x: number): number {
  const size = e.abs(x);
  const one = e.float(1);
  const result = angle(e, e.max(size, one), e.min(size, one), e.lt(one, size));
  const least = e.min(x, one);
  return e.select(e.lt(least, e.neg(least)), e.neg(result), result);
}

export function atan2(e: Emitter, y: number, x: number): number {
  const [height, width] = [e.abs(y), e.abs(x)];
  const first = angle(e, e.max(height, width), e.min(height, width), e.lt(width, height));
  const result = e.add(first, masked(e, e.lt(x, e.neg(x)), e.floatBits(NEGATIVE_PI)));
  const least = e.min(y, x);
  const largest = e.max(y, x);
  const isNegative = e.and(e.lt(least, e.neg(least)), e.ge(largest, e.neg(largest)));
  return e.select(isNegative, e.neg(result), result);
}

export function exp(e: Emitter, x: number): number {
  return e.unary('exp2', e.mul(x, e.floatBits(LOG2_E)));
}

export function log(e: Emitter, x: number): number {
  return e.mul(e.unary('log2', x), e.floatBits(LN_2));
}

export function log10(e: Emitter, x: number): number {
  return e.mul(e.unary('log2', x), e.floatBits(LOG10_2));
}

/** e to the power of x and of -x. */
function exponentials(e: Emitter, x: number): [number, number] {
  const power = e.mul(x, e.floatBits(LOG2_E));
  return [e.unary('exp2', power), e.unary('exp2', e.neg(power))];
}

export function cosh(e: Emitter, x: number): number {
  const [up, down] = exponentials(e, x);
  return e.mul(e.add(down, up), e.float(0.5));
}

export function sinh(e: Emitter, x: number): number {
  const [up, down] = exponentials(e, x);
  return e.mul(e.sub(up, down), e.float(0.5));
}

export function tanh(e: Emitter, x: number): number {
  const [up, down] = exponentials(e, x);
  return e.mul(e.div(e.float(1), e.add(down, up)), e.sub(up, down));
}

export function tan(e: Emitter, x: number): number {
  return e.div(e.unary('sin', x), e.unary('cos', x));
}

/** Exponents whose powers are products. */
const PRODUCTS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 8]);

/** x to the power of y, of the size of x in models 1 to 3 unless the exponent is known and small. */
export function pow(e: Emitter, x: number, y: number): number {
  const exponent = numberOf(e.b.ops, y);
  if (exponent === 0) return e.float(1);
  if (exponent === 0.5) return e.isDirect3D9 ? e.unary('sqrt', x) : e.div(e.float(1), e.unary('rsq', x));
  if (exponent === -0.5) return e.unary('rsq', x);
  if (exponent === undefined || !PRODUCTS.has(Math.abs(exponent))) return e.unary('exp2', e.mul(e.unary('log2', x), y));
  const power = product(e, x, Math.abs(exponent));
  return exponent < 0 ? e.div(e.float(1), power) : power;
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

export function round(e: Emitter, x: number): number {
  return e.isDirect3D9 ? sm1.round(e, x) : e.unary('rne', x);
}

export function fmod(e: Emitter, x: number, y: number): number {
  const quotient = e.div(x, y);
  const fraction = e.unary('frc', e.abs(quotient));
  return e.mul(e.select(e.ge(quotient, e.neg(quotient)), fraction, e.neg(fraction)), y);
}

/** The remainder of a division whose divisor gets the sign of the quotient (models 1 to 3). */
export function floatRemainder(e: Emitter, x: number, y: number): number {
  const divisor = e.select(e.ge(e.mul(x, y), e.float(0)), y, e.neg(y));
  return e.mul(e.unary('frc', e.div(x, divisor)), divisor);
}

export function lerp(e: Emitter, x: number, y: number, s: number): number {
  return e.madd(s, e.sub(y, x), x);
}

export function clamp(e: Emitter, x: number, low: number, high: number): number {
  return e.min(e.max(x, low), high);
}

export function step(e: Emitter, edge: number, x: number): number {
  return e.select(e.ge(x, edge), e.float(1), e.float(0));
}

export function smoothstep(e: Emitter, low: number, high: number, x: number): number {
  const scale = e.div(e.float(1), e.sub(high, low));
  const t = e.unary('sat', e.mul(scale, e.sub(x, low)));
  return e.mul(e.mul(t, t), e.madd(t, e.float(-2), e.float(3)));
}

export function saturate(e: Emitter, x: number): number {
  return e.kindOf(x) === f64 ? e.op('d.sat', e.typeOf(x), x) : e.unary('sat', x);
}

export function rcp(e: Emitter, x: number): number {
  if (e.kindOf(x) === f64) return e.op('d.rcp', e.typeOf(x), x);
  return e.model >= 50 || e.isDirect3D9 ? e.unary('rcp', x) : e.div(e.float(1), x);
}

/** -1, 0 or 1 as an int. */
export function sign(e: Emitter, x: number): number {
  const zero = e.like(x, 0);
  const [isPositive, isNegative] = [e.lt(zero, x), e.lt(x, zero)];
  const one = (condition: number) => e.select(condition, e.signed(1), e.signed(0));
  if (e.isDirect3D9) return e.sub(one(isPositive), one(isNegative));
  const mask = (condition: number) => e.as(i32, e.op('mask', u32, condition));
  return e.sub(mask(isNegative), mask(isPositive));
}

/** `x * y + z`, of floats as one operation. */
export function mad(e: Emitter, x: number, y: number, z: number): number {
  return e.kindOf(x) === f32 ? e.op('f.mad', e.typeOf(x), x, y, z) : e.madd(x, y, z);
}

export function ldexp(e: Emitter, x: number, exponent: number): number {
  return e.mul(e.unary('exp2', exponent), x);
}

/** The fraction from 0.5 to 1 and the exponent. */
export function frexp(e: Emitter, x: number): [fraction: number, exponent: number] {
  if (e.isDirect3D9) return sm1.frexp(e, x);
  const bits = e.as(u32, x);
  const isNumber = e.ne(x, e.float(0));
  const biased = e.add(e.and(bits, e.unsigned(0x7f80_0000)), e.unsigned(0xc100_0000));
  const exponent = e.op('i.shr', typeOf(Kind.i32), e.as(Kind.i32, masked(e, isNumber, biased)), e.unsigned(23));
  const mantissa = e.add(e.and(bits, e.unsigned(0x007f_ffff)), e.unsigned(0x3f00_0000));
  const fraction =
    e.model >= 50 ? e.op('i.bfi', typeOf(u32), e.unsigned(23), e.unsigned(0), bits, e.unsigned(0x3f00_0000)) : mantissa;
  return [e.as(f32, masked(e, isNumber, fraction)), e.op('cvt.i2f', typeOf(f32), exponent)];
}

/** The fraction and the integral part, both with the sign. */
export function modf(e: Emitter, x: number): [fraction: number, integral: number] {
  const integral = e.unary('trunc', x);
  return [e.sub(x, integral), integral];
}

export function isnan(e: Emitter, x: number): number {
  if (e.isDirect3D9) return e.bool(false);
  return e.ne(x, x);
}

export function isinf(e: Emitter, x: number): number {
  if (e.isDirect3D9) return sm1.isinf(e, x);
  return e.eq(e.and(e.as(u32, x), e.unsigned(0x7fff_ffff)), e.unsigned(0x7f80_0000));
}

export function isfinite(e: Emitter, x: number): number {
  if (e.isDirect3D9) return e.bool(true);
  return e.ne(e.and(e.as(u32, x), e.unsigned(0x7f80_0000)), e.unsigned(0x7f80_0000));
}
