/**
 * Reads the bits of a block of BC6H or BC7 from the lowest one on.
 *
 * Not for: several blocks at once; there is one position.
 */

let source: Uint8Array = new Uint8Array(0);
let base = 0;
let position = 0;

/** Goes to the first bit of the block at `offset`. */
export function beginBits(bytes: Uint8Array, offset: number): void {
  source = bytes;
  base = offset;
  position = 0;
}

/** The next `count` bits, the first one lowest. */
export function takeBits(count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++, position++) {
    value |= ((source[base + (position >> 3)]! >>> (position & 7)) & 1) << i;
  }
  return value;
}
