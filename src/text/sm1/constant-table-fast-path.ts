/**
 * The fast path for constant tables as compilers write them, printed straight from their words: complete, with types
 * and members at multiples of four bytes, and names of ASCII characters. A listing of shaders like games' takes 1.4
 * times as long without it (measured).
 *
 * Not for: any other table, which is read first (constant-table.ts).
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import {
  CTAB_CONSTANT_SIZE,
  CTAB_HEADER_SIZE,
  CTAB_MEMBER_SIZE,
  CTAB_TYPE_SIZE,
  ctabTypeName,
} from '../../chunks/ctab.ts';
import type { Sm1CommentSpan } from '../../isa/sm1/comments.ts';
import { PackedText } from '../text-cache.ts';
import { MAX_TYPE_MARGIN, TypeColumn } from '../type-column.ts';
import type { TextWriter } from '../writer.ts';
import { LEAST_NAME_WIDTH, MARGIN, registerColumns, registersHead, TABLE } from './constant-table-strings.ts';

/** Limits of the fast path, below those of the reader and of a header. */
const MAX_VARIABLES = 256;
const MAX_NAME = 256;

const VARIABLE_END = new PackedText(';\n');
const MEMBER_MARGIN = '    ';
const LINE_FEED = 0x0a;
const SPACE = 0x20;
/** Before the first variable of a list. */
const NOTHING = -1;

/** DWORD indices of the constants of the table. */
const constantAt = new Int32Array(MAX_VARIABLES);

const TYPES = new TypeColumn(ctabTypeName);

/** Writes a table; returns false, with nothing written, when it needs the slow path. */
export function printTableFast(out: TextWriter, words: Uint32Array, { start, end }: Sm1CommentSpan): boolean {
  const before = out.length;
  if (new FastTable(out, words, start, end).print()) return true;
  out.rewind(before);
  return false;
}

class FastTable {
  readonly #out: TextWriter;
  readonly #words: Uint32Array;
  readonly #start: number;
  readonly #end: number;
  #width = LEAST_NAME_WIDTH;
  /** How many more variables and members may be written. */
  #left: number;
  /** Offset of the last name in the list of variables, and the class of its type. */
  #lastName = 0;
  #lastKind = NOTHING;

  /**
   * @param start DWORD index of the first word of the table
   * @param end that after the last one
   */
  constructor(out: TextWriter, words: Uint32Array, start: number, end: number) {
    this.#out = out;
    this.#words = words;
    this.#start = start;
    this.#end = end;
    this.#left = Math.min(MAX_VARIABLES, 4 * (end - start));
  }

  /** Writes the table; returns false, with a part of it written, when it needs the slow path. */
  print(): boolean {
    const out = this.#out;
    const words = this.#words;
    const start = this.#start;
    const written = out.length;
    if (4 * (this.#end - start) < CTAB_HEADER_SIZE) return false;
    const count = words[start + 3]!;
    const first = words[start + 4]!;
    if (count === 0 || !this.#isWithinLimit(count) || !this.#isInside(first, CTAB_CONSTANT_SIZE * count)) return false;
    // The name of the target is not in a listing, but may use up the characters that the reader allows.
    if (words[start + 6] !== 0 && this.#text(start + 6) < 0) return false;
    out.rewind(written);
    out.phrase(TABLE.generatedBy);
    if (this.#text(start + 1) < 0) return false;
    out.character(LINE_FEED);
    out.phrase(TABLE.parameters);
    for (let i = 0; i < count; i++) {
      constantAt[i] = start + (first + CTAB_CONSTANT_SIZE * i) / 4;
      if (!this.#constant(constantAt[i]!)) return false;
    }
    registersHead(out, this.#width);
    this.#sort(count);
    for (let i = 0; i < count; i++) this.#register(constantAt[i]!);
    out.phrase(TABLE.end);
    return true;
  }

  #isWithinLimit(count: number): boolean {
    this.#left -= count;
    return this.#left >= 0;
  }

  /** Whether `size` bytes at `offset` are in the table, with a byte after them, as Microsoft's reader requires. */
  #isInside(offset: number, size: number): boolean {
    return (offset & 3) === 0 && offset + size < 4 * (this.#end - this.#start);
  }

  /** Writes the text whose offset is at DWORD `at`; returns its length, or -1 when it needs the slow path. */
  #text(at: number): number {
    const out = this.#out;
    const words = this.#words;
    const start = this.#start;
    const end = this.#end;
    const offset = words[at]!;
    if (offset === 0 || offset >= 4 * (end - start)) return -1;
    const from = 4 * start + offset;
    return out.wordText(words, from, Math.min(4 * end, from + MAX_NAME));
  }

  /** Writes the variable of the constant at DWORD `at`, unless it is the last one in another register set. */
  #constant(at: number): boolean {
    const words = this.#words;
    const offset = words[at + 3]!;
    if (!this.#isInside(offset, CTAB_TYPE_SIZE)) return false;
    const type = this.#start + offset / 4;
    const kind = words[type]! & 0xffff;
    const name = words[at]!;
    // The members of a structure that is not written may be damaged.
    if (this.#lastKind !== NOTHING && this.#isSameText(name, this.#lastName)) return kind !== VariableClass.struct;
    const length = this.#variable(type, at, MARGIN, this.#lastKind);
    if (length > this.#width) this.#width = length;
    this.#lastName = name;
    this.#lastKind = kind;
    return length >= 0;
  }

  /**
   * Writes a variable or member of the type at DWORD `type`, whose name is at the offset in DWORD `name`. A structure
   * is set off from its neighbors by an empty line.
   *
   * @param lastKind the class of the one before it
   * @returns the length of the name; -1 when something needs the slow path
   */
  #variable(type: number, name: number, margin: string, lastKind: number): number {
    const out = this.#out;
    const words = this.#words;
    const kind = words[type]! | 0;
    const isStruct = (kind & 0xffff) === VariableClass.struct;
    if (lastKind !== NOTHING && (isStruct || lastKind === VariableClass.struct)) {
      out.text(margin);
      out.character(LINE_FEED);
    }
    if (isStruct) {
      if (!this.#struct(type, margin)) return -1;
      out.character(SPACE);
    } else if (!TYPES.write(out, kind, words[type + 1]!, margin)) return -1;
    const length = this.#text(name);
    if (length < 0) return -1;
    const elements = words[type + 2]! & 0xffff;
    if (elements > 1) out.text(`[${elements}]`);
    out.phrase(VARIABLE_END);
    return length;
  }

  /** Writes the structure at DWORD `type` up to its closing brace; returns false when it needs the slow path. */
  #struct(type: number, margin: string): boolean {
    const out = this.#out;
    const words = this.#words;
    const start = this.#start;
    const count = words[type + 2]! >>> 16;
    const first = words[type + 3]!;
    const inner = margin + MEMBER_MARGIN;
    if (!this.#isWithinLimit(count) || inner.length > MAX_TYPE_MARGIN) return false;
    if (count > 0 && !this.#isInside(first, CTAB_MEMBER_SIZE * count)) return false;
    out.text(`${margin}struct\n${margin}{\n`);
    let lastKind = NOTHING;
    for (let i = 0; i < count; i++) {
      const member = start + (first + CTAB_MEMBER_SIZE * i) / 4;
      const offset = words[member + 1]!;
      if (!this.#isInside(offset, CTAB_TYPE_SIZE)) return false;
      if (this.#variable(start + offset / 4, member, inner, lastKind) < 0) return false;
      lastKind = words[start + offset / 4]! & 0xffff;
    }
    out.text(`//\n${margin}}`);
    return true;
  }

  /** Whether the strings at two offsets are equal, and end in the table. */
  #isSameText(a: number, b: number): boolean {
    const words = this.#words;
    const from = 4 * this.#start;
    const size = 4 * this.#end - from;
    for (let i = 0; a + i < size && b + i < size; i++) {
      const [x, y] = [from + a + i, from + b + i];
      const character = (words[x >>> 2]! >>> (8 * (x & 3))) & 0xff;
      if (character !== ((words[y >>> 2]! >>> (8 * (y & 3))) & 0xff)) return false;
      if (character === 0) return a !== 0;
    }
    return false;
  }

  /** Sorts the first `count` constants by register set and register, those with the same in their order. */
  #sort(count: number): void {
    const words = this.#words;
    const keyOf = (at: number) => 0x1_0000 * (words[at + 1]! & 0xffff) + (words[at + 1]! >>> 16);
    for (let i = 1; i < count; i++) {
      const at = constantAt[i]!;
      const key = keyOf(at);
      let to = i;
      for (; to > 0 && keyOf(constantAt[to - 1]!) > key; to--) constantAt[to] = constantAt[to - 1]!;
      constantAt[to] = at;
    }
  }

  /** Writes the line of the constant at DWORD `at` in the list of registers. */
  #register(at: number): void {
    const out = this.#out;
    const words = this.#words;
    out.phrase(TABLE.row);
    out.spaces(this.#width + 1 - this.#text(at));
    registerColumns(out, words[at + 1]! & 0xffff, words[at + 1]! >>> 16, words[at + 2]! & 0xffff);
  }
}
