/**
 * The sizes of blocks of texels that share bits, and the number types that shaders see.
 *
 * Source: Direct3D 11.3 functional specification, 19.3 to 19.5.
 *
 * Not for: reading them (texel-blocks.ts).
 */
import type { BlockKind, NumberType } from './format-row.ts';

/** One kind of blocks. */
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

/** Each kind of blocks. */
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
