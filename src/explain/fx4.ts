/**
 * Explains the DWORDs of an effect of fx_4_0, fx_4_1 or fx_5_0: header and records, and the sizes of code.
 *
 * Not for: reading it (src/effects/fx4, whose layouts these are), or the code inside (effect.ts).
 */
import {
  FX4_INITIALIZERS,
  FX4_NO_REGISTER,
  FX4_OBJECT_NAMES,
  FX4_SHADER_STREAMS,
  FX4_VERSIONS,
  Fx4AssignmentKind,
  Fx4BufferFlag,
  Fx4Layout,
  Fx4ObjectType,
  Fx4Scalar,
  Fx4TypeKind,
} from '../effects/fx4/enums.ts';
import { FX4_HEADER_FIELDS, FX4_HEADER_SIZE, FX5_HEADER_SIZE, type Fx4HeaderField } from '../effects/fx4/header.ts';
import { FX4_STATES } from '../effects/fx4/states.ts';
import { FX4_TYPE_SIZE } from '../effects/fx4/types.ts';
import type { Payload } from './payload.ts';
import {
  byteCount,
  decimal,
  dword,
  enumerated,
  except,
  flagNames,
  hexadecimal,
  literalMeaning,
  type Meaning,
  named,
  type RecordRow,
  row,
} from './records.ts';

const SCALAR = enumerated(Fx4Scalar);
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
class Fx4Explainer {
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

const VERSION = named(Object.fromEntries(Object.entries(FX4_VERSIONS).map(([name, version]) => [version, name])));
const HEADER: RecordRow = [
  dword('version', VERSION),
  ...FX4_HEADER_FIELDS.map((field) => dword(inWords(field), field === 'dataSize' ? byteCount : decimal)),
];
const REGISTER = except(FX4_NO_REGISTER, 'none', decimal);
const INDEX = except(FX4_NO_REGISTER, 'no array', decimal);
const CONSTANT_SIZE = 8;

/** `data size` for `dataSize`. */
function inWords(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Marks the records in `payload`, which begins with the version. */
export function explainEffect4(payload: Payload): void {
  new Effect4Explainer(payload).explain();
}

class Effect4Explainer extends Fx4Explainer {
  explain(): void {
    const { payload, is5 } = this;
    if (!payload.record(0, HEADER.slice(0, this.data / 4), 'header')) return;
    // The offset 0 is none.
    if (this.end >= this.data + 4) payload.record(this.data, [dword('nothing refers to it')], 'start of the data');
    this.times(this.header('buffers'), 'buffer', (name) => this.buffer(name, false));
    this.times(this.header('objects'), 'object', (name) => this.object(name, false));
    if (is5) this.times(this.header('interfaces'), 'interface', (name) => this.interface(name));
    this.times(this.header('sharedBuffers'), 'shared buffer', (name) => this.buffer(name, true));
    this.times(this.header('sharedObjects'), 'shared object', (name) => this.object(name, true));
    if (!is5) this.times(this.header('techniques'), 'technique', (name) => this.technique(name));
    else
      this.times(this.header('groups'), 'group', (name) =>
        this.list(name, 'techniques', (count) =>
          this.times(count, 'technique', (technique) => this.technique(`${technique} of ${name}`)),
        ),
      );
  }

  private buffer(name: string, shared: boolean): void {
    const rows = [
      this.offset('name'),
      dword('size', byteCount),
      dword('flags', flagNames(Fx4BufferFlag)),
      dword('variables', decimal),
      dword('register', REGISTER),
    ];
    const at = this.next(rows, name);
    if (at === undefined) return;
    this.named(at, `name of ${name}`);
    if (!shared) this.annotations(name);
    this.times(this.payload.u32(at + 12), 'variable', (one) => this.variable(`${one} of ${name}`, shared));
  }

  private variable(name: string, shared: boolean): void {
    const rows = [
      this.offset('name'),
      dword('offset of the type', hexadecimal),
      this.offset('semantic'),
      dword('offset in the buffer', byteCount),
      dword('offset of the default value', hexadecimal),
      dword('flags', hexadecimal),
    ];
    const at = this.next(rows, name);
    if (at === undefined) return;
    this.named(at, `name of ${name}`);
    this.named(at + 8, `semantic of ${name}`);
    this.value(at + 16, this.type(at + 4), name);
    if (!shared) this.annotations(name);
  }

  private object(name: string, shared: boolean): void {
    const rows = [
      this.offset('name'),
      dword('offset of the type', hexadecimal),
      this.offset('semantic'),
      dword('register', REGISTER),
    ];
    const at = this.next(rows, name);
    if (at === undefined) return;
    this.named(at, `name of ${name}`);
    this.named(at + 8, `semantic of ${name}`);
    const type = this.type(at + 4);
    if (shared) return;
    this.initializers(name, type);
    this.annotations(name);
  }

  private initializers(name: string, type: number): void {
    const object = FX4_OBJECT_NAMES[this.object4(type)];
    const initializer = object === undefined ? undefined : FX4_INITIALIZERS[object];
    if (initializer === undefined) return;
    if (initializer === 'string') {
      this.strings(type, name);
      return;
    }
    this.times(this.elements(type), 'element', (element) => {
      const owner = `${element} of ${name}`;
      if (initializer === 'states') {
        const at = this.next([dword('assignments', decimal)], owner);
        if (at !== undefined) this.assignments(this.payload.u32(at), owner);
        return;
      }
      const rows = this.shaderRows(initializer);
      const at = this.next(rows, owner);
      if (at !== undefined) this.shader(at, rows.length, owner);
    });
  }

  /** The DWORDs of a shader: its code alone, with one declaration of outputs, or with all that fx_5_0 has. */
  private shaderRows(kind: string): RecordRow {
    const code = dword('offset of the code', hexadecimal);
    if (kind === 'shader') return [code];
    if (kind === 'shaderSO') return [code, this.offset('declaration of outputs')];
    return [
      code,
      ...Array.from({ length: FX4_SHADER_STREAMS }, (_, i) => this.offset(`declaration of outputs of stream ${i}`)),
      dword('declared streams', decimal),
      dword('rasterized stream', decimal),
      dword('interfaces', decimal),
      dword('offset of the instances', hexadecimal),
    ];
  }

  /** Explains the code that a record of `words` DWORDs at `at` refers to. */
  private shader(at: number, words: number, owner: string): void {
    const { payload } = this;
    const streams = words === 1 ? 0 : words === 2 ? 1 : FX4_SHADER_STREAMS;
    this.block(at, `shader of ${owner}`);
    for (let i = 0; i < streams; i++) this.named(at + 4 + 4 * i, `outputs of stream ${i} of ${owner}`);
    if (words <= 2) return;
    const list = at + 4 * (words - 1);
    this.instances(list, payload.u32(list - 4), owner);
  }

  /** The size of the code whose offset is at `field`; the code itself is explained elsewhere. */
  private block(field: number, what: string): void {
    const offset = this.payload.u32(field);
    if (offset !== 0) this.payload.record(this.data + offset, [dword('size', byteCount)], what);
  }

  private instances(field: number, count: number, owner: string): void {
    const offset = this.payload.u32(field);
    if (offset === 0) return;
    const rows = [this.offset('name'), dword('index', INDEX)];
    this.payload.table(this.data + offset, count, rows, `instances of ${owner},`, (at, one) =>
      this.named(at, `name of ${one}`),
    );
  }

  private interface(name: string): void {
    const rows = [
      this.offset('name'),
      dword('offset of the type', hexadecimal),
      dword('offset of the instances', hexadecimal),
      dword('flags', hexadecimal),
    ];
    const at = this.next(rows, name);
    if (at === undefined) return;
    this.named(at, `name of ${name}`);
    this.instances(at + 8, this.elements(this.type(at + 4)), name);
    this.annotations(name);
  }

  /** A group, technique or pass: its name and annotations, and how many parts it has. */
  private list(name: string, what: string, inside: (count: number) => void): void {
    const at = this.next([this.offset('name'), dword(what, decimal)], name);
    if (at === undefined) return;
    this.named(at, `name of ${name}`);
    this.annotations(name);
    inside(this.payload.u32(at + 4));
  }

  private technique(name: string): void {
    this.list(name, 'passes', (count) =>
      this.times(count, 'pass', (pass) => {
        const owner = `${pass} of ${name}`;
        this.list(owner, 'assignments', (assignments) => this.assignments(assignments, owner));
      }),
    );
  }

  private assignments(count: number, owner: string): void {
    this.times(count, 'assignment', (one) => this.assignment(`${one} of ${owner}`));
  }

  private assignment(name: string): void {
    const { payload, data } = this;
    const kind = payload.u32(this.at + 8);
    const isName = kind === Fx4AssignmentKind.variable;
    const rows = [
      dword('state', STATE),
      dword('index', decimal),
      dword('kind', enumerated(Fx4AssignmentKind)),
      isName ? this.offset('name of the variable') : dword('offset of the value', hexadecimal),
    ];
    const at = this.next(rows, name);
    if (at === undefined) return;
    const field = at + 12;
    const value = data + payload.u32(field);
    const variable = this.offset('name of the variable');
    switch (kind) {
      case Fx4AssignmentKind.constants:
        if (payload.record(value, [dword('constants', decimal)], `value of ${name}`)) this.constants(value, name);
        return;
      case Fx4AssignmentKind.variable:
        this.named(field, `variable of ${name}`);
        return;
      case Fx4AssignmentKind.constantIndex:
        if (payload.record(value, [variable, dword('index', decimal)], `value of ${name}`))
          this.named(value, `variable of ${name}`);
        return;
      case Fx4AssignmentKind.variableIndex:
        if (!payload.record(value, [variable, this.offset('name of the index')], `value of ${name}`)) return;
        this.named(value, `variable of ${name}`);
        this.named(value + 4, `index of ${name}`);
        return;
      case Fx4AssignmentKind.expressionIndex:
        if (!payload.record(value, [variable, dword('offset of the code', hexadecimal)], `value of ${name}`)) return;
        this.named(value, `variable of ${name}`);
        this.block(value + 4, `index of ${name}`);
        return;
      case Fx4AssignmentKind.expression:
        this.block(field, `expression of ${name}`);
        return;
      case Fx4AssignmentKind.inlineShader:
      case Fx4AssignmentKind.inlineShader5: {
        const words = this.shaderRows(kind === Fx4AssignmentKind.inlineShader ? 'shaderSO' : 'shader5');
        if (payload.record(value, words, `shader of ${name}`)) this.shader(value, words.length, name);
        return;
      }
    }
  }

  private constants(at: number, owner: string): void {
    const { payload } = this;
    for (let i = 0; i < payload.u32(at); i++) {
      const start = at + 4 + CONSTANT_SIZE * i;
      const type = SCALAR(payload.u32(start), payload);
      const rows = [dword('type', SCALAR), dword('value', literalMeaning(type))];
      if (!payload.record(start, rows, `constant ${i} of ${owner}`)) return;
    }
  }
}

const STATE: Meaning = (value) => FX4_STATES[value]?.name ?? `${value}`;
