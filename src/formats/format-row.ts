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
 * Texels that share bits, which no list of components describes; the functions that read them are in texel-blocks.ts.
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

/** One format. */
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
