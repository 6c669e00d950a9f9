/**
 * The bytes of a member that is too large for memory, as a source: it is unpacked as it is read, and unpacked again
 * from its beginning where something before the last bytes is read. Memory is those last bytes, however large the
 * member is.
 *
 * Not for: members that memory holds (unpack.ts), which are read in any order.
 */
import { toBytes } from '../base/bytes.ts';
import { MAX_FOUND_SHADER, MAX_UNPACK_PASSES } from '../base/limits.ts';
import type { RandomAccessSource } from './source.ts';

/** Buffered bytes before the last one, if memory allows: a candidate of the largest size can be read again. */
const MAX_KEPT = MAX_FOUND_SHADER + 2 ** 22;

/** Unpacks from the beginning. */
export type Opener = () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Events of a streamed source. */
export interface StreamEvents {
  /** So many bytes were unpacked; false ends it. */
  readonly unpacked: (count: number) => boolean;
  /** The codec threw this. */
  readonly failed: (error: unknown) => void;
  /** It would be unpacked too often. */
  readonly tooOften: () => void;
}

export class StreamedSource implements RandomAccessSource {
  readonly size: number;
  readonly #open: Opener;
  readonly #events: StreamEvents;
  readonly #kept: number;
  #pieces: Uint8Array[] = [];
  /** The offsets of the first buffered byte and of the next one. */
  #start = 0;
  #end = 0;
  #iterator: AsyncIterator<Uint8Array> | Iterator<Uint8Array> | undefined;
  /** Nothing follows the pieces. */
  #isEnded = false;
  #passes = 0;

  /** @param memory bytes that may be buffered */
  constructor(size: number, memory: number, open: Opener, events: StreamEvents) {
    this.size = size;
    this.#kept = Math.min(MAX_KEPT, memory);
    this.#open = open;
    this.#events = events;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (offset < this.#start || this.#passes === 0) {
      await this.close();
      if (this.#passes > MAX_UNPACK_PASSES) return new Uint8Array(0);
      if (this.#passes++ === MAX_UNPACK_PASSES) {
        this.#events.tooOften();
        return new Uint8Array(0);
      }
      const opened = this.#open();
      this.#iterator = Symbol.asyncIterator in opened ? opened[Symbol.asyncIterator]() : opened[Symbol.iterator]();
      this.#isEnded = false;
    }
    const end = Math.min(offset + length, this.size);
    while (!this.#isEnded && this.#end < end) await this.#next(offset);
    return this.#copy(offset, Math.min(end, this.#end));
  }

  /** Ends the codec. */
  async close(): Promise<void> {
    const iterator = this.#iterator;
    this.#iterator = undefined;
    this.#pieces = [];
    this.#start = 0;
    this.#end = 0;
    this.#isEnded = true;
    await iterator?.return?.();
  }

  /** @param wanted the first byte that must stay buffered */
  async #next(wanted: number): Promise<void> {
    let next: IteratorResult<Uint8Array>;
    try {
      next = await this.#iterator!.next();
    } catch (error) {
      // A codec may throw any error of its library.
      this.#isEnded = true;
      this.#events.failed(error);
      return;
    }
    if (next.done) {
      this.#isEnded = true;
      return;
    }
    const piece = toBytes(next.value, 'findShaders', 'a piece of a codec');
    this.#pieces.push(piece);
    this.#end += piece.byteLength;
    const before = Math.min(wanted, this.#end - this.#kept);
    let dropped = 0;
    while (dropped < this.#pieces.length && this.#start + this.#pieces[dropped]!.byteLength <= before)
      this.#start += this.#pieces[dropped++]!.byteLength;
    if (dropped > 0) this.#pieces.splice(0, dropped);
    if (!this.#events.unpacked(piece.byteLength)) this.#isEnded = true;
  }

  #copy(from: number, to: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, to - from));
    let at = this.#start;
    for (const piece of this.#pieces) {
      const [first, last] = [Math.max(from, at), Math.min(to, at + piece.byteLength)];
      if (first < last) bytes.set(piece.subarray(first - at, last - at), first - from);
      at += piece.byteLength;
    }
    return bytes;
  }
}
