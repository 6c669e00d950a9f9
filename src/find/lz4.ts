/**
 * Unpacks LZ4 blocks (source: "LZ4 Block Format Description" of the LZ4 project). The library has no dependencies, and
 * the packages that do this are not maintained; the format takes fewer lines than an interface to one.
 *
 * Not for: LZ4 frames, which have headers.
 */

const START = 2 ** 16;
const MIN_MATCH = 4;
const MORE = 15;

/**
 * Gives the unpacked bytes of a block, at most `limit`.
 *
 * @throws Error after what could be unpacked when the block is damaged
 */
export function* unpackLz4(packed: Uint8Array, limit: number): Generator<Uint8Array> {
  let out = new Uint8Array(Math.min(START, limit));
  let size = 0;
  let at = 0;
  /** The rest of a length whose first four bits are all set. */
  const longLength = (): number => {
    let length = MORE;
    for (let byte = 255; byte === 255 && at < packed.byteLength; ) {
      byte = packed[at++]!;
      length += byte;
    }
    return length;
  };
  let fault: string | undefined;
  while (at < packed.byteLength && size < limit) {
    const token = packed[at++]!;
    const literals = token >>> 4 === MORE ? longLength() : token >>> 4;
    if (literals > packed.byteLength - at) fault = 'literals end after the compressed bytes';
    const taken = Math.min(literals, packed.byteLength - at, limit - size);
    out = grown(out, size + taken, limit);
    out.set(packed.subarray(at, at + taken), size);
    at += taken;
    size += taken;
    if (fault !== undefined || at >= packed.byteLength || size >= limit) break;
    const distance = packed[at]! | ((packed[at + 1] ?? 0) << 8);
    at += 2;
    if (distance === 0 || distance > size) {
      fault = 'a match begins before the data';
      break;
    }
    const matched = ((token & MORE) === MORE ? longLength() : token & MORE) + MIN_MATCH;
    const end = Math.min(size + matched, limit);
    out = grown(out, end, limit);
    for (; size < end; size++) out[size] = out[size - distance]!;
  }
  yield out.subarray(0, size);
  if (fault !== undefined) throw new Error(fault);
}

/** `bytes`, or a larger copy of it where it has less than `size`. */
function grown(bytes: Uint8Array<ArrayBuffer>, size: number, limit: number): Uint8Array<ArrayBuffer> {
  if (size <= bytes.byteLength) return bytes;
  const larger = new Uint8Array(Math.min(limit, Math.max(size, 2 * bytes.byteLength)));
  larger.set(bytes);
  return larger;
}
