/**
 * Writes the streams of types and of function ids of a program database, with the streams of their hashes. Layouts of
 * records: the headers that Microsoft published (cvinfo.h); sizes and attributes of HLSL types: oracle.
 *
 * Not for: reading types (types.ts).
 */

import { ByteWriter } from '../../base/byte-writer.ts';
import { crc32 } from '../../base/hashes.ts';
import { latin1Text } from '../../base/words.ts';
import { FIRST_TYPE, LEAF } from './codeview.ts';
import { nameHash } from './pdb-info.ts';
import { resourceNumber, TYPES_HEADER_SIZE, TYPES_VERSION } from './types.ts';

/** A type of HLSL as a variable outside of buffers has it. */
export type NewType =
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'vector'; readonly element: string; readonly count: number }
  | {
      readonly kind: 'matrix';
      readonly element: string;
      readonly rows: number;
      readonly columns: number;
      readonly isRowMajor: boolean;
    }
  | { readonly kind: 'array'; readonly element: NewType; readonly length: number }
  /** A stream of vertices, such as `TriangleStream`. */
  | { readonly kind: 'stream'; readonly name: string; readonly element: NewType }
  | {
      readonly kind: 'struct';
      readonly name: string;
      readonly members: readonly { readonly name: string; readonly type: NewType }[];
    };

/** The numbers of built-in types by the names that HLSL has for them. */
const BUILT_IN: Readonly<Record<string, number>> = {
  void: 0x03,
  bool: 0x62,
  half: 0x40,
  float: 0x40,
  double: 0x41,
  int: 0x74,
  uint: 0x75,
  min10float: 0x40,
  min16float: 0x40,
  min12int: 0x74,
  min16int: 0x74,
  min16uint: 0x75,
};

const VOID = 3;
/** Bytes of a record without its length. */
const MAX_RECORD = 0xfff0;
/** The type of the index of an array. */
const INDEX = 0x22;
const CONST = 1;
const PUBLIC = 3;
/** The calling convention of HLSL functions. */
const HLSL_CALL = 0x17;
const BUCKETS = 0x3_ffff;
const KEY_SIZE = 4;
const NO_STREAM = 0xffff;
/** Numbers from here on need a kind before them. */
const FIRST_LONG_NUMBER = 0x8000;
const LF_ULONG = 0x8004;

/** Bytes of a value of a type. */
export function newTypeSize(type: NewType): number {
  switch (type.kind) {
    case 'scalar':
      return type.name === 'double' ? 8 : 4;
    case 'vector':
      return type.count * newTypeSize({ kind: 'scalar', name: type.element });
    case 'matrix':
      return type.rows * type.columns * newTypeSize({ kind: 'scalar', name: type.element });
    case 'array':
      return type.length * newTypeSize(type.element);
    case 'stream':
      return 0;
    default:
      return type.members.reduce((sum, member) => sum + newTypeSize(member.type), 0);
  }
}

function number(writer: ByteWriter, value: number): void {
  if (value < FIRST_LONG_NUMBER) {
    writer.u16(value);
    return;
  }
  writer.u16(LF_ULONG);
  writer.u32(value);
}

/** Fills a record up to a multiple of 4; its length, which precedes it, has two bytes. */
function fill(writer: ByteWriter): void {
  for (let left = (-writer.at - 2) & 3; left > 0; left--) writer.u8(0xf0 + left);
}

/** The records of one of the two streams; equal ones are one. */
export class TypeStreamWriter {
  readonly #records = new ByteWriter();
  readonly #hashes: number[] = [];
  readonly #known = new Map<string, number>();

  /** The number of a record; that of `void` where it would be too long. */
  record(leaf: number, write: (writer: ByteWriter) => void, hashedName?: string): number {
    const body = new ByteWriter();
    body.u16(leaf);
    write(body);
    fill(body);
    if (body.at > MAX_RECORD) return VOID;
    const record = new ByteWriter();
    record.u16(body.at);
    record.raw(body.bytes);
    const { bytes } = record;
    const key = latin1Text(bytes, 0, bytes.byteLength);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#records.raw(bytes);
    this.#hashes.push((hashedName === undefined ? recordHash(bytes) : textHash(hashedName)) % BUCKETS);
    const index = FIRST_TYPE + this.#hashes.length - 1;
    this.#known.set(key, index);
    return index;
  }

  /** The number of a type; its records are added. */
  type(type: NewType): number {
    switch (type.kind) {
      case 'scalar':
        return BUILT_IN[type.name] ?? VOID;
      case 'vector':
        return this.record(LEAF.LF_VECTOR, (writer) => {
          writer.u32s(BUILT_IN[type.element] ?? VOID, type.count);
          number(writer, newTypeSize(type));
          writer.text(`${type.element}${type.count}`);
        });
      case 'matrix':
        return this.#matrix(type);
      case 'array': {
        const element = this.type(type.element);
        return this.record(LEAF.LF_STRIDED_ARRAY, (writer) => {
          writer.u32s(element, INDEX, newTypeSize(type.element));
          number(writer, newTypeSize(type));
          writer.text('');
        });
      }
      case 'stream': {
        const element = this.type(type.element);
        return this.record(LEAF.LF_HLSL, (writer) => {
          writer.u32(element);
          for (const word of [resourceNumber(type.name), 0, 0]) writer.u16(word);
        });
      }
      default:
        return this.#struct(type);
    }
  }

  #matrix(type: Extract<NewType, { kind: 'matrix' }>): number {
    const { element, rows, columns, isRowMajor } = type;
    const size = newTypeSize(type);
    return this.record(LEAF.LF_MATRIX, (writer) => {
      writer.u32s(BUILT_IN[element] ?? VOID, rows, columns, size / (isRowMajor ? rows : columns));
      writer.u8(isRowMajor ? 1 : 0);
      number(writer, size);
      writer.text(`${element}${rows}x${columns}`);
    });
  }

  #struct(type: Extract<NewType, { kind: 'struct' }>): number {
    const members = type.members.map((member) => ({ ...member, number: this.type(member.type) }));
    const fields = this.record(LEAF.LF_FIELDLIST, (writer) => {
      let offset = 0;
      for (const member of members) {
        writer.u16(LEAF.LF_MEMBER);
        writer.u16(PUBLIC);
        writer.u32(member.number);
        number(writer, offset);
        writer.text(member.name);
        fill(writer);
        offset += newTypeSize(member.type);
      }
    });
    return this.record(
      LEAF.LF_STRUCTURE,
      (writer) => {
        writer.u16(members.length);
        writer.u16(0);
        writer.u32s(fields, 0, 0);
        number(writer, newTypeSize(type));
        writer.text(type.name);
      },
      type.name,
    );
  }

  /** The number of the type of a function. */
  functionType(result: NewType | undefined, parameters: readonly NewType[]): number {
    const types = parameters.map((type) => this.type(type));
    const list = this.record(LEAF.LF_ARGLIST, (writer) => writer.u32s(types.length, ...types));
    const value = result === undefined ? VOID : this.#constant(this.type(result));
    return this.record(LEAF.LF_PROCEDURE, (writer) => {
      writer.u32(value);
      writer.u8(HLSL_CALL);
      writer.u8(0);
      writer.u16(types.length);
      writer.u32(list);
    });
  }

  #constant(type: number): number {
    return this.record(LEAF.LF_MODIFIER_EX, (writer) => {
      writer.u32(type);
      writer.u16(1);
      writer.u16(CONST);
    });
  }

  /** The number of a function with a name, in the stream of ids. */
  functionId(type: number, name: string): number {
    return this.record(LEAF.LF_FUNC_ID, (writer) => {
      writer.u32s(0, type);
      writer.text(name);
    });
  }

  /** The stream of records, which names the stream of hashes. */
  stream(hashStream: number): Uint8Array {
    const count = this.#hashes.length;
    const hashBytes = KEY_SIZE * count;
    const writer = new ByteWriter();
    writer.u32s(TYPES_VERSION, TYPES_HEADER_SIZE, FIRST_TYPE, FIRST_TYPE + count, this.#records.at);
    writer.u16(hashStream);
    writer.u16(NO_STREAM);
    const pairs = count > 0 ? 8 : 0;
    writer.u32s(KEY_SIZE, BUCKETS, 0, hashBytes, hashBytes, pairs, hashBytes + pairs, 0);
    writer.raw(this.#records.bytes);
    return writer.bytes;
  }

  /** The hashes, and the index of the records. */
  hashStream(): Uint8Array {
    const writer = new ByteWriter();
    for (const hash of this.#hashes) writer.u32(hash);
    if (this.#hashes.length > 0) writer.u32s(FIRST_TYPE, 0);
    return writer.bytes;
  }
}

/** The CRC-32 of a record, begun with 0 and not inverted at the end. */
function recordHash(bytes: Uint8Array): number {
  return ~crc32(bytes, -1) >>> 0;
}

function textHash(text: string): number {
  const writer = new ByteWriter();
  writer.text(text);
  return nameHash(writer.bytes, 0, writer.at - 1);
}
