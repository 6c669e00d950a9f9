/**
 * Files that are one compressed stream: gzip (RFC 1952), Zstandard (RFC 8878), bzip2 and xz. The name of what is inside
 * is in gzip headers only.
 *
 * Not for: decompressing, which codecs of the caller do.
 */
import { latin1Text, u16At, u32At } from '../../base/words.ts';
import { DX0315 } from '../messages.ts';
import type { CodecName, FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom } from '../source.ts';

/** The name of what is inside where the format stores none. */
const CONTENT = 'content';

/** Bits of the flags in a gzip header, in the order of the fields that they announce. */
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const HAS_CRC = 2;
const GZIP_HEADER = 10;

function reader(codec: CodecName, matches: (head: Uint8Array) => boolean): FormatReader {
  return {
    name: codec,
    matches,
    *members({ source, head }: ReaderInput): Generator<Member> {
      yield { name: codec === 'gzip' ? gzipName(head) : CONTENT, offset: 0, packed: source, codec };
    },
  };
}

export const GZIP = reader('gzip', (head) => u16At(head, 0) === 0x8b1f && head[2] === 8);
const ZSTD = reader('zstd', (head) => u32At(head, 0) === 0xfd2f_b528 || (u32At(head, 0) & ~15) >>> 0 === 0x184d_2a50);
const BZIP2 = reader('bzip2', (head) => latin1Text(head, 0, Math.min(3, head.byteLength)) === 'BZh' && isBlock(head));
const XZ = reader('xz', (head) => u32At(head, 0) === 0x587a_37fd && u16At(head, 4) === 0x005a);

export const COMPRESSED: readonly FormatReader[] = [GZIP, ZSTD, BZIP2, XZ];

/**
 * Whether a bzip2 header is followed by a block (the digits of pi) or by the end of an empty file (its square root).
 */
function isBlock(head: Uint8Array): boolean {
  return u32At(head, 4) === 0x2659_4131 || u32At(head, 4) === 0x3845_7217;
}

/** The name of the file in the header of the first member. */
function gzipName(head: Uint8Array): string {
  const flags = head[3]!;
  if (!(flags & HAS_NAME)) return CONTENT;
  const start = GZIP_HEADER + (flags & HAS_EXTRA ? 2 + u16At(head, GZIP_HEADER) : 0);
  const end = head.indexOf(0, start);
  return end > start ? latin1Text(head, start, end) : CONTENT;
}

/** Where the header of the gzip member at `start` ends; the end of `bytes` where it does not. */
export function gzipHeaderEnd(bytes: Uint8Array, start = 0): number {
  const flags = bytes[start + 3]!;
  let at = start + GZIP_HEADER;
  if (flags & HAS_EXTRA) at += 2 + u16At(bytes, at);
  for (const text of [HAS_NAME, HAS_COMMENT]) if (flags & text) at = bytes.indexOf(0, at) + 1 || bytes.byteLength;
  return Math.min(at + (flags & HAS_CRC ? 2 : 0), bytes.byteLength);
}

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

const EMBEDDED_ZSTD = 0xfd2f_b528;
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
      return u32At(bytes, at) === EMBEDDED_ZSTD && (bytes[at + 4]! & 8) === 0
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
