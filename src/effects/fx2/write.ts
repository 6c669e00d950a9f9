/**
 * Writes effects of Direct3D 9 in the layout of Microsoft's compiler, so that effects which it wrote come back as the
 * same bytes.
 *
 * The layout of the pool (source: oracle): an empty name; for each parameter its declaration, the values and
 * declarations of its states, its value, its annotations, its names; then for each technique its annotations, its
 * passes (annotations, states, name) and its name. Values of annotations and states come before their declarations.
 * Nothing is shared.
 *
 * Not for: editing single values or shaders in place (edit.ts).
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { ChunkWriter } from '../../container/chunk-writer.ts';
import type { Effect2, Effect2Content, Fx2Annotation, Fx2Declaration, Fx2State, Fx2Value } from './model.ts';
import { FX2_VERSION } from './read.ts';

/**
 * Returns the bytes of an effect. An unchanged effect keeps its bytes; if only objects and resources were changed,
 * everything before them is preserved.
 *
 * @throws RangeError where a number is no unsigned 32-bit integer, or a name has a character that is no byte from 1 to
 *   255
 */
export function serializeEffect2(effect: Effect2 | Effect2Content): Uint8Array {
  const source = 'source' in effect ? effect.source : undefined;
  if (source === undefined) return new Fx2Writer(effect).bytes();
  const { content, bytes, objectsAt } = source;
  const same = (key: keyof Effect2Content) => content[key] === effect[key];
  const copied = ['prefix', 'parameters', 'techniques', 'itemCount', 'objectCount'] as const;
  if (!copied.every(same)) return new Fx2Writer(effect).bytes();
  if (same('objects') && same('resources')) return bytes.slice();
  return new Fx2Writer(effect).objectsAfter(bytes.subarray(0, objectsAt));
}

/** A part of the file, written from its start to its end. */
class Output {
  private readonly out = new ChunkWriter();

  get length(): number {
    return this.out.reserve(0);
  }

  u32(value: number): void {
    this.out.put32(this.out.reserve(4), value);
  }

  /** Writes the DWORD at `at` again. */
  patch(at: number, value: number): void {
    this.out.put32(at, value);
  }

  bytes(data: Uint8Array): void {
    this.out.putBytes(this.out.reserve(data.byteLength), data);
  }

  /** The data with its size, padded to DWORDs. */
  sized(data: Uint8Array): void {
    this.u32(data.byteLength);
    this.bytes(data);
    this.out.reserve(-data.byteLength & 3);
  }

  /** Returns what was written. Nothing can be appended afterwards. */
  finish(): Uint8Array {
    return this.out.bytes();
  }
}

/** Where a declaration and its value are in the pool. */
interface Offsets {
  readonly declaration: number;
  readonly value: number;
}

class Fx2Writer {
  private readonly pool = new Output();
  private readonly lists = new Output();

  constructor(private readonly content: Effect2Content) {}

  bytes(): Uint8Array {
    const { pool, lists, content } = this;
    pool.u32(0);
    lists.u32(content.parameters.length);
    lists.u32(content.techniques.length);
    lists.u32(content.itemCount);
    lists.u32(content.objectCount);
    for (const { declaration, value, flags, annotations } of content.parameters)
      this.parameter(declaration, value, flags, annotations);
    for (const { name, annotations, passes } of content.techniques) {
      const output = new Output();
      const rows = annotations.map((one) => this.annotation(one));
      for (const pass of passes) {
        const passRows = pass.annotations.map((one) => this.annotation(one));
        const states = pass.states.map((state) => this.state(state));
        output.u32(this.name(pass.name));
        output.u32(passRows.length);
        output.u32(states.length);
        for (const row of passRows) putOffsets(output, row);
        for (const [i, row] of states.entries()) putState(output, pass.states[i]!, row);
      }
      lists.u32(this.name(name));
      lists.u32(rows.length);
      lists.u32(passes.length);
      for (const row of rows) putOffsets(lists, row);
      lists.bytes(output.finish());
    }
    const head = new Output();
    if (content.prefix !== undefined) head.bytes(content.prefix);
    head.u32(FX2_VERSION);
    head.u32(pool.length);
    head.bytes(pool.finish());
    head.bytes(lists.finish());
    return this.objectsAfter(head.finish());
  }

  /** The bytes before the objects, and the objects. */
  objectsAfter(before: Uint8Array): Uint8Array {
    const { objects, resources } = this.content;
    const out = new Output();
    out.bytes(before);
    out.u32(objects.length);
    out.u32(resources.length);
    for (const { id, data } of objects) {
      out.u32(id);
      out.sized(data);
    }
    for (const { technique, owner, element, state, usage, data } of resources) {
      for (const number of [technique, owner, element, state, usage]) out.u32(number);
      out.sized(data);
    }
    return out.finish();
  }

  private parameter(
    declaration: Fx2Declaration,
    value: Fx2Value,
    flags: number,
    annotations: readonly Fx2Annotation[],
  ): void {
    const { pool, lists } = this;
    const names = new Names();
    const at = this.declaration(declaration, names);
    const states = value.kind === 'samplers' ? value.samplers.map((one) => one.states.map((s) => this.state(s))) : [];
    const valueAt = pool.length;
    this.value(value, states);
    const rows = annotations.map((one) => this.annotation(one));
    names.write(this, pool);
    lists.u32(at);
    lists.u32(valueAt);
    lists.u32(flags);
    lists.u32(rows.length);
    for (const row of rows) putOffsets(lists, row);
  }

  private annotation({ declaration, value }: Fx2Annotation): Offsets {
    return this.valueFirst(declaration, value);
  }

  private state({ declaration, value }: Fx2State): Offsets {
    return this.valueFirst(declaration, value);
  }

  private valueFirst(declaration: Fx2Declaration, value: Fx2Value): Offsets {
    const { pool } = this;
    const states = value.kind === 'samplers' ? value.samplers.map((one) => one.states.map((s) => this.state(s))) : [];
    const valueAt = pool.length;
    this.value(value, states);
    const names = new Names();
    const at = this.declaration(declaration, names);
    names.write(this, pool);
    return { declaration: at, value: valueAt };
  }

  /** Writes a declaration; its names come later. Returns its offset. */
  private declaration(declaration: Fx2Declaration, names: Names): number {
    const { pool } = this;
    const at = pool.length;
    const { type, class: kind, elements, rows, columns, members } = declaration;
    pool.u32(type);
    pool.u32(kind);
    names.later(pool.length, declaration.name);
    pool.u32(0);
    names.later(pool.length, declaration.semantic);
    pool.u32(0);
    pool.u32(elements);
    if (kind === VariableClass.struct) {
      pool.u32(members.length + declaration.definitions);
      for (const member of members) this.declaration(member, names);
    } else if (kind < VariableClass.object) {
      const vector = kind === VariableClass.vector;
      pool.u32(vector ? columns : rows);
      pool.u32(vector ? rows : columns);
    }
    return at;
  }

  private value(value: Fx2Value, states: readonly (readonly Offsets[])[]): void {
    const { pool } = this;
    switch (value.kind) {
      case 'numbers':
        for (const word of value.words) pool.u32(word);
        break;
      case 'objects':
        for (const id of value.ids) pool.u32(id);
        break;
      case 'structure':
        for (const member of value.members) this.value(member, []);
        break;
      case 'samplers':
        for (const [i, { states: samplerStates }] of value.samplers.entries()) {
          pool.u32(samplerStates.length);
          for (const [k, state] of samplerStates.entries())
            putState(pool, state, states[i]?.[k] ?? { declaration: 0, value: 0 });
        }
    }
  }

  name(name: string | null): number {
    if (name === null) return 0;
    const { pool } = this;
    const at = pool.length;
    const data = new Uint8Array(name.length + 1);
    for (let i = 0; i < name.length; i++) {
      const code = name.charCodeAt(i);
      if (code === 0 || code > 0xff)
        throw new RangeError(`${JSON.stringify(name)} has a character that is no byte from 1 to 255`);
      data[i] = code;
    }
    pool.sized(data);
    return at;
  }
}

/** Names of a declaration and its members, which are written after everything else of a parameter. */
class Names {
  private readonly rows: { readonly at: number; readonly name: string }[] = [];

  later(at: number, name: string | null): void {
    if (name !== null) this.rows.push({ at, name });
  }

  write(writer: Fx2Writer, pool: Output): void {
    for (const { at, name } of this.rows) pool.patch(at, writer.name(name));
  }
}

function putOffsets(out: Output, { declaration, value }: Offsets): void {
  out.u32(declaration);
  out.u32(value);
}

function putState(out: Output, { operation, index }: Fx2State, offsets: Offsets): void {
  out.u32(operation);
  out.u32(index);
  putOffsets(out, offsets);
}
