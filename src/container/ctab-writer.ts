/**
 * Writes the constant table of shader models 1 to 3 (the CTAB comment) in the layout of Microsoft's compiler, so that what
 * was read from its shaders comes back as the same bytes.
 *
 * The layout (source: oracle): header; constants; for each constant its name, its type, its default value; the target; the
 * creator. In front of the type of a structure stand the names and types of its members, and then the members. A string, a
 * default value and a list of members is written once; so is a type that is the same object. DWORDs are aligned with 0xab.
 *
 * Not for: where the table stands in a stream (`setSm1Comment`).
 */
import { MAX_TYPE_DEPTH } from '../base/limits.ts';
import { u32At } from '../base/words.ts';
import {
  type ConstantTable,
  CTAB_CONSTANT_SIZE,
  CTAB_HEADER_SIZE,
  CtabClass,
  type CtabConstant,
  type CtabMember,
  type CtabType,
  readConstantTable,
} from './ctab.ts';

/** What fills up the bytes in front of a DWORD. */
const FILLER = 0xab;

/**
 * The bytes of a constant table, whole DWORDs. One that was read and not changed comes back as it stood, whatever its layout.
 *
 * @throws RangeError where a number does not fit into its field, or types nest too deeply
 */
export function writeConstantTable(table: ConstantTable): Uint8Array {
  return unchangedBytes(table) ?? new CtabWriter(table).bytes();
}

/** A new table; {@link writeConstantTable} writes it as the compiler would. */
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
  private out = new Uint8Array(1024);
  private length = 0;
  private readonly strings = new Map<string, number>();
  private readonly types = new Map<CtabType, number>();
  /** Lists of members and default values, by their DWORDs. */
  private readonly lists = new Map<string, number>();

  constructor(private readonly table: ConstantTable) {}

  bytes(): Uint8Array {
    const { constants, creator, target, version, flags } = this.table;
    this.room(CTAB_HEADER_SIZE + CTAB_CONSTANT_SIZE * constants.length);
    for (const [i, constant] of constants.entries()) this.constant(constant, CTAB_HEADER_SIZE + CTAB_CONSTANT_SIZE * i);
    this.put32(0, CTAB_HEADER_SIZE);
    this.put32(8, version);
    this.put32(12, constants.length);
    this.put32(16, constants.length === 0 ? 0 : CTAB_HEADER_SIZE);
    this.put32(20, flags);
    this.put32(24, this.string(target));
    this.put32(4, this.string(creator));
    this.align();
    return this.out.slice(0, this.length);
  }

  private constant(constant: CtabConstant, at: number): void {
    const { name, registerSet, registerIndex, registerCount, binding, type, defaultValue } = constant;
    this.put32(at, this.string(name));
    this.put16(at + 4, registerSet);
    this.put16(at + 6, registerIndex);
    this.put16(at + 8, registerCount);
    this.put16(at + 10, binding);
    this.put32(at + 12, this.type(type, 0));
    if (defaultValue !== undefined) this.put32(at + 16, this.list(defaultValue));
  }

  private type(type: CtabType, depth: number): number {
    const known = this.types.get(type);
    if (known !== undefined) return known;
    if (depth > MAX_TYPE_DEPTH) throw new RangeError(`types nest deeper than ${MAX_TYPE_DEPTH} levels`);
    const members = type.class === CtabClass.struct ? this.members(type.members, depth) : 0;
    this.align();
    const at = this.room(16);
    this.put16(at, type.class);
    this.put16(at + 2, type.type);
    this.put16(at + 4, type.rows);
    this.put16(at + 6, type.columns);
    this.put16(at + 8, type.elements);
    this.put16(at + 10, type.members.length);
    this.put32(at + 12, members);
    this.types.set(type, at);
    return at;
  }

  private members(members: readonly CtabMember[], depth: number): number {
    if (members.length === 0) return 0;
    const words = members.flatMap(({ name, type }) => [this.string(name), this.type(type, depth + 1)]);
    return this.list(Uint32Array.from(words));
  }

  /** Where these DWORDs stand. */
  private list(words: Uint32Array): number {
    const key = words.join();
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    this.align();
    const at = this.room(4 * words.length);
    for (const [i, word] of words.entries()) this.put32(at + 4 * i, word);
    this.lists.set(key, at);
    return at;
  }

  /** Where a string stands, 0 for none. */
  private string(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.strings.get(text);
    if (known !== undefined) return known;
    const at = this.room(text.length + 1);
    for (let i = 0; i < text.length; i++) this.out[at + i] = text.charCodeAt(i);
    this.strings.set(text, at);
    return at;
  }

  private align(): void {
    const size = -this.length & 3;
    const at = this.room(size);
    this.out.fill(FILLER, at, at + size);
  }

  /** Appends `size` zeros; where they begin. */
  private room(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.out.length) {
      const grown = new Uint8Array(2 * this.length);
      grown.set(this.out);
      this.out = grown;
    }
    return at;
  }

  private put16(at: number, value: number): void {
    if (!(value >= 0 && value <= 0xffff)) throw new RangeError(`${value} does not fit into 16 bits`);
    this.out[at] = value & 0xff;
    this.out[at + 1] = value >>> 8;
  }

  private put32(at: number, value: number): void {
    this.put16(at, value & 0xffff);
    this.put16(at + 2, value >>> 16);
  }
}
