/**
 * Filtered reads of textures for a quad: `sample`, `sample_b`, `sample_d`, `sample_l`, `sample_c`, `sample_c_lz` and
 * `lod`, and the corresponding reads of Direct3D 9.
 *
 * Source: Direct3D 11.3 functional specification, 7.18 and 22.4.15 to 22.4.20, 22.5.6. Where it leaves a choice:
 * derivatives are those of the upper left lane of the quad for all four lanes; an anisotropic read takes as many
 * samples as the ratio says, rounded up, at equal distances along the longer axis of the footprint, with equal weights,
 * and only of 2D textures; a point sample is the texel, bit for bit.
 *
 * Not for: gather4 (gather.ts), or reads by integer coordinates (load.ts).
 */
import { log2Double } from '../../numerics/exponential.ts';
import { add, maximum, minimum } from '../../numerics/float.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import {
  arrayIndex,
  CubePoint,
  FRACTION_BITS,
  FRACTION_MASK,
  ONE,
  projectDerivative,
  projectOnCube,
  toFixed,
} from './addressing.ts';
import { compareFlat, FLAT_TEXELS, isFlat, type LevelShare, sampleFlat } from './flat-sampling.ts';
import { addTexels, quantizeReference, Taps, TexelLocation } from './footprint.ts';
import type { SampleRequest, Sampler, TexelFilter } from './sampler.ts';
import type { TextureView } from './texture-view.ts';

// Source: Direct3D 11.3 functional specification, 7.18.11, 5.8 and 5.9.4.5.4. The axes of the ellipse of a pixel are
// computed as the ideal transformation of 7.18.11 does; with Q the sum and T the distance of its coefficients, their
// squares are (Q + T) / 2 and (Q - T) / 2, which is the same without the loss of digits.

/** The footprint of a pixel in a texture, from its derivatives; {@link measure} writes into it. */
export class Footprint {
  /** The level of detail before bias and clamps, a float32. */
  lod = 0;
  /** How many times longer than wide the footprint is, 1 where it is read as a square. */
  ratio = 1;
  /** The longer axis of the footprint, in texels of the most detailed level. */
  majorU = 0;
  majorV = 0;
}

/** Derivatives along x and y in texels of the most detailed level; three elements each. */
interface Derivatives {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Reads the level of detail and, for a positive `maxAnisotropy`, the shape of the footprint of derivatives, which are
 * changed. `isEllipse`: of the axes of the ellipse that they span, not of the derivatives themselves.
 */
export function measure({ x, y }: Derivatives, maxAnisotropy: number, footprint: Footprint, isEllipse: boolean): void {
  if (isEllipse) {
    flatten(x, y);
    orthogonalize(x, y);
  }
  footprint.ratio = 1;
  const [lengthX, lengthY] = [squareOf(x), squareOf(y)];
  const major = maximumOf(lengthX, lengthY);
  footprint.lod = logarithmOfRoot(major);
  // Without a length there is no direction, and what is not finite has no area.
  if (maxAnisotropy === 0 || !(major > 0) || major === Number.POSITIVE_INFINITY) return;
  const axis = lengthX > lengthY ? x : y;
  const lengthMajor = Math.sqrt(major);
  const area = Math.abs(x[0]! * y[1]! - x[1]! * y[0]!);
  let ratio = major / area;
  let lengthMinor: number;
  if (ratio > maxAnisotropy) {
    ratio = maxAnisotropy;
    lengthMinor = lengthMajor / ratio;
  } else lengthMinor = area / lengthMajor;
  if (lengthMinor < 1) ratio = Math.max(1, ratio * lengthMinor);
  footprint.ratio = ratio;
  footprint.majorU = axis[0]!;
  footprint.majorV = axis[1]!;
  footprint.lod = Math.fround(log2Double(lengthMinor));
}

/** The larger of two squares; a number rather than NaN. */
function maximumOf(a: number, b: number): number {
  return a >= b || Number.isNaN(b) ? a : b;
}

/** log2(sqrt(x)) as a float32. */
function logarithmOfRoot(x: number): number {
  return Math.fround(log2Double(x) / 2);
}

function squareOf(d: Float64Array): number {
  return d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!;
}

/** Vectors in space as vectors in a plane with the same lengths and angle. */
function flatten(x: Float64Array, y: Float64Array): void {
  if (x[2] === 0 && y[2] === 0) return;
  const length = Math.sqrt(squareOf(x));
  const dot = x[0]! * y[0]! + x[1]! * y[1]! + x[2]! * y[2]!;
  const part = dot / length;
  const rest = squareOf(y) - part * part;
  if (!(length > 0) || !Number.isFinite(length) || !Number.isFinite(rest)) return;
  x[0] = length;
  y[0] = part;
  y[1] = Math.sqrt(Math.max(rest, 0));
  x[1] = 0;
  x[2] = 0;
  y[2] = 0;
}

/**
 * Makes the vectors the axes of the ellipse that they span; the second becomes the longer one. Nothing changes where
 * the specification skips it.
 */
function orthogonalize(x: Float64Array, y: Float64Array): void {
  const a = x[1]! * x[1]! + y[1]! * y[1]!;
  const b = -2 * (x[0]! * x[1]! + y[0]! * y[1]!);
  const c = x[0]! * x[0]! + y[0]! * y[0]!;
  const area = x[0]! * y[1]! - y[0]! * x[1]!;
  const dot = x[0]! * y[0]! + x[1]! * y[1]!;
  // Zero length, parallel, perpendicular; products that are not finite.
  if (area === 0 || dot === 0 || x[2] !== 0 || y[2] !== 0 || !Number.isFinite(area * area)) return;
  const p = a - c;
  const q = a + c;
  const t = Math.sqrt(p * p + b * b);
  if (!(t > 0) || !Number.isFinite(q + t)) return;
  // (Q - T) / 2 without the difference of two numbers that are nearly equal.
  const long = (q + t) / 2;
  const short = (area * area) / long;
  const [plus, minus] = [(t + p) / (2 * t), (t - p) / (2 * t)];
  const sign = Math.sign(b);
  x[0] = Math.sqrt(Math.max(short * plus, 0));
  x[1] = Math.sqrt(Math.max(short * minus, 0)) * sign;
  y[0] = Math.sqrt(Math.max(long * minus, 0)) * -sign;
  y[1] = Math.sqrt(Math.max(long * plus, 0));
}

/** The level of detail after the biases of the sampler and of the instruction. */
function biasLod(lod: number, sampler: Sampler, bias: number): number {
  return add(add(lod, Math.fround(sampler.lodBias)), bias);
}

/** Whether the clamps of the resource and of the instruction leave no level of a view: the read is outside. */
function hasNoLevel(view: TextureView, instructionClamp: number): boolean {
  return view.resourceClamp === Number.POSITIVE_INFINITY || instructionClamp > view.mips - 1;
}

/**
 * The level of detail after the clamps of the sampler, of the resource and of the instruction; a number rather than
 * NaN.
 */
function clampLod(lod: number, sampler: Sampler, view: TextureView, instructionClamp: number): number {
  const clamped = maximum(Math.fround(sampler.minLod), minimum(Math.fround(sampler.maxLod), lod));
  // A clamp of 0 is none, and must not turn a magnified texture into a minified one.
  const { resourceClamp } = view;
  return maximum(resourceClamp > 0 ? maximum(clamped, Math.fround(resourceClamp)) : clamped, instructionClamp);
}

/** Where the level of detail comes from. */
export type LodSource =
  /** The differences of the coordinates of the quad. */
  | 'implicit'
  /** These, and `lod` is added. */
  | 'bias'
  /** `ddx` and `ddy`. */
  | 'gradient'
  /** `lod`. */
  | 'level'
  /** 0. */
  | 'zero';

const AXES = 3;
const footprint = new Footprint();
const derivatives: Derivatives = { x: new Float64Array(AXES), y: new Float64Array(AXES) };
const along = new Float64Array(AXES);
const levels = { first: 0, second: 0, weight: 0 };
const location = new TexelLocation();
const start = new Float64Array(AXES);
const point = new CubePoint();
const taps = new Taps();
const outside = new Uint32Array(COMPONENTS);

/**
 * Reads a texture for the lanes of `request` and writes the four components to its result. With `isComparison`, texels
 * are compared with the reference, and the result is in all components. Without a view all components are 0.
 */
export function sample(
  view: TextureView | undefined,
  sampler: Sampler,
  request: SampleRequest,
  source: LodSource,
  isComparison = false,
): void {
  if (view !== undefined && isFlat(view, sampler)) {
    sampleFlatLanes(view, sampler, request, source, isComparison);
    return;
  }
  for (let lane = 0; lane < LANES; lane++) {
    if (((request.lanes >> lane) & 1) === 0) continue;
    if (view === undefined) {
      for (let i = 0; i < COMPONENTS; i++) request.result[i * LANES + lane] = 0;
    } else sampleLane(view, sampler, request, source, isComparison, lane);
  }
}

/** {@link sample} on decoded levels; a lane that needs another one is read by {@link sampleLane}. */
function sampleFlatLanes(
  view: TextureView,
  sampler: Sampler,
  request: SampleRequest,
  source: LodSource,
  isComparison: boolean,
): void {
  // Differences of the coordinates are the same for all lanes.
  const isShared = source === 'implicit' || source === 'bias';
  let isMeasured = false;
  let [measured, lastLod, lastClamp, lastLayer] = [0, 0, 0, 0];
  let isLinear = false;
  let isDecoded = false;
  let reference = 0;
  let lastReference = Number.NaN;
  for (let lane = 0; lane < LANES; lane++) {
    if (((request.lanes >> lane) & 1) === 0) continue;
    const clamp = request.clamp[lane]!;
    const given = request.lod[lane]!;
    if (hasNoLevel(view, clamp)) {
      writeOutside(view, request, lane);
      continue;
    }
    // In most quads all lanes have the level of detail of the first one.
    if (!isMeasured || source === 'gradient' || given !== lastLod || clamp !== lastClamp) {
      if (!isShared || !isMeasured)
        measured = unclampedLod(view, sampler, request, source === 'bias' ? 'implicit' : source, lane);
      const unclamped = source === 'bias' ? add(measured, given) : measured;
      isLinear = selectLevels(view, sampler, unclamped, clamp) !== 'point';
      isMeasured = true;
      isDecoded = false;
      lastLod = given;
      lastClamp = clamp;
    }
    const layer = view.isArray ? arrayIndex(request.coordinates[2 * LANES + lane]!, view.elements) : 0;
    if (!isDecoded || layer !== lastLayer) {
      isDecoded = decodeLevels(view, layer);
      lastLayer = layer;
    }
    if (!isDecoded) {
      sampleLane(view, sampler, request, source, isComparison, lane);
      continue;
    }
    const next = levels.weight === 0 ? undefined : nextLevel;
    if (!isComparison) {
      sampleFlat(sampler, request, firstLevel, next, isLinear, lane);
      continue;
    }
    if (lastReference !== request.reference[lane]!) {
      lastReference = request.reference[lane]!;
      reference = quantizeReference(view.format, lastReference);
    }
    compareFlat(sampler, request, firstLevel, next, isLinear, lane, reference);
  }
}

/** The levels that are read, where they are decoded. */
const NO_LEVEL = { width: 0, height: 0, words: new Uint32Array(0), floats: new Float32Array(0) };
const firstLevel: LevelShare = { level: NO_LEVEL, share: 1 };
const nextLevel: LevelShare = { level: NO_LEVEL, share: 0 };

/** Looks up the selected levels of a layer. Returns false while one is not decoded. */
function decodeLevels(view: TextureView, layer: number): boolean {
  const { first, second, weight } = levels;
  const level = view.decoded(first, layer, FLAT_TEXELS);
  const next = weight === 0 ? level : view.decoded(second, layer, FLAT_TEXELS);
  if (level === undefined || next === undefined) return false;
  firstLevel.level = level;
  firstLevel.share = (ONE - weight) / ONE;
  nextLevel.level = next;
  nextLevel.share = weight / ONE;
  return true;
}

function sampleLane(
  view: TextureView,
  sampler: Sampler,
  request: SampleRequest,
  source: LodSource,
  isComparison: boolean,
  lane: number,
): void {
  if (hasNoLevel(view, request.clamp[lane]!)) {
    writeOutside(view, request, lane);
    return;
  }
  const unclamped = unclampedLod(view, sampler, request, source, lane);
  const filter = selectLevels(view, sampler, unclamped, request.clamp[lane]!);
  locate(view, request, lane);
  const reference = isComparison ? quantizeReference(view.format, request.reference[lane]!) : 0;
  taps.begin(sampler.reduction, isComparison ? sampler.comparison : undefined, reference);
  const { first, second, weight } = levels;
  addLevel(view, sampler, first, filter, (ONE - weight) / ONE);
  if (weight !== 0) addLevel(view, sampler, second, filter, weight / ONE);
  for (let i = 0; i < COMPONENTS; i++) taps.write(i, request.result, i * LANES + lane);
}

function writeOutside(view: TextureView, request: SampleRequest, lane: number): void {
  view.readOutside(outside);
  for (let i = 0; i < COMPONENTS; i++) request.result[i * LANES + lane] = outside[i]!;
}

/** The level of detail of a lane before clamps; the shape of its footprint is in `footprint`. */
function unclampedLod(
  view: TextureView,
  sampler: Sampler,
  request: SampleRequest,
  source: LodSource,
  lane: number,
): number {
  footprint.ratio = 1;
  if (source === 'level') return biasLod(request.lod[lane]!, sampler, 0);
  if (source === 'zero') return biasLod(0, sampler, 0);
  const isAnisotropic =
    (sampler.minFilter === 'anisotropic' || sampler.magFilter === 'anisotropic') && view.axes === 2 && !view.isCube;
  readDerivatives(view, request, source, lane);
  const maxAnisotropy = isAnisotropic ? Math.max(sampler.maxAnisotropy, 1) : 0;
  measure(derivatives, maxAnisotropy, footprint, sampler.footprint === 'ellipse');
  return biasLod(footprint.lod, sampler, source === 'bias' ? request.lod[lane]! : 0);
}

/** Writes the derivatives of a lane in texels of the most detailed level to `derivatives`. */
function readDerivatives(view: TextureView, request: SampleRequest, source: LodSource, lane: number): void {
  const axes = view.isCube ? AXES : view.axes;
  for (let axis = 0; axis < AXES; axis++) {
    derivatives.x[axis] = axis < axes ? derivativeOf(request, source, axis, lane, 1) : 0;
    derivatives.y[axis] = axis < axes ? derivativeOf(request, source, axis, lane, 2) : 0;
  }
  const { width, height, depth } = view.subresource(0, 0);
  if (view.isCube) {
    projectAlong(request, lane, derivatives.x, width);
    projectAlong(request, lane, derivatives.y, width);
    return;
  }
  scale(derivatives.x, width, height, depth);
  scale(derivatives.y, width, height, depth);
}

function scale(list: Float64Array, width: number, height: number, depth: number): void {
  list[0]! *= width;
  list[1]! *= height;
  list[2]! *= depth;
}

/** Makes a derivative of the direction of a lane one of the face that it hits, in texels. */
function projectAlong(request: SampleRequest, lane: number, list: Float64Array, size: number): void {
  const { coordinates } = request;
  along.set(list);
  projectDerivative(coordinates[lane]!, coordinates[LANES + lane]!, coordinates[2 * LANES + lane]!, along, list);
  // The coordinates of a face go from -1 to 1.
  scale(list, size / 2, size / 2, 0);
}

/** The derivative of a coordinate toward lane `neighbor` (1: along x, 2: along y). */
function derivativeOf(request: SampleRequest, source: LodSource, axis: number, lane: number, neighbor: number): number {
  const at = axis * LANES;
  if (source === 'gradient') return (neighbor === 1 ? request.ddx : request.ddy)[at + lane]!;
  return add(request.coordinates[at + neighbor]!, -request.coordinates[at]!);
}

/** Fills `location` and `start` with the coordinates of a lane. */
function locate(view: TextureView, request: SampleRequest, lane: number): void {
  const { coordinates, offsets } = request;
  const axes = view.isCube ? AXES : view.axes;
  const element = view.isArray ? arrayIndex(coordinates[axes * LANES + lane]!, view.elements) : 0;
  for (let axis = 0; axis < AXES; axis++) {
    start[axis] = axis < axes ? coordinates[axis * LANES + lane]! : 0;
    location.offsets[axis] = axis < view.axes && !view.isCube ? offsets[axis * LANES + lane]! : 0;
  }
  location.layer = element;
  if (!view.isCube) return;
  projectOnCube(start[0]!, start[1]!, start[2]!, point);
  location.layer = element * 6 + point.face;
  start[0] = point.u;
  start[1] = point.v;
  start[2] = 0;
}

/** Writes the one or two levels that a level of detail selects to `levels`. Returns the filter of their texels. */
function selectLevels(view: TextureView, sampler: Sampler, unclamped: number, instructionClamp: number): TexelFilter {
  const lod = clampLod(unclamped, sampler, view, instructionClamp);
  const last = view.mips - 1;
  const fixed = toFixed(lod);
  let chosen = (fixed + ONE / 2) >> FRACTION_BITS;
  levels.weight = 0;
  if (sampler.mipFilter === 'none') chosen = Math.floor(maximum(sampler.minLod, 0));
  else if (sampler.mipFilter === 'linear') {
    chosen = fixed >> FRACTION_BITS;
    levels.second = Math.min(Math.max(chosen + 1, 0), last);
    if (chosen >= 0 && chosen < last) levels.weight = fixed & FRACTION_MASK;
  }
  levels.first = Math.min(Math.max(chosen, 0), last);
  const isMagnified = (sampler.magnification === 'clamped' ? lod : unclamped) <= 0;
  return isMagnified ? sampler.magFilter : sampler.minFilter;
}

/** Adds the texels of one level: around the point, or along the longer axis of the footprint. */
function addLevel(view: TextureView, sampler: Sampler, mip: number, filter: TexelFilter, share: number): void {
  location.mip = mip;
  const isLinear = filter !== 'point' && !view.format.isInteger;
  const count = filter === 'anisotropic' ? Math.ceil(footprint.ratio) : 1;
  if (count === 1) {
    location.position.set(start);
    addTexels(view, sampler, location, isLinear, share, taps);
    return;
  }
  const { width, height } = view.subresource(0, 0);
  for (let i = 0; i < count; i++) {
    const distance = (i + 0.5) / count - 0.5;
    location.position[0] = start[0]! + (footprint.majorU * distance) / width;
    location.position[1] = start[1]! + (footprint.majorV * distance) / height;
    location.position[2] = 0;
    addTexels(view, sampler, location, isLinear, share / count, taps);
  }
}

/**
 * Writes the level of detail of a read to the result of each lane, as floats: clamped, not clamped, 0, 0. The clamped
 * one is a level that the view has.
 */
export function queryLod(view: TextureView | undefined, sampler: Sampler, request: SampleRequest): void {
  for (let lane = 0; lane < LANES; lane++) {
    if (((request.lanes >> lane) & 1) === 0) continue;
    for (let i = 0; i < COMPONENTS; i++) request.resultFloats[i * LANES + lane] = 0;
    if (view === undefined) continue;
    const lod = unclampedLod(view, sampler, request, 'implicit', lane);
    const clamped = clampLod(lod, sampler, view, Number.NEGATIVE_INFINITY);
    request.resultFloats[LANES + lane] = lod;
    if (view.resourceClamp === Number.POSITIVE_INFINITY) continue;
    request.resultFloats[lane] = Math.min(Math.max(clamped, 0), view.mips - 1);
  }
}
