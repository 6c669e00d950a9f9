/**
 * Textures in memory: sizes of mipmaps, and where each texel is.
 *
 * Subresources are in the order of Direct3D: all mipmaps of the first layer, then those of the next. Rows and slices
 * follow each other without gaps; the samples of a texel do, too.
 *
 * Not for: how a shader sees a texture (texture-view.ts).
 */

import { type Diagnostic, diagnostic, type Message, type MessageValues } from '../../base/diagnostics.ts';
import { MAX_TEXTURE_3D_SIZE, MAX_TEXTURE_BYTES, MAX_TEXTURE_LAYERS, MAX_TEXTURE_SIZE } from '../../base/limits.ts';
import type { FormatUse } from '../../formats/format-row.ts';
import { type Format, formatAllows } from '../../formats/formats.ts';
import { DX7050, DX7051, DX7052, DX7053, DX7054, DX7055, DX7060 } from '../messages.ts';

export type TextureDimension = '1d' | '2d' | '3d';

/** The dimensions and the format of a texture. */
export interface TextureDescriptor {
  readonly dimension: TextureDimension;
  readonly format: Format;
  readonly width: number;
  /** 1 in a 1D texture. Default: 1. */
  readonly height?: number;
  /** Of a 3D texture. Default: 1. */
  readonly depth?: number;
  /** Layers of an array; a cube has 6. Default: 1. */
  readonly layers?: number;
  /** Mipmap levels. Default: 1. */
  readonly mips?: number;
  /** Samples of each texel. Default: 1. */
  readonly samples?: number;
}

/** Where one mipmap level of one layer is. */
export interface Subresource {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Its first byte in the texture. */
  readonly offset: number;
  /** Bytes from a row of blocks to the next, and from a slice of a 3D texture to the next. */
  readonly rowBytes: number;
  readonly sliceBytes: number;
  readonly bytes: number;
}

/** A texture. Its bytes may be changed at any time; call {@link changed} afterwards. */
export class Texture {
  readonly dimension: TextureDimension;
  readonly format: Format;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly layers: number;
  readonly mips: number;
  readonly samples: number;
  /** The clamp of the level of detail of the resource, in its own mipmap levels (functional specification, 5.8). */
  minLod = 0;
  #version = 0;

  constructor(
    descriptor: Required<TextureDescriptor>,
    /** Mipmap `m` of layer `l` is number `l * mips + m`. */
    readonly subresources: readonly Subresource[],
    readonly bytes: Uint8Array,
  ) {
    this.dimension = descriptor.dimension;
    this.format = descriptor.format;
    this.width = descriptor.width;
    this.height = descriptor.height;
    this.depth = descriptor.depth;
    this.layers = descriptor.layers;
    this.mips = descriptor.mips;
    this.samples = descriptor.samples;
  }

  /** Draws that write the texture at the moment: nothing of it may be cached. */
  writers = 0;

  /** Counts changes: anything cached from an older version is out of date. */
  get version(): number {
    return this.#version;
  }

  changed(): void {
    this.#version++;
  }
}

/** A texture, or what is wrong with its descriptor. */
export interface TextureResult {
  readonly texture?: Texture;
  readonly diagnostics: readonly Diagnostic[];
}

const SAMPLE_COUNTS = [1, 2, 4, 8, 16];
const DIMENSION_USES: Readonly<Record<TextureDimension, FormatUse>> = {
  '1d': 'texture-1d',
  '2d': 'texture-2d',
  '3d': 'texture-3d',
};

/** Reports about something that is not a file: the span is empty. */
export function report(message: Message, values: MessageValues): Diagnostic {
  return diagnostic(message, { unit: 'byte', start: 0, end: 0 }, values);
}

/**
 * A texture with `bytes` as its content, which are used and not copied, or with zeros. Everything is checked before
 * memory is taken: the ranges of Direct3D 11, its uses of the format, and {@link MAX_TEXTURE_BYTES}.
 */
export function createTexture(descriptor: TextureDescriptor, bytes?: Uint8Array): TextureResult {
  const full = { height: 1, depth: 1, layers: 1, mips: 1, samples: 1, ...descriptor };
  const diagnostics = [...rangeFaults(full)];
  if (diagnostics.length > 0) return { diagnostics };
  diagnostics.push(...formatFaults(full));
  if (diagnostics.length > 0) return { diagnostics };
  const size = sizeOf(full);
  if (size > MAX_TEXTURE_BYTES) {
    return { diagnostics: [report(DX7052, { bytes: size, limit: MAX_TEXTURE_BYTES })] };
  }
  if (bytes && bytes.length !== size) {
    return { diagnostics: [report(DX7053, { expected: size, found: bytes.length })] };
  }
  return { texture: new Texture(full, subresourcesOf(full), bytes ?? new Uint8Array(size)), diagnostics: [] };
}

/** The number of levels down to a single texel. */
export function fullMipCount(width: number, height = 1, depth = 1): number {
  return 32 - Math.clz32(Math.max(width, height, depth));
}

function* rangeFaults(full: Required<TextureDescriptor>): Generator<Diagnostic> {
  const { dimension, width, height, depth } = full;
  const size = dimension === '3d' ? MAX_TEXTURE_3D_SIZE : MAX_TEXTURE_SIZE;
  const ranges: readonly (readonly [keyof TextureDescriptor, number])[] = [
    ['width', size],
    ['height', dimension === '1d' ? 1 : size],
    ['depth', dimension === '3d' ? size : 1],
    ['layers', dimension === '3d' ? 1 : MAX_TEXTURE_LAYERS],
  ];
  let isValid = true;
  for (const [name, high] of ranges) {
    if (isIntegerIn(full[name], 1, high)) continue;
    isValid = false;
    yield report(DX7050, { name, value: String(full[name]), low: 1, high });
  }
  if (!SAMPLE_COUNTS.includes(full.samples)) yield report(DX7055, { samples: String(full.samples) });
  const levels = isValid ? fullMipCount(width, height, depth) : fullMipCount(size);
  if (!isIntegerIn(full.mips, 1, levels)) {
    yield report(DX7050, { name: 'mips', value: String(full.mips), low: 1, high: levels });
  }
}

function isIntegerIn(value: unknown, low: number, high: number): boolean {
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
}

function* formatFaults(full: Required<TextureDescriptor>): Generator<Diagnostic> {
  const { format, dimension, width, height, samples, mips } = full;
  // Direct3D 9 has no list of formats for 1D textures.
  const isAllowed = format.bits > 0 && formatAllows(format, DIMENSION_USES[dimension]) !== false;
  const isDepthOf9 = format.api === 'd3d9' && dimension === '2d' && formatAllows(format, 'depth-stencil') !== false;
  if (!isAllowed && !isDepthOf9) yield report(DX7051, { format: format.name, dimension });
  if (samples > 1 && (dimension !== '2d' || mips > 1 || format.blockWidth > 1)) {
    yield report(DX7054, { samples });
  }
  const { blockWidth, blockHeight } = format;
  if (width % blockWidth !== 0 || height % blockHeight !== 0) {
    yield report(DX7060, { width, height, blockWidth, blockHeight, format: format.name });
  }
}

/** The size of a level in one direction. */
export function mipSize(size: number, mip: number): number {
  return Math.max(1, size >> mip);
}

function subresource(full: Required<TextureDescriptor>, mip: number, offset: number): Subresource {
  const { format, samples } = full;
  const width = mipSize(full.width, mip);
  const height = mipSize(full.height, mip);
  const depth = mipSize(full.depth, mip);
  const rowBytes = Math.ceil(width / format.blockWidth) * format.blockBytes * samples;
  const sliceBytes = Math.ceil(height / format.blockHeight) * rowBytes;
  return { width, height, depth, offset, rowBytes, sliceBytes, bytes: sliceBytes * depth };
}

function sizeOf(full: Required<TextureDescriptor>): number {
  let bytes = 0;
  for (let mip = 0; mip < full.mips; mip++) bytes += subresource(full, mip, 0).bytes;
  return bytes * full.layers;
}

function subresourcesOf(full: Required<TextureDescriptor>): readonly Subresource[] {
  const list: Subresource[] = [];
  let offset = 0;
  for (let layer = 0; layer < full.layers; layer++) {
    for (let mip = 0; mip < full.mips; mip++) {
      list.push(subresource(full, mip, offset));
      offset += list.at(-1)!.bytes;
    }
  }
  return list;
}
