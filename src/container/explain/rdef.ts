/**
 * What the DWORDs of the chunk RDEF are: header, buffers, variables, types, members, bindings, names, default values.
 *
 * Not for: reading them (container/rdef.ts, whose layouts these are).
 */

import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { BASIC_HEADER, BASIC_LAYOUT, EXTENDED_HEADER, RD11, RD11_1 } from '../rdef.ts';
import type { Payload } from './payload.ts';
import { byteCount, decimal, dword, halves, hexadecimal, name, named, type RecordRow, tag } from './records.ts';

const HEADER: RecordRow = [
  dword('buffers', decimal),
  dword('offset of the buffers', hexadecimal),
  dword('bindings', decimal),
  dword('offset of the bindings', hexadecimal),
  halves('version', 'kind of program', hexadecimal, hexadecimal),
  dword('flags', hexadecimal),
  dword('offset of the name of the compiler', name),
];

const RECORD_SIZES: RecordRow = [
  dword('mark', tag),
  dword('size of the header', byteCount),
  dword('size of a buffer', byteCount),
  dword('size of a binding', byteCount),
  dword('size of a variable', byteCount),
  dword('size of a type', byteCount),
  dword('size of a member', byteCount),
  dword('interface slots', decimal),
];

const BUFFER: RecordRow = [
  dword('offset of the name', name),
  dword('variables', decimal),
  dword('offset of the variables', hexadecimal),
  dword('size', byteCount),
  dword('flags', hexadecimal),
  dword('type', decimal),
];

const BINDING: RecordRow = [
  dword('offset of the name', name),
  dword('type', decimal),
  dword('return type', decimal),
  dword('dimension', decimal),
  dword('samples', hexadecimal),
  dword('bind point', decimal),
  dword('bind count', decimal),
  dword('flags', hexadecimal),
];
const BINDING_WITH_SPACE: RecordRow = [...BINDING, dword('space', decimal), dword('id', decimal)];

const VARIABLE: RecordRow = [
  dword('offset of the name', name),
  dword('offset', decimal),
  dword('size', byteCount),
  dword('flags', hexadecimal),
  dword('offset of the type', hexadecimal),
  dword('offset of the default value', hexadecimal),
];
const VARIABLE_WITH_SLOTS: RecordRow = [
  ...VARIABLE,
  dword('first texture', hexadecimal),
  dword('textures', decimal),
  dword('first sampler', hexadecimal),
  dword('samplers', decimal),
];

const TYPE: RecordRow = [
  halves('class', 'type', decimal, named(VARIABLE_TYPE_NAMES)),
  halves('rows', 'columns', decimal, decimal),
  halves('elements', 'members', decimal, decimal),
  dword('offset of the members', hexadecimal),
];
const TYPE_WITH_NAME: RecordRow = [
  ...TYPE,
  dword('offset of the class', hexadecimal),
  dword('offset of the base class', hexadecimal),
  dword('interfaces', decimal),
  dword('offset of the interfaces', hexadecimal),
  dword('offset of the name', name),
];

const MEMBER: RecordRow = [
  dword('offset of the name', name),
  dword('offset of the type', hexadecimal),
  dword('offset', decimal),
];
const INTERFACE = dword('offset of the type', hexadecimal);
const DEFAULT = dword('default value', hexadecimal);

/** Marks the records in `payload`. */
export function explainRdef(payload: Payload): void {
  new RdefExplainer(payload).run();
}

class RdefExplainer {
  private readonly extended: boolean;
  private readonly types = new Set<number>();
  /** Types whose records are still to be explained. */
  private readonly pending: number[] = [];

  constructor(private readonly payload: Payload) {
    const mark = payload.u32(BASIC_HEADER);
    this.extended = (mark === RD11 || mark === RD11_1) && payload.u32(BASIC_HEADER + 4) === EXTENDED_HEADER;
  }

  run(): void {
    const { payload } = this;
    if (!payload.record(0, HEADER, 'header')) return;
    if (this.extended) payload.record(BASIC_HEADER, RECORD_SIZES, 'sizes of records');
    payload.text(payload.u32(24), 'name of the compiler');
    this.buffers(payload.u32(4), payload.u32(0));
    this.bindings(payload.u32(12), payload.u32(8));
    for (let type = this.pending.pop(); type !== undefined; type = this.pending.pop()) this.type(type);
  }

  /** Returns the size of a record: the DWORD at `at` in the header, or the size in shader model 4. */
  private stride(at: number, basic: number): number {
    return this.extended ? this.payload.u32(at) : basic;
  }

  private buffers(offset: number, count: number): void {
    const { payload } = this;
    const explain = (at: number, record: string) => {
      payload.text(payload.u32(at), `name of ${record}`);
      this.variables(payload.u32(at + 8), payload.u32(at + 4), record);
    };
    payload.table(offset, count, BUFFER, 'buffer', explain, this.stride(36, BASIC_LAYOUT.buffer));
  }

  private bindings(offset: number, count: number): void {
    const { payload } = this;
    const stride = this.stride(40, BASIC_LAYOUT.binding);
    const rows = stride >= 4 * BINDING_WITH_SPACE.length ? BINDING_WITH_SPACE : BINDING;
    const explain = (at: number, record: string) => payload.text(payload.u32(at), `name of ${record}`);
    payload.table(offset, count, rows, 'binding', explain, stride);
  }

  private variables(offset: number, count: number, buffer: string): void {
    const { payload } = this;
    const rows = this.extended ? VARIABLE_WITH_SLOTS : VARIABLE;
    const explain = (at: number, record: string) => {
      payload.text(payload.u32(at), `name of ${record}`);
      this.need(payload.u32(at + 16));
      const value = payload.u32(at + 20);
      if (value !== 0) payload.dwords(value, (payload.u32(at + 8) + 3) >>> 2, DEFAULT, `default of ${record}`);
    };
    payload.table(offset, count, rows, `${buffer}, variable`, explain, this.stride(44, BASIC_LAYOUT.variable));
  }

  private need(type: number): void {
    if (type === 0 || this.types.has(type)) return;
    this.types.add(type);
    this.pending.push(type);
  }

  private type(offset: number): void {
    const { payload } = this;
    const named = this.stride(48, BASIC_LAYOUT.type) >= 4 * TYPE_WITH_NAME.length;
    const record = `type at ${hexadecimal(offset, payload)}`;
    if (!payload.record(offset, named ? TYPE_WITH_NAME : TYPE, record)) return;
    const explain = (at: number, member: string) => {
      payload.text(payload.u32(at), `name of ${member}`);
      this.need(payload.u32(at + 4));
    };
    const stride = this.stride(52, BASIC_LAYOUT.member);
    payload.table(payload.u32(offset + 12), payload.u16(offset + 10), MEMBER, `${record}, member`, explain, stride);
    if (!named) return;
    payload.text(payload.u32(offset + 32), `name of ${record}`);
    this.need(payload.u32(offset + 16));
    this.need(payload.u32(offset + 20));
    const interfaces = payload.u32(offset + 28);
    const count = payload.dwords(interfaces, payload.u32(offset + 24), INTERFACE, `interfaces of ${record}`);
    for (let i = 0; i < count; i++) this.need(payload.u32(interfaces + 4 * i));
  }
}
