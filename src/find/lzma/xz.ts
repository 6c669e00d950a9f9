/**
 * Unpacks files of the .xz format in pieces: streams one after the other, with LZMA2, also after a filter for x86 code
 * (source: "The .xz File Format" 1.2.1 of the XZ project). Check sums are not compared: shaders have digests.
 *
 * Not for: other filters, which are an error.
 */
import { u32At } from '../../base/words.ts';
import type { CodecInput } from '../codecs.ts';
import { type RandomAccessSource, readFrom } from '../source.ts';
import { lzma2Window, unpackLzma2Chunks } from './streams.ts';
import { withoutX86Filter } from './x86-filter.ts';

/** `FD 37 7A 58 5A 00` */
const MAGIC = 0x587a_37fd;
const MAGIC_END = 0x005a;
const STREAM_HEADER = 12;
const FOOTER = 12;
/** Bytes of the check after a block, by its kind. */
const CHECK_SIZES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
const INDEX = 0;
const MAX_BLOCK_HEADER = 1024;
const HAS_PACKED_SIZE = 0x40;
const HAS_SIZE = 0x80;
const LZMA2 = 0x21;
const X86 = 4;
/** Bytes of an index that are read: one block of 64 KB or more has some ten. */
const MAX_INTEGER = 9;

/** The codec of .xz files. @throws Error after what could be unpacked when the file is damaged */
export async function* unpackXz(packed: RandomAccessSource, { limit }: CodecInput): AsyncGenerator<Uint8Array> {
  let at = 0;
  while (at < packed.size) {
    const header = await readFrom(packed, at, STREAM_HEADER);
    // Padding between streams is in groups of four.
    if (at > 0 && u32At(header, 0) === 0) {
      at += 4;
      continue;
    }
    if (u32At(header, 0) !== MAGIC || (u32At(header, 4) & 0xffff) !== MAGIC_END) {
      if (at === 0) throw new Error('it is not an .xz file');
      throw new Error('something else follows a stream');
    }
    const check = CHECK_SIZES[header[7]! & 15]!;
    at = yield* unpackBlocks(packed, at + STREAM_HEADER, check, limit);
    at = (await indexEnd(packed, at)) + FOOTER;
  }
}

/** The bytes of the blocks at `start`; returns where the index begins. */
async function* unpackBlocks(
  packed: RandomAccessSource,
  start: number,
  check: number,
  limit: number,
): AsyncGenerator<Uint8Array, number> {
  for (let at = start; ; ) {
    const header = await readFrom(packed, at, MAX_BLOCK_HEADER);
    if (header.byteLength === 0) throw new Error('the file ends in the middle');
    if (header[0] === INDEX) return at;
    const length = 4 * (header[0]! + 1);
    const { window, size, hasX86 } = blockOf(header.subarray(0, length));
    const data = at + length;
    let end = data;
    const chunks = async function* () {
      end = yield* unpackLzma2Chunks(packed, data, window, { size, limit });
    };
    yield* hasX86 ? withoutX86Filter(chunks()) : chunks();
    at = data + 4 * Math.ceil((end - data) / 4) + check;
  }
}

interface Block {
  readonly window: number;
  readonly size: number | undefined;
  readonly hasX86: boolean;
}

/** Parses a block header. @throws Error for filters that are not read */
function blockOf(header: Uint8Array): Block {
  const flags = header[1]!;
  const at = { next: 2 };
  if (flags & HAS_PACKED_SIZE) integerAt(header, at);
  const size = flags & HAS_SIZE ? integerAt(header, at) : undefined;
  let window: number | undefined;
  let hasX86 = false;
  for (let left = (flags & 3) + 1; left > 0; left--) {
    const filter = integerAt(header, at);
    const length = integerAt(header, at);
    if (filter === LZMA2) window = lzma2Window(header[at.next]);
    else if (filter === X86 && !hasX86) hasX86 = true;
    else throw new Error(`it has a filter of kind ${filter}, which dxlens does not read`);
    at.next += length;
  }
  if (window === undefined) throw new Error('it is not compressed with LZMA2');
  return { window, size, hasX86 };
}

/** An integer in groups of seven bits, the lowest first. */
function integerAt(bytes: Uint8Array, at: { next: number }): number {
  let value = 0;
  for (let i = 0; i < MAX_INTEGER; i++) {
    const byte = bytes[at.next++] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) break;
  }
  return value;
}

/** The offset after the index at `start`: two integers a block, and the check sum. */
async function indexEnd(packed: RandomAccessSource, start: number): Promise<number> {
  let bytes = await readFrom(packed, start + 1, MAX_INTEGER);
  const cursor = { next: 0 };
  let left = 2 * integerAt(bytes, cursor);
  let at = start + 1 + cursor.next;
  for (; left > 0; at += cursor.next) {
    bytes = await readFrom(packed, at, MAX_BLOCK_HEADER);
    if (bytes.byteLength === 0) break;
    cursor.next = 0;
    const last = Math.max(0, bytes.byteLength - MAX_INTEGER);
    do {
      integerAt(bytes, cursor);
      left--;
    } while (left > 0 && cursor.next < last);
  }
  return start + 4 * Math.ceil((at - start) / 4) + 4;
}
