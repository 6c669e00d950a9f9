/**
 * Damages the bytes of an effect of Direct3D 9: words that are replaced by bad, small or other words, single bytes, cut
 * and moved parts.
 */
import type { Random } from './random.ts';

/** Values that counts, sizes and offsets break on. */
const BAD_WORDS = [0, 1, 2, 5, 0x7f, 0x100, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];

/** A damaged copy of `bytes`. */
export function damagedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  if (random.oneIn(8)) return bytes.slice(0, random.below(bytes.byteLength));
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  // Counts and offsets are dense in the lists, which are between the pool and the objects.
  const lists = 8 + view.getUint32(4, true);
  const words = copy.byteLength >> 2;
  for (let n = random.between(1, 4); n > 0; n--) {
    const near = random.oneIn(2) ? (lists >> 2) + random.below(64) : random.below(words);
    const at = 4 * Math.min(near, words - 1);
    switch (random.below(5)) {
      case 0:
        view.setUint32(at, random.pick(BAD_WORDS), true);
        break;
      case 1:
        view.setUint32(at, random.below(copy.byteLength), true);
        break;
      case 2:
        view.setUint32(at, view.getUint32(4 * random.below(words), true), true);
        break;
      case 3:
        copy[random.below(copy.byteLength)] = random.below(256);
        break;
      default: {
        const size = Math.min(4 * random.below(16), copy.byteLength - at);
        copy.copyWithin(at, 4 * random.below(words), 4 * random.below(words) + size);
      }
    }
  }
  return copy;
}
