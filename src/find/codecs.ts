/**
 * Decompressors as the caller passes them: the library depends on no package, and every host has some of its own. Those
 * that no host has are part of the search (lzma/xz.ts).
 *
 * Not for: limits, which are enforced on the output of a codec (unpack.ts).
 */
import type { RandomAccessSource } from './source.ts';

/** The input of a codec in addition to the compressed bytes. */
export interface CodecInput {
  /** Bytes that the container declares for the result; undefined where it does not. It may be wrong. */
  readonly size: number | undefined;
  /** The properties that are stored apart from the compressed bytes: 5 bytes of LZMA, one of LZMA2. */
  readonly properties: Uint8Array | undefined;
  /** No more than this number of bytes is used; a codec may stop there. */
  readonly limit: number;
}

/**
 * Unpacks `packed`: gives the bytes in pieces, in order. It throws where the compressed bytes are damaged; what it gave
 * until then is used. It ends early when no more is asked for. A large member is unpacked several times, and several
 * codecs may be at work at once.
 */
export type Codec = (packed: RandomAccessSource, input: CodecInput) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * The decompressors that a search may use. A container whose codec is missing is reported and searched as it is.
 */
export interface Codecs {
  /** Raw DEFLATE (RFC 1951): ZIP. */
  readonly deflate?: Codec;
  /** All members of a gzip file (RFC 1952). */
  readonly gzip?: Codec;
  /** All frames of a Zstandard file (RFC 8878). */
  readonly zstd?: Codec;
  /** Bzip2 streams. */
  readonly bzip2?: Codec;
}

export interface BuiltinCodecs {
  /** LZMA without a header; its properties are passed apart. */
  readonly lzma: Codec;
  /** LZMA2 without a header; its property is passed apart. */
  readonly lzma2: Codec;
  /** A file of the .xz format. */
  readonly xz: Codec;
}

export type AllCodecs = Codecs & BuiltinCodecs;
