/**
 * Types of a program database (streams 2 and 4, TPI and IPI), as far as the HLSL compiler writes them: records by
 * number, and the name of the component of a variable at an offset in its type. Microsoft's reader finds records
 * through a sparse index of their offsets in the stream of hashes. Source: the headers that Microsoft published; names
 * as in its listings, and the required integrity: oracle.
 *
 * Not for: symbols.
 */
import { getOrInsert } from '../../base/collections.ts';
import { u16At, u32At } from '../../base/words.ts';
import { BUILT_IN_NAMES, BUILT_IN_SIZES, BUILT_IN_VALUE_MODES, ByteReader, FIRST_TYPE, LEAF } from './codeview.ts';

/** Where the record of a type is in its stream. */
export interface RecordSpan {
  readonly leaf: number;
  /** First byte after the leaf kind; {@link end} is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Where all records end: fields are read past the end of a record that is too short for them. */
  readonly limit: number;
}

/** Records in a row, by the number of their first type. */
interface Block {
  readonly type: number;
  readonly at: number;
}

export const TYPES_HEADER_SIZE = 56;
/** The version of the stream. */
export const TYPES_VERSION = 20_040_203;
/** Bytes of a hash value. */
const KEY_SIZE = 4;
const MIN_BUCKETS = 0x1000;
const MAX_BUCKETS = 0x3_ffff;
/** Bytes of a pair in the index: a type, and the offset of its record after the header. */
const PAIR_SIZE = 8;

/** The records of a stream of types. */
export class TypeRecords {
  /** Number of the first type, and that after the last. Both are 0 where the header is not intact. */
  readonly first: number;
  readonly end: number;
  readonly #limit: number;
  readonly #blocks: readonly Block[];
  /** Offsets of the records that were found, for each block. */
  readonly #offsets = new Map<Block, number[]>();

  /** @param hashes finds the stream of hashes by its number */
  constructor(
    private readonly bytes: Uint8Array,
    hashes: (stream: number) => Uint8Array | undefined,
  ) {
    const buckets = u32At(bytes, 28);
    const intact =
      bytes.byteLength >= TYPES_HEADER_SIZE &&
      u32At(bytes, 0) === TYPES_VERSION &&
      u32At(bytes, 24) === KEY_SIZE &&
      buckets >= MIN_BUCKETS &&
      buckets <= MAX_BUCKETS;
    this.first = intact ? u32At(bytes, 8) : 0;
    this.end = intact ? u32At(bytes, 12) : 0;
    this.#limit = TYPES_HEADER_SIZE + u32At(bytes, 16);
    const stream = intact && this.#limit <= bytes.byteLength ? hashes(u16At(bytes, 20)) : undefined;
    const blocks = stream ? readBlocks(bytes, this.end - this.first, buckets, stream) : [];
    this.#blocks = blocks[0] !== undefined && blocks[0].type >= this.first ? blocks : [];
  }

  /** The record of type `index`; undefined where there is none that can be read. */
  record(index: number): RecordSpan | undefined {
    if (index < this.first || index >= this.end) return undefined;
    const block = this.#blocks.findLast(({ type }) => type <= index);
    if (block === undefined) return undefined;
    const offsets = getOrInsert(this.#offsets, block, () => [block.at]);
    for (;;) {
      const at = offsets.at(-1)!;
      const size = this.#sizeAt(at);
      // A record without bytes is read again for each index after it.
      if (size === undefined || size === 0 || offsets.length > index - block.type) break;
      offsets.push(at + size);
    }
    const at = offsets[Math.min(index - block.type, offsets.length - 1)]!;
    const size = this.#sizeAt(at);
    if (size === undefined || (size !== 0 && index - block.type >= offsets.length)) return undefined;
    return { leaf: u16At(this.bytes, at + 2), start: at + 4, end: Math.max(at + size, at + 4), limit: this.#limit };
  }

  /**
   * Bytes of the record at `at`; undefined if it is incomplete. The length does not count itself, and the sum has 16
   * bits.
   */
  #sizeAt(at: number): number | undefined {
    if (at + 4 > this.#limit) return undefined;
    const size = (u16At(this.bytes, at) + 2) & 0xffff;
    return at + size <= this.#limit ? size : undefined;
  }
}

/** The index; empty where a part of the stream of hashes is wrong. */
function readBlocks(bytes: Uint8Array, count: number, buckets: number, hashes: Uint8Array): Block[] {
  const part = (field: number) => {
    const [start, size] = [u32At(bytes, field), u32At(bytes, field + 4)];
    return start + size <= hashes.byteLength ? { start, size } : undefined;
  };
  const values = part(32);
  const pairs = part(40);
  // A negative size of the adjustments counts as none.
  const hasAdjustments = (u32At(bytes, 52) | 0) > 0;
  if (!values || !pairs || (hasAdjustments && !part(48)) || pairs.size % PAIR_SIZE !== 0) return [];
  if (values.size > 0) {
    if (values.size < KEY_SIZE * count) return [];
    for (let i = 0; i < count; i++) if (u32At(hashes, values.start + KEY_SIZE * i) >= buckets) return [];
  }
  const blocks: Block[] = [];
  for (let at = pairs.start; at < pairs.start + pairs.size; at += PAIR_SIZE)
    blocks.push({ type: u32At(hashes, at), at: TYPES_HEADER_SIZE + u32At(hashes, at + 4) });
  return blocks;
}

/** The structure of a type, as far as names of components depend on it. */
export type PdbType =
  | { readonly kind: 'scalar'; readonly name: string | null; readonly size: number }
  | { readonly kind: 'pointer' }
  | { readonly kind: 'modifier'; readonly type: number }
  | {
      readonly kind: 'vector';
      readonly element: number;
      readonly count: number;
      readonly size: number;
      readonly name: string;
    }
  | {
      readonly kind: 'matrix';
      readonly element: number;
      readonly rows: number;
      readonly columns: number;
      /** Bytes from one row, or column, to the next. */
      readonly stride: number;
      readonly rowMajor: boolean;
      readonly size: number;
      readonly name: string;
    }
  | { readonly kind: 'array'; readonly element: number; readonly stride: number; readonly size: number }
  | { readonly kind: 'struct'; readonly fields: number; readonly size: number; readonly name: string }
  | { readonly kind: 'resource'; readonly builtIn: number; readonly element: number; readonly size: number }
  | { readonly kind: 'function'; readonly returns: number; readonly parameters: number }
  | { readonly kind: 'other'; readonly leaf: number };

/** A member, or the base of a class, whose `name` is empty. */
export interface PdbMember {
  readonly name: string;
  readonly type: number;
  readonly offset: number;
}

/** Types in types; damaged ones may contain themselves. */
const MAX_DEPTH = 64;

export class PdbTypes {
  readonly #records: TypeRecords;
  readonly #types = new Map<number, PdbType | undefined>();
  readonly #members = new Map<number, readonly PdbMember[]>();

  /** @param hashes finds the stream of hashes by its number */
  constructor(
    readonly bytes: Uint8Array,
    hashes: (stream: number) => Uint8Array | undefined,
  ) {
    this.#records = new TypeRecords(bytes, hashes);
  }

  /** Number of the first type that is not built in. */
  get first(): number {
    return this.#records.first;
  }

  /** Number after the last type, as the header has it. */
  get end(): number {
    return this.#records.end;
  }

  /** Whether there is a type `index`; its record may be damaged. */
  has(index: number): boolean {
    return index < FIRST_TYPE || (index >= this.first && index < this.end);
  }

  /** The record of type `index`; undefined where there is none that can be read. */
  record(index: number): RecordSpan | undefined {
    return this.#records.record(index);
  }

  /** Type `index`, built in or not; undefined where there is none. */
  type(index: number): PdbType | undefined {
    if (index < FIRST_TYPE) {
      if (!BUILT_IN_VALUE_MODES.includes(index >>> 8)) return { kind: 'pointer' };
      const type = index & 0xff;
      return { kind: 'scalar', name: BUILT_IN_NAMES[type] ?? null, size: BUILT_IN_SIZES.get(type) ?? 0 };
    }
    if (!this.#types.has(index)) {
      const record = this.record(index);
      this.#types.set(index, record && readType(this.bytes, record));
    }
    return this.#types.get(index);
  }

  /** Type `index` without its modifiers such as `const`. */
  bare(index: number): PdbType | undefined {
    let type = this.type(index);
    for (let depth = 0; type?.kind === 'modifier' && depth < MAX_DEPTH; depth++) type = this.type(type.type);
    return type?.kind === 'modifier' ? undefined : type;
  }

  /** Bytes of a value of type `index`; undefined for one that has no size, or does not exist. */
  sizeOf(index: number): number | undefined {
    const type = this.bare(index);
    return type !== undefined && 'size' in type ? type.size : undefined;
  }

  size(index: number): number {
    return this.sizeOf(index) ?? 0;
  }

  /** The members of the list of fields `index`, in order. */
  members(index: number): readonly PdbMember[] {
    const known = this.#members.get(index);
    if (known !== undefined) return known;
    const members: PdbMember[] = [];
    this.#members.set(index, members);
    const seen = new Set<number>();
    for (let list: number | undefined = index; list !== undefined && !seen.has(list); ) {
      seen.add(list);
      const record = this.record(list);
      list = record?.leaf === LEAF.LF_FIELDLIST ? readFields(this.bytes, record, members) : undefined;
    }
    return members;
  }

  /** How HLSL writes type `index`: `float4`, `Light`, `float[4]`; null where it has no name. */
  name(index: number): string | null {
    let suffix = '';
    let at = index;
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const type = this.bare(at);
      if (type === undefined || type.kind === 'modifier' || type.kind === 'other' || type.kind === 'pointer')
        return null;
      if (type.kind === 'array') {
        suffix += `[${type.stride > 0 ? Math.floor(type.size / type.stride) : 0}]`;
        at = type.element;
        continue;
      }
      if (type.kind === 'function') return null;
      if (type.kind !== 'resource') return type.name === null ? null : type.name + suffix;
      const name = BUILT_IN_RESOURCES[type.builtIn - FIRST_RESOURCE];
      if (name === undefined) return null;
      const element = type.element === 0 ? null : this.name(type.element);
      return `${name}${element === null ? '' : `<${element}>`}${suffix}`;
    }
    return null;
  }
}

/** The first number of {@link BUILT_IN_RESOURCES}. */
const FIRST_RESOURCE = 0x200;
/** The types that only HLSL has, by number (cvinfo.h). */
const BUILT_IN_RESOURCES = (
  'interface,Texture1D,Texture1DArray,Texture2D,Texture2DArray,Texture3D,TextureCube,TextureCubeArray,Texture2DMS,Texture2DMSArray,' +
  'SamplerState,SamplerComparisonState,Buffer,PointStream,LineStream,TriangleStream,InputPatch,OutputPatch,RWTexture1D,' +
  'RWTexture1DArray,RWTexture2D,RWTexture2DArray,RWTexture3D,RWBuffer,ByteAddressBuffer,RWByteAddressBuffer,StructuredBuffer,' +
  'RWStructuredBuffer,AppendStructuredBuffer,ConsumeStructuredBuffer,min8float,min10float,min16float,min12int,min16int,min16uint'
).split(',');

/** The number of a type of {@link BUILT_IN_RESOURCES}. */
export function resourceNumber(name: string): number {
  return FIRST_RESOURCE + BUILT_IN_RESOURCES.indexOf(name);
}

/** A number in the format of leaves: 16 bits, or a kind from 0x8000 on and its value. */
function number(reader: ByteReader): number {
  const first = reader.u16();
  if (first < 0x8000) return first;
  switch (first) {
    case 0x8000:
      return (reader.u8() << 24) >> 24;
    case 0x8001:
      return (reader.u16() << 16) >> 16;
    case 0x8002:
      return reader.u16();
    case 0x8003:
      return reader.u32() | 0;
    case 0x8004:
      return reader.u32();
    default:
      reader.ok = false;
      return 0;
  }
}

function readType(bytes: Uint8Array, { leaf, start, limit }: RecordSpan): PdbType {
  const reader = new ByteReader(bytes, start, limit);
  switch (leaf) {
    case LEAF.LF_MODIFIER_EX:
      return { kind: 'modifier', type: reader.u32() };
    case LEAF.LF_VECTOR: {
      const [element, count] = [reader.u32(), reader.u32()];
      const size = number(reader);
      return { kind: 'vector', element, count, size, name: reader.text() };
    }
    case LEAF.LF_MATRIX: {
      const [element, rows, columns, stride] = [reader.u32(), reader.u32(), reader.u32(), reader.u32()];
      const rowMajor = (reader.u8() & 1) !== 0;
      const size = number(reader);
      return { kind: 'matrix', element, rows, columns, stride, rowMajor, size, name: reader.text() };
    }
    case LEAF.LF_STRIDED_ARRAY: {
      const element = reader.u32();
      reader.u32();
      const stride = reader.u32();
      return { kind: 'array', element, stride, size: number(reader) };
    }
    case LEAF.LF_STRUCTURE:
    case LEAF.LF_CLASS:
    case LEAF.LF_INTERFACE: {
      reader.u32();
      const fields = reader.u32();
      reader.take(8);
      const size = number(reader);
      return { kind: 'struct', fields, size, name: reader.text() };
    }
    case LEAF.LF_HLSL: {
      const element = reader.u32();
      const builtIn = reader.u16();
      reader.u16();
      return { kind: 'resource', builtIn, element, size: number(reader) };
    }
    case LEAF.LF_PROCEDURE: {
      const returns = reader.u32();
      reader.take(4);
      return { kind: 'function', returns, parameters: reader.u32() };
    }
    case LEAF.LF_MFUNCTION: {
      const returns = reader.u32();
      reader.take(12);
      return { kind: 'function', returns, parameters: reader.u32() };
    }
    default:
      return { kind: 'other', leaf };
  }
}

/** Adds the members of a list of fields. Returns the list in which it goes on, if any. */
function readFields(bytes: Uint8Array, { start, end }: RecordSpan, members: PdbMember[]): number | undefined {
  const reader = new ByteReader(bytes, start, end);
  while (reader.ok && reader.left >= 4) {
    const leaf = reader.u16();
    reader.u16();
    switch (leaf) {
      case LEAF.LF_MEMBER: {
        const type = reader.u32();
        const offset = number(reader);
        members.push({ name: reader.text(), type, offset });
        break;
      }
      case LEAF.LF_BCLASS:
      case LEAF.LF_BINTERFACE: {
        const type = reader.u32();
        members.push({ name: '', type, offset: number(reader) });
        break;
      }
      case LEAF.LF_STMEMBER:
      case LEAF.LF_METHOD:
      case LEAF.LF_ONEMETHOD:
        reader.u32();
        reader.text();
        break;
      case LEAF.LF_INDEX:
        return reader.u32();
      default:
        return undefined;
    }
    // Bytes above 0xf0 fill up to a multiple of 4.
    while (reader.left > 0 && bytes[reader.at]! >= 0xf0) reader.at++;
  }
  return undefined;
}
