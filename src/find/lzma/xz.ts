/**
 * Unpacks .xz files and streams of LZMA and LZMA2 in pieces, with the filter for x86 programs.
 *
 * Not for: other filters, which are an error.
 */
import { concatBytes } from '../../base/collections.ts';
import { u32At } from '../../base/words.ts';
import type { BuiltinCodecs, CodecInput } from '../codecs.ts';
import { type RandomAccessSource, readFrom } from '../source.ts';
import { LzmaDecoder, MAX_PIECE, MAX_WINDOW } from './decoder.ts';

/** Bytes of the properties of LZMA: the byte of bits, the size of the window. */
const LZMA_PROPERTIES = 5;
/** Compressed bytes that are read at a time. */
const INPUT = 2 ** 16;
/** Bytes with which the range decoder starts. */
const RANGE_START = 5;

const LZMA2_END = 0;
const LZMA2_STORED_NEW_WINDOW = 1;
const LZMA2_STORED = 2;
const LZMA2_PACKED = 0x80;
/** Resets of a packed chunk: the state; also the properties; also the window. */
const RESET_STATE = 1;
const RESET_PROPERTIES = 2;
const RESET_WINDOW = 3;
/** The largest exponent of a window: 4 GB. */
const MAX_LZMA2_WINDOW = 40;

/** Bytes of a window where the result has `size` bytes: more are of no use, and what a file claims must not decide. */
function windowFor(declared: number, { size, limit }: Pick<CodecInput, 'size' | 'limit'>): number {
  return Math.min(declared, size ?? Number.POSITIVE_INFINITY, Math.max(limit, 1), MAX_WINDOW);
}

/**
 * Gives the bytes of an LZMA stream without a header, to its mark of the end or to `size`.
 *
 * @throws Error after what could be unpacked when the data is damaged
 */
export async function* unpackLzma(packed: RandomAccessSource, input: CodecInput): AsyncGenerator<Uint8Array> {
  const { size = Number.POSITIVE_INFINITY, properties } = input;
  if (properties?.byteLength !== LZMA_PROPERTIES) throw new Error('the properties of LZMA are missing');
  const decoder = new LzmaDecoder(windowFor(u32At(properties, 1), input));
  decoder.setProperties(properties[0]!);
  let read = 0;
  const refill = async () => {
    const more = await readFrom(packed, read, INPUT);
    read += more.byteLength;
    const rest = decoder.input.subarray(decoder.at, decoder.end);
    decoder.input = concatBytes([rest, more]);
    decoder.at = 0;
    decoder.end = decoder.input.byteLength;
  };
  await refill();
  if (decoder.end < RANGE_START) throw new Error('the LZMA data ends in the middle');
  decoder.startRange();
  while (decoder.total < size) {
    const { value: stop, error } = attempt(() =>
      decoder.run(Math.min(decoder.total + MAX_PIECE, size), read >= packed.size),
    );
    const piece = decoder.take();
    if (piece.byteLength > 0) yield piece;
    if (error !== undefined) throw error;
    if (stop === 'end') return;
    if (stop === 'input') await refill();
  }
}

/** Returns the result of `action`, or its error, so that output before the error can be returned first. */
function attempt<Value>(action: () => Value): { readonly value?: Value; readonly error?: unknown } {
  try {
    return { value: action() };
  } catch (error) {
    return { error };
  }
}

/** The size of the window that the property of LZMA2 names. @throws Error for a property that does not exist */
function lzma2Window(property: number | undefined): number {
  if (property === undefined || property > MAX_LZMA2_WINDOW)
    throw new Error('the window of LZMA2 is not one that exists');
  return property === MAX_LZMA2_WINDOW ? 2 ** 32 - 1 : (2 | (property & 1)) * 2 ** ((property >> 1) + 11);
}

/** The codec of LZMA2 data whose property is apart. */
async function* unpackLzma2(packed: RandomAccessSource, input: CodecInput): AsyncGenerator<Uint8Array> {
  yield* unpackLzma2Chunks(packed, 0, lzma2Window(input.properties?.[0]), input);
}

/**
 * Gives the bytes of the LZMA2 chunks at `start`, and returns the offset after their end.
 *
 * @throws Error after what could be unpacked when the data is damaged
 */
async function* unpackLzma2Chunks(
  packed: RandomAccessSource,
  start: number,
  window: number,
  input: Pick<CodecInput, 'size' | 'limit'>,
): AsyncGenerator<Uint8Array, number> {
  const decoder = new LzmaDecoder(windowFor(window, input));
  let [hasWindow, hasProperties, hasState] = [false, false, false];
  for (let at = start; ; ) {
    const header = await readFrom(packed, at, 6);
    if (header.byteLength === 0) throw new Error('the LZMA2 data ends in the middle');
    const control = header[0]!;
    if (control === LZMA2_END) return at + 1;
    const isPacked = control >= LZMA2_PACKED;
    if (!isPacked && control > LZMA2_STORED) throw new Error(`an LZMA2 chunk begins with ${control}`);
    const reset = isPacked ? (control >> 5) & 3 : control === LZMA2_STORED_NEW_WINDOW ? RESET_WINDOW : 0;
    if (reset === RESET_WINDOW) {
      decoder.resetWindow();
      hasWindow = true;
    }
    if (!hasWindow) throw new Error('the first LZMA2 chunk does not begin a window');
    const size = 1 + (isPacked ? (control & 31) * 0x1_0000 : 0) + header[1]! * 256 + (header[2] ?? 0);
    if (!isPacked) {
      const bytes = await readFrom(packed, at + 3, size);
      decoder.store(bytes);
      yield decoder.take();
      if (bytes.byteLength < size) throw new Error('the LZMA2 data ends in the middle');
      hasState = false;
      at += 3 + size;
      continue;
    }
    const length = 1 + (header[3] ?? 0) * 256 + (header[4] ?? 0);
    at += 5;
    if (reset >= RESET_PROPERTIES) {
      decoder.setProperties(header[5] ?? 255);
      hasProperties = true;
      at++;
    } else if (reset === RESET_STATE) decoder.resetState();
    hasState ||= reset > 0;
    if (!hasProperties || !hasState) throw new Error('an LZMA2 chunk has no properties');
    decoder.input = await readFrom(packed, at, length);
    decoder.at = 0;
    decoder.end = decoder.input.byteLength;
    if (decoder.end < RANGE_START) throw new Error('the LZMA2 data ends in the middle');
    decoder.startRange();
    yield* chunk(decoder, size);
    at += length;
  }
}

/** The `size` bytes of a packed chunk whose input is complete. */
function* chunk(decoder: LzmaDecoder, size: number): Generator<Uint8Array> {
  const target = decoder.total + size;
  while (decoder.total < target) {
    const { value: stop, error } = attempt(() => decoder.run(Math.min(decoder.total + MAX_PIECE, target), true));
    yield decoder.take();
    if (error !== undefined) throw error;
    if (stop === 'end') throw new Error('an LZMA2 chunk has a mark of the end');
  }
  if (decoder.at > decoder.end) throw new Error('an LZMA2 chunk ends in the middle');
}

/** CALL and JMP: E8 and E9. */
const OPCODE = 0xe8;
const OPCODE_MASK = 0xfe;
/** The opcode and its operand. */
const LENGTH = 5;
/** Operands are changed only where their highest byte is 00 or FF. */
const isSign = (byte: number) => byte === 0 || byte === 0xff;
/**
 * By the opcodes among the three bytes before: whether an operand may be changed, and which of its bytes another opcode
 * may be.
 */
const MAY_CHANGE = [true, true, true, false, true, false, false, false];
const OTHER_BYTE = [0, 1, 2, 2, 3, 3, 3, 3];

/** Gives the bytes of `pieces` as they were before the filter. */
export async function* withoutX86Filter(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  let offset = 0;
  let mask = 0;
  for await (const piece of pieces) {
    const bytes = concatBytes([rest, piece]);
    const done = convert(bytes, offset, mask);
    mask = done.mask;
    yield bytes.subarray(0, done.length);
    offset += done.length;
    rest = bytes.slice(done.length);
  }
  yield rest;
}

/**
 * Converts as many bytes as can be.
 *
 * @param offset of the first byte in the program
 * @param before the opcodes among the three bytes before, a bit for each
 */
function convert(bytes: Uint8Array, offset: number, before: number): { length: number; mask: number } {
  if (bytes.byteLength < LENGTH) return { length: 0, mask: before };
  let mask = before;
  let last = -1;
  let at = 0;
  const end = bytes.byteLength - LENGTH + 1;
  for (; at < end; at++) {
    if ((bytes[at]! & OPCODE_MASK) !== OPCODE) continue;
    const distance = at - last;
    last = at;
    mask = distance > 3 ? 0 : (mask << (distance - 1)) & 7;
    if (mask !== 0 && (!MAY_CHANGE[mask] || isSign(bytes[at + 4 - OTHER_BYTE[mask]!]!))) {
      mask = (mask << 1) | 1;
      continue;
    }
    if (!isSign(bytes[at + 4]!)) {
      mask = (mask << 1) | 1;
      continue;
    }
    let operand = bytes[at + 1]! | (bytes[at + 2]! << 8) | (bytes[at + 3]! << 16) | (bytes[at + 4]! << 24);
    for (;;) {
      const relative = (operand - (offset + at + LENGTH)) | 0;
      if (mask === 0) {
        operand = relative;
        break;
      }
      const shift = 8 * OTHER_BYTE[mask]!;
      if (!isSign((relative >>> (24 - shift)) & 0xff)) {
        operand = relative;
        break;
      }
      operand = relative ^ (2 ** (32 - shift) - 1);
    }
    // The sign is bit 24.
    const value = (operand & 0x01ff_ffff) | -(operand & 0x0100_0000);
    for (let i = 0; i < 4; i++) bytes[at + 1 + i] = (value >>> (8 * i)) & 0xff;
    at += 4;
    mask = 0;
    // As if the opcode was far away: what follows begins after the operand.
    last = at;
  }
  const distance = at - last;
  return { length: at, mask: distance > 3 ? 0 : mask << (distance - 1) };
}

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
async function* unpackXz(packed: RandomAccessSource, { limit }: CodecInput): AsyncGenerator<Uint8Array> {
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

export const BUILTIN_CODECS: BuiltinCodecs = { lzma: unpackLzma, lzma2: unpackLzma2, xz: unpackXz };
