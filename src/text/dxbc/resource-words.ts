/**
 * Resource definitions as words: the fast path of header sections, which prints them without reading the chunk first,
 * as compilers write them, without classes and interfaces. A listing of shaders like games' takes 1.3 times as long
 * without it (measured).
 *
 * Not for: other chunks, which are read first (buffers.ts).
 */
import { BufferType, VariableClass } from '../../base/d3d/enumerations.ts';
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
import type { Mark } from '../markup.ts';
import { MAX_TYPE_MARGIN, type TextWriter, TypeColumn } from '../writer.ts';
import {
  BUFFER_CLOSE,
  BUFFER_OPEN,
  bufferType,
  declarationEnd,
  END,
  HEADING,
  MARGIN,
  memberComment,
  printDefaults,
  typeText,
  variableComment,
} from './buffers.ts';

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

const TYPES = /* @__PURE__ */ new TypeColumn((type) => typeText({ ...type, name: undefined }));
const SPACE = 0x20;
/**
 * Writes the section straight from the words of resource definitions that {@link ResourceWords} has accepted.
 *
 * @param literal around each row of a default value
 * @param limit the approximate number of characters that the section may have
 * @returns false, perhaps with a part of it written, when a record or a name needs the slow path
 */
export function printBufferWords(out: TextWriter, resources: ResourceWords, literal: Mark, limit: number): boolean {
  const begin = out.length;
  out.phrase(HEADING);
  const { length } = out;
  const printer = new WordPrinter(out, resources, literal);
  for (let i = 0; i < resources.bufferCount; i++) if (!printer.buffer(resources.buffer(i))) return false;
  if (out.length === length) out.rewind(begin);
  else out.phrase(END);
  return out.length - begin <= limit;
}

/** Its methods take indices of words, and return false, or -1 for an index, when something needs the slow path. */
class WordPrinter {
  readonly #words: Uint32Array;

  constructor(
    private readonly out: TextWriter,
    private readonly resources: ResourceWords,
    private readonly literal: Mark,
  ) {
    this.#words = resources.chunk.words;
  }

  buffer(buffer: number): boolean {
    const out = this.out;
    const words = this.#words;
    const { chunk, layout } = this.resources;
    const { length } = out;
    bufferType(out, words[buffer + 5]!);
    if (chunk.text(out, buffer) < 0) return false;
    const count = words[buffer + 1]!;
    if (count === 0) {
      out.rewind(length);
      return true;
    }
    const variables = chunk.records(words[buffer + 2]!, count * layout.variable);
    if (variables < 0) return false;
    out.phrase(BUFFER_OPEN);
    for (let i = 0; i < count; i++)
      if (!this.#variable(variables + (i * layout.variable) / WORD, i === 0)) return false;
    out.phrase(BUFFER_CLOSE);
    return true;
  }

  #variable(variable: number, first: boolean): boolean {
    const out = this.out;
    const words = this.#words;
    const { chunk, typeNames } = this.resources;
    // Slots of textures and of samplers.
    if (typeNames && (words[variable + 7] !== 0 || words[variable + 9] !== 0)) return false;
    const offset = words[variable + 1]!;
    const size = words[variable + 2]!;
    const defaults = words[variable + 5]!;
    if (!this.#declaration(variable, variable + 4, offset, MARGIN, first)) return false;
    variableComment(out, offset, size, words[variable + 3]!);
    if (defaults === 0) return true;
    const values = chunk.records(defaults, size);
    if (values < 0 || (size & 3) !== 0) return false;
    printDefaults(out, words, values, size / WORD, this.literal);
    return true;
  }

  /**
   * Writes a declaration up to the column of its comment, from the words with the offsets of its name and of its type.
   */
  #declaration(name: number, typeOffset: number, offset: number, margin: string, first: boolean): boolean {
    const out = this.out;
    const words = this.#words;
    const type = this.#type(words[typeOffset]!);
    if (type < 0) return false;
    const kind = words[type]!;
    const structure = (kind & 0xffff) === VariableClass.struct;
    // An empty line follows every opening brace of a structure, and is before every structure but the first variable.
    const inside = margin !== MARGIN;
    if (structure ? inside || !first : inside && first) out.text(`${margin}\n`);
    if (structure && !this.#structure(type, offset, margin)) return false;
    const line = out.length;
    if (!TYPES.write(out, kind | 0, structure ? 0 : words[type + 1]!, margin)) return false;
    if (this.resources.chunk.text(out, name) < 0) return false;
    declarationEnd(out, line, words[type + 2]! & 0xffff);
    return true;
  }

  /** Writes the opening line and the members of a structure, without the closing brace. */
  #structure(type: number, offset: number, margin: string): boolean {
    const out = this.out;
    const words = this.#words;
    const { chunk, layout, typeNames } = this.resources;
    const inner = `${margin}    `;
    const count = words[type + 2]! >>> 16;
    const members = chunk.records(words[type + 3]!, count * layout.member);
    if (members < 0 || inner.length > MAX_TYPE_MARGIN) return false;
    out.text(`${margin}struct`);
    if (typeNames && words[type + 8] !== 0) {
      out.character(SPACE);
      if (chunk.text(out, type + 8) < 0) return false;
    }
    out.text(`\n${margin}{\n`);
    for (let i = 0; i < count; i++) {
      const member = members + (i * layout.member) / WORD;
      const at = (offset + words[member + 2]!) >>> 0;
      if (!this.#declaration(member, member + 1, at, inner, i === 0)) return false;
      memberComment(out, at);
    }
    out.phrase(END);
    return true;
  }

  /** Index of the first word of the type at `offset`. */
  #type(offset: number): number {
    const out = this.out;
    const words = this.#words;
    const { chunk, layout, typeNames } = this.resources;
    const type = chunk.records(offset, layout.type);
    if (offset === 0 || type < 0) return -1;
    const kind = words[type]! & 0xffff;
    const structure = kind === VariableClass.struct;
    if (kind > VariableClass.struct || structure !== words[type + 2]! > 0xffff) return -1;
    if (!typeNames) return type;
    // The class of an interface, the base class and the number of interfaces.
    if (words[type + 4] !== 0 || words[type + 5] !== 0 || words[type + 6] !== 0) return -1;
    // Only names of structures are shown, but every name must be there.
    const { length } = out;
    if (!structure && words[type + 8] !== 0 && chunk.text(out, type + 8) < 0) return -1;
    out.rewind(length);
    return type;
  }
}
