/**
 * Texels: bytes in memory to the four words of a shader's register, and back. Each kind of blocks has a function that
 * writes the components which the kind has, four words a texel.
 *
 * Floats are written toward zero, normalized numbers to the nearest, integers are clamped; components that the format
 * does not have are read as the API defines. Bytes beyond the end of an array read as 0.
 *
 * Source: Direct3D 11.3 functional specification, 3.2, 19.1, 19.3.2 and 19.4. The specification of Direct3D 10 leaves
 * open which bit of a byte of `R1_UNORM` comes first; the highest does, as in Microsoft's library DirectXTex. CxV8U8 is
 * the format of normals of Direct3D 9 whose third component is computed.
 *
 * Not for: finding a texel in a texture (vm/texture).
 */
import { bitsOfFloat, floatOfBits } from '../numerics/conversion.ts';
import { decodeBc6h } from './bc/bc6h.ts';
import { decodeBc7 } from './bc/bc7.ts';
import { BLOCK_LAYOUTS, type BlockKind } from './format-row.ts';
import type { Format } from './formats.ts';
import {
  decodeNumber,
  encodeNumber,
  floatsToSharedExponent,
  maxUnsigned,
  sharedExponentToFloat,
} from './number-types.ts';

// The colors of BC1, BC2 and BC3, and the alpha of BC2.
//
// Source: Direct3D 11.3 functional specification, 19.5.3 and 19.5.6 to 19.5.8: derived colors are 8-bit integers,
// rounded down. The specification permits other roundings.

const TEXELS = 16;
const COMPONENTS = 4;
const BYTE = 8;
const OPAQUE = 255;
/** Red, green, blue and alpha of each code, 0 to 255. */
const palette = new Uint8Array(4 * COMPONENTS);

/**
 * Reads the colors of the block of 8 bytes at `offset`. `hasThreeColors`: in BC1 the order of the two stored colors
 * selects between two derived ones, and one with transparent black.
 */
function decodeColorBlock(
  bytes: Uint8Array,
  offset: number,
  out: Uint32Array,
  isSrgb: boolean,
  hasThreeColors: boolean,
): void {
  const first = bytes[offset]! | (bytes[offset + 1]! << 8);
  const second = bytes[offset + 2]! | (bytes[offset + 3]! << 8);
  storeColor(0, first);
  storeColor(1, second);
  deriveColors(!hasThreeColors || first > second);
  const type = isSrgb ? 'srgb' : 'unorm';
  for (let i = 0; i < TEXELS; i++) {
    const code = (bytes[offset + 4 + (i >> 2)]! >>> ((i & 3) * 2)) & 3;
    for (let c = 0; c < COMPONENTS; c++) {
      out[i * COMPONENTS + c] = decodeNumber(c === 3 ? 'unorm' : type, BYTE, palette[code * COMPONENTS + c]!);
    }
  }
}

/** A color of 5, 6 and 5 bits, widened to 8 by repeating its high bits. */
function storeColor(code: number, color: number): void {
  const [red, green, blue] = [(color >>> 11) & 31, (color >>> 5) & 63, color & 31];
  const at = code * COMPONENTS;
  palette[at] = (red << 3) | (red >> 2);
  palette[at + 1] = (green << 2) | (green >> 4);
  palette[at + 2] = (blue << 3) | (blue >> 2);
  palette[at + 3] = OPAQUE;
}

function deriveColors(hasFour: boolean): void {
  for (let c = 0; c < COMPONENTS; c++) {
    const [a, b] = [palette[c]!, palette[COMPONENTS + c]!];
    palette[2 * COMPONENTS + c] = hasFour ? (2 * a + b) / 3 : (a + b) / 2;
    palette[3 * COMPONENTS + c] = hasFour ? (a + 2 * b) / 3 : 0;
  }
}

/** Reads the 4-bit alphas of the block of 8 bytes at `offset`. */
function decodeExplicitAlpha(bytes: Uint8Array, offset: number, out: Uint32Array): void {
  for (let i = 0; i < TEXELS; i++) {
    const alpha = (bytes[offset + (i >> 1)]! >>> ((i & 1) * 4)) & 15;
    out[i * COMPONENTS + 3] = decodeNumber('unorm', 4, alpha);
  }
}

// One component of BC4 and BC5, and the alpha of BC3.
//
// Source: Direct3D 11.3 functional specification, 19.5.8 to 19.5.12; derived numbers are rounded once, to float32.

const CODES = 8;
/** The word of each code. */
const scalarPalette = new Uint32Array(CODES);

/** Reads the block of 8 bytes at `offset` into component `target` of each texel. */
function decodeScalarBlock(
  bytes: Uint8Array,
  offset: number,
  out: Uint32Array,
  target: number,
  isSigned: boolean,
): void {
  fillPalette(bytes[offset]! | 0, bytes[offset + 1]! | 0, isSigned);
  for (let i = 0; i < TEXELS; i++) {
    // A code of three bits may begin in one byte and end in the next.
    const bit = i * 3;
    const at = offset + 2 + (bit >> 3);
    const pair = bytes[at]! | (i === TEXELS - 1 ? 0 : bytes[at + 1]! << 8);
    out[i * COMPONENTS + target] = scalarPalette[(pair >>> (bit & 7)) & 7]!;
  }
}

function fillPalette(first: number, second: number, isSigned: boolean): void {
  const [a, b] = isSigned ? [(first << 24) >> 24, (second << 24) >> 24] : [first, second];
  const one = isSigned ? 127 : 255;
  // -128 is -1 as well, but it counts as it is stored when the two are compared.
  const [low, high] = [Math.max(a, -one), Math.max(b, -one)];
  const steps = a > b ? 7 : 5;
  scalarPalette[0] = bitsOfFloat(low / one);
  scalarPalette[1] = bitsOfFloat(high / one);
  for (let i = 1; i < steps; i++) scalarPalette[i + 1] = bitsOfFloat(((steps - i) * low + i * high) / (steps * one));
  if (steps === 7) return;
  scalarPalette[6] = bitsOfFloat(isSigned ? -1 : 0);
  scalarPalette[7] = bitsOfFloat(1);
}

const RED = 0;
const GREEN = 1;
const BLUE = 2;
const ALPHA = 3;
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

/** Words of a register. */
const WORD_BITS = 32;
const WORD_BYTES = 4;
/** The most texels of a block. */
const MAX_BLOCK_TEXELS = 16;

const scratch = new Uint32Array(MAX_BLOCK_TEXELS * COMPONENTS);
/** The words of one element in memory. */
const stored = new Uint32Array(COMPONENTS);
const texel = new Uint32Array(COMPONENTS);

/**
 * Reads the texel at `offset` of `bytes` into `out[at]` to `out[at + 3]`: red, green, blue, alpha. Where texels share a
 * block, `offset` is that of the block, and `x` and `y` are the texel's position in it. A format without a layout reads
 * as if all components were missing.
 */
export function decodeTexel(
  format: Format,
  bytes: Uint8Array,
  offset: number,
  out: Uint32Array,
  at = 0,
  x = 0,
  y = 0,
): void {
  if (format.block === undefined || !format.canDecode) {
    decodeComponents(format, bytes, offset, out, at);
    return;
  }
  decodeBlock(format, bytes, offset, scratch);
  const from = (y * format.blockWidth + x) * COMPONENTS;
  for (let i = 0; i < COMPONENTS; i++) out[at + i] = scratch[from + i]!;
}

/**
 * Reads all texels of the block at `offset` into `out`, four words each, in rows; a format without blocks has one
 * texel.
 */
export function decodeBlock(format: Format, bytes: Uint8Array, offset: number, out: Uint32Array): void {
  if (format.block === undefined || !format.canDecode) {
    decodeComponents(format, bytes, offset, out, 0);
    return;
  }
  const count = format.blockWidth * format.blockHeight;
  decodeBlockTexels(format.block, bytes, offset, out);
  const types = BLOCK_LAYOUTS[format.block].types!;
  for (let component = 0; component < COMPONENTS; component++) {
    if (types[component] !== undefined) continue;
    const missing = format.missing[component]!;
    for (let i = 0; i < count; i++) out[i * COMPONENTS + component] = missing;
  }
}

function decodeComponents(format: Format, bytes: Uint8Array, offset: number, out: Uint32Array, at: number): void {
  readWords(bytes, offset, format.blockBytes);
  for (let i = 0; i < COMPONENTS; i++) texel[i] = format.missing[i]!;
  for (const { type, bits, word, shift, targets } of format.components) {
    const raw = bits === WORD_BITS ? stored[word]! : (stored[word]! >>> shift) & maxUnsigned(bits);
    const value = decodeNumber(type, bits, raw);
    for (const target of targets) texel[target] = value;
  }
  for (let i = 0; i < COMPONENTS; i++) out[at + i] = texel[i]!;
}

function readWords(bytes: Uint8Array, offset: number, count: number): void {
  for (let i = 0; i < count; i += WORD_BYTES) {
    const at = offset + i;
    let word = bytes[at]! | 0;
    if (count > 1) word |= bytes[at + 1]! << 8;
    if (count > 2) word |= bytes[at + 2]! << 16;
    if (count > 3) word |= bytes[at + 3]! << 24;
    stored[i / WORD_BYTES] = word;
  }
}

/** Writes the four words from `words[at]` on as a texel, as {@link encodeTexel} does. */
export type TexelEncoder = (words: Uint32Array, at: number, bytes: Uint8Array, offset: number) => boolean;

/**
 * Returns the function that writes many texels of a format. It has a fast path for four normalized bytes, which most
 * render targets have: 5 times the speed.
 */
export function texelEncoder(format: Format): TexelEncoder {
  const { components, blockBytes, canEncode, block } = format;
  const isBytes =
    canEncode &&
    block === undefined &&
    blockBytes === COMPONENTS &&
    components.length === COMPONENTS &&
    components.every(({ type, bits, targets }) => type === 'unorm' && bits === BYTE && targets.length === 1);
  if (!isBytes) return (words, at, bytes, offset) => encodeTexel(format, words, at, bytes, offset);
  const positions = components.map(({ shift }) => shift / BYTE);
  const targets = components.map((component) => component.targets[0]!);
  return (words, at, bytes, offset) => {
    for (let i = 0; i < COMPONENTS; i++) {
      const x = floatOfBits(words[at + targets[i]!]!);
      // The array takes the integer part, and 0 for NaN.
      bytes[offset + positions[i]!] = Math.min(Math.max(x, 0), 1) * OPAQUE + 0.5;
    }
    return true;
  };
}

/**
 * Writes the four words from `words[at]` on as the texel at `offset` of `bytes`. Bits of components that the format
 * does not use become 0; of components that are read into several, red or alpha is written. Returns false, and writes
 * nothing, where texels of the format cannot be written.
 */
export function encodeTexel(
  format: Format,
  words: Uint32Array,
  at: number,
  bytes: Uint8Array,
  offset: number,
): boolean {
  if (!format.canEncode) return false;
  if (format.block !== undefined) {
    encodeBlockTexel(format.block, words, at, bytes, offset);
    return true;
  }
  for (let i = 0; i < COMPONENTS; i++) stored[i] = 0;
  for (const { type, bits, word, shift, targets } of format.components) {
    stored[word]! |= encodeNumber(type, bits, words[at + targets[0]!]!) << shift;
  }
  for (let i = 0; i < format.blockBytes; i++) bytes[offset + i] = stored[i >> 2]! >>> ((i & 3) * 8);
  return true;
}
