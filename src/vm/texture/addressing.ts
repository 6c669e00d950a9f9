/**
 * Texture coordinates to texels: reduction of the range, fixed point, address modes.
 *
 * Source: Direct3D 11.3 functional specification, 7.18.5 to 7.18.9 and 3.2.4.1. Between the coordinate, a float32, and
 * the fixed-point number everything is computed in float64, so that one rounding is left: the one to the fixed-point
 * number, to the nearest, ties to even. It has 8 bits of fraction, the fewest that are permitted.
 */
import { roundDoubleToEven } from '../../numerics/float.ts';
import type { AddressMode } from './sampler.ts';

/** Bits of the fraction of a texel, and of a level of detail. */
export const FRACTION_BITS = 8;
/** 1 in fixed point. */
export const ONE = 2 ** FRACTION_BITS;
/** The bits of the fraction. */
export const FRACTION_MASK = ONE - 1;
/** The coordinate of texels outside, for any size. */
export const BORDER = -1;
/** The reduced range of coordinates that do not repeat; it leaves a margin for the offsets of an instruction. */
const REDUCED_RANGE = 10;
/** Far beyond every texel of the reduced range, and every level. */
const MAX_FIXED = 2 ** 30;

/** A number as fixed point: an integer, in units of 1/256; 0 for NaN. */
export function toFixed(x: number): number {
  if (Number.isNaN(x)) return 0;
  return roundDoubleToEven(Math.min(Math.max(x * ONE, -MAX_FIXED), MAX_FIXED));
}

/** Returns a coordinate without complete repetitions of the texture. */
export function reduceRange(u: number, mode: AddressMode): number {
  switch (mode) {
    case 'wrap':
      return u - Math.floor(u);
    case 'mirror':
      return (u / 2 - Math.trunc(u / 2)) * 2;
    default:
      return Math.min(Math.max(u, -REDUCED_RANGE), REDUCED_RANGE);
  }
}

/** The texel at an address that may be outside 0 to `size - 1`, or {@link BORDER}. */
export function addressTexel(t: number, size: number, mode: AddressMode): number {
  if (t >= 0 && t < size) return t;
  switch (mode) {
    case 'wrap':
      return ((t % size) + size) % size;
    case 'mirror': {
      const distance = t < 0 ? -t - 1 : t;
      const rest = distance % size;
      return Math.floor(distance / size) % 2 === 1 ? size - rest - 1 : rest;
    }
    case 'clamp':
      return t < 0 ? 0 : size - 1;
    case 'mirror-once':
      return Math.min(t < 0 ? -t - 1 : t, size - 1);
    case 'border':
      return BORDER;
  }
}

/** The index of an array of `count` elements: to the nearest, ties to even, clamped; 0 for NaN. */
export function arrayIndex(x: number, count: number): number {
  const index = roundDoubleToEven(x);
  return index > 0 ? Math.min(index, count - 1) : 0;
}
