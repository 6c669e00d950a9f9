/**
 * Explains the DWORDs of the data of an effect of fx_4_0, fx_4_1 or fx_5_0 (types, strings, values), and the
 * annotations that most records have.
 *
 * Not for: the header and the other records (fx4.ts).
 */
import { FX4_VERSIONS, Fx4Layout, Fx4ObjectType, Fx4Scalar, Fx4TypeKind } from '../effects/fx4/enums.ts';
import { FX4_HEADER_FIELDS, FX4_HEADER_SIZE, FX5_HEADER_SIZE, type Fx4HeaderField } from '../effects/fx4/header.ts';
import { FX4_TYPE_SIZE } from '../effects/fx4/types.ts';
import type { Payload } from './payload.ts';
import {
  byteCount,
  decimal,
  dword,
  enumerated,
  hexadecimal,
  literalMeaning,
  type Meaning,
  type RecordRow,
  row,
} from './records.ts';

/** The scalar type of values. */
export const SCALAR = enumerated(Fx4Scalar);
const NUMERIC = [
  row('layout', 0, 3, enumerated(Fx4Layout)),
  row('scalar', 3, 5, SCALAR),
  row('rows', 8, 3),
  row('columns', 11, 3),
  row('column major', 14, 1),
  row('packed array', 15, 1),
  row('unknown', 16, 16),
];
const MEMBER_SIZE = 16;
/** Where a type has its kind, elements, size without gaps, and what its kind has. */
const OF_TYPE = { kind: 4, elements: 8, packedSize: 20, rest: FX4_TYPE_SIZE } as const;

/** Marks records in order, each with the data that it refers to. */
export class Fx4Explainer {
  protected readonly is5: boolean;
  /** Where the data begins and ends. */
  protected readonly data: number;
  protected readonly end: number;
  /** The next record. */
  protected at: number;
  private readonly types = new Set<number>();
  /** Of an offset in the data that leads to a text. */
  private readonly text: Meaning;

  constructor(protected readonly payload: Payload) {
    this.is5 = payload.u32(0) === FX4_VERSIONS.fx_5_0;
    this.data = this.is5 ? FX5_HEADER_SIZE : FX4_HEADER_SIZE;
    this.end = Math.min(payload.size, this.data + this.header('dataSize'));
    this.at = this.end;
    this.text = (value) => (value === 0 ? 'none' : payload.nameAt(this.data + value));
  }

  protected header(field: Fx4HeaderField): number {
    const at = 4 + 4 * FX4_HEADER_FIELDS.indexOf(field);
    return at < FX4_HEADER_SIZE || this.is5 ? this.payload.u32(at) : 0;
  }

  /** Whether a record was cut off. */
  private ended = false;

  protected times(count: number, what: string, explain: (name: string) => void): void {
    for (let i = 0; i < count && !this.ended; i++) explain(`${what} ${i}`);
  }

  /** Marks the next record; returns where it is, or undefined where it is cut off. */
  protected next(rows: RecordRow, name: string): number | undefined {
    const { at } = this;
    if (!this.payload.record(at, rows, name)) this.ended = true;
    if (this.ended) return undefined;
    this.at = at + 4 * rows.length;
    return at;
  }

  /** Marks the text whose offset is at `at`. */
  protected named(at: number, name: string): void {
    const offset = this.payload.u32(at);
    if (offset !== 0 && this.data + offset < this.end) this.payload.text(this.data + offset, name);
  }

  protected offset(what: string): RecordRow[number] {
    return dword(`offset of the ${what}`, this.text);
  }

  protected annotations(owner: string): void {
    const at = this.next([dword('annotations', decimal)], owner);
    if (at === undefined) return;
    this.times(this.payload.u32(at), 'annotation', (one) => {
      const name = `${one} of ${owner}`;
      const start = this.next([this.offset('name'), dword('offset of the type', hexadecimal)], name);
      if (start === undefined) return;
      this.named(start, `name of ${name}`);
      const type = this.type(start + 4);
      if (this.object4(type) === Fx4ObjectType.string) this.strings(type, name);
      else {
        const value = this.next([dword('offset of the value', hexadecimal)], name);
        if (value !== undefined) this.value(value, type, name);
      }
    });
  }

  protected strings(type: number, owner: string): void {
    this.times(this.elements(type), 'string', (one) => {
      const at = this.next([this.offset('string')], owner);
      if (at !== undefined) this.named(at, `${one} of ${owner}`);
    });
  }

  protected elements(type: number): number {
    return Math.max(1, this.payload.u32(type + OF_TYPE.elements));
  }

  /** The type of objects of a type; 0 for other types. */
  protected object4(type: number): number {
    const { payload } = this;
    return payload.u32(type + OF_TYPE.kind) === Fx4TypeKind.object ? payload.u32(type + OF_TYPE.rest) : 0;
  }

  /** The default value whose offset is at `field`. */
  protected value(field: number, type: number, owner: string): void {
    const { payload } = this;
    const offset = payload.u32(field);
    if (offset === 0) return;
    const isNumeric = payload.u32(type + OF_TYPE.kind) === Fx4TypeKind.numeric;
    const scalar = isNumeric ? SCALAR((payload.u32(type + OF_TYPE.rest) >>> 3) & 0x1f, payload) : undefined;
    const words = payload.u32(type + OF_TYPE.packedSize) >>> 2;
    payload.dwords(this.data + offset, words, dword('value', literalMeaning(scalar)), `value of ${owner}`);
  }

  /** Marks the type whose offset in the data is at `field`; returns where it is. */
  protected type(field: number): number {
    const pending: number[] = [];
    const need = (at: number): number => {
      const type = this.data + this.payload.u32(at);
      if (!this.types.has(type)) {
        this.types.add(type);
        pending.push(type);
      }
      return type;
    };
    const found = need(field);
    for (let type = pending.pop(); type !== undefined; type = pending.pop()) this.typeAt(type, need);
    return found;
  }

  private typeAt(at: number, need: (field: number) => number): void {
    const { payload, data } = this;
    const name = `type at 0x${(at - data).toString(16)}`;
    const common = [
      this.offset('name'),
      dword('kind', enumerated(Fx4TypeKind)),
      dword('elements', decimal),
      dword('size in a buffer', byteCount),
      dword('stride', byteCount),
      dword('size without gaps', byteCount),
    ];
    this.named(at, `name of ${name}`);
    switch (payload.u32(at + OF_TYPE.kind)) {
      case Fx4TypeKind.numeric:
        payload.record(at, [...common, NUMERIC], name);
        return;
      case Fx4TypeKind.object:
        payload.record(at, [...common, dword('type of objects', enumerated(Fx4ObjectType))], name);
        return;
      case Fx4TypeKind.struct:
        if (payload.record(at, [...common, dword('members', decimal)], name)) this.members(at, name, need);
        return;
      default:
        payload.record(at, common, name);
    }
  }

  private members(type: number, name: string, need: (field: number) => number): void {
    const { payload } = this;
    const count = payload.u32(type + OF_TYPE.rest);
    const rows = [
      this.offset('name'),
      this.offset('semantic'),
      dword('offset in the structure', byteCount),
      dword('offset of the type', hexadecimal),
    ];
    const begin = type + OF_TYPE.rest + 4;
    payload.table(begin, count, rows, `${name}, member`, (at, member) => {
      this.named(at, `name of ${member}`);
      this.named(at + 4, `semantic of ${member}`);
      need(at + 12);
    });
    if (!this.is5) return;
    const after = begin + MEMBER_SIZE * count;
    const inherited = [dword('offset of the base class', hexadecimal), dword('interfaces', decimal)];
    if (!payload.record(after, inherited, `${name}, base class and interfaces`)) return;
    if (payload.u32(after) !== 0) need(after);
    payload.table(
      after + 8,
      payload.u32(after + 4),
      [dword('offset of the type', hexadecimal)],
      `${name}, interface`,
      (at) => need(at),
    );
  }
}
