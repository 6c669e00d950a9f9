/**
 * The decompressors that the program passes to `findShaders`: zlib of Node, and packages.
 *
 * Not for: limits, which the search enforces on what a codec gives.
 */
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createInflateRaw, gunzipSync, inflateRawSync } from 'node:zlib';
import type { Codec, CodecInput, Codecs } from '../find/codecs.ts';
import type { RandomAccessSource } from '../find/source.ts';

/** Compressed bytes up to this are unpacked at once: a stream costs more. DEFLATE makes at most 1,032 times as many of them. */
const SMALL = 2 ** 15;
/** Bytes that are read at a time. */
const PIECE = 2 ** 18;
/** Bytes that go to the Zstandard decoder at a time: a block of 4 bytes may become 128 KB. */
const ZSTD_PIECE = 2 ** 11;

/** The codecs of the program; the packages are loaded when they are needed. */
export const CODECS: Codecs = {
  deflate: ofNode(inflateRawSync, createInflateRaw),
  gzip: ofNode(gunzipSync, createGunzip),
  zstd: unpackZstd,
  bzip2: unpackBzip2,
  lzma: unpackLzma,
  xz: unpackXz,
};

/** A codec of Node's zlib. */
function ofNode(unpackAtOnce: (bytes: Uint8Array) => Uint8Array, createStream: () => Transform): Codec {
  return async function* (packed) {
    if (packed.size <= SMALL) {
      const whole = tryToUnpack(unpackAtOnce, await packed.read(0, packed.size));
      if (whole !== undefined) {
        yield whole;
        return;
      }
    }
    const stream = createStream();
    // The error is thrown where the stream is read.
    pipeline(Readable.from(piecesOf(packed, PIECE)), stream, () => {});
    for await (const piece of stream) yield piece as Uint8Array;
  };
}

/** The unpacked bytes; undefined for damaged ones. A stream gives what is before the damage. */
function tryToUnpack(unpackAtOnce: (bytes: Uint8Array) => Uint8Array, packed: Uint8Array): Uint8Array | undefined {
  try {
    return unpackAtOnce(packed);
  } catch {
    return undefined;
  }
}

async function* piecesOf(source: RandomAccessSource, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.size; at += length) yield await source.read(at, Math.min(length, source.size - at));
}

async function* unpackZstd(packed: RandomAccessSource): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  let ready: Uint8Array[] = [];
  const decoder = new Decompress((piece) => {
    ready.push(piece);
  });
  for await (const piece of piecesOf(packed, PIECE)) {
    for (let at = 0; at < piece.byteLength; at += ZSTD_PIECE) {
      decoder.push(piece.subarray(at, at + ZSTD_PIECE));
      yield* ready;
      ready = [];
    }
  }
  decoder.push(new Uint8Array(0), true);
  yield* ready;
}

/** Ends a decoder that cannot be stopped otherwise. */
const ENOUGH = new Error('enough');

async function* unpackBzip2(packed: RandomAccessSource, { limit }: CodecInput): AsyncGenerator<Uint8Array> {
  // The package calls Buffer() as a function, and Node would warn the user about that.
  process.noDeprecation = true;
  const { default: Bunzip } = await import('seek-bzip');
  const pieces: Uint8Array[] = [];
  let piece = new Uint8Array(PIECE);
  let used = 0;
  let size = 0;
  const output = {
    writeByte(byte: number) {
      if (size++ > limit) throw ENOUGH;
      if (used === PIECE) {
        pieces.push(piece);
        piece = new Uint8Array(PIECE);
        used = 0;
      }
      piece[used++] = byte;
    },
  };
  let fault: unknown;
  try {
    Bunzip.decode(Buffer.from(await packed.read(0, packed.size)), output, true);
  } catch (error) {
    fault = error;
  }
  yield* pieces;
  yield piece.subarray(0, used);
  if (fault !== undefined && fault !== ENOUGH) throw fault;
}

/** Bytes of the header of a .lzma file: five of properties, eight of the unpacked size. */
const LZMA_HEADER = 13;
const LZMA_PROPERTIES = 5;

async function* unpackLzma(
  packed: RandomAccessSource,
  { size, properties, limit }: CodecInput,
): AsyncGenerator<Uint8Array> {
  if (properties?.byteLength !== LZMA_PROPERTIES) throw new Error('the properties of LZMA are missing');
  const [code] = properties;
  // Literal context and position bits: five and nine values. With more than four bits of both, the tables take hundreds of megabytes.
  if (code! >= 9 * 5 * 5 || (code! % 9) + (Math.floor(code! / 9) % 5) > 4)
    throw new Error(`the properties of LZMA are ${code}, which no program writes`);
  const { decompress } = await import('lzma1');
  const bytes = await packed.read(0, packed.size);
  const file = new Uint8Array(LZMA_HEADER + bytes.byteLength);
  file.set(properties);
  const view = new DataView(file.buffer);
  const most = Math.min(size ?? limit, limit);
  // A dictionary larger than the result is of no use.
  view.setUint32(1, Math.min(view.getUint32(1, true), Math.max(most, 4096)), true);
  view.setBigUint64(LZMA_PROPERTIES, BigInt(most), true);
  file.set(bytes, LZMA_HEADER);
  // What the decoder gives may be longer: its last match is not cut.
  yield decompress(file).subarray(0, size);
}

async function* unpackXz(packed: RandomAccessSource): AsyncGenerator<Uint8Array> {
  const { default: xz } = await import('xz-decompress');
  const stream = Readable.toWeb(Readable.from(piecesOf(packed, PIECE))) as ReadableStream<Uint8Array>;
  yield* new xz.XzReadableStream(stream) as AsyncIterable<Uint8Array>;
}
