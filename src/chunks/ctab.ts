/**
 * The constant table of shader models 1 to 3 (the CTAB comment) as data: the registers of variables, with their types,
 * structures and default values.
 *
 * Not for: finding the comment in a stream (isa/sm1/comments.ts), or its text in listings
 * (text/sm1/constant-table.ts).
 *
 * Tolerant: offsets are checked where Microsoft's reader checks them, so that a damaged table is read as far as there
 * (source: oracle), and beyond the bytes there are zeros. Time and memory are linear in the size of the table, for any
 * counts and offsets.
 */

import { type ByteSource, isSameBytes, toBytes } from '../base/bytes.ts';
import { getOrInsert } from '../base/collections.ts';
import { VariableClass } from '../base/d3d/enumerations.ts';
import { SAMPLER_TYPE, VARIABLE_TYPE_NAMES } from '../base/d3d/variable-types.ts';
import { type Diagnostics, type ParseResult, parse } from '../base/diagnostics.ts';
import { MAX_TYPE_DEPTH } from '../base/limits.ts';
import { stringAt, u16At, u32At } from '../base/words.ts';
import { ChunkWriter } from '../container/chunk-writer.ts';
import { DX2010, DX2011, DX2012, DX2013, DX2014 } from '../container/messages.ts';
import { TablePatch } from './table-patch.ts';

/** Sizes of the structures, in bytes. */
export const CTAB_HEADER_SIZE = 28;
export const CTAB_CONSTANT_SIZE = 20;
export const CTAB_TYPE_SIZE = 16;
export const CTAB_MEMBER_SIZE = 8;

/** D3DXREGISTER_SET: the letter of the registers. */
export const CTAB_REGISTER_SETS = ['b', 'i', 'c', 's'] as const;

/** D3DXPARAMETER_CLASS */
/** D3DXPARAMETER_TYPE and the newer types after it, as HLSL spells them; undefined where there is no name. */
export const CTAB_TYPES: readonly (string | undefined)[] = VARIABLE_TYPE_NAMES.with(SAMPLER_TYPE, 'sampler');

const UNKNOWN_TYPE = 'UNKNOWN';
const UNKNOWN_REGISTER_SET = 'x';

/** A type as the header of a listing writes it, such as `row_major float4x3`; empty for a structure. */
export function ctabTypeName({
  class: kind,
  type,
  rows,
  columns,
}: Pick<CtabType, 'class' | 'type' | 'rows' | 'columns'>): string {
  const name = CTAB_TYPES[type] ?? UNKNOWN_TYPE;
  switch (kind) {
    case VariableClass.scalar:
    case VariableClass.object:
      return name;
    case VariableClass.vector:
      return `${name}${columns}`;
    case VariableClass.matrixRows:
      return `row_major ${name}${rows}x${columns}`;
    case VariableClass.matrixColumns:
      return `${name}${rows}x${columns}`;
    default:
      return '';
  }
}

/** The first register of a constant as the header of a listing writes it: `c12`. */
export function ctabRegisterName({
  registerSet,
  registerIndex,
}: Pick<CtabConstant, 'registerSet' | 'registerIndex'>): string {
  return `${CTAB_REGISTER_SETS[registerSet] ?? UNKNOWN_REGISTER_SET}${registerIndex}`;
}

/**
 * The constants as the table of registers lists them: by register set, then by register; stable, as Microsoft's order
 * is.
 */
export function ctabByRegister(constants: readonly CtabConstant[]): readonly CtabConstant[] {
  if (constants.length > MAX_INSERTED) return constants.toSorted((a, b) => registerKey(a) - registerKey(b));
  // By insertion: tables are short, or nearly in order.
  const sorted = constants.slice();
  for (let i = 1; i < sorted.length; i++) {
    const constant = sorted[i]!;
    const key = registerKey(constant);
    let at = i;
    for (; at > 0 && registerKey(sorted[at - 1]!) > key; at--) sorted[at] = sorted[at - 1]!;
    sorted[at] = constant;
  }
  return sorted;
}

const MAX_INSERTED = 32;

function registerKey({ registerSet, registerIndex }: CtabConstant): number {
  return 0x1_0000 * registerSet + registerIndex;
}

export interface CtabMember {
  /** Undefined where its offset lies outside the table. */
  readonly name: string | undefined;
  readonly type: CtabType;
}

/** One object a type of the table: constants and members that share a type there share it here, too. */
export interface CtabType {
  /** A number of {@link VariableClass}. */
  readonly class: number;
  /** An index of {@link CTAB_TYPES}. */
  readonly type: number;
  readonly rows: number;
  readonly columns: number;
  /** Elements of an array; 0 or 1 where it is none. */
  readonly elements: number;
  readonly members: readonly CtabMember[];
  /** The members lie outside the table, or the type contains itself. */
  readonly membersLost: boolean;
}

export interface CtabConstant {
  readonly name: string;
  readonly registerSet: number;
  readonly registerIndex: number;
  readonly registerCount: number;
  /**
   * 0 where the compiler chose the registers; where the source did, 2 + 4 * a register of the variable (source:
   * oracle).
   */
  readonly binding: number;
  readonly type: CtabType;
  /**
   * The raw DWORDs of the default value: one for each boolean register, four for each other one, of all registers that
   * the type would take, though the shader may use fewer (source: oracle). Undefined where there is none, or not all of
   * it.
   */
  readonly defaultValue: Uint32Array | undefined;
}

/** The source of the table: the writer returns the same bytes for what is not changed. */
export interface CtabSource {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly constants: readonly CtabConstant[];
}

export interface ConstantTable {
  /** The program that wrote the table; undefined where its offset lies outside. */
  readonly creator: string | undefined;
  /** The profile that the shader was compiled for. */
  readonly target: string | undefined;
  /** Version token of the shader. */
  readonly version: number;
  /** D3DXSHADER_* flags of the compiler. */
  readonly flags: number;
  /** Constants that the table declares; {@link constants} has fewer where it is damaged. */
  readonly count: number;
  readonly constants: readonly CtabConstant[];
  /** The data outside of the chunk that ended reading: all constants, or the name or type of the next one. */
  readonly damage: 'constants' | 'name' | 'type' | undefined;
  /** Absent where the table was not read. */
  readonly source?: CtabSource;
}

/**
 * Reads a constant table.
 *
 * @param bytes from the start of the table on (after the tag); bytes after `size` are read only where a string or
 *   a member's type runs over the end, as Microsoft's reader does
 * @param size bytes of the table
 * @param diagnostics spans are bytes from the start of `bytes`
 */
export function readConstantTable(
  bytes: Uint8Array,
  size: number = bytes.byteLength,
  diagnostics?: Diagnostics,
): ConstantTable {
  return new CtabReader(bytes, size, diagnostics).table();
}

/**
 * Returns a function that reads the type at an offset; each type is read once. Debug information has types as constant
 * tables do.
 *
 * @param bytes what the offsets count in
 */
export function ctabTypeReader(bytes: Uint8Array): (offset: number) => CtabType {
  const reader = new CtabReader(bytes, bytes.byteLength, undefined);
  return (offset) => reader.type(offset, 0);
}

/**
 * Registers that a variable of `type` takes when it is used completely: a boolean each component, any other four
 * components.
 *
 * @param set an index of {@link CTAB_REGISTER_SETS}
 * @param known those of structures that were counted before; filled in, so that shared ones are counted once
 */
export function ctabRegisters(type: CtabType, set: number, known: Map<CtabType, number> = new Map()): number {
  const { class: kind, rows, columns, elements, members } = type;
  const times = Math.max(elements, 1);
  if (kind !== VariableClass.struct) {
    if (CTAB_REGISTER_SETS[set] === 'b') return times * rows * columns;
    return times * (kind === VariableClass.matrixRows ? rows : kind === VariableClass.matrixColumns ? columns : 1);
  }
  const registers = getOrInsert(known, type, () =>
    members.reduce((sum, member) => sum + ctabRegisters(member.type, set, known), 0),
  );
  return times * registers;
}

class CtabReader {
  /** Types by their offset; undefined while a structure is being read. */
  readonly #types = new Map<number, CtabType | undefined>();
  /** Counted registers of structures. */
  readonly #registers = new Map<CtabType, number>();
  readonly #booleans = new Map<CtabType, number>();
  #membersLeft: number;
  #charactersLeft: number;
  #defaultsLeft: number;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly size: number,
    private readonly diagnostics: Diagnostics | undefined,
  ) {
    // Only tables whose structures overlap reach these limits; the limits bound the cost of such tables.
    this.#membersLeft = size;
    this.#charactersLeft = 0x1_0000 + 8 * size;
    this.#defaultsLeft = 0x1_0000 + 8 * size;
  }

  table(): ConstantTable {
    const bytes = this.bytes;
    const creator = this.#text(u32At(bytes, 4));
    const count = u32At(bytes, 12);
    const first = u32At(bytes, 16);
    const target = this.#text(u32At(bytes, 24));
    const version = u32At(bytes, 8);
    const flags = u32At(bytes, 20);
    const constants: CtabConstant[] = [];
    const damage = this.#constants(first, count, constants);
    const source = { bytes, size: this.size, constants };
    return { creator, target, version, flags, count, constants, damage, source };
  }

  /** Reads constants into `constants`; returns what ended the reading before the last one. */
  #constants(first: number, count: number, constants: CtabConstant[]): ConstantTable['damage'] {
    const bytes = this.bytes;
    const size = this.size;
    if (size < CTAB_HEADER_SIZE) this.diagnostics?.report(DX2010, 0, size, { size });
    // Microsoft's reader requires a byte after the last constant (source: oracle).
    if (count !== 0 && first + CTAB_CONSTANT_SIZE * count >= size) {
      this.diagnostics?.report(DX2011, 12, 20, { count, size });
      return 'constants';
    }
    for (let i = 0; i < count; i++) {
      const at = first + CTAB_CONSTANT_SIZE * i;
      const name = this.#text(u32At(bytes, at));
      if (name === undefined) {
        this.diagnostics?.report(DX2012, at, at + 4, { index: i, size });
        return 'name';
      }
      const typeOffset = u32At(bytes, at + 12);
      if (typeOffset + CTAB_TYPE_SIZE >= size) {
        this.diagnostics?.report(DX2013, at + 12, at + 16, { name, size });
        return 'type';
      }
      const type = this.type(typeOffset, 0);
      const registerSet = u16At(bytes, at + 4);
      const registerCount = u16At(bytes, at + 8);
      const defaultOffset = u32At(bytes, at + 16);
      constants.push({
        name,
        registerSet,
        registerIndex: u16At(bytes, at + 6),
        registerCount,
        binding: u16At(bytes, at + 10),
        type,
        defaultValue:
          defaultOffset === 0 ? undefined : this.#defaultValue(defaultOffset, registerSet, registerCount, type),
      });
    }
    return undefined;
  }

  /** The type at `offset`, which may run over the end of the table: read once, however many variables have it. */
  type(offset: number, depth: number): CtabType {
    const bytes = this.bytes;
    const types = this.#types;
    const known = types.get(offset);
    if (known !== undefined) return known;
    const kind = u16At(bytes, offset);
    const count = kind === VariableClass.struct ? u16At(bytes, offset + 10) : 0;
    const cyclic = count > 0 && (depth >= MAX_TYPE_DEPTH || types.has(offset));
    if (count > 0 && !cyclic) types.set(offset, undefined);
    const members = count === 0 || cyclic ? NO_MEMBERS : this.#members(u32At(bytes, offset + 12), count, depth);
    const type: CtabType = {
      class: kind,
      type: u16At(bytes, offset + 2),
      rows: u16At(bytes, offset + 4),
      columns: u16At(bytes, offset + 6),
      elements: u16At(bytes, offset + 8),
      members,
      membersLost: count > 0 && members.length === 0,
    };
    if (!cyclic) types.set(offset, type);
    return type;
  }

  #defaultValue(offset: number, set: number, registers: number, type: CtabType): Uint32Array | undefined {
    const bytes = this.bytes;
    const size = this.size;
    const booleans = CTAB_REGISTER_SETS[set] === 'b';
    const allRegisters = ctabRegisters(type, set, booleans ? this.#booleans : this.#registers);
    const count = Math.max(registers, allRegisters) * (booleans ? 1 : 4);
    if (offset + 4 * count > size || count > this.#defaultsLeft) return undefined;
    this.#defaultsLeft -= count;
    const words = new Uint32Array(count);
    for (let i = 0; i < count; i++) words[i] = u32At(bytes, offset + 4 * i);
    return words;
  }

  #members(first: number, count: number, depth: number): readonly CtabMember[] {
    const bytes = this.bytes;
    const size = this.size;
    const members: CtabMember[] = [];
    // Microsoft's reader checks one member only (source: oracle); this reader stops at the end of the table.
    const available = first + CTAB_MEMBER_SIZE >= size ? 0 : Math.floor((size - first) / CTAB_MEMBER_SIZE);
    for (let i = 0; i < Math.min(count, available) && this.#membersLeft > 0; i++) {
      this.#membersLeft--;
      const at = first + CTAB_MEMBER_SIZE * i;
      members.push({ name: this.#text(u32At(bytes, at)), type: this.type(u32At(bytes, at + 4), depth + 1) });
    }
    if (members.length < count) this.diagnostics?.report(DX2014, 0, size, { count, found: members.length });
    return members;
  }

  #text(offset: number): string | undefined {
    if (offset === 0 || offset >= this.size) return undefined;
    const text = stringAt(this.bytes, offset, offset + this.#charactersLeft);
    this.#charactersLeft -= text.length;
    return text;
  }
}

const NO_MEMBERS: readonly CtabMember[] = [];

/**
 * Reads a constant table: the bytes of the comment CTAB without its tag.
 *
 * @param size bytes of the table; the bytes after them belong to something else
 */
export function parseConstantTable(bytes: ByteSource, size?: number): ParseResult<ConstantTable> {
  const source = toBytes(bytes, 'parseConstantTable');
  const length = Math.min(size ?? source.byteLength, source.byteLength);
  return parse((diagnostics) => readConstantTable(source, length, diagnostics));
}

// The layout (source: oracle): header; constants; for each constant its name, its type, its default value; the target;
// the creator. The type of a structure comes after the names and types of its members and the members. A string, a
// default value and a list of members is written once; so is a type that is the same object. DWORDs are aligned with
// 0xab.

/**
 * Returns the bytes of a constant table, padded to DWORDs. An unchanged table keeps its bytes.
 *
 * @throws RangeError where a number is too large for its field, or types nest too deeply
 */
export function serializeConstantTable(table: ConstantTable): Uint8Array {
  return unchangedBytes(table) ?? new CtabWriter(table).bytes();
}

/** A new table; {@link serializeConstantTable} writes it as the compiler would. */
export function constantTable(
  parts: Pick<ConstantTable, 'target' | 'version' | 'constants'> & Partial<Pick<ConstantTable, 'creator' | 'flags'>>,
): ConstantTable {
  const { creator, target, version, flags = 0, constants } = parts;
  return { creator, target, version, flags, count: constants.length, constants, damage: undefined };
}

/** A new type; a structure where it has members. */
export function ctabType(parts: Pick<CtabType, 'class'> & Partial<Omit<CtabType, 'class' | 'membersLost'>>): CtabType {
  return { type: 0, rows: 1, columns: 1, elements: 1, members: [], ...parts, membersLost: false };
}

function unchangedBytes(table: ConstantTable): Uint8Array | undefined {
  const { source, constants, creator, target, version, flags } = table;
  if (source === undefined || source.constants !== constants) return undefined;
  const { bytes, size } = source;
  if (u32At(bytes, 8) !== version || u32At(bytes, 20) !== flags) return undefined;
  const before = readConstantTable(bytes, size);
  return before.creator === creator && before.target === target ? bytes.slice(0, size) : undefined;
}

class CtabWriter {
  private readonly writer = new ChunkWriter();
  private readonly types = new CtabTypeWriter(this.writer);

  constructor(private readonly table: ConstantTable) {}

  bytes(): Uint8Array {
    const { constants, creator, target, version, flags } = this.table;
    const { writer } = this;
    writer.reserve(CTAB_HEADER_SIZE + CTAB_CONSTANT_SIZE * constants.length);
    for (const [i, constant] of constants.entries()) this.constant(constant, CTAB_HEADER_SIZE + CTAB_CONSTANT_SIZE * i);
    writer.put32(0, CTAB_HEADER_SIZE);
    writer.put32(8, version);
    writer.put32(12, constants.length);
    writer.put32(16, constants.length === 0 ? 0 : CTAB_HEADER_SIZE);
    writer.put32(20, flags);
    writer.put32(24, this.types.string(target));
    writer.put32(4, this.types.string(creator));
    writer.align();
    return writer.bytes();
  }

  private constant(constant: CtabConstant, at: number): void {
    const { name, registerSet, registerIndex, registerCount, binding, type, defaultValue } = constant;
    const { writer } = this;
    writer.put32(at, this.types.string(name));
    writer.put16(at + 4, registerSet);
    writer.put16(at + 6, registerIndex);
    writer.put16(at + 8, registerCount);
    writer.put16(at + 10, binding);
    writer.put32(at + 12, this.types.type(type));
    if (defaultValue !== undefined) writer.put32(at + 16, writer.list(defaultValue));
  }
}

/** The member that the base of a structure is. */
const BASE_MEMBER = '$super';

/** Writes types and what they consist of. A type that is the same object is written once. */
export class CtabTypeWriter {
  private readonly types = new Map<CtabType, number>();

  constructor(private readonly writer: ChunkWriter) {}

  /**
   * The offset of a type, which is written unless it was before.
   *
   * @throws RangeError where types nest too deeply
   */
  type(type: CtabType, depth = 0): number {
    const known = this.types.get(type);
    if (known !== undefined) return known;
    if (depth > MAX_TYPE_DEPTH) throw new RangeError(`types nest deeper than ${MAX_TYPE_DEPTH} levels`);
    const { writer } = this;
    const members = type.class === VariableClass.struct ? this.members(type.members, depth) : 0;
    writer.align();
    const at = writer.reserve(16);
    writer.put16(at, type.class);
    writer.put16(at + 2, type.type);
    writer.put16(at + 4, type.rows);
    writer.put16(at + 6, type.columns);
    writer.put16(at + 8, type.elements);
    writer.put16(at + 10, type.members.length);
    writer.put32(at + 12, members);
    this.types.set(type, at);
    return at;
  }

  private members(members: readonly CtabMember[], depth: number): number {
    if (members.length === 0) return 0;
    const words = members.flatMap(({ name, type }) => {
      // The type of a base comes before its name.
      const base = name === BASE_MEMBER ? this.type(type, depth + 1) : 0;
      return [this.string(name), base || this.type(type, depth + 1)];
    });
    return this.writer.list(words);
  }

  /** The offset of a string, 0 for none. */
  string(text: string | undefined): number {
    if (text === undefined) return 0;
    return this.writer.string(text);
  }
}

/**
 * Returns the bytes of `after`, which has the constants of `before` in the same order with other names, registers or
 * default values.
 *
 * @throws RangeError where a number is too large for its field, or types nest too deeply
 */
export function rewriteConstantTable(before: ConstantTable, after: ConstantTable): Uint8Array {
  const { source, ...content } = before;
  const bytes = source?.bytes.subarray(0, source.size);
  if (bytes === undefined || isSameBytes(serializeConstantTable(content), bytes)) return serializeConstantTable(after);
  const patch = new TablePatch(bytes);
  const first = u32At(bytes, 16);
  for (const [i, constant] of after.constants.entries()) {
    const old = before.constants[i]!;
    const at = first + CTAB_CONSTANT_SIZE * i;
    const { name, registerIndex, binding, defaultValue } = constant;
    if (name !== old.name) patch.putString(at, name);
    if (registerIndex !== old.registerIndex) patch.put16(at + 6, registerIndex);
    if (binding !== old.binding) patch.put16(at + 10, binding);
    if (defaultValue !== undefined && defaultValue !== old.defaultValue) patch.putWords(at + 16, defaultValue);
  }
  return patch.bytes;
}
