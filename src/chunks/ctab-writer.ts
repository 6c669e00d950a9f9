/**
 * Writes the constant table of shader models 1 to 3 (the CTAB comment) in the layout of Microsoft's compiler, so that
 * what was read from its shaders comes back as the same bytes.
 *
 * The layout (source: oracle): header; constants; for each constant its name, its type, its default value; the target;
 * the creator. The type of a structure comes after the names and types of its members and the members. A string, a
 * default value and a list of members is written once; so is a type that is the same object. DWORDs are aligned with
 * 0xab.
 *
 * Not for: putting the table into a stream (`setSm1Comment`).
 */
import { VariableClass } from '../base/d3d/enumerations.ts';
import { MAX_TYPE_DEPTH } from '../base/limits.ts';
import { u32At } from '../base/words.ts';
import { ChunkWriter } from '../container/chunk-writer.ts';
import {
  type ConstantTable,
  CTAB_CONSTANT_SIZE,
  CTAB_HEADER_SIZE,
  type CtabConstant,
  type CtabMember,
  type CtabType,
  readConstantTable,
} from './ctab.ts';

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

/** The bytes that `table` was read from, if nothing in it was changed. */
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
    writer.room(CTAB_HEADER_SIZE + CTAB_CONSTANT_SIZE * constants.length);
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
    const at = writer.room(16);
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
    const words = members.flatMap(({ name, type }) => [this.string(name), this.type(type, depth + 1)]);
    return this.writer.list(words);
  }

  /** The offset of a string, 0 for none. */
  string(text: string | undefined): number {
    if (text === undefined) return 0;
    return this.writer.string(text);
  }
}
