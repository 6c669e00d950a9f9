/**
 * A row of the format tables, and the notation of layouts.
 *
 * A layout lists the components from the lowest bit (or the lowest address) on: `unorm b5 g6 r5`. A word without digits
 * is the number type of the components after it; the digits are bits. Components: `r`, `g`, `b`, `a`; `d` depth (read
 * as red) and `s` stencil (read as green); `l` luminance (red, green and blue); `i` intensity (all four); `x` unused.
 *
 * Not for: reading texels (texel.ts), or finding a format by its name (formats.ts).
 */

/**
 * How the bits of a component become a number. `uscaled` and `sscaled` are integers that shaders see as floats;
 * `ufloat` has no sign;
 * `xr` is the biased number of `R10G10B10_XR_BIAS_A2_UNORM`; `typeless` bits are copied.
 */
export const NUMBER_TYPES = [
  'typeless',
  'unorm',
  'snorm',
  'uint',
  'sint',
  'float',
  'ufloat',
  'srgb',
  'xr',
  'uscaled',
  'sscaled',
] as const;
export type NumberType = (typeof NUMBER_TYPES)[number];

/**
 * Texels that share bits, which no list of components describes; the functions that read them are in texel.ts.
 */
export const BLOCK_KINDS = [
  'bc1',
  'bc1-srgb',
  'bc2',
  'bc2-srgb',
  'bc3',
  'bc3-srgb',
  'bc4-unorm',
  'bc4-snorm',
  'bc5-unorm',
  'bc5-snorm',
  'bc5-swapped',
  'bc6h-unsigned',
  'bc6h-signed',
  'bc7',
  'bc7-srgb',
  'r8g8-b8g8',
  'g8r8-g8b8',
  'one-bit',
  'shared-exponent',
  'normal-map',
  'opaque-8',
  'opaque-16',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export interface FormatRow {
  /** Its number in DXGI_FORMAT, D3DFORMAT or D3DDECLTYPE. */
  readonly code: number;
  /** The components of one texel; absent where `block` or `bits` is present. */
  readonly layout?: string;
  /** How texels that share bits are read. */
  readonly block?: BlockKind;
  /** Bits of a texel, where nothing reads it: video, opaque and typeless block formats. */
  readonly bits?: number;
  /**
   * Permitted uses, as letters of FORMAT_USES: capitals if every device must support the use, small letters if it may.
   */
  readonly uses: string;
  /**
   * Values of red, green, blue and alpha where the format does not have them, as `0`, `1` or `-`; the default depends
   * on the API.
   */
  readonly missing?: string;
}

// Source: Direct3D 11.3 functional specification, 19.3 to 19.5.

export interface BlockLayout {
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** The number type of red, green, blue and alpha; absent where nothing reads the block. */
  readonly types?: readonly (NumberType | undefined)[];
  /** Whether single texels can be written. */
  readonly canEncode?: boolean;
}

const LINEAR = ['unorm', 'unorm', 'unorm', 'unorm'] as const;
const SRGB = ['srgb', 'srgb', 'srgb', 'unorm'] as const;
const COLORS = ['unorm', 'unorm', 'unorm', undefined] as const;
const UNSIGNED_FLOATS = ['ufloat', 'ufloat', 'ufloat', undefined] as const;
const WIDTH = 4;

function square(bytes: number, types?: readonly (NumberType | undefined)[]): BlockLayout {
  return types ? { bytes, width: WIDTH, height: WIDTH, types } : { bytes, width: WIDTH, height: WIDTH };
}

export const BLOCK_LAYOUTS: Readonly<Record<BlockKind, BlockLayout>> = {
  bc1: square(8, LINEAR),
  'bc1-srgb': square(8, SRGB),
  bc2: square(16, LINEAR),
  'bc2-srgb': square(16, SRGB),
  bc3: square(16, LINEAR),
  'bc3-srgb': square(16, SRGB),
  'bc4-unorm': square(8, ['unorm', undefined, undefined, undefined]),
  'bc4-snorm': square(8, ['snorm', undefined, undefined, undefined]),
  'bc5-unorm': square(16, ['unorm', 'unorm', undefined, undefined]),
  'bc5-snorm': square(16, ['snorm', 'snorm', undefined, undefined]),
  'bc5-swapped': square(16, ['unorm', 'unorm', undefined, undefined]),
  'bc6h-unsigned': square(16, UNSIGNED_FLOATS),
  'bc6h-signed': square(16, ['float', 'float', 'float', undefined]),
  bc7: square(16, LINEAR),
  'bc7-srgb': square(16, SRGB),
  'opaque-8': square(8),
  'opaque-16': square(16),
  'r8g8-b8g8': { bytes: 4, width: 2, height: 1, types: COLORS },
  'g8r8-g8b8': { bytes: 4, width: 2, height: 1, types: COLORS },
  'one-bit': { bytes: 1, width: 8, height: 1, types: ['unorm', undefined, undefined, undefined] },
  'shared-exponent': { bytes: 4, width: 1, height: 1, types: UNSIGNED_FLOATS, canEncode: true },
  'normal-map': { bytes: 2, width: 1, height: 1, types: ['snorm', 'snorm', 'snorm', undefined], canEncode: true },
};

// Source: the lists of formats by feature level that belong to the Direct3D 11.3 functional specification, 19.1.4
// (feature level 11_1), and for typed loads of Direct3D 11.3 the documentation of typed unordered access views.

/** Each use by its letter. */
export const FORMAT_USES = {
  B: { name: 'buffer', doc: 'typed buffers' },
  V: { name: 'vertex', doc: 'vertex buffers' },
  I: { name: 'index', doc: 'index buffers' },
  O: { name: 'stream-output', doc: 'buffers for stream output' },
  1: { name: 'texture-1d', doc: '1D textures' },
  2: { name: 'texture-2d', doc: '2D textures' },
  3: { name: 'texture-3d', doc: '3D textures' },
  C: { name: 'texture-cube', doc: 'cube textures' },
  L: { name: 'load', doc: 'reads without a sampler' },
  F: { name: 'sample', doc: 'reads with a sampler, filtered' },
  K: { name: 'compare', doc: 'reads with a comparison' },
  G: { name: 'gather', doc: 'reads of four texels' },
  H: { name: 'gather-compare', doc: 'comparisons of four texels' },
  P: { name: 'mipmap', doc: 'mipmaps' },
  T: { name: 'render-target', doc: 'render targets' },
  N: { name: 'blend', doc: 'blending' },
  R: { name: 'logic-operation', doc: 'logic operations on render targets' },
  D: { name: 'depth-stencil', doc: 'depth and stencil' },
  W: { name: 'typed-store', doc: 'stores to typed unordered access views' },
  X: { name: 'typed-load', doc: 'loads from typed unordered access views' },
  A: { name: 'atomic', doc: 'atomic operations on typed unordered access views' },
  E: { name: 'atomic-exchange', doc: 'atomic exchange on typed unordered access views' },
  M: { name: 'multisample', doc: 'multisampling with four samples' },
  S: { name: 'resolve', doc: 'resolving of samples' },
  Q: { name: 'multisample-load', doc: 'reads of single samples' },
  Y: { name: 'display', doc: 'swap chains' },
} as const;

export type FormatUse = (typeof FORMAT_USES)[keyof typeof FORMAT_USES]['name'];

const LETTER_OF = new Map<string, string>(Object.entries(FORMAT_USES).map(([letter, { name }]) => [name, letter]));

/** Whether the letters of a row allow a use: `required`, `optional` (it depends on the device), or false. */
export function allowsUse(uses: string, use: FormatUse): 'required' | 'optional' | false {
  const letter = LETTER_OF.get(use)!;
  if (uses.includes(letter)) return 'required';
  return uses.includes(letter.toLowerCase()) ? 'optional' : false;
}
