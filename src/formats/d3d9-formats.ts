/**
 * The table of the formats of Direct3D 9, with those that drivers added under four-character codes.
 *
 * Sources: D3DFORMAT in the documentation of Direct3D 9 (numbers; the names list components from the highest bit on).
 * Which ones a device allows is up to the device but for a few: small letters in `uses`. The documentation of `texld`
 * says that components that a format does not have are 1; those of A8 that are not alpha are 0. ATI1, ATI2, DF16, DF24,
 * INTZ, RAWZ and NULL are not documented by Microsoft: their layouts are those of public drivers. DF24 is read as a
 * normalized number.
 *
 * Not for: MULTI2 surfaces, palettes, YUV and the 24-bit floats of D24FS8: their rows have a size and no layout.
 */
import type { FormatRow } from './format-row.ts';

export function fourCc(text: string): number {
  return (
    text.charCodeAt(0) + text.charCodeAt(1) * 0x100 + text.charCodeAt(2) * 0x1_0000 + text.charCodeAt(3) * 0x100_0000
  );
}

export const D3D9_FORMATS = {
  UNKNOWN: { code: 0, bits: 0, uses: '' },
  R8G8B8: { code: 20, layout: 'unorm b8 g8 r8', uses: '2' },
  A8R8G8B8: { code: 21, layout: 'unorm b8 g8 r8 a8', uses: '23CFPTNMY' },
  X8R8G8B8: { code: 22, layout: 'unorm b8 g8 r8 x8', uses: '23CFPTNMY' },
  R5G6B5: { code: 23, layout: 'unorm b5 g6 r5', uses: '23CFPTNMY' },
  X1R5G5B5: { code: 24, layout: 'unorm b5 g5 r5 x1', uses: '23cfptnmy' },
  A1R5G5B5: { code: 25, layout: 'unorm b5 g5 r5 a1', uses: '23cfptnmy' },
  A4R4G4B4: { code: 26, layout: 'unorm b4 g4 r4 a4', uses: '23cfptn' },
  R3G3B2: { code: 27, layout: 'unorm b2 g3 r3', uses: '23cfp' },
  A8: { code: 28, layout: 'unorm a8', uses: '23cfptn', missing: '000-' },
  A8R3G3B2: { code: 29, layout: 'unorm b2 g3 r3 a8', uses: '23cfp' },
  X4R4G4B4: { code: 30, layout: 'unorm b4 g4 r4 x4', uses: '23cfptn' },
  A2B10G10R10: { code: 31, layout: 'unorm r10 g10 b10 a2', uses: '23cfptnm' },
  A8B8G8R8: { code: 32, layout: 'unorm r8 g8 b8 a8', uses: '23cfptnm' },
  X8B8G8R8: { code: 33, layout: 'unorm r8 g8 b8 x8', uses: '23cfptnm' },
  G16R16: { code: 34, layout: 'unorm r16 g16', uses: '23cfptnm' },
  A2R10G10B10: { code: 35, layout: 'unorm b10 g10 r10 a2', uses: '23cfptnmy' },
  A16B16G16R16: { code: 36, layout: 'unorm r16 g16 b16 a16', uses: '23cfptnm' },
  A8P8: { code: 40, bits: 16, uses: '23cp' },
  P8: { code: 41, bits: 8, uses: '23cp' },
  L8: { code: 50, layout: 'unorm l8', uses: '23cfptn' },
  A8L8: { code: 51, layout: 'unorm l8 a8', uses: '23cfp' },
  A4L4: { code: 52, layout: 'unorm l4 a4', uses: '23cfp' },
  V8U8: { code: 60, layout: 'snorm r8 g8', uses: '23cfp' },
  L6V5U5: { code: 61, layout: 'snorm r5 g5 unorm b6', uses: '23cfp' },
  X8L8V8U8: { code: 62, layout: 'snorm r8 g8 unorm b8 x8', uses: '23cfp' },
  Q8W8V8U8: { code: 63, layout: 'snorm r8 g8 b8 a8', uses: '23cfp' },
  V16U16: { code: 64, layout: 'snorm r16 g16', uses: '23cfp' },
  A2W10V10U10: { code: 67, layout: 'snorm r10 g10 b10 unorm a2', uses: '23cfp' },
  D16_LOCKABLE: { code: 70, layout: 'unorm d16', uses: 'dm' },
  D32: { code: 71, layout: 'unorm d32', uses: 'dm' },
  D15S1: { code: 73, layout: 'uint s1 unorm d15', uses: 'dm' },
  D24S8: { code: 75, layout: 'uint s8 unorm d24', uses: '2KDm' },
  D24X8: { code: 77, layout: 'x8 unorm d24', uses: '2KDm' },
  D24X4S4: { code: 79, layout: 'uint s4 x4 unorm d24', uses: 'dm' },
  D16: { code: 80, layout: 'unorm d16', uses: '2KDm' },
  L16: { code: 81, layout: 'unorm l16', uses: '23cfp' },
  D32F_LOCKABLE: { code: 82, layout: 'float d32', uses: '2kdm' },
  D24FS8: { code: 83, bits: 32, uses: 'dm' },
  D32_LOCKABLE: { code: 84, layout: 'unorm d32', uses: 'd' },
  S8_LOCKABLE: { code: 85, layout: 'uint s8', uses: 'd' },
  VERTEXDATA: { code: 100, bits: 8, uses: 'V' },
  INDEX16: { code: 101, layout: 'uint r16', uses: 'I' },
  INDEX32: { code: 102, layout: 'uint r32', uses: 'i' },
  Q16W16V16U16: { code: 110, layout: 'snorm r16 g16 b16 a16', uses: '23cfp' },
  R16F: { code: 111, layout: 'float r16', uses: '23cfptnm' },
  G16R16F: { code: 112, layout: 'float r16 g16', uses: '23cfptnm' },
  A16B16G16R16F: { code: 113, layout: 'float r16 g16 b16 a16', uses: '23cfptnm' },
  R32F: { code: 114, layout: 'float r32', uses: '23cfptnm' },
  G32R32F: { code: 115, layout: 'float r32 g32', uses: '23cfptnm' },
  A32B32G32R32F: { code: 116, layout: 'float r32 g32 b32 a32', uses: '23cfptnm' },
  CxV8U8: { code: 117, block: 'normal-map', uses: '23cfp' },
  A1: { code: 118, bits: 1, uses: '2' },
  A2B10G10R10_XR_BIAS: { code: 119, layout: 'xr r10 g10 b10 unorm a2', uses: '2y' },
  BINARYBUFFER: { code: 199, bits: 8, uses: '' },
  UYVY: { code: fourCc('UYVY'), bits: 16, uses: '2' },
  R8G8_B8G8: { code: fourCc('RGBG'), block: 'r8g8-b8g8', uses: '2cfp' },
  YUY2: { code: fourCc('YUY2'), bits: 16, uses: '2' },
  G8R8_G8B8: { code: fourCc('GRGB'), block: 'g8r8-g8b8', uses: '2cfp' },
  DXT1: { code: fourCc('DXT1'), block: 'bc1', uses: '23CFP' },
  DXT2: { code: fourCc('DXT2'), block: 'bc2', uses: '23CFP' },
  DXT3: { code: fourCc('DXT3'), block: 'bc2', uses: '23CFP' },
  DXT4: { code: fourCc('DXT4'), block: 'bc3', uses: '23CFP' },
  DXT5: { code: fourCc('DXT5'), block: 'bc3', uses: '23CFP' },
  MULTI2_ARGB8: { code: fourCc('MET1'), bits: 32, uses: '' },
  ATI1: { code: fourCc('ATI1'), block: 'bc4-unorm', uses: '2cfp', missing: '-001' },
  ATI2: { code: fourCc('ATI2'), block: 'bc5-swapped', uses: '2cfp' },
  DF16: { code: fourCc('DF16'), layout: 'unorm d16', uses: '2d', missing: '-001' },
  DF24: { code: fourCc('DF24'), layout: 'x8 unorm d24', uses: '2d', missing: '-001' },
  INTZ: { code: fourCc('INTZ'), layout: 'uint x8 unorm i24', uses: '2d' },
  RAWZ: { code: fourCc('RAWZ'), bits: 32, uses: '2d' },
  NULL: { code: fourCc('NULL'), bits: 0, uses: 't' },
} as const satisfies Record<string, FormatRow>;

export type D3d9FormatName = keyof typeof D3D9_FORMATS;

// The table of the types of vertex elements of Direct3D 9.
//
// Source: D3DDECLTYPE in the documentation of Direct3D 9: each is expanded to four floats, components that it does not
// have to 0, 0, 0, 1.

export const VERTEX_FORMATS = {
  FLOAT1: { code: 0, layout: 'float r32', uses: 'V' },
  FLOAT2: { code: 1, layout: 'float r32 g32', uses: 'V' },
  FLOAT3: { code: 2, layout: 'float r32 g32 b32', uses: 'V' },
  FLOAT4: { code: 3, layout: 'float r32 g32 b32 a32', uses: 'V' },
  D3DCOLOR: { code: 4, layout: 'unorm b8 g8 r8 a8', uses: 'V' },
  UBYTE4: { code: 5, layout: 'uscaled r8 g8 b8 a8', uses: 'V' },
  SHORT2: { code: 6, layout: 'sscaled r16 g16', uses: 'V' },
  SHORT4: { code: 7, layout: 'sscaled r16 g16 b16 a16', uses: 'V' },
  UBYTE4N: { code: 8, layout: 'unorm r8 g8 b8 a8', uses: 'v' },
  SHORT2N: { code: 9, layout: 'snorm r16 g16', uses: 'v' },
  SHORT4N: { code: 10, layout: 'snorm r16 g16 b16 a16', uses: 'v' },
  USHORT2N: { code: 11, layout: 'unorm r16 g16', uses: 'v' },
  USHORT4N: { code: 12, layout: 'unorm r16 g16 b16 a16', uses: 'v' },
  UDEC3: { code: 13, layout: 'uscaled r10 g10 b10 x2', uses: 'v' },
  DEC3N: { code: 14, layout: 'snorm r10 g10 b10 x2', uses: 'v' },
  FLOAT16_2: { code: 15, layout: 'float r16 g16', uses: 'v' },
  FLOAT16_4: { code: 16, layout: 'float r16 g16 b16 a16', uses: 'v' },
  UNUSED: { code: 17, bits: 0, uses: '' },
} as const satisfies Record<string, FormatRow>;

export type VertexFormatName = keyof typeof VERTEX_FORMATS;
