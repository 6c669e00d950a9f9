/**
 * One component of BC4 and BC5, and the alpha of BC3.
 *
 * Source: Direct3D 11.3 functional specification, 19.5.8 to 19.5.12; derived numbers are rounded once, to float32.
 */
import { bitsOfFloat } from '../../numerics/conversion.ts';

const TEXELS = 16;
const COMPONENTS = 4;
const CODES = 8;
/** The word of each code. */
const palette = new Uint32Array(CODES);

/** Reads the block of 8 bytes at `offset` into component `target` of each texel. */
export function decodeScalarBlock(
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
    out[i * COMPONENTS + target] = palette[(pair >>> (bit & 7)) & 7]!;
  }
}

function fillPalette(first: number, second: number, isSigned: boolean): void {
  const [a, b] = isSigned ? [(first << 24) >> 24, (second << 24) >> 24] : [first, second];
  const one = isSigned ? 127 : 255;
  // -128 is -1 as well, but it counts as it is stored when the two are compared.
  const [low, high] = [Math.max(a, -one), Math.max(b, -one)];
  const steps = a > b ? 7 : 5;
  palette[0] = bitsOfFloat(low / one);
  palette[1] = bitsOfFloat(high / one);
  for (let i = 1; i < steps; i++) palette[i + 1] = bitsOfFloat(((steps - i) * low + i * high) / (steps * one));
  if (steps === 7) return;
  palette[6] = bitsOfFloat(isSigned ? -1 : 0);
  palette[7] = bitsOfFloat(1);
}
