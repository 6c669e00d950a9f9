/**
 * Samples of 2D textures with point and linear filters, which are most reads of games: the steps of sample.ts and
 * footprint.ts in one piece, on decoded texels, some ten times faster. The results have the same bits.
 *
 * The order of sums, and which texels count, are those of footprint.ts; where a level is not decoded, or a read needs
 * anything else, the caller does it there.
 */
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { MIN_NORMAL, roundDoubleToEven } from '../../numerics/float.ts';
import { LANES } from '../lanes.ts';
import { addressTexel, arrayIndex, FRACTION_BITS, FRACTION_MASK, ONE, reduceRange } from './addressing.ts';
import type { DecodedLevel } from './decoded-levels.ts';
import type { AddressMode, SampleRequest, Sampler, TexelFilter } from './sampler.ts';
import type { TextureView } from './texture-view.ts';

const COMPONENTS = 4;
/** Texels of a linear filter. */
const TEXELS = 4;
/** Where numbers in fixed point end: far beyond every texel. */
const MAX_FIXED = 2 ** 30;
/** The sum of the weights of three directions; the third one of a 2D texture has one weight. */
const GRID_WEIGHT = ONE ** 3;
const NAN_WORD = 0x7fc0_0000;

/** Sums of the components, texels that were added, and the first of them. */
const sums = new Float64Array(COMPONENTS);
const first = new Uint32Array(COMPONENTS);
let count = 0;

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

/** A number in fixed point, as `toFixed` of addressing.ts. */
function fixedOf(x: number): number {
  const scaled = x * ONE;
  // Small numbers are most; adding and subtracting 2^52 + 2^51 rounds them to the nearest even integer.
  if (scaled > -MAX_FIXED && scaled < MAX_FIXED) return (scaled + ROUNDER - ROUNDER) | 0;
  if (Number.isNaN(scaled)) return 0;
  return roundDoubleToEven(Math.min(Math.max(scaled, -MAX_FIXED), MAX_FIXED));
}

const ROUNDER = 1.5 * 2 ** 52;

/** The index of a texel on an axis: in most cases it is inside. */
function texelAt(t: number, size: number, mode: AddressMode): number {
  if (t >= 0 && t < size) return t;
  return addressTexel(t, size, mode);
}

/** Adds the four words from `at` on with a weight. */
function addTexel({ words, floats }: DecodedLevel, at: number, weight: number): void {
  if (count === 0) for (let i = 0; i < COMPONENTS; i++) first[i] = words[at + i]!;
  count++;
  for (let i = 0; i < COMPONENTS; i++) {
    const value = floats[at + i]!;
    sums[i]! += (value < MIN_NORMAL && value > -MIN_NORMAL ? value * 0 : value) * weight;
  }
}

/** Adds the texels of a level around a point; the sum of their weights is `share`. */
function addLevel(
  level: DecodedLevel,
  { addressU, addressV }: Sampler,
  u: number,
  v: number,
  offsetU: number,
  offsetV: number,
  isLinear: boolean,
  share: number,
): void {
  const { width, height } = level;
  const x = reduceRange(u, addressU) * width;
  const y = reduceRange(v, addressV) * height;
  const fixedX = fixedOf(isLinear ? x - 0.5 : x);
  const fixedY = fixedOf(isLinear ? y - 0.5 : y);
  const lowX = (fixedX >> FRACTION_BITS) + offsetU;
  const lowY = (fixedY >> FRACTION_BITS) + offsetV;
  const x0 = texelAt(lowX, width, addressU);
  const y0 = texelAt(lowY, height, addressV);
  const unit = share / GRID_WEIGHT;
  if (!isLinear) {
    addTexel(level, COMPONENTS * (y0 * width + x0), GRID_WEIGHT * unit);
    return;
  }
  const [wx, wy] = [fixedX & FRACTION_MASK, fixedY & FRACTION_MASK];
  const x1 = texelAt(lowX + 1, width, addressU);
  const y1 = texelAt(lowY + 1, height, addressV);
  const part = (ONE - wx) * (ONE - wy) * ONE;
  if (part !== 0) addTexel(level, COMPONENTS * (y0 * width + x0), part * unit);
  const right = wx * (ONE - wy) * ONE;
  if (right !== 0) addTexel(level, COMPONENTS * (y0 * width + x1), right * unit);
  const below = (ONE - wx) * wy * ONE;
  if (below !== 0) addTexel(level, COMPONENTS * (y1 * width + x0), below * unit);
  const corner = wx * wy * ONE;
  if (corner !== 0) addTexel(level, COMPONENTS * (y1 * width + x1), corner * unit);
}

/**
 * Reads a lane of a view that {@link isFlat} accepts, at a level of detail.
 *
 * @returns whether it was read: false while a level is not decoded
 */
export function sampleFlat(
  view: TextureView,
  sampler: Sampler,
  request: SampleRequest,
  lod: number,
  filter: TexelFilter,
  lane: number,
): boolean {
  const { coordinates, offsets, result } = request;
  const last = view.mips - 1;
  const layer = view.isArray ? arrayIndex(coordinates[2 * LANES + lane]!, view.elements) : 0;
  let [mip, next, weight] = [0, 0, 0];
  if (sampler.mipFilter === 'linear') {
    const fixed = fixedOf(lod);
    const floor = fixed >> FRACTION_BITS;
    weight = fixed & FRACTION_MASK;
    mip = Math.min(Math.max(floor, 0), last);
    next = Math.min(Math.max(floor + 1, 0), last);
    if (mip === next) weight = 0;
  } else {
    const { minLod } = sampler;
    const chosen =
      sampler.mipFilter === 'none' ? Math.floor(minLod > 0 ? minLod : 0) : (fixedOf(lod) + ONE / 2) >> FRACTION_BITS;
    mip = Math.min(Math.max(chosen, 0), last);
  }
  const isLinear = filter !== 'point';
  const level = view.decoded(mip, layer, TEXELS);
  if (level === undefined) return false;
  const second = weight === 0 ? undefined : view.decoded(next, layer, TEXELS);
  if (weight !== 0 && second === undefined) return false;
  const [u, v] = [coordinates[lane]!, coordinates[LANES + lane]!];
  const [offsetU, offsetV] = [offsets[lane]!, offsets[LANES + lane]!];
  sums.fill(0);
  count = 0;
  addLevel(level, sampler, u, v, offsetU, offsetV, isLinear, weight === 0 ? 1 : (ONE - weight) / ONE);
  if (second !== undefined) addLevel(second, sampler, u, v, offsetU, offsetV, isLinear, weight / ONE);
  if (count === 1) {
    for (let i = 0; i < COMPONENTS; i++) result[i * LANES + lane] = first[i]!;
    return true;
  }
  const floats = request.resultFloats;
  for (let i = 0; i < COMPONENTS; i++) {
    const value = Math.fround(sums[i]!);
    if (Number.isNaN(value)) result[i * LANES + lane] = NAN_WORD;
    else floats[i * LANES + lane] = value < MIN_NORMAL && value > -MIN_NORMAL ? value * 0 : value;
  }
  return true;
}
