/**
 * Types of variables as records of RDEF. Variables of the same type share a record, and so do members (source: oracle);
 * the writer gives the same bytes only if the same objects are shared.
 *
 * Not for: offsets of variables (layout.ts), the bytes of the records (chunks/rdef-writer.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { ALL_VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import type { Writable } from '../../base/writable.ts';
import type { RdefType } from '../../chunks/rdef.ts';
import { rdefType } from '../../chunks/rdef-writer.ts';
import {
  type ArrayType,
  allMembers,
  type HlslType,
  type InterfaceType,
  type NumericType,
  type ScalarName,
  type StructType,
} from '../types/types.ts';
import { type Packing, structLayout } from './layout.ts';
import { hasData, slotCount } from './struct-resources.ts';

/** A name that a type has in a declaration, of a `typedef` or of `vector<float, 3>`. */
export interface Named {
  readonly type: HlslType;
  readonly typeName?: string | undefined;
  readonly arrayName?: string | undefined;
  readonly isColumnMajor?: boolean | undefined;
}

/** The name of a structure without a name. */
const UNNAMED = '<unnamed>';
/** The name of a numeric type that is written as a template. */
export const ANONYMOUS = '<anonymous>';
/** The first member of a structure that derives from another one. */
export const SUPER = '$super';

const TYPE_NUMBERS: Readonly<Record<string, number>> = /* @__PURE__ */ Object.fromEntries(
  ALL_VARIABLE_TYPE_NAMES.flatMap((name, number) => (name === undefined ? [] : [[name, number]])),
);

/** `D3D_SVT_INTERFACE_POINTER`, which listings have no name for. */
const INTERFACE_POINTER_TYPE = 37;

/** `D3D_SHADER_VARIABLE_TYPE` of a scalar. */
export function typeNumber(scalar: ScalarName): number {
  return TYPE_NUMBERS[scalar === 'half' ? 'float' : scalar] ?? 0;
}

/** The name of a numeric type in records. */
function numericName({ scalar, shape, rows, columns }: NumericType): string {
  if (shape === 'scalar') return scalar === 'uint' ? 'dword' : scalar;
  return shape === 'vector' ? `${scalar}${columns}` : `${scalar}${rows}x${columns}`;
}

/** Structures and arrays as parts of keys. */
class Identities {
  readonly #numbers = new Map<object, number>();

  of(object: object): number {
    const number = this.#numbers.get(object) ?? this.#numbers.size;
    this.#numbers.set(object, number);
    return number;
  }
}

/** The type of a declaration without its arrays, and a key that declarations of the same type share. */
export interface KeyedType {
  readonly key: string;
  readonly type: HlslType;
  /** The product of the lengths of arrays; 0 for a type that is none. */
  readonly elements: number;
}

/** Keys of the types of one shader. */
export class TypeKeys extends Identities {
  keyOf(declaration: Named & object): KeyedType {
    const { type: complete, typeName, arrayName, isColumnMajor = false } = declaration;
    let type = complete;
    let elements = complete.kind === 'array' ? 1 : 0;
    for (; type.kind === 'array'; type = (type as ArrayType).element) elements *= type.length;
    // `vector<float, 3>` and arrays are new types each time.
    const isNew = typeName === ANONYMOUS || (elements > 0 && arrayName === undefined);
    const array = isNew ? `of ${this.of(declaration)} ` : `${arrayName ?? ''} `;
    const order = isColumnMajor ? 'column ' : '';
    return { key: `${order}${array}${elements} ${typeName ?? ''} ${this.#nameOf(type)}`, type, elements };
  }

  #nameOf(type: HlslType): string {
    if (type.kind === 'numeric') return `${type.isRowMajor ? 'row ' : ''}${numericName(type)} ${type.shape}`;
    return `${type.kind} ${this.of(type)}`;
  }
}

/** Records of the types of one shader. */
export class TypeRecords {
  readonly #records = new Map<string, RdefType>();
  readonly #identities = new TypeKeys();

  /** @param isCompatible variables and members share records, too (`/Gec`) */
  constructor(private readonly isCompatible: boolean) {}

  /**
   * The record of the type of a variable of a buffer; arrays have one for each declaration.
   *
   * @param start added to the offsets of members, and of members inside of them; undefined for none
   */
  ofVariable(declaration: Named & object, packing: Packing, start?: number): RdefType {
    return this.#record('variable', declaration, packing, start);
  }

  /** The record of the type of a uniform parameter: those of constants are others. */
  ofParameter(declaration: Named & object): RdefType {
    return this.#record('member', declaration, 'constants', undefined);
  }

  /** The record of an interface pointer, or of an array of them. */
  ofPointer(variable: { readonly type: HlslType; readonly isParameter?: boolean | undefined }): RdefType {
    const { type } = variable;
    const element = type.kind === 'array' ? type.element : type;
    const owner = type.kind === 'array' ? this.#identities.of(variable) : (variable.isParameter ?? false);
    const key = `pointer ${owner} ${this.#identities.of(element)}`;
    return getOrInsert(this.#records, key, () =>
      rdefType({
        class: VariableClass.interfacePointer,
        type: INTERFACE_POINTER_TYPE,
        rows: 1,
        columns: 4,
        elements: type.kind === 'array' ? type.length : 0,
        name: (element as InterfaceType).name,
        subType: this.#record('member', { type: element }, 'constants', undefined),
      }),
    );
  }

  /** The record of the elements of a structured buffer. */
  ofElement(type: HlslType): RdefType {
    return this.#record('member', { type }, 'structured', undefined);
  }

  #record(
    group: 'variable' | 'member',
    declaration: Named & object,
    packing: Packing,
    start: number | undefined,
  ): RdefType {
    const { key: name, type, elements } = this.#identities.keyOf(declaration);
    // The first use decides whether its members are packed.
    const memory = packing === 'structured' ? packing : 'constants';
    const key = `${this.isCompatible ? 'any' : group} ${memory} ${name}`;
    const known = this.#records.get(key);
    if (known !== undefined) return known;
    const record = this.#newRecord(type, declaration.typeName, elements, packing, start);
    this.#records.set(key, record);
    return record;
  }

  #newRecord(
    type: HlslType,
    typeName: string | undefined,
    elements: number,
    packing: Packing,
    start: number | undefined,
  ): RdefType {
    switch (type.kind) {
      case 'numeric':
        return rdefType({
          class: classOf(type),
          type: typeNumber(type.scalar),
          rows: type.rows,
          columns: type.columns,
          elements,
          name: typeName ?? numericName(type),
        });
      case 'struct':
        return this.#structRecord(type, typeName, elements, packing, start);
      case 'interface':
        return this.#interfaceRecord(type, elements);
      case 'object':
        return rdefType({
          class: VariableClass.object,
          type: TYPE_NUMBERS[type.name] ?? 0,
          elements,
          name: typeName ?? type.name,
        });
      default:
        return rdefType({ class: VariableClass.object, type: 0 });
    }
  }

  #structRecord(
    type: StructType,
    typeName: string | undefined,
    elements: number,
    packing: Packing,
    start: number | undefined,
  ): RdefType {
    const { base, interfaces } = type;
    const baseClass = base && this.#record('member', { type: base }, packing, start);
    const { offsets } = structLayout(type, packing);
    const inherited = base === undefined ? 0 : allMembers(base).length;
    const members: Writable<RdefType['members'][number]>[] = [];
    if (baseClass !== undefined) members.push({ name: SUPER, type: baseClass, offset: 0 });
    for (const [i, member] of type.members.entries()) {
      if (!hasData(member.type)) continue;
      const offset = (start ?? 0) + offsets[inherited + i]!;
      const shift = start === undefined ? undefined : offset;
      members.push({ name: member.name, type: this.#record('member', member, packing, shift), offset });
    }
    return rdefType({
      class: VariableClass.struct,
      type: 0,
      rows: 1,
      columns: slotCount(type),
      elements,
      members,
      name: typeName ?? (type.name === '' ? UNNAMED : type.name),
      baseClass,
      interfaces: interfaces.map((one) => this.#record('member', { type: one }, packing, undefined)),
    });
  }

  #interfaceRecord({ name }: InterfaceType, elements: number): RdefType {
    return rdefType({ class: VariableClass.interfaceClass, type: 0, rows: 1, elements, name });
  }
}

/** `D3D_SHADER_VARIABLE_CLASS` of a numeric type. */
export function classOf({ shape, isRowMajor }: NumericType): number {
  if (shape === 'scalar') return VariableClass.scalar;
  if (shape === 'vector') return VariableClass.vector;
  return isRowMajor ? VariableClass.matrixRows : VariableClass.matrixColumns;
}
