/**
 * Arithmetic of 32-bit integers as Direct3D defines it. Operands and results are the bits, as numbers from 0 to
 * 4294967295, unless a function says that they are signed. Nothing is undefined: shifts use the low five bits of their
 * count, a division by zero gives ones.
 *
 * Source: Direct3D 11.3 functional specification, 22.11 and 22.12.
 */

const ALL_ONES = 0xffff_ffff;
const BITS = 32;
const SHIFT_MASK = 31;
/** The result of bit searches when there is no such bit. */
export const NOT_FOUND = ALL_ONES;

/** The 64 bits of a product: high word, low word. */
export interface WideProduct {
  readonly high: number;
  readonly low: number;
}

export function addInteger(a: number, b: number): number {
  return (a + b) >>> 0;
}

export function negateInteger(a: number): number {
  return -a >>> 0;
}

/** The low word of a product, signed or not. */
export function multiplyLow(a: number, b: number): number {
  return Math.imul(a, b) >>> 0;
}

/** The 64 bits of the product of two unsigned numbers. */
export function multiplyUnsigned(a: number, b: number): WideProduct {
  const [aLow, aHigh, bLow, bHigh] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = aHigh * bLow + (((aLow * bLow) / 0x1_0000) >>> 0);
  const other = aLow * bHigh + (middle % 0x1_0000);
  const high = aHigh * bHigh + Math.floor(middle / 0x1_0000) + Math.floor(other / 0x1_0000);
  return { high: high >>> 0, low: multiplyLow(a, b) };
}

/** The 64 bits of the product of two signed numbers. */
export function multiplySigned(a: number, b: number): WideProduct {
  const { high, low } = multiplyUnsigned(a >>> 0, b >>> 0);
  return { high: (high - ((a | 0) < 0 ? b : 0) - ((b | 0) < 0 ? a : 0)) >>> 0, low };
}

/** The quotient of unsigned numbers; all ones for a division by zero. */
export function divideUnsigned(a: number, b: number): number {
  return b === 0 ? ALL_ONES : Math.floor(a / b);
}

/** The remainder of unsigned numbers; all ones for a division by zero. */
export function remainderUnsigned(a: number, b: number): number {
  return b === 0 ? ALL_ONES : a % b;
}

export function minimumSigned(a: number, b: number): number {
  return (a | 0) < (b | 0) ? a : b;
}

export function maximumSigned(a: number, b: number): number {
  return (a | 0) > (b | 0) ? a : b;
}

export function shiftLeft(a: number, count: number): number {
  return (a << (count & SHIFT_MASK)) >>> 0;
}

export function shiftRightSigned(a: number, count: number): number {
  return (a >> (count & SHIFT_MASK)) >>> 0;
}

export function shiftRightUnsigned(a: number, count: number): number {
  return a >>> (count & SHIFT_MASK);
}

/** `width` bits of `a` from `offset` on, low five bits of each; 0 for no width, what there is past bit 31. */
export function extractUnsigned(width: number, offset: number, a: number): number {
  const bits = width & SHIFT_MASK;
  const from = offset & SHIFT_MASK;
  if (bits === 0) return 0;
  return from + bits < BITS ? (a << (BITS - bits - from)) >>> (BITS - bits) : a >>> from;
}

/** {@link extractUnsigned} with the sign in the highest bit that is extracted. */
export function extractSigned(width: number, offset: number, a: number): number {
  const bits = width & SHIFT_MASK;
  const from = offset & SHIFT_MASK;
  if (bits === 0) return 0;
  return (from + bits < BITS ? (a << (BITS - bits - from)) >> (BITS - bits) : a >> from) >>> 0;
}

/**
 * `b` with `width` of its bits from `offset` on replaced by the lowest ones of `a`; what lies past bit 31 is dropped.
 */
export function insertBits(width: number, offset: number, a: number, b: number): number {
  const from = offset & SHIFT_MASK;
  const mask = ((2 ** (width & SHIFT_MASK) - 1) << from) >>> 0;
  return (((a << from) & mask) | (b & ~mask)) >>> 0;
}

export function reverseBits(a: number): number {
  let bits = a;
  bits = ((bits >>> 1) & 0x5555_5555) | ((bits & 0x5555_5555) << 1);
  bits = ((bits >>> 2) & 0x3333_3333) | ((bits & 0x3333_3333) << 2);
  bits = ((bits >>> 4) & 0x0f0f_0f0f) | ((bits & 0x0f0f_0f0f) << 4);
  bits = ((bits >>> 8) & 0x00ff_00ff) | ((bits & 0x00ff_00ff) << 8);
  return ((bits >>> 16) | (bits << 16)) >>> 0;
}

export function countBits(a: number): number {
  let bits = a - ((a >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The lowest bit that is set, counted from the lowest. */
export function firstBitLow(a: number): number {
  return a === 0 ? NOT_FOUND : SHIFT_MASK - Math.clz32(a & -a);
}

/** The highest bit that is set, counted from the highest. */
export function firstBitHigh(a: number): number {
  return a === 0 ? NOT_FOUND : Math.clz32(a);
}

/** The highest bit that differs from the sign, counted from the highest. */
export function firstBitSigned(a: number): number {
  return firstBitHigh(((a | 0) < 0 ? ~a : a) >>> 0);
}

/** Whether the sum of unsigned numbers does not fit: 1 or 0. */
export function carryOf(a: number, b: number): number {
  return a + b > ALL_ONES ? 1 : 0;
}

/** Whether the difference of unsigned numbers is negative: 1 or 0. */
export function borrowOf(a: number, b: number): number {
  return a < b ? 1 : 0;
}

/**
 * `sum` plus the absolute differences of the four bytes, without those whose byte in `reference` is 0; all ones where
 * it does not fit.
 */
export function sumOfDifferences(reference: number, source: number, sum: number): number {
  let total = sum;
  for (let shift = 0; shift < BITS; shift += 8) {
    const byte = (reference >>> shift) & 0xff;
    if (byte !== 0) total += Math.abs(byte - ((source >>> shift) & 0xff));
  }
  return Math.min(total, ALL_ONES);
}
