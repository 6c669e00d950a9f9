/**
 * Explains the DWORDs of the chunk RDEF: header, buffers, variables, types, members, bindings, names, default values.
 *
 * Not for: reading them (chunks/rdef.ts, whose layouts these are).
 */

import {
  BufferFlag,
  BufferType,
  InputFlag,
  InputType,
  ReturnType,
  SrvDimension,
  VariableClass,
  VariableFlag,
} from '../base/d3d/enumerations.ts';
import { ALL_VARIABLE_TYPE_NAMES } from '../base/d3d/variable-types.ts';
import {
  BASIC_HEADER,
  BASIC_LAYOUT,
  BINDING_COMPONENTS_SHIFT,
  EXTENDED_HEADER,
  RD11,
  RD11_1,
  RDEF_PROGRAM_TYPES,
} from '../chunks/rdef.ts';
import type { Payload } from './payload.ts';
import {
  ALL_ONES,
  bitList,
  bitNames,
  byteCount,
  compileFlags,
  type DwordRow,
  decimal,
  dword,
  enumerated,
  except,
  halves,
  hexadecimal,
  literalMeaning,
  type Meaning,
  name,
  named,
  type RecordRow,
  tag,
} from './records.ts';

const shaderModel: Meaning = (value) => `${value >>> 8}.${value & 0xff}`;

/** Flags of a binding, and the number of components of a texture or typed view. */
const bindingFlags: Meaning = (value) => {
  const components = (value >>> BINDING_COMPONENTS_SHIFT) & 3;
  const others = bitList(InputFlag, value & ~(3 << BINDING_COMPONENTS_SHIFT));
  return [...(components === 0 ? [] : [`${components + 1} components`]), ...others].join(', ') || 'none';
};

const HEADER: RecordRow = [
  dword('buffers', decimal),
  dword('offset of the buffers', hexadecimal),
  dword('bindings', decimal),
  dword('offset of the bindings', hexadecimal),
  halves('version', 'stage', shaderModel, enumerated(RDEF_PROGRAM_TYPES)),
  dword('flags', compileFlags),
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
  dword('flags', bitNames(BufferFlag)),
  dword('type', enumerated(BufferType)),
];

const BINDING: RecordRow = [
  dword('offset of the name', name),
  dword('type', enumerated(InputType)),
  dword('return type', enumerated(ReturnType)),
  dword('dimension', enumerated(SrvDimension)),
  dword('samples', except(ALL_ONES, 'none', decimal)),
  dword('bind point', decimal),
  dword('bind count', except(0, 'unbounded', except(ALL_ONES, 'unbounded', decimal))),
  dword('flags', bindingFlags),
];
const BINDING_WITH_SPACE: RecordRow = [...BINDING, dword('space', decimal), dword('id', decimal)];

const VARIABLE: RecordRow = [
  dword('offset of the name', name),
  dword('offset', decimal),
  dword('size', byteCount),
  dword('flags', bitNames(VariableFlag)),
  dword('offset of the type', hexadecimal),
  dword('offset of the default value', hexadecimal),
];
const VARIABLE_WITH_SLOTS: RecordRow = [
  ...VARIABLE,
  dword('first texture', except(ALL_ONES, 'none', decimal)),
  dword('textures', decimal),
  dword('first sampler', except(ALL_ONES, 'none', decimal)),
  dword('samplers', decimal),
];

const TYPE: RecordRow = [
  halves('class', 'type', enumerated(VariableClass), named(ALL_VARIABLE_TYPE_NAMES)),
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
const defaultRow = (type: number): DwordRow => dword('default value', literalMeaning(ALL_VARIABLE_TYPE_NAMES[type]));

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
      if (value !== 0) this.defaults(value, at, `default of ${record}`);
    };
    payload.table(offset, count, rows, `${buffer}, variable`, explain, this.stride(44, BASIC_LAYOUT.variable));
  }

  /** @param variable where the record of the variable is */
  private defaults(offset: number, variable: number, record: string): void {
    const { payload } = this;
    const row = defaultRow(payload.u16(payload.u32(variable + 16) + 2));
    payload.dwords(offset, (payload.u32(variable + 8) + 3) >>> 2, row, record);
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
