/**
 * Reads blocks of texels: one function for each kind. Each writes the components that the kind has, four words a texel.
 *
 * Source: Direct3D 11.3 functional specification, 19.3.2 and 19.4. The specification of Direct3D 10 leaves open which bit of a byte of
 * `R1_UNORM` comes first; the highest does, as in Microsoft's library DirectXTex. CxV8U8 is the format of normals of Direct3D 9 whose third
 * component is computed.
 *
 * Not for: the components that a kind does not have (texel.ts).
 */
import { bitsOfFloat, floatOfBits } from '../numerics/conversion.ts';
import { decodeBc6h } from './bc/bc6h.ts';
import { decodeBc7 } from './bc/bc7.ts';
import { decodeColorBlock, decodeExplicitAlpha } from './bc/color-blocks.ts';
import { decodeScalarBlock } from './bc/scalar-blocks.ts';
import type { BlockKind } from './format-row.ts';
import { decodeNumber, encodeNumber } from './number-types.ts';
import { floatsToSharedExponent, sharedExponentToFloat } from './small-floats.ts';

const COMPONENTS = 4;
const RED = 0;
const GREEN = 1;
const BLUE = 2;
const ALPHA = 3;
const BYTE = 8;
/** Bytes of each half of a block of 16. */
const HALF_BLOCK = 8;

/** Reads the block at `offset` into `out`, four words a texel, in rows. */
export function decodeBlockTexels(kind: BlockKind, bytes: Uint8Array, offset: number, out: Uint32Array): void {
  READERS[kind](bytes, offset, out);
}

type Reader = (bytes: Uint8Array, offset: number, out: Uint32Array) => void;

const READERS: Readonly<Record<BlockKind, Reader>> = {
  bc1: (bytes, offset, out) => decodeColorBlock(bytes, offset, out, false, true),
  'bc1-srgb': (bytes, offset, out) => decodeColorBlock(bytes, offset, out, true, true),
  bc2: (bytes, offset, out) => decodeBc2(bytes, offset, out, false),
  'bc2-srgb': (bytes, offset, out) => decodeBc2(bytes, offset, out, true),
  bc3: (bytes, offset, out) => decodeBc3(bytes, offset, out, false),
  'bc3-srgb': (bytes, offset, out) => decodeBc3(bytes, offset, out, true),
  'bc4-unorm': (bytes, offset, out) => decodeScalarBlock(bytes, offset, out, RED, false),
  'bc4-snorm': (bytes, offset, out) => decodeScalarBlock(bytes, offset, out, RED, true),
  'bc5-unorm': (bytes, offset, out) => decodeBc5(bytes, offset, out, RED, GREEN, false),
  'bc5-snorm': (bytes, offset, out) => decodeBc5(bytes, offset, out, RED, GREEN, true),
  'bc5-swapped': (bytes, offset, out) => decodeBc5(bytes, offset, out, GREEN, RED, false),
  'bc6h-unsigned': (bytes, offset, out) => decodeBc6h(bytes, offset, out, false),
  'bc6h-signed': (bytes, offset, out) => decodeBc6h(bytes, offset, out, true),
  bc7: (bytes, offset, out) => decodeBc7(bytes, offset, out, false),
  'bc7-srgb': (bytes, offset, out) => decodeBc7(bytes, offset, out, true),
  'r8g8-b8g8': (bytes, offset, out) => decodePair(bytes, offset, out, 0, 1, 2, 3),
  'g8r8-g8b8': (bytes, offset, out) => decodePair(bytes, offset, out, 1, 0, 3, 2),
  'one-bit': decodeBits,
  'shared-exponent': decodeSharedExponent,
  'normal-map': decodeNormal,
  'opaque-8': () => {},
  'opaque-16': () => {},
};

function decodeBc2(bytes: Uint8Array, offset: number, out: Uint32Array, isSrgb: boolean): void {
  decodeColorBlock(bytes, offset + HALF_BLOCK, out, isSrgb, false);
  decodeExplicitAlpha(bytes, offset, out);
}

function decodeBc3(bytes: Uint8Array, offset: number, out: Uint32Array, isSrgb: boolean): void {
  decodeColorBlock(bytes, offset + HALF_BLOCK, out, isSrgb, false);
  decodeScalarBlock(bytes, offset, out, ALPHA, false);
}

function decodeBc5(
  bytes: Uint8Array,
  offset: number,
  out: Uint32Array,
  first: number,
  second: number,
  isSigned: boolean,
): void {
  decodeScalarBlock(bytes, offset, out, first, isSigned);
  decodeScalarBlock(bytes, offset + HALF_BLOCK, out, second, isSigned);
}

function decodeBits(bytes: Uint8Array, offset: number, out: Uint32Array): void {
  for (let i = 0; i < BYTE; i++) {
    out[i * COMPONENTS] = decodeNumber('unorm', 1, (bytes[offset]! >>> (BYTE - 1 - i)) & 1);
  }
}

function decodeSharedExponent(bytes: Uint8Array, offset: number, out: Uint32Array): void {
  const word = bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24);
  for (let i = RED; i <= BLUE; i++) out[i] = bitsOfFloat(sharedExponentToFloat(word >>> 0, i));
}

/** Two texels with a green each and common red and blue, at these bytes of the block. */
function decodePair(
  bytes: Uint8Array,
  offset: number,
  out: Uint32Array,
  red: number,
  first: number,
  blue: number,
  second: number,
): void {
  for (let i = 0; i < 2; i++) {
    const at = i * COMPONENTS;
    out[at + RED] = decodeNumber('unorm', BYTE, bytes[offset + red]!);
    out[at + GREEN] = decodeNumber('unorm', BYTE, bytes[offset + (i === 0 ? first : second)]!);
    out[at + BLUE] = decodeNumber('unorm', BYTE, bytes[offset + blue]!);
  }
}

function decodeNormal(bytes: Uint8Array, offset: number, out: Uint32Array): void {
  out[RED] = decodeNumber('snorm', BYTE, bytes[offset]!);
  out[GREEN] = decodeNumber('snorm', BYTE, bytes[offset + 1]!);
  const [x, y] = [floatOfBits(out[RED]!), floatOfBits(out[GREEN]!)];
  out[BLUE] = bitsOfFloat(Math.sqrt(Math.max(1 - x * x - y * y, 0)));
}

/** Writes the texel of a kind whose blocks are one texel. */
export function encodeBlockTexel(
  kind: BlockKind,
  words: Uint32Array,
  at: number,
  bytes: Uint8Array,
  offset: number,
): void {
  if (kind === 'normal-map') {
    for (let i = RED; i <= GREEN; i++) bytes[offset + i] = encodeNumber('snorm', BYTE, words[at + i]!);
    return;
  }
  const word = floatsToSharedExponent(
    floatOfBits(words[at]!),
    floatOfBits(words[at + 1]!),
    floatOfBits(words[at + 2]!),
  );
  for (let i = 0; i < COMPONENTS; i++) bytes[offset + i] = word >>> (i * BYTE);
}
