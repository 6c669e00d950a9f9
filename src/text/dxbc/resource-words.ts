/**
 * Resource definitions as words, for sections that are printed without reading the chunk first, as compilers write them.
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
import type { Chunk, Container } from '../../container/dxbc.ts';
import { ChunkWords } from './chunk-words.ts';

const WORD = 4;

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
    return resources.#isUsual() ? resources : undefined;
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

  #isUsual(): boolean {
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
