/**
 * Files that are one compressed stream: gzip (RFC 1952), Zstandard (RFC 8878), bzip2 and xz. The name of what is inside is in gzip headers
 * only.
 *
 * Not for: decompressing, which codecs of the caller do.
 */
import { latin1Text, u16At, u32At } from '../../base/words.ts';
import type { CodecName, FormatReader, Member, ReaderInput } from '../reader.ts';

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
/** A frame, or one that is skipped. */
const ZSTD = reader('zstd', (head) => u32At(head, 0) === 0xfd2f_b528 || (u32At(head, 0) & ~15) >>> 0 === 0x184d_2a50);
const BZIP2 = reader('bzip2', (head) => latin1Text(head, 0, Math.min(3, head.byteLength)) === 'BZh' && isBlock(head));
const XZ = reader('xz', (head) => u32At(head, 0) === 0x587a_37fd && u16At(head, 4) === 0x005a);

export const COMPRESSED: readonly FormatReader[] = [GZIP, ZSTD, BZIP2, XZ];

/** Whether a bzip2 header is followed by a block (the digits of pi) or by the end of an empty file (its square root). */
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
