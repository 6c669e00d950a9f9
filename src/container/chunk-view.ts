/**
 * Reads the payload of one chunk. Offsets in chunks count from the payload's first byte. Compilers keep them inside the
 * chunk, but Microsoft's reader only requires that they stay inside the container (source: oracle). This reader does
 * the same and warns.
 *
 * Not for: what the bytes mean.
 */
import { type Diagnostics, hex, type MessageValues, type ParseResult, parse } from '../base/diagnostics.ts';
import type { Message } from '../base/messages.ts';
import { latin1Text, u16At, u32At, wordsOf } from '../base/words.ts';
import { CappedDiagnostics } from './capped-reports.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from './dxbc.ts';
import { DX1010, DX1011, DX1012, DX1020, DX1023 } from './messages.ts';

/**
 * Characters of names that one chunk may have, for each byte of it: names may share their bytes, but not without end.
 */
const NAME_BUDGET = 64;

/** Bytes of records that one chunk may have, for each byte of the container: tables may overlap, likewise. */
const RECORD_BUDGET = 4;

export class ChunkView {
  /** The chunk's tag, for messages. */
  readonly name: string;
  readonly payload: Uint8Array;
  readonly size: number;
  /** Bytes from the start of the payload to the end of the container. */
  readonly reach: number;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  /** Where the payload begins in the container, in bytes. */
  readonly #start: number;
  readonly #reports: CappedDiagnostics;
  /** False once a read went outside the container. */
  intact = true;
  /** False once a read went outside the chunk. */
  contained = true;
  #nameBudget: number;
  #recordBudget: number;

  constructor(container: Container, chunk: Chunk, diagnostics: Diagnostics) {
    this.name = chunk.name;
    this.payload = chunk.data;
    this.size = chunk.data.byteLength;
    this.#start = chunk.offset + CHUNK_HEADER_SIZE;
    this.reach = container.bytes.byteLength - this.#start;
    this.#bytes = container.bytes;
    this.#words = container.words;
    this.#reports = new CappedDiagnostics(diagnostics, chunk.name);
    this.#nameBudget = NAME_BUDGET * this.size;
    this.#recordBudget = RECORD_BUDGET * this.reach;
  }

  /** The DWORD at `offset` (bytes), which must lie inside the container. */
  u32(offset: number): number {
    const at = this.#start + offset;
    return (at & 3) === 0 ? this.#words[at >>> 2]! >>> 0 : u32At(this.#bytes, at);
  }

  /** The 16-bit word at `offset` (bytes); zero past the end of the container. */
  u16(offset: number): number {
    return u16At(this.#bytes, this.#start + offset);
  }

  /** The byte at `offset`; zero past the end of the container. */
  u8(offset: number): number {
    return this.#bytes[this.#start + offset] ?? 0;
  }

  /** The `length` bytes from `offset` on, as far as the container goes: a view of them. */
  bytesAt(offset: number, length: number): Uint8Array {
    return this.#bytes.subarray(this.#start + offset, this.#start + offset + length);
  }

  /** The complete DWORDs of the `length` bytes from `offset` on, as far as the container goes. */
  wordsAt(offset: number, length: number): Uint32Array {
    return wordsOf(this.#bytes, this.#start + offset, Math.max(0, length));
  }

  /**
   * Whether the `length` bytes from `offset` on can be read. Reports when not, or when they are beyond the chunk.
   *
   * @param what what is expected there, for the message
   */
  has(offset: number, length: number, what: string): boolean {
    const end = offset + length;
    if (end <= this.size) return true;
    this.contained = false;
    const inside = end <= this.reach;
    if (!inside) this.intact = false;
    this.report(inside ? DX1011 : DX1010, offset, end, {
      what,
      offset: hex(offset),
      size: this.size,
    });
    return inside;
  }

  /**
   * Whether `count` records of `size` bytes, each `stride` bytes after the one before, can be read from `offset` on.
   * Readers check this before they loop over a count from the file. Tables may overlap, but not so that a small chunk
   * holds more records than memory.
   */
  hasAll(offset: number, count: number, stride: number, size: number, what: string): boolean {
    if (count === 0) return true;
    const length = Math.max((count - 1) * stride + size, count * stride);
    if (offset + length <= this.reach && count * size <= this.#recordBudget) {
      this.#recordBudget -= count * size;
      return this.has(offset, length, what);
    }
    const available = Math.floor(Math.min(this.#recordBudget, Math.max(0, this.reach - offset)) / size);
    this.report(DX1012, offset, offset + size, { count, what, room: available });
    this.intact = false;
    return false;
  }

  /**
   * Reads `count` records, `stride` bytes apart; none, with a report, where {@link hasAll} finds that they do not fit.
   *
   * @param size bytes of a record that are read
   */
  records<Item>(
    offset: number,
    count: number,
    stride: number,
    what: string,
    read: (at: number) => Item,
    size = stride,
  ): Item[] {
    if (!this.hasAll(offset, count, stride, size, what)) return [];
    const items: Item[] = new Array(count);
    for (let i = 0, at = offset; i < count; i++, at += stride) items[i] = read(at);
    return items;
  }

  /** The NUL-terminated name at `offset`, one character a byte; undefined, with a report, outside the container. */
  text(offset: number, what: string): string | undefined {
    if (!this.has(offset, 1, what)) return undefined;
    const bytes = this.#bytes;
    const from = this.#start + offset;
    const stop = Math.min(bytes.byteLength, from + this.#nameBudget);
    let at = from;
    while (at < stop && bytes[at] !== 0) at++;
    this.#nameBudget -= at - from;
    if (at === stop) this.#reportEndless(offset, at - this.#start, what);
    else if (at - this.#start >= this.size && offset < this.size) this.has(offset, at - from + 1, what);
    return latin1Text(bytes, from, at);
  }

  /** Reports that the field at `offset`, the size of a record, is zero: Microsoft's reader rejects such a chunk. */
  reportZeroSize(offset: number): void {
    this.report(DX1012, offset, offset + 4, {
      count: 0,
      what: 'bytes of a record',
      room: this.reach,
    });
    this.intact = false;
  }

  /** Reports that the offset of `what` is zero where Microsoft's reader requires one. */
  reportMissing(what: string): void {
    this.report(DX1023, 0, 4, { what });
    this.intact = false;
  }

  #reportEndless(offset: number, end: number, what: string): void {
    if (end === this.reach) this.has(offset, end - offset + 1, what);
    else this.report(DX1020, offset, end, { limit: NAME_BUDGET * this.size });
  }

  /** Reports `code` for bytes of the payload; after the first few it only says once that there are more. */
  report(message: Message, start: number, end: number, values: MessageValues = {}): void {
    const top = this.#bytes.byteLength;
    const from = Math.min(this.#start + start, top);
    const to = Math.max(from, Math.min(this.#start + end, top));
    this.#reports.report(message, from, to, values);
  }
}

/**
 * A public reader of a kind of chunk. Spans of its diagnostics count from the start of the container.
 *
 * @param container the container that has the chunk
 * @param chunk one of its chunks
 */
export type ChunkParser<Value> = (container: Container, chunk: Chunk) => ParseResult<Value>;

/** The public reader that does what `read` does. */
export function chunkParser<Value>(
  read: (container: Container, chunk: Chunk, diagnostics: Diagnostics) => Value | undefined,
): ChunkParser<Value> {
  return (container, chunk) => parse((diagnostics) => read(container, chunk, diagnostics));
}
