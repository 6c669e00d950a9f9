/** Bytes for tests, put together by hand. */
import { bytesOf, fourCC, latin1Bytes } from '../src/base/words.ts';
import { computeChecksum } from '../src/container/digest.ts';
import { CHUNK_HEADER_SIZE, HEADER_SIZE } from '../src/container/dxbc.ts';

/** The little-endian bytes of `words`. */
export function wordBytes(...words: number[]): Uint8Array {
  return bytesOf(new Uint32Array(words));
}

/** A DXBC container with these chunks, in their order, and the right digest. Sizes must be multiples of four. */
export function containerOf(chunks: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const entries = Object.entries(chunks);
  const tableEnd = HEADER_SIZE + 4 * entries.length;
  const size = entries.reduce((sum, [, data]) => sum + CHUNK_HEADER_SIZE + data.byteLength, tableEnd);
  const bytes = new Uint8Array(size);
  const words = new DataView(bytes.buffer);
  bytes.set(latin1Bytes('DXBC'));
  words.setUint32(20, 1, true);
  words.setUint32(24, size, true);
  words.setUint32(28, entries.length, true);
  let offset = tableEnd;
  for (const [index, [tag, data]] of entries.entries()) {
    words.setUint32(HEADER_SIZE + 4 * index, offset, true);
    words.setUint32(offset, fourCC(tag), true);
    words.setUint32(offset + 4, data.byteLength, true);
    bytes.set(data, offset + CHUNK_HEADER_SIZE);
    offset += CHUNK_HEADER_SIZE + data.byteLength;
  }
  bytes.set(bytesOf(computeChecksum(bytes)), 4);
  return bytes;
}
