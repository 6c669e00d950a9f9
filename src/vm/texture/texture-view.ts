/**
 * Textures as shaders see them: a dimension, a format, a range of mipmap levels and of layers; and single texels.
 *
 * Not for: filtering (sample.ts), or reads by integer coordinates (load.ts).
 */

import { SAMPLE_PATTERNS } from '../../base/d3d/sample-positions.ts';
import type { Diagnostic } from '../../base/diagnostics.ts';
import type { Format } from '../../formats/formats.ts';
import { decodeBlock, decodeTexel } from '../../formats/texel.ts';
import { bitsOfFloat } from '../../numerics/conversion.ts';
import { reciprocal } from '../../numerics/float.ts';
import { DX7056, DX7057, DX7058, DX7059 } from '../messages.ts';
import { type DecodedLevel, DecodedLevels } from './decoded-levels.ts';
import { report, type Subresource, type Texture, type TextureDimension } from './texture.ts';

/** Properties of each dimension of a view. */
export const VIEW_DIMENSIONS = {
  '1d': { texture: '1d', axes: 1, isArray: false, isCube: false, isMultisample: false },
  '1d-array': { texture: '1d', axes: 1, isArray: true, isCube: false, isMultisample: false },
  '2d': { texture: '2d', axes: 2, isArray: false, isCube: false, isMultisample: false },
  '2d-array': { texture: '2d', axes: 2, isArray: true, isCube: false, isMultisample: false },
  '2d-ms': { texture: '2d', axes: 2, isArray: false, isCube: false, isMultisample: true },
  '2d-ms-array': { texture: '2d', axes: 2, isArray: true, isCube: false, isMultisample: true },
  '3d': { texture: '3d', axes: 3, isArray: false, isCube: false, isMultisample: false },
  cube: { texture: '2d', axes: 2, isArray: false, isCube: true, isMultisample: false },
  'cube-array': { texture: '2d', axes: 2, isArray: true, isCube: true, isMultisample: false },
} as const satisfies Record<
  string,
  { texture: TextureDimension; axes: number; isArray: boolean; isCube: boolean; isMultisample: boolean }
>;

export type ViewDimension = keyof typeof VIEW_DIMENSIONS;

/** The part of a texture that a view shows; everything by default. */
export interface TextureViewDescriptor {
  /** Default: that of the texture, as an array where it has layers. */
  readonly dimension?: ViewDimension;
  /** Default: that of the texture. */
  readonly format?: Format;
  readonly firstMip?: number;
  readonly mips?: number;
  readonly firstLayer?: number;
  /** Layers, six of them for a cube. */
  readonly layers?: number;
}

const FACES = 6;
const COMPONENTS = 4;
const BLOCK_TEXELS = 16;
/** The number of decoded blocks in the cache. */
const CACHE_BLOCKS = 64;

export class TextureView {
  readonly format: Format;
  readonly firstMip: number;
  readonly mips: number;
  readonly firstLayer: number;
  readonly layers: number;
  readonly axes: number;
  readonly isArray: boolean;
  readonly isCube: boolean;
  /** Blocks that were read, where texels share them: offset of each, and its texels. */
  #cacheOffsets: Int32Array | undefined;
  #cacheTexels: Uint32Array[] = [];
  #cacheVersion = -1;
  #decoded: DecodedLevels | undefined;

  constructor(
    readonly texture: Texture,
    readonly dimension: ViewDimension,
    full: Required<Omit<TextureViewDescriptor, 'dimension'>>,
  ) {
    this.format = full.format;
    this.firstMip = full.firstMip;
    this.mips = full.mips;
    this.firstLayer = full.firstLayer;
    this.layers = full.layers;
    const { axes, isArray, isCube } = VIEW_DIMENSIONS[dimension];
    this.axes = axes;
    this.isArray = isArray;
    this.isCube = isCube;
  }

  /** The subresource of a mipmap level and a layer of the view; of a cube, the layer is the face. */
  subresource(mip: number, layer: number): Subresource {
    const { mips, subresources } = this.texture;
    return subresources[(this.firstLayer + layer) * mips + this.firstMip + mip]!;
  }

  /** Elements of an array: layers, or cubes. */
  get elements(): number {
    return this.isCube ? Math.floor(this.layers / FACES) : this.layers;
  }

  /**
   * The offset of the first byte of the block with a texel in the bytes of the texture; -1 where the level, the layer
   * or the texel is not in the view. Coordinates are integers.
   */
  offsetOf(mip: number, layer: number, x: number, y: number, z: number, sample: number): number {
    const { format, texture } = this;
    if (!(mip >= 0 && mip < this.mips && layer >= 0 && layer < this.layers)) return -1;
    if (!(sample >= 0 && sample < texture.samples)) return -1;
    const level = this.subresource(mip, layer);
    if (!(x >= 0 && x < level.width && y >= 0 && y < level.height && z >= 0 && z < level.depth)) return -1;
    const column = Math.floor(x / format.blockWidth) * texture.samples + sample;
    const row = Math.floor(y / format.blockHeight);
    return level.offset + z * level.sliceBytes + row * level.rowBytes + column * format.blockBytes;
  }

  /** Reads the texel at coordinates that are in the view into `out[0]` to `out[3]`. */
  fetch(mip: number, layer: number, x: number, y: number, z: number, sample: number, out: Uint32Array): void {
    const { format, texture } = this;
    const offset = this.offsetOf(mip, layer, x, y, z, sample);
    if (format.blockWidth === 1) {
      decodeTexel(format, texture.bytes, offset, out);
      return;
    }
    const texels = this.#block(offset);
    const at = ((y % format.blockHeight) * format.blockWidth + (x % format.blockWidth)) * COMPONENTS;
    for (let i = 0; i < COMPONENTS; i++) out[i] = texels[at + i]!;
  }

  /** A level whose texels are decoded; undefined while that does not pay. `reads` texels of it are read. */
  decoded(mip: number, layer: number, reads: number): DecodedLevel | undefined {
    this.#decoded ??= new DecodedLevels(this);
    return this.#decoded.find(mip, layer, reads);
  }

  #block(offset: number): Uint32Array {
    const { texture, format } = this;
    if (this.#cacheOffsets === undefined || this.#cacheVersion !== texture.version) {
      this.#cacheOffsets ??= new Int32Array(CACHE_BLOCKS);
      this.#cacheOffsets.fill(-1);
      this.#cacheVersion = texture.version;
    }
    const slot = (offset / format.blockBytes) % CACHE_BLOCKS;
    const texels = this.#cacheTexels[slot] ?? new Uint32Array(BLOCK_TEXELS * COMPONENTS);
    this.#cacheTexels[slot] = texels;
    if (this.#cacheOffsets[slot] !== offset) {
      decodeBlock(format, texture.bytes, offset, texels);
      this.#cacheOffsets[slot] = offset;
    }
    return texels;
  }

  /**
   * Writes what reads outside the texture give: 0 where the format has a component, else what the missing component is.
   */
  readOutside(out: Uint32Array): void {
    for (let i = 0; i < COMPONENTS; i++) out[i] = this.format.types[i] === undefined ? this.format.missing[i]! : 0;
  }

  /**
   * The first level of the view that the clamp of the resource leaves, with its fraction; infinity where it leaves none
   * (functional specification, 5.8.3 and 5.8.5).
   */
  get resourceClamp(): number {
    const clamp = this.texture.minLod - this.firstMip;
    return clamp > this.mips - 1 ? Number.POSITIVE_INFINITY : clamp;
  }
}

/** A view, or what is wrong with its descriptor. */
export interface TextureViewResult {
  readonly view?: TextureView;
  readonly diagnostics: readonly Diagnostic[];
}

/** A view of a texture. Its format must have the texture's size of elements and of blocks, and a layout. */
export function createTextureView(texture: Texture, descriptor: TextureViewDescriptor = {}): TextureViewResult {
  const dimension = descriptor.dimension ?? defaultDimension(texture);
  const { isArray, isCube, isMultisample, texture: needed } = VIEW_DIMENSIONS[dimension];
  const firstMip = descriptor.firstMip ?? 0;
  const firstLayer = descriptor.firstLayer ?? 0;
  const rest = texture.layers - firstLayer;
  const layers = descriptor.layers ?? defaultLayers(isArray, isCube, rest);
  const full = {
    firstMip,
    firstLayer,
    layers,
    mips: descriptor.mips ?? texture.mips - firstMip,
    format: descriptor.format ?? texture.format,
  };
  const diagnostics: Diagnostic[] = [];
  const { format } = full;
  const isMatching =
    needed === texture.dimension &&
    // A multisampled texture may have one sample (functional specification, 5.3.6: one or more).
    (isMultisample ? texture.mips === 1 : texture.samples === 1) &&
    (isArray || layers === (isCube ? FACES : 1)) &&
    (!isCube || (layers % FACES === 0 && texture.width === texture.height));
  if (!isMatching) {
    const { dimension: of, samples } = texture;
    diagnostics.push(report(DX7056, { view: dimension, dimension: of, layers, samples }));
  }
  if (
    format.blockBytes !== texture.format.blockBytes ||
    format.blockWidth !== texture.format.blockWidth ||
    format.blockHeight !== texture.format.blockHeight
  ) {
    diagnostics.push(report(DX7057, { format: format.name, texture: texture.format.name }));
  } else if (!format.canDecode) diagnostics.push(report(DX7059, { format: format.name }));
  diagnostics.push(...rangeFaults('mips', firstMip, full.mips, texture.mips));
  diagnostics.push(...rangeFaults('layers', firstLayer, layers, texture.layers));
  return diagnostics.length > 0 ? { diagnostics } : { view: new TextureView(texture, dimension, full), diagnostics };
}

function defaultDimension({ dimension, layers, samples }: Texture): ViewDimension {
  if (dimension === '3d') return '3d';
  if (samples > 1) return layers > 1 ? '2d-ms-array' : '2d-ms';
  return layers > 1 ? `${dimension}-array` : dimension;
}

function defaultLayers(isArray: boolean, isCube: boolean, rest: number): number {
  if (!isArray) return isCube ? FACES : 1;
  return isCube ? Math.floor(rest / FACES) * FACES : rest;
}

function rangeFaults(name: string, first: number, length: number, count: number): readonly Diagnostic[] {
  const isValid =
    Number.isInteger(first) && Number.isInteger(length) && first >= 0 && length >= 1 && first + length <= count;
  return isValid ? [] : [report(DX7058, { name, first, last: first + length - 1, count })];
}

// Source: Direct3D 11.3 functional specification, 22.4.14, 22.4.21, 22.4.22 and 19.2.4 (standard sample patterns). The
// number of cubes in an array, which it leaves undefined, is as in later versions.

/** How `resinfo` gives numbers; `reciprocal` concerns width, height and depth only. */
export type SizeFormat = 'float' | 'uint' | 'reciprocal';

/** The unit of sample positions, in pixels. */
const PATTERN_UNIT = 1 / 16;

/**
 * Writes width, height, depth or layers, and the number of levels of a view to `out` as words. Sizes are those of level
 * `mip`, and 0 where the view does not have it; `isUnordered`: views for unordered access have one level. Without a
 * view there are `declaredAxes` sizes, which are 0.
 */
export function resourceInfo(
  view: TextureView | undefined,
  mip: number,
  format: SizeFormat,
  out: Uint32Array,
  isUnordered = false,
  declaredAxes = 3,
): void {
  const mips = view ? (isUnordered ? 1 : view.mips) : 0;
  const level = view && mip < mips ? view.subresource(mip, 0) : undefined;
  const axes = view?.axes ?? declaredAxes;
  const sizes = [level?.width ?? 0, level?.height ?? 0, level?.depth ?? 0];
  for (let i = 0; i < 3; i++) out[i] = i < axes ? sizeWord(sizes[i]!, format) : 0;
  if (view?.isArray) out[axes] = countWord(level ? view.elements : 0, format);
  out[3] = countWord(mips, format);
}

function countWord(count: number, format: SizeFormat): number {
  return format === 'uint' ? count : bitsOfFloat(count);
}

function sizeWord(size: number, format: SizeFormat): number {
  return format === 'reciprocal' ? bitsOfFloat(reciprocal(size)) : countWord(size, format);
}

/** The samples of a view, 0 without one. */
export function sampleCount(view: TextureView | undefined): number {
  return view?.texture.samples ?? 0;
}

/**
 * The position of sample `index` of a standard pattern relative to the center of the pixel; zeros where the pattern
 * does not have it.
 */
export function samplePosition(samples: number, index: number): readonly [x: number, y: number] {
  const position = SAMPLE_PATTERNS.get(samples)?.[index];
  return position === undefined ? [0, 0] : [position[0] * PATTERN_UNIT, position[1] * PATTERN_UNIT];
}
