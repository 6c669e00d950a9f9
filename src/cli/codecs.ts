/**
 * The decompressors that the program passes to `findShaders`: zlib of Node, and packages.
 *
 * Not for: limits, which the search enforces on what a codec gives.
 */
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createInflateRaw, gunzipSync, inflateRawSync } from 'node:zlib';
import type { Codec, Codecs } from '../find/codecs.ts';
import type { RandomAccessSource } from '../find/source.ts';

/**
 * Compressed bytes up to this are unpacked at once: a stream costs more. DEFLATE makes at most 1,032 times as many of
 * them.
 */
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
};

/** A codec of Node's zlib. */
function ofNode(unpackAtOnce: (bytes: Uint8Array) => Uint8Array, createStream: () => Transform): Codec {
  return async function* (packed) {
    if (packed.size <= SMALL) {
      const unpacked = tryToUnpack(unpackAtOnce, await packed.read(0, packed.size));
      if (unpacked !== undefined) {
        yield unpacked;
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
      try {
        decoder.push(piece.subarray(at, at + ZSTD_PIECE));
      } finally {
        // The data before damage, or before other bytes after the last frame, are used.
        yield* ready;
        ready = [];
      }
    }
  }
  decoder.push(new Uint8Array(0), true);
  yield* ready;
}

/**
 * Compressed bytes that a block of bzip2 may have: 900,000 symbols of 20 bits, and its tables. The decoder reads a
 * block at once and cannot wait for more of it.
 */
const BZIP2_BLOCK = 5 * 2 ** 19;

async function* unpackBzip2(packed: RandomAccessSource): AsyncGenerator<Uint8Array> {
  // The package calls Buffer() as a function, and Node would warn the user about that.
  process.noDeprecation = true;
  const { default: Bunzip } = await import('seek-bzip');
  const input = new Bzip2Input(packed);
  const output = new Bzip2Output();
  await input.refill();
  const decoder = new Bunzip(input, output);
  for (;;) {
    const hasBlock = decoder._init_block();
    try {
      if (hasBlock) decoder._read_bunzip();
    } finally {
      // The bytes before damage are used.
      yield* output.take();
    }
    await input.refill();
    if (hasBlock) continue;
    // The check sum of the stream, and perhaps another stream.
    decoder.reader.read(32);
    if (input.eof()) return;
    decoder._start_bunzip(input, output);
  }
}

/** The input of the decoder: the part of the compressed bytes that it may need next. */
class Bzip2Input {
  readonly #packed: RandomAccessSource;
  #bytes = new Uint8Array(0);
  #next = 0;
  /** Bytes before the end of {@link #bytes}. */
  #read = 0;

  constructor(packed: RandomAccessSource) {
    this.#packed = packed;
  }

  async refill(): Promise<void> {
    const left = this.#bytes.byteLength - this.#next;
    if (left >= BZIP2_BLOCK || this.#read >= this.#packed.size) return;
    const more = await this.#packed.read(this.#read, Math.min(2 * BZIP2_BLOCK, this.#packed.size - this.#read));
    const bytes = new Uint8Array(left + more.byteLength);
    bytes.set(this.#bytes.subarray(this.#next));
    bytes.set(more, left);
    this.#bytes = bytes;
    this.#next = 0;
    this.#read = more.byteLength === 0 ? this.#packed.size : this.#read + more.byteLength;
  }

  readByte(): number {
    if (this.#next >= this.#bytes.byteLength) throw new Error('the compressed bytes end early');
    return this.#bytes[this.#next++]!;
  }

  read(buffer: Uint8Array, offset: number, length: number): number {
    const part = this.#bytes.subarray(this.#next, this.#next + length);
    buffer.set(part, offset);
    this.#next += part.byteLength;
    return part.byteLength;
  }

  eof(): boolean {
    return this.#next >= this.#bytes.byteLength && this.#read >= this.#packed.size;
  }
}

class Bzip2Output {
  #pieces: Uint8Array[] = [];
  #piece = new Uint8Array(PIECE);
  #used = 0;

  writeByte(byte: number): void {
    if (this.#used === PIECE) {
      this.#pieces.push(this.#piece);
      this.#piece = new Uint8Array(PIECE);
      this.#used = 0;
    }
    this.#piece[this.#used++] = byte;
  }

  /** Returns the bytes written since the last call. */
  take(): readonly Uint8Array[] {
    const pieces = [...this.#pieces, this.#piece.slice(0, this.#used)];
    this.#pieces = [];
    this.#used = 0;
    return pieces;
  }
}
