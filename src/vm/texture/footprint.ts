/**
 * The texels around a point of one mipmap level: which they are and their weights, for points and linear filters, on
 * the faces of a cube, too.
 *
 * Source: Direct3D 11.3 functional specification, 7.18.7 to 7.18.9 and 7.18.12.
 *
 * Not for: which levels are read (sample.ts).
 */
import type { Format } from '../../formats/formats.ts';
import { decodeNumber, encodeNumber, rangeOf } from '../../formats/number-types.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { flush, maximum, minimum } from '../../numerics/float.ts';
import { COMPONENTS } from '../lanes.ts';
import {
  addressTexel,
  BORDER,
  CubeTexel,
  crossEdge,
  FRACTION_BITS,
  FRACTION_MASK,
  ONE,
  reduceRange,
  toFixed,
} from './addressing.ts';
import { type AddressMode, type Comparison, compares, type Reduction, type Sampler } from './sampler.ts';
import type { TextureView } from './texture-view.ts';

// Weights are fixed-point integers, so the sum of products is exact in float64 but for its last digits; it is rounded
// to float32 once, at the end. Texels of weight 0 do not count. The result of a single texel is that texel, bit for
// bit.
//
// Source: Direct3D 11.3 functional specification, 7.18.8, 7.18.15, 7.18.16 and 5.9.4.5.6; 22.4.19 (comparisons).

/** A reference value as the red component of a format can hold it: clamped and rounded as depth is that is written. */
export function quantizeReference(format: Format, reference: number): number {
  const type = format.types[0];
  const bits = format.components.find(({ targets }) => targets.includes(0))?.bits;
  if (type === 'unorm' || type === 'snorm' || (type === 'float' && bits === 16)) {
    if (bits === undefined) return clampTo(rangeOf(type), reference);
    return floatOfBits(decodeNumber(type, bits, encodeNumber(type, bits, bitsOfFloat(reference))));
  }
  return flush(reference);
}

function clampTo([low, high]: readonly [number, number], x: number): number {
  return Math.min(Math.max(Number.isNaN(x) ? 0 : x, low), high);
}

/**
 * The border color of a sampler as a format has it: clamped to its range, without the components that it does not have.
 */
export function borderTexel(format: Format, { border }: Sampler, out: Uint32Array): void {
  for (let i = 0; i < COMPONENTS; i++) {
    const type = format.types[i];
    if (type === undefined) out[i] = format.missing[i]!;
    else if (format.isInteger) out[i] = Math.trunc(border[i]!) >>> 0;
    else out[i] = bitsOfFloat(Math.fround(clampTo(rangeOf(type), border[i]!)));
  }
}

/** Collects the texels of one read of one lane. */
export class Taps {
  /** The texel to add: a reader writes it here. */
  readonly texel = new Uint32Array(COMPONENTS);
  readonly #texelFloats = new Float32Array(this.texel.buffer);
  readonly #first = new Uint32Array(COMPONENTS);
  readonly #sums = new Float64Array(COMPONENTS);
  #count = 0;
  #reduction: Reduction = 'average';
  #comparison: Comparison | undefined;
  #reference = 0;

  /** Begins a read. With a comparison, texels become 1 or 0. */
  begin(reduction: Reduction, comparison: Comparison | undefined, reference: number): void {
    this.#sums.fill(0);
    this.#count = 0;
    this.#reduction = reduction;
    this.#comparison = comparison;
    this.#reference = reference;
  }

  /** Adds {@link texel} with a weight, which is a part of 1. */
  add(weight: number): void {
    if (this.#comparison !== undefined) {
      const isOne = compares(this.#comparison, this.#reference, flush(this.#texelFloats[0]!));
      this.addValue(isOne ? 1 : 0, weight);
      return;
    }
    if (this.#count === 0) this.#first.set(this.texel);
    for (let i = 0; i < COMPONENTS; i++) this.#accumulate(i, flush(this.#texelFloats[i]!), weight);
    this.#count++;
  }

  /** Adds one number for all components. */
  addValue(value: number, weight: number): void {
    for (let i = 0; i < COMPONENTS; i++) this.#accumulate(i, value, weight);
    // A comparison is never the texel itself.
    this.#count += 2;
  }

  #accumulate(i: number, value: number, weight: number): void {
    const isFirst = this.#count === 0;
    if (this.#reduction === 'average') this.#sums[i]! += value * weight;
    else if (isFirst) this.#sums[i] = value;
    else this.#sums[i] = (this.#reduction === 'minimum' ? minimum : maximum)(this.#sums[i]!, value);
  }

  /** Writes the result of component `i` to `out[at]`. */
  write(i: number, out: Uint32Array, at: number): void {
    out[at] = this.#count === 1 ? this.#first[i]! : bitsOfFloat(flush(Math.fround(this.#sums[i]!)));
  }
}

/** Where a read is: a level, a layer and coordinates. It is filled before {@link addTexels}. */
export class TexelLocation {
  mip = 0;
  /** The layer of the view; of a cube, with the face. */
  layer = 0;
  /** Coordinates from 0 to 1 across the texture. */
  readonly position = new Float64Array(3);
  /** Texels that are added, per axis. */
  readonly offsets = new Int32Array(3);
}

const AXES = 3;
/** The two texels of each axis before address modes, and the weight of the second, in 256ths. */
const low = new Int32Array(AXES);
const weight = new Int32Array(AXES);
const sizes = new Int32Array(AXES);
const modes: AddressMode[] = ['wrap', 'wrap', 'wrap'];
const cubeTexel = new CubeTexel();
/** Texels of a linear filter in three directions, and the sum of their weights; those on a face. */
const GRID_TEXELS = 2 ** AXES;
const GRID_WEIGHT = ONE ** AXES;
const FACE_WEIGHT = ONE ** 2;
const FACES = 6;
const CORNER_TEXELS = 3;
/** Faces do not repeat: an address on them is clamped. */
const FACE_MODE: AddressMode = 'clamp';

function prepare(view: TextureView, sampler: Sampler, location: TexelLocation, isLinear: boolean): void {
  const { width, height, depth } = view.subresource(location.mip, location.layer);
  sizes[0] = width;
  sizes[1] = height;
  sizes[2] = depth;
  modes[0] = view.isCube ? FACE_MODE : sampler.addressU;
  modes[1] = view.isCube ? FACE_MODE : sampler.addressV;
  modes[2] = sampler.addressW;
  for (let axis = 0; axis < AXES; axis++) {
    if (axis >= view.axes) {
      low[axis] = 0;
      weight[axis] = 0;
      continue;
    }
    const scaled = reduceRange(location.position[axis]!, modes[axis]!) * sizes[axis]!;
    const fixed = toFixed(isLinear ? scaled - 0.5 : scaled);
    low[axis] = (fixed >> FRACTION_BITS) + location.offsets[axis]!;
    weight[axis] = isLinear ? fixed & FRACTION_MASK : 0;
  }
}

/** Reads the texel at addresses that may be outside the level into `texel`, by the address modes. */
function readTexel(
  view: TextureView,
  sampler: Sampler,
  location: TexelLocation,
  x: number,
  y: number,
  z: number,
  texel: Uint32Array,
): void {
  const u = addressTexel(x, sizes[0]!, modes[0]!);
  const v = addressTexel(y, sizes[1]!, modes[1]!);
  const w = addressTexel(z, sizes[2]!, modes[2]!);
  if (u === BORDER || v === BORDER || w === BORDER) borderTexel(view.format, sampler, texel);
  else view.fetch(location.mip, location.layer, u, v, w, 0, texel);
}

/** Reads the texel at addresses on a face or one beyond its edges into `texel`; false at a corner. */
function readCubeTexel(view: TextureView, location: TexelLocation, x: number, y: number, texel: Uint32Array): boolean {
  const face = location.layer % FACES;
  if (!crossEdge(face, x, y, sizes[0]!, cubeTexel)) return false;
  view.fetch(location.mip, location.layer - face + cubeTexel.face, cubeTexel.x, cubeTexel.y, 0, 0, texel);
  return true;
}

/** Adds the texels at a location to `taps`; the sum of their weights is `share`. */
export function addTexels(
  view: TextureView,
  sampler: Sampler,
  location: TexelLocation,
  isLinear: boolean,
  share: number,
  taps: Taps,
): void {
  prepare(view, sampler, location, isLinear);
  if (view.isCube && isLinear && sampler.isSeamless) addCubeTexels(view, location, share, taps);
  else addGridTexels(view, sampler, location, share, taps);
}

function addGridTexels(view: TextureView, sampler: Sampler, location: TexelLocation, share: number, taps: Taps): void {
  const [wx, wy, wz] = [weight[0]!, weight[1]!, weight[2]!];
  const unit = share / GRID_WEIGHT;
  for (let i = 0; i < GRID_TEXELS; i++) {
    const [dx, dy, dz] = [i & 1, (i >> 1) & 1, i >> 2];
    const part = (dx ? wx : ONE - wx) * (dy ? wy : ONE - wy) * (dz ? wz : ONE - wz);
    if (part === 0) continue;
    readTexel(view, sampler, location, low[0]! + dx, low[1]! + dy, low[2]! + dz, taps.texel);
    taps.add(part * unit);
  }
}

function addCubeTexels(view: TextureView, location: TexelLocation, share: number, taps: Taps): void {
  const [wx, wy] = [weight[0]!, weight[1]!];
  const unit = share / FACE_WEIGHT;
  const missing = missingPart(wx, wy);
  for (let i = 0; i < 4; i++) {
    const [dx, dy] = [i & 1, i >> 1];
    // The weight of the texel that is missing at a corner goes to the other three.
    const part = (dx ? wx : ONE - wx) * (dy ? wy : ONE - wy) + missing / CORNER_TEXELS;
    if (part === 0) continue;
    if (readCubeTexel(view, location, low[0]! + dx, low[1]! + dy, taps.texel)) taps.add(part * unit);
  }
}

/** The weight of the texel that does not exist, of the four; 0 away from corners. */
function missingPart(wx: number, wy: number): number {
  const size = sizes[0]!;
  const column = low[0]! < 0 ? 0 : low[0]! + 1 >= size ? 1 : -1;
  const row = low[1]! < 0 ? 0 : low[1]! + 1 >= size ? 1 : -1;
  if (column < 0 || row < 0) return 0;
  return (column ? wx : ONE - wx) * (row ? wy : ONE - wy);
}

/** Offsets of the four texels that a gather gives, in its order: lower left, lower right, upper right, upper left. */
const GATHER_ORDER = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
] as const;

/**
 * Writes the four texels of a linear filter at a location into `texels`, four words each, in the order of gather4.
 * Returns the number of the one that does not exist at the corner of a cube, or -1.
 */
export function gatherTexels(
  view: TextureView,
  sampler: Sampler,
  location: TexelLocation,
  texels: readonly Uint32Array[],
): number {
  prepare(view, sampler, location, true);
  let missing = -1;
  for (let i = 0; i < GATHER_ORDER.length; i++) {
    const [dx, dy] = GATHER_ORDER[i]!;
    const [x, y] = [low[0]! + dx, low[1]! + dy];
    if (!view.isCube || !sampler.isSeamless) readTexel(view, sampler, location, x, y, 0, texels[i]!);
    else if (!readCubeTexel(view, location, x, y, texels[i]!)) missing = i;
  }
  return missing;
}
