/**
 * Resource definitions as words: the fast path of header sections, which prints them without reading the chunk first,
 * as compilers write them. A listing of shaders like games' takes 1.3 times as long without it (measured).
 *
 * Not for: variables, types and names, which the printers check as they write them (buffer-words.ts, bindings.ts).
 */
import { BufferType } from '../../base/d3d/enumerations.ts';
import {
  BASIC_LAYOUT,
  EXTENDED_HEADER,
  EXTENDED_LAYOUT,
  RD11,
  RD11_1,
  type RdefLayout,
  SPACES_LAYOUT,
} from '../../chunks/rdef.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../../container/dxbc.ts';
import type { TextWriter } from '../writer.ts';

const WORD = 4;

/** The limit on characters of a name. Readers allow no fewer. */
const MAX_NAME = 256;

/**
 * The payload of a chunk as words. Nothing is reported here: what compilers do not write is left to the readers of
 * `container`.
 */
class ChunkWords {
  /** How many more bytes of records and characters of names may be used: fewer than readers allow. */
  #left: number;

  private constructor(
    /** Those of the container. */
    readonly words: Uint32Array,
    /** Index of the first word of the payload. */
    readonly start: number,
    /** Bytes of the payload, without an incomplete last DWORD at the end of the container. */
    readonly size: number,
  ) {
    this.#left = 4 * size;
  }

  /** Returns undefined for a payload that is not at a multiple of four bytes. */
  static of({ words }: Container, { offset, data }: Chunk): ChunkWords | undefined {
    const at = offset + CHUNK_HEADER_SIZE;
    const size = Math.min(data.byteLength, words.byteLength - at);
    return (at & 3) === 0 && size >= 0 ? new ChunkWords(words, at >>> 2, size) : undefined;
  }

  /** Whether the `length` bytes at `offset` are words in the payload. */
  has(offset: number, length: number): boolean {
    this.#left -= length;
    return (offset & 3) === 0 && offset + length <= this.size && this.#left >= 0;
  }

  /** Index of the first of the words in the `length` bytes at `offset`; -1 when these are not words in the payload. */
  records(offset: number, length: number): number {
    return this.has(offset, length) ? this.start + (offset >>> 2) : -1;
  }

  /** Writes the name whose offset is at word `at`; returns its length, or -1 when it needs the slow path. */
  text(out: TextWriter, at: number): number {
    const offset = this.words[at]!;
    if (offset >= this.size) return -1;
    const from = 4 * this.start + offset;
    const length = out.wordText(this.words, from, Math.min(4 * this.start + this.size, from + MAX_NAME));
    this.#left -= length;
    return this.#left >= 0 ? length : -1;
  }
}

export class ResourceWords {
  readonly bufferCount: number;
  readonly bindingCount: number;
  /** Index of the word with the offset of the creator. */
  readonly creator: number;
  /** Whether types have fields for their names and related types. */
  readonly typeNames: boolean;
  /** Whether bindings have fields for register spaces and ids. */
  readonly spaces: boolean;
  /** The sizes of records. */
  readonly layout: RdefLayout;

  private constructor(readonly chunk: ChunkWords) {
    const { words, start } = chunk;
    this.bufferCount = words[start]!;
    this.bindingCount = words[start + 2]!;
    this.creator = start + 6;
    const mark = words[start + 7];
    this.typeNames = words[start + 8] === EXTENDED_HEADER && (mark === RD11 || mark === RD11_1);
    this.spaces = this.typeNames && words[start + 10] === SPACES_LAYOUT.binding;
    this.layout = this.spaces ? SPACES_LAYOUT : this.typeNames ? EXTENDED_LAYOUT : BASIC_LAYOUT;
  }

  /** Returns undefined when the chunk is not such a one. */
  static of(container: Container, chunk: Chunk): ResourceWords | undefined {
    const words = ChunkWords.of(container, chunk);
    if (words === undefined || words.size < EXTENDED_HEADER) return undefined;
    const resources = new ResourceWords(words);
    return resources.#isSupported() ? resources : undefined;
  }

  /** Index of the first word of buffer `i`. */
  buffer(i: number): number {
    const { words, start } = this.chunk;
    return start + (words[start + 1]! + BASIC_LAYOUT.buffer * i) / WORD;
  }

  /** Index of the first word of binding `i`. */
  binding(i: number): number {
    const { words, start } = this.chunk;
    return start + (words[start + 3]! + this.layout.binding * i) / WORD;
  }

  #isSupported(): boolean {
    const { chunk, layout, bufferCount, bindingCount } = this;
    const { words, start } = chunk;
    if (this.typeNames) {
      const { buffer, binding, variable, type, member } = layout;
      const sizes = [buffer, binding, variable, type, member];
      for (let i = 0; i < sizes.length; i++) if (words[start + 9 + i] !== sizes[i]) return false;
    }
    const buffers = words[start + 1]!;
    if (bufferCount > 0 && (buffers === 0 || !chunk.has(buffers, bufferCount * layout.buffer))) return false;
    if (!chunk.has(words[start + 3]!, bindingCount * layout.binding)) return false;
    for (let i = 0; i < bufferCount; i++) if (words[this.buffer(i) + 5] === BufferType.interfacePointers) return false;
    return true;
  }
}
