/**
 * Samples and comparisons of 2D textures with point and linear filters, which are most reads of games: the steps of
 * sample.ts and footprint.ts in one piece, on decoded texels, some ten times faster. The results have the same bits.
 *
 * The order of sums, and which texels count, are those of footprint.ts; where a level is not decoded, or a read needs
 * anything else, the caller does it there.
 */
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { flush } from '../../numerics/float.ts';
import { LANES } from '../lanes.ts';
import { addressTexel, FRACTION_BITS, FRACTION_MASK, ONE, reduceRange, toFixed } from './addressing.ts';
import type { DecodedLevel } from './decoded-levels.ts';
import { COMPARE, type SampleRequest, type Sampler } from './sampler.ts';
import type { TextureView } from './texture-view.ts';

const COMPONENTS = 4;
/** Texels of a linear filter. */
export const FLAT_TEXELS = 4;
/** The sum of the weights of the texels of a level. */
const PLANE_WEIGHT = ONE ** 2;
const NAN_WORD = 0x7fc0_0000;

/** Whether reads of a view with a sampler can be done here. */
export function isFlat(view: TextureView, sampler: Sampler): boolean {
  return (
    fastPaths.enabled &&
    view.axes === 2 &&
    !view.isCube &&
    !view.format.isInteger &&
    sampler.reduction === 'average' &&
    sampler.minFilter !== 'anisotropic' &&
    sampler.magFilter !== 'anisotropic' &&
    sampler.addressU !== 'border' &&
    sampler.addressV !== 'border'
  );
}

/** A level that is read, and its weight. */
export interface LevelShare {
  level: DecodedLevel;
  share: number;
}

/** The texels of a filter in a level, as indices of their first components, and their weights. */
const texels = new Int32Array(FLAT_TEXELS);
const weights = new Float64Array(FLAT_TEXELS);
/** Sums of the components. */
const sums = new Float64Array(COMPONENTS);

/** Finds the texels of a level around the point of a lane. A point filter has one. */
function locate(
  { level: { width, height }, share }: LevelShare,
  { addressU, addressV }: Sampler,
  { coordinates, offsets }: SampleRequest,
  lane: number,
  isLinear: boolean,
): void {
  const center = isLinear ? 0.5 : 0;
  const x = toFixed(reduceRange(coordinates[lane]!, addressU) * width - center);
  const y = toFixed(reduceRange(coordinates[LANES + lane]!, addressV) * height - center);
  const left = (x >> FRACTION_BITS) + offsets[lane]!;
  const top = (y >> FRACTION_BITS) + offsets[LANES + lane]!;
  if (left >= 0 && left + 1 < width && top >= 0 && top + 1 < height) {
    const first = COMPONENTS * (top * width + left);
    texels[0] = first;
    texels[1] = first + COMPONENTS;
    texels[2] = first + COMPONENTS * width;
    texels[3] = first + COMPONENTS * (width + 1);
  } else {
    const x0 = addressTexel(left, width, addressU);
    const x1 = addressTexel(left + 1, width, addressU);
    const row0 = addressTexel(top, height, addressV) * width;
    const row1 = addressTexel(top + 1, height, addressV) * width;
    texels[0] = COMPONENTS * (row0 + x0);
    texels[1] = COMPONENTS * (row0 + x1);
    texels[2] = COMPONENTS * (row1 + x0);
    texels[3] = COMPONENTS * (row1 + x1);
  }
  const wx = isLinear ? x & FRACTION_MASK : 0;
  const wy = isLinear ? y & FRACTION_MASK : 0;
  // All of these are exact.
  const unit = share / PLANE_WEIGHT;
  weights[0] = (ONE - wx) * (ONE - wy) * unit;
  weights[1] = wx * (ONE - wy) * unit;
  weights[2] = (ONE - wx) * wy * unit;
  weights[3] = wx * wy * unit;
}

/**
 * Reads a lane of a view that {@link isFlat} accepts.
 *
 * @param next the second level; undefined where only one is read
 */
export function sampleFlat(
  sampler: Sampler,
  request: SampleRequest,
  first: LevelShare,
  next: LevelShare | undefined,
  isLinear: boolean,
  lane: number,
): void {
  const { result } = request;
  locate(first, sampler, request, lane, isLinear);
  if (next === undefined && weights[0] === 1) {
    // A single texel is read bit for bit.
    const { words } = first.level;
    for (let i = 0, at = texels[0]!; i < COMPONENTS; i++) result[i * LANES + lane] = words[at + i]!;
    return;
  }
  sums.fill(0);
  addTexels(first.level.floats);
  if (next !== undefined) {
    locate(next, sampler, request, lane, isLinear);
    addTexels(next.level.floats);
  }
  for (let i = 0; i < COMPONENTS; i++) write(request, i * LANES + lane, sums[i]!);
}

/** Adds the texels that were located. */
function addTexels(floats: Float32Array): void {
  let red = sums[0]!;
  let green = sums[1]!;
  let blue = sums[2]!;
  let alpha = sums[3]!;
  for (let i = 0; i < FLAT_TEXELS; i++) {
    const weight = weights[i]!;
    if (weight === 0) continue;
    const at = texels[i]!;
    red += floats[at]! * weight;
    green += floats[at + 1]! * weight;
    blue += floats[at + 2]! * weight;
    alpha += floats[at + 3]! * weight;
  }
  sums[0] = red;
  sums[1] = green;
  sums[2] = blue;
  sums[3] = alpha;
}

/** Writes a sum, rounded once. */
function write({ result, resultFloats }: SampleRequest, at: number, sum: number): void {
  const value = flush(Math.fround(sum));
  if (Number.isNaN(value)) result[at] = NAN_WORD;
  else resultFloats[at] = value;
}

/** {@link sampleFlat} with the weights of the texels whose red component compares with a reference. */
export function compareFlat(
  sampler: Sampler,
  request: SampleRequest,
  first: LevelShare,
  next: LevelShare | undefined,
  isLinear: boolean,
  lane: number,
  reference: number,
): void {
  const compare = COMPARE[sampler.comparison];
  let sum = 0;
  for (let one: LevelShare | undefined = first; one !== undefined; one = one === first ? next : undefined) {
    locate(one, sampler, request, lane, isLinear);
    const { floats } = one.level;
    for (let i = 0; i < FLAT_TEXELS; i++)
      if (weights[i] !== 0 && compare(reference, floats[texels[i]!]!)) sum += weights[i]!;
  }
  for (let i = 0; i < COMPONENTS; i++) write(request, i * LANES + lane, sum);
}
