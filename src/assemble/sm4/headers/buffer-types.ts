/**
 * The types of the variables of one header section on buffers. Equal types are one record, as the compiler writes them (source:
 * oracle): one for variables, and another for members, elements and interfaces.
 */
import { BufferType, VariableClass } from '../../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../../base/d3d/variable-types.ts';
import type { ClassLinkage } from '../../../chunks/ifce.ts';
import type { RdefBuffer, RdefMember, RdefType } from '../../../chunks/rdef.ts';
/** The maximum of fields of 16 bits: elements, members. */
export const MAX_U16 = 0xffff;
/** The maximum number of pairs of an interface pointer and an implementing class. */
const MAX_PAIRS = 1 << 20;
const INTERFACE_TYPE = 37;
const UINT_TYPE = 19;
const UINT_NAME = 'dword';
const SUPER = '$super';

/** Numbers of scalar types by name; of several with the same name, the first. */
const TYPE_NUMBERS: ReadonlyMap<string, number> = new Map(
  VARIABLE_TYPE_NAMES.map((name, number) => [name, number] as const)
    .filter((entry): entry is readonly [string, number] => entry[0] !== undefined)
    .reverse(),
);
/** Numeric types, which may be scalars, vectors or matrices. */
const NUMERIC: ReadonlySet<string> = new Set([
  ...['void', 'bool', 'int', 'float', 'uint', 'double'],
  ...['min8float', 'min10float', 'min16float', 'min12int', 'min16int', 'min16uint'],
]);

export class BufferTypes {
  /** Types in order of first use, which is their `offset`. */
  private readonly types: RdefType[] = [];
  /** Types of variables, and types of members, elements and interfaces, by key. */
  private readonly outer = new Map<string, RdefType>();
  private readonly inner = new Map<string, RdefType>();

  /** @param named types have names, as from shader model 5.0 on and in libraries */
  constructor(private readonly named: boolean) {}

  /** The type that is spelled `spelled`, other than a structure; undefined for an invalid one. */
  simple(spelled: string, elements: number, isInner: boolean): RdefType | undefined {
    if (spelled === 'interface' || spelled.startsWith('interface ')) {
      const name = spelled.slice('interface '.length);
      return this.add(isInner, `interface ${name}[${elements}]`, {
        ...{ class: VariableClass.interfacePointer, type: INTERFACE_TYPE, rows: 1, columns: 4, elements, members: [] },
        ...{ name: name || undefined, subType: this.interfaceType(name) },
      });
    }
    const rowMajor = spelled.startsWith('row_major ');
    const text = rowMajor ? spelled.slice('row_major '.length) : spelled;
    const whole = TYPE_NUMBERS.get(text);
    if (whole !== undefined && !rowMajor) {
      const scalar = NUMERIC.has(text);
      const size = scalar ? 1 : 0;
      const name = whole === UINT_TYPE ? UINT_NAME : text;
      return this.unique(
        isInner,
        text,
        scalar ? VariableClass.scalar : VariableClass.object,
        whole,
        size,
        size,
        elements,
        name,
      );
    }
    const shape = shapeOf(text);
    if (shape === undefined || (rowMajor && !shape.isMatrix)) return undefined;
    const { number, rows, columns, isMatrix } = shape;
    const kind = !isMatrix ? VariableClass.vector : rowMajor ? VariableClass.matrixRows : VariableClass.matrixColumns;
    return this.unique(isInner, spelled, kind, number, rows, columns, elements, text);
  }

  /** The interface type of that name. */
  private interfaceType(name: string): RdefType {
    return this.add(true, `class ${name}`, {
      ...{ class: VariableClass.interfaceClass, type: 0, rows: 1, columns: 0, elements: 0, members: [] },
      name: name || undefined,
    });
  }

  /** The one record of a type without members. */
  private unique(
    isInner: boolean,
    key: string,
    kind: number,
    type: number,
    rows: number,
    columns: number,
    elements: number,
    name: string | undefined,
  ): RdefType {
    const whole = elements === 0 ? key : `${key}[${elements}]`;
    return (
      (isInner ? this.inner : this.outer).get(whole) ??
      this.add(isInner, whole, { class: kind, type, rows, columns, elements, members: [], name })
    );
  }

  /** The structure type with these members. */
  structure(name: string | undefined, members: readonly RdefMember[], elements: number, isInner: boolean): RdefType {
    let key = `struct ${name ?? ''}\n${elements}`;
    let columns = 0;
    for (const { name: member, type, offset } of members) {
      key += `\n${type!.offset} ${offset} ${member}`;
      columns += type!.rows * type!.columns * Math.max(1, type!.elements);
    }
    // The record has 16 bits for the sum, and the compiler truncates it.
    return this.add(isInner, key, {
      class: VariableClass.struct,
      type: 0,
      rows: 1,
      columns: columns & MAX_U16,
      elements,
      members,
      name,
    });
  }

  /**
   * The type with these `parts`. Equal parts have the same `key`.
   *
   * @param isInner of a member, an element or an interface: the compiler has other records for types of variables
   */
  add(
    isInner: boolean,
    key: string,
    parts: Omit<RdefType, 'offset' | 'subType' | 'baseClass' | 'interfaces'> & Partial<Pick<RdefType, 'subType'>>,
  ): RdefType {
    const types = isInner ? this.inner : this.outer;
    const known = types.get(key);
    if (known !== undefined) return known;
    const base = parts.members.find(({ name }) => name === SUPER)?.type;
    const isStruct = parts.class === VariableClass.struct;
    const type: RdefType = {
      class: parts.class,
      type: parts.type,
      rows: parts.rows,
      columns: parts.columns,
      elements: parts.elements,
      members: parts.members,
      // Structures have the names of the source; other types have one only if the layout has a field for it.
      name: this.named || isStruct ? parts.name : undefined,
      offset: this.types.length,
      subType: parts.subType,
      baseClass: base,
      interfaces: [],
    };
    types.set(key, type);
    this.types.push(type);
    return type;
  }

  /** Gives class types the interfaces whose pointers may point to their instances. */
  implement(buffers: readonly RdefBuffer[], { types, slots }: ClassLinkage): void {
    const classes = new Map<string, RdefType[]>();
    for (const type of this.types) {
      if (type.class !== VariableClass.struct || type.name === undefined) continue;
      const same = classes.get(type.name);
      if (same === undefined) classes.set(type.name, [type]);
      else same.push(type);
    }
    const groups = new Map<number, Uint16Array>();
    let first = 0;
    for (const { count, typeIds } of slots) {
      groups.set(first, typeIds);
      first += count;
    }
    // A text has few pointers and classes; the product of those of a damaged one must stay small.
    let budget = MAX_PAIRS;
    for (const { type: kind, variables } of buffers) {
      if (kind !== BufferType.interfacePointers) continue;
      for (const { offset, type } of variables) {
        const known = type?.subType;
        if (known === undefined) continue;
        for (const id of groups.get(offset) ?? []) {
          if (--budget < 0) return;
          for (const implementing of classes.get(types[id]?.name ?? '') ?? []) {
            const list = implementing.interfaces as RdefType[];
            budget -= list.length;
            if (!list.includes(known)) list.push(known);
          }
        }
      }
    }
    // Inherited interfaces are not repeated; base classes precede their derived classes.
    const all = new Map<RdefType, readonly RdefType[]>();
    for (const type of this.types) {
      const inherited = (type.baseClass && all.get(type.baseClass)) ?? [];
      const list = type.interfaces as RdefType[];
      const own = list.filter((known) => !inherited.includes(known));
      list.splice(0, list.length, ...own);
      all.set(type, inherited.length === 0 ? own : [...inherited, ...own]);
    }
  }
}

/** A vector or a matrix. */
interface Shape {
  /** Of the type of a component. */
  readonly number: number;
  readonly rows: number;
  readonly columns: number;
  readonly isMatrix: boolean;
}

/** The most frequent shapes, by their text. */
const SHAPES = new Map<string, Shape>();
const MAX_KEPT = 4;
const LONGEST_KEPT = 16;

/** The shape of `float4` or `float4x4`; undefined for any other text. */
function shapeOf(text: string): Shape | undefined {
  const known = SHAPES.get(text);
  if (known !== undefined) return known;
  const found = /^(.*?)(\d{1,5})(?:x(\d{1,5}))?$/.exec(text);
  if (found === null) return undefined;
  const number = TYPE_NUMBERS.get(found[1]!);
  const isMatrix = found[3] !== undefined;
  const rows = isMatrix ? Number(found[2]) : 1;
  const columns = Number(isMatrix ? found[3] : found[2]);
  if (number === undefined || rows > MAX_U16 || columns > MAX_U16) return undefined;
  const shape = { number, rows, columns, isMatrix };
  if (rows <= MAX_KEPT && columns <= MAX_KEPT && text.length < LONGEST_KEPT) SHAPES.set(text, shape);
  return shape;
}
