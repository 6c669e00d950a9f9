/**
 * The decompressors of the page, for `findShaders`; each package is loaded when a file needs it.
 *
 * Not for: limits, which the search enforces on what a codec gives.
 */
import type { Codec, Codecs, RandomAccessSource } from 'dxlens/find';

/** Compressed bytes that are read at a time. */
const PIECE = 2 ** 16;
/** Bytes that go to the Zstandard decoder at a time: a block of 4 bytes may become 128 KB. */
const ZSTD_PIECE = 2 ** 11;

/** The common interface of the streams of fflate and fzstd. */
interface PushStream {
  push(piece: Uint8Array, final?: boolean): void;
}

export const CODECS: Codecs = {
  deflate: pushing(PIECE, async (give) => {
    const { Inflate } = await import('fflate');
    return new Inflate(give);
  }),
  gzip: pushing(PIECE, async (give) => {
    const { Gunzip } = await import('fflate');
    return new Gunzip(give);
  }),
  zstd: pushing(ZSTD_PIECE, async (give) => {
    const { Decompress } = await import('fzstd');
    return new Decompress(give);
  }),
};

/** A codec of a stream that gives pieces to a function; it takes `length` bytes at a time. */
function pushing(length: number, open: (give: (piece: Uint8Array) => void) => Promise<PushStream>): Codec {
  return async function* (packed: RandomAccessSource) {
    const ready: Uint8Array[] = [];
    const stream = await open((piece) => {
      if (piece.byteLength > 0) ready.push(piece);
    });
    for (let at = 0; at < packed.size; at += PIECE) {
      const bytes = await packed.read(at, Math.min(PIECE, packed.size - at));
      for (let from = 0; from < bytes.byteLength; from += length) {
        const to = Math.min(from + length, bytes.byteLength);
        stream.push(bytes.subarray(from, to), at + to >= packed.size);
        yield* ready.splice(0);
      }
    }
  };
}
