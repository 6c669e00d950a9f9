/**
 * The colors of BC1, BC2 and BC3, and the alpha of BC2.
 *
 * Source: Direct3D 11.3 functional specification, 19.5.3 and 19.5.6 to 19.5.8: derived colors are 8-bit integers,
 * rounded down. The specification permits other roundings.
 */
import { decodeNumber } from '../number-types.ts';

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
export function decodeColorBlock(
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
export function decodeExplicitAlpha(bytes: Uint8Array, offset: number, out: Uint32Array): void {
  for (let i = 0; i < TEXELS; i++) {
    const alpha = (bytes[offset + (i >> 1)]! >>> ((i & 1) * 4)) & 15;
    out[i * COMPONENTS + 3] = decodeNumber('unorm', 4, alpha);
  }
}
