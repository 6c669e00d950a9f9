/**
 * Texels: bytes in memory to the four words of a shader's register, and back.
 *
 * Floats are written toward zero, normalized numbers to the nearest, integers are clamped; components that the format
 * does not have are read as the API defines. Bytes beyond the end of an array read as 0.
 *
 * Source: Direct3D 11.3 functional specification, 3.2 and 19.1.
 *
 * Not for: finding a texel in a texture (vm/texture).
 */
import { BLOCK_LAYOUTS } from './format-row.ts';
import type { Format } from './formats.ts';
import { decodeNumber, encodeNumber, maxUnsigned } from './number-types.ts';
import { decodeBlockTexels, encodeBlockTexel } from './texel-blocks.ts';

/** Words of a register. */
const COMPONENTS = 4;
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
  stored.fill(0);
  for (const { type, bits, word, shift, targets } of format.components) {
    stored[word]! |= encodeNumber(type, bits, words[at + targets[0]!]!) << shift;
  }
  for (let i = 0; i < format.blockBytes; i++) bytes[offset + i] = stored[i >> 2]! >>> ((i & 3) * 8);
  return true;
}
