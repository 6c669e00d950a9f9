/**
 * The section `Buffer Definitions` straight from the words of the chunk, as compilers write them, without classes and
 * interfaces. The slow path reads the chunk first (buffers.ts).
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import type { Mark } from '../markup.ts';
import { MAX_TYPE_MARGIN, TypeColumn } from '../type-column.ts';
import type { TextWriter } from '../writer.ts';
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
import type { ResourceWords } from './resource-words.ts';

const TYPES = /* @__PURE__ */ new TypeColumn((type) => typeText({ ...type, name: undefined }));
const SPACE = 0x20;
const WORD = 4;

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
  readonly #out: TextWriter;
  readonly #resources: ResourceWords;
  readonly #words: Uint32Array;
  readonly #literal: Mark;

  constructor(out: TextWriter, resources: ResourceWords, literal: Mark) {
    this.#out = out;
    this.#resources = resources;
    this.#words = resources.chunk.words;
    this.#literal = literal;
  }

  buffer(buffer: number): boolean {
    const out = this.#out;
    const words = this.#words;
    const { chunk, layout } = this.#resources;
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
    const out = this.#out;
    const words = this.#words;
    const { chunk, typeNames } = this.#resources;
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
    printDefaults(out, words, values, size / WORD, this.#literal);
    return true;
  }

  /**
   * Writes a declaration up to the column of its comment, from the words with the offsets of its name and of its type.
   */
  #declaration(name: number, typeOffset: number, offset: number, margin: string, first: boolean): boolean {
    const out = this.#out;
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
    if (this.#resources.chunk.text(out, name) < 0) return false;
    declarationEnd(out, line, words[type + 2]! & 0xffff);
    return true;
  }

  /** Writes the opening line and the members of a structure, without the closing brace. */
  #structure(type: number, offset: number, margin: string): boolean {
    const out = this.#out;
    const words = this.#words;
    const { chunk, layout, typeNames } = this.#resources;
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
    const out = this.#out;
    const words = this.#words;
    const { chunk, layout, typeNames } = this.#resources;
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
