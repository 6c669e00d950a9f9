/**
 * The structures of the chunk SDBG, which compilers up to 2012 wrote: those that d3d10_1shader.h documents as
 * `D3D10_SHADER_DEBUG_INFO` and the structures that it refers to; and a view of their bytes. Offsets of tables count
 * bytes from the end of the header, whose size is its first DWORD; strings and lists of integers have offsets in
 * separate areas. `D3DDisassemble` reads them like this (source: oracle).
 *
 * Not for: typed data (sdbg.ts).
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { latin1Text, u16At, u32At } from '../../base/words.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { DX0204, DX0205, DX0206 } from '../messages.ts';
import type { RecordSource } from '../records.ts';

/** Offsets in bytes; a table is a count and, in the DWORD after it, an offset. */
export const SDBG_HEADER = {
  /** Bytes of the header. */
  size: 0,
  creator: 4,
  entryPoint: 8,
  target: 12,
  /** `D3DCOMPILE_*` */
  flags: 16,
  files: 20,
  instructions: 28,
  scalars: 36,
  inputs: 44,
  /** Positions in the source with the text there. */
  tokens: 52,
  scopes: 60,
  /** Variables and functions. */
  variables: 68,
  integers: 76,
  texts: 80,
} as const;
export const SDBG_HEADER_SIZE = 84;

export const SDBG_FILE = { name: 0, nameLength: 4, data: 8, dataLength: 12 } as const;
export const SDBG_FILE_SIZE = 16;
/** Microsoft's reader refuses longer names (source: oracle). */
export const SDBG_MAX_FILE_NAME = 259;

export const SDBG_INSTRUCTION = {
  /** Number of the instruction, declarations not counted. */
  id: 0,
  opcode: 4,
  outputCount: 8,
  /** Two outputs, whether there are so many or not. */
  outputs: 12,
  token: 372,
  /** How many functions are around it. */
  nesting: 376,
  scopes: 380,
  accessed: 388,
} as const;
export const SDBG_INSTRUCTION_SIZE = 396;
export const SDBG_MAX_OUTPUTS = 2;

export const SDBG_OUTPUT = {
  /** An index of {@link SDBG_REGISTER_SETS}. */
  registerSet: 0,
  register: 4,
  /** Which indexable temporary. */
  array: 8,
  /** Components of the register, {@link SDBG_NONE} where nothing is written. */
  components: 12,
  /** Four records of {@link SDBG_HELD}. */
  held: 28,
  /** The register that indexes the variable; {@link SDBG_NONE} where it is not indexed. */
  indexRegister: 172,
  indexComponent: 176,
} as const;
export const SDBG_OUTPUT_SIZE = 180;

/** The content of an output component: a scalar and its possible values. */
export const SDBG_HELD = {
  scalar: 0,
  uintMin: 4,
  uintMax: 8,
  intMin: 12,
  intMax: 16,
  floatMin: 20,
  floatMax: 24,
  mayBeNan: 28,
  mayBeInfinite: 32,
} as const;
export const SDBG_HELD_SIZE = 36;

export const SDBG_SCALAR = {
  token: 0,
  /** D3D_SHADER_VARIABLE_TYPE */
  type: 4,
  register: 8,
  component: 12,
  variable: 16,
  element: 20,
} as const;
export const SDBG_SCALAR_SIZE = 24;

/** A scalar that has a value at the start of the program. */
export const SDBG_INPUT = { scalar: 0, registerSet: 4, bank: 8, register: 12, component: 16, value: 20 } as const;
export const SDBG_INPUT_SIZE = 24;

export const SDBG_TOKEN = { file: 0, line: 4, column: 8, length: 12, text: 16 } as const;
export const SDBG_TOKEN_SIZE = 20;

export const SDBG_SCOPE = { type: 0, name: 4, nameLength: 8, count: 12, variables: 16 } as const;
export const SDBG_SCOPE_SIZE = 20;
/** D3D10_SHADER_DEBUG_SCOPETYPE */
export const SDBG_SCOPE_TYPES = [
  'global',
  'block',
  'for loop',
  'structure',
  'function',
  'state block',
  'namespace',
  'annotation',
] as const;

export const SDBG_VARIABLE = {
  token: 0,
  /** 1 for a function. */
  kind: 4,
  /** D3D_SHADER_VARIABLE_CLASS */
  class: 8,
  rows: 12,
  columns: 16,
  /** Scope with the members of a structure. */
  members: 20,
  dimensions: 24,
  lengths: 28,
  strides: 32,
  scalarCount: 36,
  firstScalar: 40,
} as const;
export const SDBG_VARIABLE_SIZE = 44;

/** "None" in fields with an index. */
export const SDBG_NONE = 0xffff_ffff;

/** D3D10_SHADER_DEBUG_REGTYPE, as listings write the registers; undefined for other numbers. */
export const SDBG_REGISTER_SETS = ['v', 'o', 'cb', 'tb', 'r', 'x', 't', 's', 'icb', undefined, undefined] as const;

/** The bytes of a record of each table. */
const TABLES = {
  files: SDBG_FILE_SIZE,
  instructions: SDBG_INSTRUCTION_SIZE,
  scalars: SDBG_SCALAR_SIZE,
  inputs: SDBG_INPUT_SIZE,
  tokens: SDBG_TOKEN_SIZE,
  scopes: SDBG_SCOPE_SIZE,
  variables: SDBG_VARIABLE_SIZE,
} as const satisfies Partial<Record<keyof typeof SDBG_HEADER, number>>;

/** Records that searches may look at: records of compilers are found at once, damaged ones may be anywhere before. */
const MAX_STEPS = 2 ** 26;

export type SdbgTable = keyof typeof TABLES;

export class SdbgView implements RecordSource {
  readonly #bytes: Uint8Array;
  readonly #diagnostics: Diagnostics;
  /** Where the chunk's payload begins in the container, in bytes. */
  readonly #start: number;
  /** Where the tables begin in the payload, and the areas of integers and of strings. */
  readonly #base: number;
  readonly #integers: number;
  readonly #strings: number;
  /** Characters that may still be read: strings may share bytes. */
  #charactersLeft: number;
  /** Records that searches for instructions may still look at. */
  #stepsLeft = MAX_STEPS;
  /** Bytes of lists that may still be read. */
  #bytesLeft: number;

  /** @param start byte of the container at which the payload begins */
  constructor(bytes: Uint8Array, start: number, diagnostics: Diagnostics) {
    this.#bytes = bytes;
    this.#start = start;
    this.#diagnostics = diagnostics.at(start);
    this.#base = this.u32(SDBG_HEADER.size);
    this.#integers = this.#base + this.u32(SDBG_HEADER.integers);
    this.#strings = this.#base + this.u32(SDBG_HEADER.texts);
    this.#charactersLeft = 0x1_0000 + 8 * bytes.byteLength;
    this.#bytesLeft = 0x1_0000 + 8 * bytes.byteLength;
  }

  /**
   * The first chunk SDBG of `container`; undefined where there is none. Reports tables that do not lie in the
   * container.
   */
  static find(container: Container, diagnostics: Diagnostics): SdbgView | undefined {
    const chunk = container.find(TAG.SDBG);
    return chunk && SdbgView.of(container, chunk, diagnostics);
  }

  static of(container: Container, chunk: Chunk, diagnostics: Diagnostics): SdbgView {
    const start = chunk.offset + CHUNK_HEADER_SIZE;
    const size = chunk.data.byteLength;
    const view = new SdbgView(container.bytes, start, diagnostics);
    if (size < SDBG_HEADER_SIZE) diagnostics.report(DX0204, start, start + size, { size, expected: SDBG_HEADER_SIZE });
    else for (const table of Object.keys(TABLES) as SdbgTable[]) view.#check(table);
    return view;
  }

  #check(table: SdbgTable): void {
    const at = SDBG_HEADER[table];
    const count = this.u32(at);
    const available = this.count(table);
    const offset = this.u32(at + 4);
    if (available < count)
      this.#diagnostics.report(DX0205, at, at + 8, { count, what: table, offset, room: available });
  }

  /** The DWORD at `offset` of the payload; 0 past the end of the container. */
  u32(offset: number): number {
    return u32At(this.#bytes, this.#start + offset);
  }

  u16(offset: number): number {
    return u16At(this.#bytes, this.#start + offset);
  }

  /** The text whose offset is at `at`, as {@link text} reads it. */
  textOf(at: number, length: number | undefined): string {
    return this.text(this.u32(at), length);
  }

  tableAt(offset: number): number {
    return this.#base + offset;
  }

  integersAt(offset: number): number {
    return this.#integers + offset;
  }

  /** Lists may share bytes, but not without end. */
  take(count: number, at: number, size: number): number {
    const available = Math.floor((this.#bytes.byteLength - this.#start - at) / size);
    const taken = Math.max(0, Math.min(count, available, Math.floor(this.#bytesLeft / size)));
    this.#bytesLeft -= taken * size;
    return taken;
  }

  /** Records that `table` declares. */
  declared(table: SdbgTable): number {
    return this.u32(SDBG_HEADER[table]);
  }

  count(table: SdbgTable): number {
    const available = this.#bytes.byteLength - this.#start - this.#offset(table);
    return Math.max(0, Math.min(this.declared(table), Math.floor(available / TABLES[table])));
  }

  /** Offset of record `index` of `table`; undefined where the table has fewer. */
  record(table: SdbgTable, index: number): number | undefined {
    return index < this.declared(table) ? this.#offset(table) + TABLES[table] * index : undefined;
  }

  #offset(table: SdbgTable): number {
    return this.#base + this.u32(SDBG_HEADER[table] + 4);
  }

  /** An integer of the area of integers, by its offset in bytes. */
  integer(offset: number): number {
    return this.u32(this.#integers + (offset & ~3) + (offset > 0x7fff_ffff ? 2 ** 32 : 0));
  }

  /** The string at `offset` of the string area: up to `length` characters, its NUL or the end of the container. */
  text(offset: number, length: number = Number.POSITIVE_INFINITY): string {
    const from = this.#start + this.#strings + offset;
    const { byteLength } = this.#bytes;
    if (from >= byteLength) {
      const end = Math.max(0, Math.min(SDBG_HEADER.texts + 4, byteLength - this.#start));
      this.#diagnostics.report(DX0206, Math.min(SDBG_HEADER.texts, end), end, { offset });
      return '';
    }
    const limit = Math.min(byteLength, from + length, from + this.#charactersLeft);
    const nul = this.#bytes.indexOf(0, from);
    const end = nul < 0 || nul > limit ? limit : nul;
    this.#charactersLeft -= end - from;
    return latin1Text(this.#bytes, from, end);
  }

  /**
   * Offset of the record of instruction `id`; undefined where Microsoft's search finds none: downwards from record
   * `id`.
   */
  instruction(id: number): number | undefined {
    let index = Math.min(id, this.count('instructions') - 1);
    while (index >= 0 && this.#stepsLeft-- > 0) {
      const at = this.record('instructions', index)!;
      const found = this.u32(at + SDBG_INSTRUCTION.id);
      if (found === id) return at;
      if (found < id) return undefined;
      index--;
    }
    return undefined;
  }
}
