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
import { add, maximum } from '../../numerics/float.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import { arrayIndex, FRACTION_BITS, FRACTION_MASK, ONE, toFixed } from './addressing.ts';
import { CubePoint, projectDerivative, projectOnCube } from './cube.ts';
import { addTexels, TexelLocation } from './footprint.ts';
import { biasLod, clampLod, type Derivatives, Footprint, hasNoLevel, measure } from './lod.ts';
import type { SampleRequest } from './sample-request.ts';
import type { Sampler, TexelFilter } from './sampler.ts';
import { quantizeReference, Taps } from './taps.ts';
import type { TextureView } from './texture-view.ts';

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
  for (let lane = 0; lane < LANES; lane++) {
    if (((request.lanes >> lane) & 1) === 0) continue;
    if (view === undefined) {
      for (let i = 0; i < COMPONENTS; i++) request.result[i * LANES + lane] = 0;
    } else sampleLane(view, sampler, request, source, isComparison, lane);
  }
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
  const lod = clampLod(unclamped, sampler, view, request.clamp[lane]!);
  const isMagnified = (sampler.magnification === 'clamped' ? lod : unclamped) <= 0;
  locate(view, request, lane);
  const reference = isComparison ? quantizeReference(view.format, request.reference[lane]!) : 0;
  taps.begin(sampler.reduction, isComparison ? sampler.comparison : undefined, reference);
  addLevels(view, sampler, lod, isMagnified ? sampler.magFilter : sampler.minFilter);
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

/** Adds the texels of the one or two levels that a level of detail selects. */
function addLevels(view: TextureView, sampler: Sampler, lod: number, filter: TexelFilter): void {
  const last = view.mips - 1;
  if (sampler.mipFilter === 'linear') {
    const fixed = toFixed(lod);
    const floor = fixed >> FRACTION_BITS;
    const weight = fixed & FRACTION_MASK;
    const [first, second] = [Math.min(Math.max(floor, 0), last), Math.min(Math.max(floor + 1, 0), last)];
    if (first === second || weight === 0) addLevel(view, sampler, first, filter, 1);
    else {
      addLevel(view, sampler, first, filter, (ONE - weight) / ONE);
      addLevel(view, sampler, second, filter, weight / ONE);
    }
    return;
  }
  const chosen =
    sampler.mipFilter === 'none' ? Math.floor(maximum(sampler.minLod, 0)) : (toFixed(lod) + ONE / 2) >> FRACTION_BITS;
  addLevel(view, sampler, Math.min(Math.max(chosen, 0), last), filter, 1);
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
