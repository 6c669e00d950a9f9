/**
 * The table of the types of vertex elements of Direct3D 9.
 *
 * Source: D3DDECLTYPE in the documentation of Direct3D 9: each is expanded to four floats, components that it does not have to 0, 0, 0, 1.
 *
 * Not for: vertex elements of Direct3D 10 and later, which have formats of DXGI.
 */
import type { FormatRow } from './format-row.ts';

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
