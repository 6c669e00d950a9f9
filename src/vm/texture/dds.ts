/**
 * DDS files: textures with their mipmaps and layers.
 *
 * Source: "Programming Guide for DDS" and the reference of DDS_HEADER, DDS_PIXELFORMAT and DDS_HEADER_DXT10 in
 * Microsoft's documentation. The subresources of a file are in the order of Direct3D, without gaps, which is also that
 * of {@link Texture}.
 */

import { fourCC, setU32At, u32At } from '../../base/words.ts';
import { d3d9Format, dxgiFormat, type Format } from '../../formats/formats.ts';
import type { Texture, TextureDescriptor } from './texture.ts';

/** A texture in a DDS file: what it is, and its texels. */
export interface DdsTexture {
  readonly descriptor: TextureDescriptor;
  readonly texels: Uint8Array;
}

const MAGIC = /* @__PURE__ */ fourCC('DDS ');
const DX10 = /* @__PURE__ */ fourCC('DX10');
const HEADER_SIZE = 124;
const PIXEL_FORMAT_SIZE = 32;
/** Bytes before the texels, with and without DDS_HEADER_DXT10. */
const SHORT_START = 128;
const LONG_START = 148;

/** Offsets of the fields from the beginning of the file. */
const AT = {
  size: 4,
  flags: 8,
  height: 12,
  width: 16,
  pitch: 20,
  depth: 24,
  mips: 28,
  formatSize: 76,
  formatFlags: 80,
  fourCC: 84,
  bits: 88,
  masks: 92,
  caps: 108,
  caps2: 112,
  dxgiFormat: 128,
  dimension: 132,
  misc: 136,
  layers: 140,
} as const;

const FLAGS_REQUIRED = 0x1007;
const FLAG_MIPS = 0x2_0000;
const FLAG_DEPTH = 0x80_0000;
const FLAG_PITCH = 0x8;
const FLAG_LINEAR_SIZE = 0x8_0000;
const FORMAT_FOURCC = 0x4;
const CAPS_TEXTURE = 0x1000;
const CAPS_COMPLEX = 0x8;
const CAPS_MIPS = 0x40_0000;
const CAPS2_CUBE = 0x200;
const CAPS2_VOLUME = 0x20_0000;
const MISC_CUBE = 4;
const FACES = 6;
/** D3D10_RESOURCE_DIMENSION of 1D, 2D and 3D textures. */
const DIMENSIONS = { 2: '1d', 3: '2d', 4: '3d' } as const;

/** Formats of four-character codes that are no numbers of D3DFORMAT with the same layout in DXGI. */
const FOURCC_FORMATS: Readonly<Record<string, string>> = {
  DXT1: 'BC1_UNORM',
  DXT2: 'BC2_UNORM',
  DXT3: 'BC2_UNORM',
  DXT4: 'BC3_UNORM',
  DXT5: 'BC3_UNORM',
  ATI1: 'BC4_UNORM',
  BC4U: 'BC4_UNORM',
  BC4S: 'BC4_SNORM',
  ATI2: 'BC5_UNORM',
  BC5U: 'BC5_UNORM',
  BC5S: 'BC5_SNORM',
  RGBG: 'R8G8_B8G8_UNORM',
  GRGB: 'G8R8_G8B8_UNORM',
};

/**
 * Formats by bits of a texel and the masks of red, green, blue and alpha; without a DXGI format, that of Direct3D 9.
 */
const MASK_FORMATS: readonly (readonly [format: string, bits: number, ...masks: number[]])[] = [
  ['R8G8B8A8_UNORM', 32, 0xff, 0xff00, 0xff_0000, 0xff00_0000],
  ['B8G8R8A8_UNORM', 32, 0xff_0000, 0xff00, 0xff, 0xff00_0000],
  ['B8G8R8X8_UNORM', 32, 0xff_0000, 0xff00, 0xff, 0],
  ['R10G10B10A2_UNORM', 32, 0x3ff, 0xf_fc00, 0x3ff0_0000, 0xc000_0000],
  ['R16G16_UNORM', 32, 0xffff, 0xffff_0000, 0, 0],
  ['D3DFMT_R8G8B8', 24, 0xff_0000, 0xff00, 0xff, 0],
  ['B5G6R5_UNORM', 16, 0xf800, 0x7e0, 0x1f, 0],
  ['B5G5R5A1_UNORM', 16, 0x7c00, 0x3e0, 0x1f, 0x8000],
  ['D3DFMT_X1R5G5B5', 16, 0x7c00, 0x3e0, 0x1f, 0],
  ['B4G4R4A4_UNORM', 16, 0xf00, 0xf0, 0xf, 0xf000],
  ['D3DFMT_A8L8', 16, 0xff, 0, 0, 0xff00],
  ['D3DFMT_L16', 16, 0xffff, 0, 0, 0],
  ['D3DFMT_L8', 8, 0xff, 0, 0, 0],
  ['A8_UNORM', 8, 0, 0, 0, 0xff],
];

/** Numbers of D3DFORMAT that files have as four-character codes, and DXGI formats with the same texels. */
const CODE_FORMATS: Readonly<Record<number, string>> = {
  36: 'R16G16B16A16_UNORM',
  110: 'R16G16B16A16_SNORM',
  111: 'R16_FLOAT',
  112: 'R16G16_FLOAT',
  113: 'R16G16B16A16_FLOAT',
  114: 'R32_FLOAT',
  115: 'R32G32_FLOAT',
  116: 'R32G32B32A32_FLOAT',
};

/** Whether the bytes begin like a DDS file. */
export function isDds(bytes: Uint8Array): boolean {
  return bytes.length >= SHORT_START && u32At(bytes, 0) === MAGIC && u32At(bytes, AT.size) === HEADER_SIZE;
}

/** Reads a DDS file; a text says why it cannot be read. Whether a texture can have this description is not checked. */
export function readDds(bytes: Uint8Array): DdsTexture | string {
  if (!isDds(bytes)) return 'it is no DDS file';
  const at = (offset: number) => u32At(bytes, offset);
  const isLong = (at(AT.formatFlags) & FORMAT_FOURCC) !== 0 && at(AT.fourCC) === DX10;
  if (isLong && bytes.length < LONG_START) return 'its header is not complete';
  const format = isLong ? dxgiFormat(at(AT.dxgiFormat)) : shortFormat(bytes);
  if (format === undefined) return 'its format is unknown';
  const isVolume = (at(AT.caps2) & CAPS2_VOLUME) !== 0;
  const dimension = isLong ? DIMENSIONS[at(AT.dimension) as 2 | 3 | 4] : isVolume ? '3d' : '2d';
  if (dimension === undefined) return 'its dimension is unknown';
  const isCube = isLong ? (at(AT.misc) & MISC_CUBE) !== 0 : (at(AT.caps2) & CAPS2_CUBE) !== 0;
  const descriptor = {
    dimension,
    format,
    width: at(AT.width),
    height: dimension === '1d' ? 1 : at(AT.height),
    depth: dimension === '3d' ? at(AT.depth) : 1,
    layers: (isLong ? at(AT.layers) : 1) * (isCube ? FACES : 1),
    mips: Math.max(1, at(AT.flags) & FLAG_MIPS ? at(AT.mips) : 1),
  };
  return { descriptor, texels: bytes.subarray(isLong ? LONG_START : SHORT_START) };
}

function shortFormat(bytes: Uint8Array): Format | undefined {
  const code = u32At(bytes, AT.fourCC);
  if (u32At(bytes, AT.formatFlags) & FORMAT_FOURCC) {
    const name = String.fromCharCode(...bytes.subarray(AT.fourCC, AT.fourCC + 4));
    return dxgiFormat(FOURCC_FORMATS[name] ?? CODE_FORMATS[code] ?? '') ?? d3d9Format(code);
  }
  const values = [u32At(bytes, AT.bits), ...[0, 1, 2, 3].map((i) => u32At(bytes, AT.masks + 4 * i))];
  const row = MASK_FORMATS.find(([, ...expected]) => expected.every((value, i) => value >>> 0 === values[i]));
  return row && (dxgiFormat(row[0]) ?? d3d9Format(row[0]));
}

/**
 * Writes a texture as a DDS file with DDS_HEADER_DXT10; a text says why that is not possible. Arrays of six square
 * layers are cubes.
 */
export function writeDds(texture: Texture): Uint8Array | string {
  const { format, width, height, depth, layers, mips, samples, dimension } = texture;
  if (samples > 1) return 'a DDS file cannot have samples';
  if (format.api !== 'dxgi') return 'a DDS file cannot have a format of Direct3D 9 here';
  const isCube = dimension === '2d' && width === height && layers % FACES === 0;
  const bytes = new Uint8Array(LONG_START + texture.bytes.length);
  const set = (offset: number, value: number) => setU32At(bytes, offset, value);
  const isBlocks = format.blockWidth > 1;
  const [first] = texture.subresources;
  set(0, MAGIC);
  set(AT.size, HEADER_SIZE);
  set(
    AT.flags,
    FLAGS_REQUIRED |
      (mips > 1 ? FLAG_MIPS : 0) |
      (dimension === '3d' ? FLAG_DEPTH : 0) |
      (isBlocks ? FLAG_LINEAR_SIZE : FLAG_PITCH),
  );
  set(AT.height, height);
  set(AT.width, width);
  set(AT.pitch, isBlocks ? first!.sliceBytes : first!.rowBytes);
  set(AT.depth, dimension === '3d' ? depth : 0);
  set(AT.mips, mips);
  set(AT.formatSize, PIXEL_FORMAT_SIZE);
  set(AT.formatFlags, FORMAT_FOURCC);
  set(AT.fourCC, DX10);
  set(AT.caps, CAPS_TEXTURE | (mips > 1 ? CAPS_MIPS : 0) | (mips > 1 || layers > 1 ? CAPS_COMPLEX : 0));
  set(AT.caps2, dimension === '3d' ? CAPS2_VOLUME : isCube ? CAPS2_CUBE | 0xfc00 : 0);
  set(AT.dxgiFormat, format.code);
  set(AT.dimension, { '1d': 2, '2d': 3, '3d': 4 }[dimension]);
  set(AT.misc, isCube ? MISC_CUBE : 0);
  set(AT.layers, isCube ? layers / FACES : layers);
  bytes.set(texture.bytes, LONG_START);
  return bytes;
}
