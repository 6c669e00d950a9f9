/**
 * Reads the types of a binary effect. Many variables share one type, which is read once.
 *
 * Not for: writing them (write.ts).
 */

import { hex } from '../../base/diagnostics.ts';
import { fields } from '../../base/field.ts';
import { MAX_TYPE_DEPTH } from '../../base/limits.ts';
import { DX0104, DX0105 } from '../../container/messages.ts';
import { FX4_OBJECT_NAMES, Fx4TypeKind } from './enums.ts';
import type { Fx4Member, Fx4Numeric, Fx4Type } from './model.ts';
import type { Fx4View } from './view.ts';

/** The DWORD of a numeric type. */
export const Fx4NumericWord = /* @__PURE__ */ fields({
  layout: [0, 3],
  scalar: [3, 5],
  rows: [8, 3],
  columns: [11, 3],
  columnMajor: [14, 1],
  packedArray: [15, 1],
  unknown: [16, 16],
});

/** Bytes of what all types begin with, and of a member. */
export const FX4_TYPE_SIZE = 24;
const MEMBER_SIZE = 16;

export class Fx4TypeReader {
  private readonly known = new Map<number, Fx4Type | undefined>();
  private depth = 0;

  constructor(
    private readonly view: Fx4View,
    /** Whether structures have a base class and interfaces: fx_5_0. */
    private readonly classes: boolean,
  ) {}

  /**
   * The type at the offset in the data that the DWORD at `field` holds; undefined, with a report, when there is none.
   */
  read(field: number): Fx4Type | undefined {
    const { view, known } = this;
    const offset = view.u32(field);
    if (known.has(offset)) {
      const type = known.get(offset);
      // While a type is read, it is known and undefined; so is one that cannot be read.
      if (type === undefined) view.report(DX0104, field, 4, { offset: hex(offset) });
      return type;
    }
    if (this.depth >= MAX_TYPE_DEPTH) {
      view.report(DX0105, field, 4, { limit: MAX_TYPE_DEPTH });
      return undefined;
    }
    const start = view.locate(offset, FX4_TYPE_SIZE, field, 'a type');
    if (start === undefined) return undefined;
    known.set(offset, undefined);
    this.depth++;
    const type = this.typeAt(start, offset);
    this.depth--;
    known.set(offset, type);
    return type;
  }

  private typeAt(start: number, offset: number): Fx4Type {
    const { view } = this;
    const kind = view.u32(start + 4);
    const rest = offset + FX4_TYPE_SIZE;
    const common = {
      offset: start,
      name: view.name(start, 'the name of a type'),
      kind,
      elements: view.u32(start + 8),
      totalSize: view.u32(start + 12),
      stride: view.u32(start + 16),
      packedSize: view.u32(start + 20),
      numeric: undefined,
      object: undefined,
      members: [],
      base: undefined,
      interfaces: [],
    };
    if (kind === Fx4TypeKind.numeric) return { ...common, numeric: this.numeric(rest, start) };
    if (kind === Fx4TypeKind.object) return { ...common, object: this.object(rest, start) };
    if (kind === Fx4TypeKind.struct) return { ...common, ...this.optional(() => this.structure(rest, start)) };
    if (kind !== Fx4TypeKind.interface)
      this.optional(() => view.reportValue(start + 4, 'the number of a kind of types'));
    return common;
  }

  /** Returns what `read` returns, which Microsoft's listing does without. */
  private optional<Value>(read: () => Value): Value {
    const { view } = this;
    const { optional } = view;
    view.optional = true;
    const value = read();
    view.optional = optional;
    return value;
  }

  private numeric(offset: number, type: number): Fx4Numeric | undefined {
    const at = this.view.locate(offset, 4, type, 'a numeric type');
    if (at === undefined) return undefined;
    const word = this.view.u32(at);
    return {
      layout: Fx4NumericWord.layout.get(word),
      scalar: Fx4NumericWord.scalar.get(word),
      rows: Fx4NumericWord.rows.get(word),
      columns: Fx4NumericWord.columns.get(word),
      columnMajor: Fx4NumericWord.columnMajor.test(word),
      packedArray: Fx4NumericWord.packedArray.test(word),
      unknown: Fx4NumericWord.unknown.get(word),
    };
  }

  private object(offset: number, type: number): number | undefined {
    const at = this.view.locate(offset, 4, type, 'the type of an object');
    if (at === undefined) return undefined;
    const object = this.view.u32(at);
    if (FX4_OBJECT_NAMES[object] === undefined)
      this.optional(() => this.view.reportValue(at, 'the number of a type of objects'));
    return object;
  }

  private structure(offset: number, type: number): Pick<Fx4Type, 'members' | 'base' | 'interfaces'> {
    const { view } = this;
    const none = { members: [], base: undefined, interfaces: [] };
    const at = view.locate(offset, 4, type, 'a structure');
    if (at === undefined) return none;
    const count = view.u32(at);
    const begin = view.list(offset + 4, count, MEMBER_SIZE, at, 'members');
    if (begin === undefined) return none;
    const members: Fx4Member[] = [];
    for (let i = 0; i < count; i++) {
      const member = begin + MEMBER_SIZE * i;
      const of = this.read(member + 12);
      if (of === undefined) continue;
      members.push({
        name: view.text(member, 'the name of a member'),
        semantic: view.text(member + 4, 'the semantic of a member'),
        position: view.u32(member + 8),
        type: of,
      });
    }
    return this.classes
      ? { members, ...this.inheritance(offset + 4 + MEMBER_SIZE * count, type) }
      : { ...none, members };
  }

  private inheritance(offset: number, type: number): Pick<Fx4Type, 'base' | 'interfaces'> {
    const { view } = this;
    const at = view.locate(offset, 8, type, 'the base class of a structure');
    if (at === undefined) return { base: undefined, interfaces: [] };
    const base = view.u32(at) === 0 ? undefined : this.read(at);
    const count = view.u32(at + 4);
    const interfaces: Fx4Type[] = [];
    const begin = view.list(offset + 8, count, 4, at + 4, 'interfaces of a class');
    for (let i = 0; begin !== undefined && i < count; i++) {
      const one = this.read(begin + 4 * i);
      if (one !== undefined) interfaces.push(one);
    }
    return { base, interfaces };
  }
}
