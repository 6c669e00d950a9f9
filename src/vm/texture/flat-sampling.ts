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
import { addressTexel, arrayIndex, FRACTION_BITS, FRACTION_MASK, ONE, reduceRange, toFixed } from './addressing.ts';
import type { DecodedLevel } from './decoded-levels.ts';
import { COMPARE, type Comparison, type SampleRequest, type Sampler } from './sampler.ts';
import type { TextureView } from './texture-view.ts';

const COMPONENTS = 4;
/** Texels of a linear filter. */
const TEXELS = 4;
/** The sum of the weights of three directions; the third one of a 2D texture has one weight. */
const GRID_WEIGHT = ONE ** 3;
const NAN_WORD = 0x7fc0_0000;

/** The levels that a level of detail selects, and the weight of the second in 256ths: 0 where only one is read. */
export interface LevelPair {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
}

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

/** The texels of a filter in a level, as indices of their first components, and their weights. */
const texels = new Int32Array(TEXELS);
const weights = new Int32Array(TEXELS);
/** Sums of the components. */
const sums = new Float64Array(COMPONENTS);

/** Finds the texels of a level around the point of a lane. A point filter has one. */
function locate(
  { width, height }: DecodedLevel,
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
    texels[0] = COMPONENTS * (top * width + left);
    texels[1] = texels[0]! + COMPONENTS;
    texels[2] = texels[0]! + COMPONENTS * width;
    texels[3] = texels[2]! + COMPONENTS;
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
  weights[0] = (ONE - wx) * (ONE - wy) * ONE;
  weights[1] = wx * (ONE - wy) * ONE;
  weights[2] = (ONE - wx) * wy * ONE;
  weights[3] = wx * wy * ONE;
}

/** Adds the texels that were located; the sum of their weights is `share`. */
function addTexels({ floats }: DecodedLevel, share: number): void {
  const unit = share / GRID_WEIGHT;
  for (let i = 0; i < TEXELS; i++) {
    const weight = weights[i]! * unit;
    if (weight === 0) continue;
    const at = texels[i]!;
    sums[0]! += floats[at]! * weight;
    sums[1]! += floats[at + 1]! * weight;
    sums[2]! += floats[at + 2]! * weight;
    sums[3]! += floats[at + 3]! * weight;
  }
}

/** Adds 1 for each of the texels that were located whose red component compares with a reference. */
function addComparisons({ floats }: DecodedLevel, share: number, comparison: Comparison, reference: number): void {
  const compare = COMPARE[comparison];
  const unit = share / GRID_WEIGHT;
  for (let i = 0; i < TEXELS; i++)
    if (weights[i] !== 0 && compare(reference, floats[texels[i]!]!)) sums[0]! += weights[i]! * unit;
}

/**
 * Reads a lane of a view that {@link isFlat} accepts.
 *
 * @param reference of a comparison; undefined without one
 * @returns whether it was read: false while a level is not decoded
 */
export function sampleFlat(
  view: TextureView,
  sampler: Sampler,
  request: SampleRequest,
  { first, second, weight }: LevelPair,
  isLinear: boolean,
  lane: number,
  reference: number | undefined,
): boolean {
  const { coordinates, result, resultFloats } = request;
  const layer = view.isArray ? arrayIndex(coordinates[2 * LANES + lane]!, view.elements) : 0;
  const level = view.decoded(first, layer, TEXELS);
  if (level === undefined) return false;
  const next = weight === 0 ? undefined : view.decoded(second, layer, TEXELS);
  if (weight !== 0 && next === undefined) return false;
  locate(level, sampler, request, lane, isLinear);
  if (next === undefined && reference === undefined && weights[0] === GRID_WEIGHT) {
    // A single texel is read bit for bit.
    const at = texels[0]!;
    for (let i = 0; i < COMPONENTS; i++) result[i * LANES + lane] = level.words[at + i]!;
    return true;
  }
  for (let i = 0; i < COMPONENTS; i++) sums[i] = 0;
  addShare(level, (ONE - weight) / ONE, sampler, reference);
  if (next !== undefined) {
    locate(next, sampler, request, lane, isLinear);
    addShare(next, weight / ONE, sampler, reference);
  }
  for (let i = 0; i < COMPONENTS; i++) {
    const value = flush(Math.fround(sums[reference === undefined ? i : 0]!));
    if (Number.isNaN(value)) result[i * LANES + lane] = NAN_WORD;
    else resultFloats[i * LANES + lane] = value;
  }
  return true;
}

function addShare(level: DecodedLevel, share: number, { comparison }: Sampler, reference: number | undefined): void {
  if (reference === undefined) addTexels(level, share);
  else addComparisons(level, share, comparison, reference);
}
