/**
 * The payload of a chunk as words, for sections that are printed without reading the chunk first: only what compilers write can be. Nothing is
 * reported here; what is unusual is left to the readers of `container`.
 */
import type { Chunk, Container } from '../../container/dxbc.ts';
import { CHUNK_HEADER_SIZE } from '../../container/dxbc.ts';
import type { TextWriter } from '../writer.ts';

/** The limit on characters of a name. Readers allow no fewer. */
const MAX_NAME = 256;

export class ChunkWords {
  /** How many more bytes of records and characters of names may be used: fewer than readers allow. */
  #room: number;

  private constructor(
    /** Those of the container. */
    readonly words: Uint32Array,
    /** Index of the first word of the payload. */
    readonly start: number,
    /** Bytes of the payload, without a last DWORD that is not whole at the end of the container. */
    readonly size: number,
  ) {
    this.#room = 4 * size;
  }

  /** Returns undefined for a payload that is not at a multiple of four bytes. */
  static of({ words }: Container, { offset, data }: Chunk): ChunkWords | undefined {
    const at = offset + CHUNK_HEADER_SIZE;
    const size = Math.min(data.byteLength, words.byteLength - at);
    return (at & 3) === 0 && size >= 0 ? new ChunkWords(words, at >>> 2, size) : undefined;
  }

  /** Whether the `length` bytes at `offset` are words in the payload. */
  has(offset: number, length: number): boolean {
    this.#room -= length;
    return (offset & 3) === 0 && offset + length <= this.size && this.#room >= 0;
  }

  /** Index of the first of the words in the `length` bytes at `offset`; -1 when these are not words in the payload. */
  records(offset: number, length: number): number {
    return this.has(offset, length) ? this.start + (offset >>> 2) : -1;
  }

  /** Writes the name whose offset is at word `at`; returns its length, or -1 when it is unusual. */
  text(out: TextWriter, at: number): number {
    const offset = this.words[at]!;
    if (offset >= this.size) return -1;
    const from = 4 * this.start + offset;
    const length = out.wordText(this.words, from, Math.min(4 * this.start + this.size, from + MAX_NAME));
    this.#room -= length;
    return this.#room >= 0 ? length : -1;
  }
}
