/**
 * How large the errors are that Direct3D and its drivers leave open, and registers that are changed by them: what the
 * noise of both instruction sets has in common.
 *
 * Not for: which instruction has which error (noise.ts, legacy/noise.ts).
 */

import { Random } from '../../smith/random.ts';
import { bitsOfFloat, floatOfBits } from '../../src/numerics/conversion.ts';
import type { BoundView } from '../../src/vm/bindings.ts';
import type { Sampler } from '../../src/vm/texture/sampler.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';
import { toleranceOf } from '../wine/untrusted.ts';

/** A unit in the last place of a number, at most. */
const ULP = 2 ** -23;
/** Interpolated values: the corners of a triangle have values that are not much larger than 4 (pixel.ts). */
export const INTERPOLATION = 2 ** -17;
/**
 * Filters have weights of at least 8 bits; neighbors in textures of trials (resources.ts) differ by less than a half.
 */
export const FILTER = 2 ** -8;
/** Another texel, level or layer: texels are from 0 to 1. */
export const TEXEL = 1;
/** Where any number may come out, or none. */
export const ANYTHING = Number.POSITIVE_INFINITY;
const NAN = 0x7fc0_0000;
/** How close to a border of texels, or between layers, coordinates are not certain, in texels. */
const BORDER = 2 ** -6;

const isExact = (exact: number) => Math.fround(exact) === exact;

/** Numbers are rounded once. */
export function sumError(a: number, b: number): number {
  return isExact(a + b) ? 0 : ULP * Math.max(Math.abs(a), Math.abs(b));
}

export function productError(a: number, b: number): number {
  return isExact(a * b) ? 0 : ULP * Math.abs(a * b);
}

/** `a * b + c` is rounded once, or after each operation. */
export function multiplyAddError(a: number, b: number, c: number): number {
  return isExact(a * b) && isExact(a * b + c) ? 0 : ULP * (Math.abs(a * b) + Math.abs(c));
}

/** A sum may be rounded after each operation, in any order. @param terms not rounded */
export function sumOfTermsError(terms: readonly number[]): number {
  return hasExactSums(terms) ? 0 : 2 * ULP * terms.reduce((sum, term) => sum + Math.abs(term), 0);
}

/**
 * Bits of the largest of numbers that are added in any order without rounding: partial sums may be eight times as
 * large.
 */
const SUMMED_BITS = 24 - 3;

/**
 * The error of a sum or product where the program permits another order, in which the terms come together with those of
 * other sums.
 */
export function orderError(terms: readonly number[]): number {
  const largest = Math.max(...terms.map(Math.abs));
  const unit = 2 ** (Math.floor(Math.log2(largest)) + 1 - SUMMED_BITS);
  // Other sums of integer multiples of such a number are exact.
  return terms.every((term) => Number.isInteger(term / unit)) ? 0 : ULP * largest;
}

/** Whether numbers can be added in any order without rounding: all sums of some of them are exact. */
function hasExactSums(numbers: readonly number[]): boolean {
  for (let some = 1; some < 1 << numbers.length; some++) {
    let sum = 0;
    for (let k = 0; k < numbers.length; k++) if (some & (1 << k)) sum += numbers[k]!;
    if (!isExact(sum)) return false;
  }
  return true;
}

/** The error of an operation that drivers approximate, for its result. */
export function approximated(name: string): (value: number) => number {
  const rule = toleranceOf(name);
  if (typeof rule === 'string') throw new Error(`no tolerance of ${name}`);
  const relative = 'relative' in rule ? rule.relative : 0;
  return (value) => Math.max(rule.absolute ?? 0, relative * Math.abs(value));
}

/**
 * Direct3D bounds the error of sines and cosines for numbers in this range only (functional specification, 22.10.20).
 */
const MAX_ANGLE = 100 * Math.PI;

/** The error of a sine or cosine that is bounded by `error` for small angles. */
export function sineError(error: number, angle: number): number {
  return Math.abs(angle) > MAX_ANGLE ? 1 : error;
}

/** WGSL and SPIR-V do not define the fraction of NaN: SwiftShader gives the largest one. */
export function otherFraction(value: number): number {
  return Number.isNaN(value) ? 1 - 2 ** -24 : value;
}

/** Normalized texels become floats by a division, whose last digits drivers do not have. */
const CONVERSION = 2 ** -20;

/** The error of values that are read from a view without a filter. */
export function conversionError(view: BoundView | undefined): number {
  return view !== undefined && 'format' in view && view.format.name.includes('NORM') ? CONVERSION : 0;
}

/** A read of a texture. */
export interface TextureRead {
  readonly view: TextureView;
  readonly sampler: Sampler | undefined;
  /** As many as the view has axes; of a cube three. */
  readonly coordinates: readonly number[];
  /** 0 without layers. */
  readonly layer: number;
  readonly isGather: boolean;
  /** Whether the level is not certain. */
  readonly isLevelOpen: boolean;
}

/** The error of values that are read from a texture at coordinates. */
export function textureError({ view, sampler, coordinates, layer, isGather, isLevelOpen }: TextureRead): number {
  if (![...coordinates, layer].every(Number.isFinite)) return ANYTHING;
  const isPoint = isGather || sampler?.minFilter === 'point';
  if ((isLevelOpen && view.mips > 1) || (isPoint && view.isCube) || isNear(layer - 0.5)) return TEXEL;
  if (!isPoint) return FILTER;
  // Gathers take the texels around a point, others the texel that has it.
  const { width, height, depth } = view.texture;
  const sizes = [width, height, depth];
  if (coordinates.some((at, axis) => isNear(at * sizes[axis]! - (isGather ? 0.5 : 0)))) return TEXEL;
  // Weights of levels have as many bits as those of texels.
  return !isGather && view.mips > 1 && sampler?.mipFilter === 'linear' ? FILTER : conversionError(view);
}

/** Whether a number of texels or levels is close to an integer. */
export function isNear(at: number): boolean {
  return Math.abs(at - Math.round(at)) < BORDER;
}

export function saturated(value: number): number {
  return Math.min(1, Math.max(0, value));
}

interface Words {
  readonly words: Uint32Array;
}

/** Changes registers by random errors. */
export class RegisterNoise {
  readonly random: Random;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** Random words for what is undefined. */
  fill({ words }: Words): void {
    for (let i = 0; i < words.length; i++) words[i] = this.random.word();
  }

  /** Changes a word by an error that is at most what `errorOf` says of its value. */
  change({ words }: Words, at: number, errorOf: (value: number) => number, isSaturated: boolean): void {
    const value = floatOfBits(words[at]!);
    const error = errorOf(value);
    if (error === ANYTHING) words[at] = this.random.oneIn(3) ? NAN : this.random.word();
    if (!(error > 0 && Number.isFinite(error + value))) return;
    const changed = value + (this.random.between(-1000, 1000) / 1000) * error;
    words[at] = bitsOfFloat(isSaturated ? saturated(changed) : changed);
  }
}
