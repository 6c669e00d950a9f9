/**
 * Functions on bits. Models before 5.0 have no operations for them; the expansions there are those of Microsoft's
 * compiler, whose results differ from the operations for numbers out of range.
 */
import { BOOL, F32, Kind, typeOf, U32 } from '../../ir/types.ts';
import type { Emitter } from './emitter.ts';

const MINUS_ONE = 0xffff_ffff;

/** Whether a word is not 0. */
function isSet(e: Emitter, x: number): number {
  return e.ne(x, e.unsigned(0));
}

/** A word masked with a constant. */
function masked(e: Emitter, x: number, mask: number): number {
  return e.and(x, e.unsigned(mask));
}

export function countbits(e: Emitter, x: number): number {
  if (e.model >= 50) return e.op('i.bits', U32, x);
  let count = e.add(masked(e, x, 0x5555_5555), masked(e, e.shr(x, 1), 0x5555_5555));
  for (const [bits, mask] of COUNT_STEPS) count = e.add(masked(e, count, mask), masked(e, e.shr(count, bits), mask));
  return e.add(masked(e, count, 0x1f), e.shr(count, 16));
}

const COUNT_STEPS = [
  [2, 0x3333_3333],
  [4, 0x0707_0707],
  [8, 0x000f_000f],
] as const;

export function reversebits(e: Emitter, x: number): number {
  if (e.model >= 50) return e.op('i.bfrev', U32, x);
  let result = x;
  for (const [bits, low] of REVERSE_STEPS)
    result = e.add(masked(e, e.shl(result, bits), ~low), masked(e, e.shr(result, bits), low));
  return e.add(e.shl(result, 16), e.shr(result, 16));
}

const REVERSE_STEPS = [
  [1, 0x5555_5555],
  [2, 0x3333_3333],
  [4, 0x0f0f_0f0f],
  [8, 0x00ff_00ff],
] as const;

/** The number of the highest set bit, of a negative number of the highest zero; all ones without. */
export function firstbithigh(e: Emitter, x: number): number {
  if (e.model >= 50) {
    const isSigned = e.kindOf(x) === Kind.i32;
    const fromTop = e.as(Kind.u32, e.op(isSigned ? 'i.first_hi' : 'u.first_hi', e.typeOf(x), x));
    const isNone = isSigned ? e.eq(fromTop, e.unsigned(MINUS_ONE)) : e.eq(x, e.unsigned(0));
    return e.select(isNone, e.unsigned(MINUS_ONE), e.sub(e.unsigned(31), fromTop));
  }
  const bits = e.as(Kind.u32, x);
  if (e.kindOf(x) !== Kind.i32) return highestBit(e, bits);
  return highestBit(e, e.select(isSet(e, masked(e, bits, 0x8000_0000)), e.op('i.not', U32, bits), bits));
}

function highestBit(e: Emitter, x: number): number {
  return e.select(isSet(e, x), search(e, x, [16, 8, 4, 2, 1], true), e.unsigned(MINUS_ONE));
}

export function firstbitlow(e: Emitter, x: number): number {
  if (e.model >= 50) return e.op('i.first_lo', U32, x);
  return e.select(isSet(e, x), search(e, x, [16, 8, 4, 2, 1], false), e.unsigned(MINUS_ONE));
}

/** The number of the highest or the lowest set bit, by halves. */
function search(e: Emitter, x: number, steps: readonly number[], isHigh: boolean): number {
  let rest = x;
  let position = e.unsigned(isHigh ? 0 : 31);
  for (const bits of steps) {
    const half = isHigh ? e.shr(rest, bits) : e.shl(rest, bits);
    const isThere = isSet(e, half);
    position = e.select(isThere, e.add(position, e.unsigned(isHigh ? bits : -bits)), position);
    rest = e.select(isThere, half, rest);
  }
  return position;
}

/** The float16 in the low half of a word. */
export function f16tof32(e: Emitter, x: number): number {
  if (e.model >= 50) return e.op('cvt.h2f', F32, x);
  const exponent = masked(e, x, 0x7c00);
  const mantissa = masked(e, x, 0x3ff);
  const shifted = masked(e, e.shl(x, 13), 0x007f_e000);
  const isInfinite = e.eq(exponent, e.unsigned(0x7c00));
  const biased = e.add(masked(e, e.shl(e.shr(x, 10), 23), 0x0f80_0000), e.unsigned(0x3800_0000));
  const normal = e.select(isInfinite, e.add(shifted, e.unsigned(0x7f80_0000)), e.add(biased, shifted));
  const size = e.select(isSet(e, exponent), normal, subnormalFrom16(e, mantissa));
  return e.as(Kind.f32, e.add(masked(e, e.shl(x, 16), 0x8000_0000), masked(e, size, 0x7fff_e000)));
}

/** A float16 without an exponent as a normal float32. */
function subnormalFrom16(e: Emitter, mantissa: number): number {
  const isThere = isSet(e, mantissa);
  const highest = search(e, mantissa, [8, 4, 2, 1], true);
  const count = e.select(isThere, e.sub(e.unsigned(10), highest), e.unsigned(11));
  const exponent = e.sub(e.unsigned(0x3880_0000), e.shl(count, 23));
  const digits = masked(e, e.shl(e.op('i.shl', U32, mantissa, count), 13), 0x007f_e000);
  return e.select(isThere, e.add(exponent, digits), e.unsigned(0));
}

/** The float16 of a number, rounded toward zero. */
export function f32tof16(e: Emitter, x: number): number {
  if (e.model >= 50) return e.op('cvt.f2h', U32, x);
  const bits = e.as(Kind.u32, x);
  const mantissa = masked(e, bits, 0x007f_ffff);
  const size = masked(e, bits, 0x7fff_ffff);
  const shift = e.sub(e.unsigned(0x71), masked(e, e.shr(bits, 23), 0xff));
  const isSmall = e.op('i.lt', BOOL, e.as(Kind.i32, shift), e.signed(0x18));
  const digits = e.op('u.shr', U32, e.add(mantissa, e.unsigned(0x0080_0000)), shift);
  const subnormal = e.shr(e.select(isSmall, digits, e.unsigned(0)), 13);
  const normal = e.shr(e.add(size, e.unsigned(0xc800_0000)), 13);
  const finite = e.select(e.lt(size, e.unsigned(0x3880_0000)), subnormal, normal);
  const limited = e.select(e.lt(e.unsigned(0x47ff_e000), size), e.unsigned(0x7bff), finite);
  const payload = masked(e, e.or(e.or(e.shr(bits, 13), e.shr(bits, 3)), bits), 0x3ff);
  const nan = e.select(isSet(e, mantissa), e.add(payload, e.unsigned(0x7c00)), e.unsigned(0x7c00));
  const isInfinite = e.eq(masked(e, bits, 0x7f80_0000), e.unsigned(0x7f80_0000));
  const result = masked(e, e.select(isInfinite, nan, limited), 0x7fff);
  return e.add(masked(e, e.shr(bits, 16), 0x8000), result);
}

/** Sums of absolute differences of the bytes of a reference with four windows of eight bytes. */
export function msad4(
  e: Emitter,
  reference: number,
  [low, high]: readonly number[],
  sums: readonly number[],
): number[] {
  return sums.map((sum, i) => {
    const [bits, offset] = [e.unsigned(8 * i), e.unsigned(32 - 8 * i)];
    const window = i === 0 ? low! : e.op('i.bfi', U32, bits, offset, high!, e.shr(low!, 8 * i));
    return e.op('u.msad', U32, reference, window, sum);
  });
}

export function asdouble(e: Emitter, low: number, high: number): number {
  return e.op('d.pack', typeOf(Kind.f64), low, high);
}

export function wordsOfDouble(e: Emitter, x: number): [low: number, high: number] {
  return [e.op('d.low', U32, x), e.op('d.high', U32, x)];
}
