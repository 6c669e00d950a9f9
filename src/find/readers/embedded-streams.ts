/**
 * Compressed streams somewhere inside of bytes of unknown format: zlib (RFC 1950), gzip (RFC 1952) and Zstandard (RFC
 * 8878). Bytes that only begin like a stream are ignored.
 *
 * Not for: files that are one stream (compressed.ts).
 */

import { u16At, u32At } from '../../base/words.ts';
import { DX0315 } from '../messages.ts';
import type { CodecName, FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom } from '../source.ts';
import { gzipHeaderEnd } from './compressed.ts';

/** Bytes that are searched at a time. */
const WINDOW = 2 ** 20;
/** Bytes of a header that are looked at, with the name in that of gzip, and the first bits of DEFLATE. */
const HEADER = 640;
/** A shorter stream holds no shader. */
const MIN_STREAM = 24;
/** Streams that are tried in one item. */
const MAX_STREAMS = 2 ** 12;
/** Compressed bytes of one stream; what is longer is unpacked up to there. */
const MAX_PACKED = 2 ** 26;

const ZSTD = 0xfd2f_b528;
const ZLIB_HEADER = 2;

export const EMBEDDED_STREAMS: FormatReader = {
  name: 'compressed stream',
  matches: () => false,
  members: readStreams,
};

async function* readStreams({ source, codecs, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  const { size } = source;
  let left = MAX_STREAMS;
  for (let at = 0; at < size; at += WINDOW) {
    const window = await readFrom(source, at, WINDOW + HEADER);
    const end = Math.min(WINDOW, window.byteLength - MIN_STREAM);
    for (let i = 0; i < end; i++) {
      const byte = window[i]!;
      if (byte !== 0x78 && byte !== 0x1f && byte !== 0x28) continue;
      const kind = streamAt(window, i);
      if (kind === undefined || codecs[kind.codec] === undefined) continue;
      const { codec, name, skip } = kind;
      const offset = at + i;
      const packed = partOfSource(source, offset + skip, MAX_PACKED);
      yield { name: `${name}-0x${offset.toString(16)}`, offset, packed, codec };
      if (--left > 0) continue;
      diagnostics.report(DX0315, offset, size, {
        format: EMBEDDED_STREAMS.name,
        limit: MAX_STREAMS,
        what: 'streams',
      });
      return;
    }
  }
}

interface StreamKind {
  readonly codec: CodecName;
  readonly name: string;
  /** Bytes before what the codec reads. */
  readonly skip: number;
}

/** The stream that may begin at `at`, by its header and the first bits of DEFLATE. */
function streamAt(bytes: Uint8Array, at: number): StreamKind | undefined {
  switch (bytes[at]) {
    // A window of 32 KB and no dictionary, as everybody writes it; the two bytes are a multiple of 31.
    case 0x78: {
      const flags = bytes[at + 1]!;
      if ((flags & 0x20) !== 0 || (0x7800 + flags) % 31 !== 0) return undefined;
      return isDeflate(bytes, at + ZLIB_HEADER) ? { codec: 'deflate', name: 'zlib', skip: ZLIB_HEADER } : undefined;
    }
    // The method, and no reserved flags. Other bytes may follow the stream, which codecs of gzip do not take.
    case 0x1f: {
      if (bytes[at + 1] !== 0x8b || bytes[at + 2] !== 8 || bytes[at + 3]! > 0x1f) return undefined;
      const end = gzipHeaderEnd(bytes, at);
      return isDeflate(bytes, end) ? { codec: 'deflate', name: 'gzip', skip: end - at } : undefined;
    }
    default:
      // The reserved bit of the frame header is 0.
      return u32At(bytes, at) === ZSTD && (bytes[at + 4]! & 8) === 0
        ? { codec: 'zstd', name: 'zstd', skip: 0 }
        : undefined;
  }
}

/**
 * The order in which lengths of the code for lengths are stored (RFC 1951, section 3.2.7); here only their number
 * counts.
 */
const LENGTHS_AT = 17;

/**
 * Whether a first block of DEFLATE may begin at `at`: a stored one with its size twice, one with the fixed code that
 * begins with a literal, or one whose code for lengths is complete.
 */
function isDeflate(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at]!;
  const type = (first >>> 1) & 3;
  if (type === 0) return (u16At(bytes, at + 1) ^ u16At(bytes, at + 3)) === 0xffff;
  if (type === 1) return isFixedLiteral(bytes[at]! | (bytes[at + 1]! << 8));
  if (type !== 2) return false;
  const header = u32At(bytes, at);
  const literals = (header >>> 3) & 31;
  const distances = (header >>> 8) & 31;
  if (literals > 29 || distances > 29) return false;
  const count = ((header >>> 13) & 15) + 4;
  // The code is complete where the shares of its lengths are 1: in units of 1/128.
  let shares = 0;
  for (let i = 0; i < count; i++) {
    const bit = LENGTHS_AT + 3 * i;
    const length = (u16At(bytes, at + (bit >>> 3)) >>> (bit & 7)) & 7;
    if (length > 0) shares += 128 >>> length;
  }
  return shares === 128;
}

/**
 * Whether the fixed code after the three bits of a block is a literal: before the first byte there is nothing to
 * repeat.
 */
function isFixedLiteral(bits: number): boolean {
  let code = 0;
  for (let i = 0; i < 8; i++) code = (code << 1) | ((bits >>> (3 + i)) & 1);
  return code >= 0x30 && (code < 0xc0 || code > 0xc7);
}
