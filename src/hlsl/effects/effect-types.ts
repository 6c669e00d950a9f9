/**
 * The types of an effect of Direct3D 10 and 11, and values of them. Equal types are one record, which variables share
 * (source: oracle).
 *
 * Not for: where variables are in buffers (bind/layout.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import { bytesOf } from '../../base/words.ts';
import { Fx4Layout, type Fx4ObjectName, Fx4ObjectType, Fx4Scalar, Fx4TypeKind } from '../../effects/fx4/enums.ts';
import type { Fx4Numeric, Fx4Type } from '../../effects/fx4/model.ts';
import { sizeOf, strideOf, structLayout } from '../bind/layout.ts';
import { hasData } from '../bind/struct-resources.ts';
import { wordsOf } from '../check/constant-value.ts';
import {
  allMembers,
  type HlslType,
  type NumericType,
  type ScalarName,
  type StructMember,
  type StructType,
  scalarCount,
  scalarsOf,
} from '../types/types.ts';

/** Bytes of a row of a buffer. */
const ROW = 16;
/** The name of a structure without a name. */
const UNNAMED = '<unnamed>';
/** The first member of a structure that derives from another one. */
const SUPER = '$super';

/** The scalars that variables of effects have. */
const SCALARS: Readonly<Partial<Record<ScalarName, number>>> = { ...Fx4Scalar, half: Fx4Scalar.float };

/** The number of a scalar in effects; undefined for those that they do not have. */
export function fx4Scalar(scalar: ScalarName): number | undefined {
  return SCALARS[scalar];
}

/** The first scalar of a type that effects do not have; undefined where they have all. */
export function foreignScalar(type: HlslType): ScalarName | undefined {
  if (type.kind === 'array') return foreignScalar(type.element);
  if (type.kind === 'numeric') return fx4Scalar(type.scalar) === undefined ? type.scalar : undefined;
  if (type.kind !== 'struct') return undefined;
  for (const { type: member } of allMembers(type)) {
    const found = foreignScalar(member);
    if (found !== undefined) return found;
  }
  return undefined;
}

export class EffectTypes {
  readonly #types = new Map<string, Fx4Type>();
  readonly #structs = new Map<HlslType, number>();

  /** The record of a numeric type, a structure, a class, or an array of them. */
  of(type: HlslType): Fx4Type {
    let element = type;
    let elements = type.kind === 'array' ? 1 : 0;
    for (; element.kind === 'array'; element = element.element) elements *= element.length;
    const key = `${this.#keyOf(element)} ${elements}`;
    return getOrInsert(this.#types, key, () => this.#newType(type, element, elements));
  }

  /** The record of the type of an object. */
  object(name: string, object: Fx4ObjectName, elements: number): Fx4Type {
    return getOrInsert(this.#types, `object ${name} ${object} ${elements}`, () => ({
      ...newType(name, Fx4TypeKind.object, elements),
      object: Fx4ObjectType[object],
    }));
  }

  /** The record of the type of a variable that is an interface. */
  pointer(name: string, elements: number): Fx4Type {
    return getOrInsert(this.#types, `pointer ${name} ${elements}`, () => ({
      ...newType(name, Fx4TypeKind.interface, elements),
      totalSize: ROW * Math.max(1, elements),
      stride: ROW,
      packedSize: ROW * Math.max(1, elements),
    }));
  }

  #keyOf(type: HlslType): string {
    if (type.kind === 'numeric') return `${numericName(type)}${type.isRowMajor ? ' row' : ''}`;
    return `struct ${getOrInsert(this.#structs, type, () => this.#structs.size)}`;
  }

  #newType(type: HlslType, element: HlslType, elements: number): Fx4Type {
    const sizes = {
      totalSize: sizeOf(type, 'constants'),
      stride: type.kind === 'array' ? strideOf(element, 'constants') : alignToRow(sizeOf(type, 'constants')),
      packedSize: 4 * scalarCount(type),
    };
    if (element.kind === 'numeric')
      return {
        ...newType(numericName(element), Fx4TypeKind.numeric, elements),
        ...sizes,
        numeric: numericOf(element),
      };
    if (element.kind === 'struct') return this.#struct(element, elements, sizes);
    // The interface of a class.
    return newType(element.kind === 'interface' ? element.name : '', Fx4TypeKind.struct, 0);
  }

  #struct(type: StructType, elements: number, sizes: Pick<Fx4Type, 'totalSize' | 'stride' | 'packedSize'>): Fx4Type {
    const { offsets } = structLayout(type, 'constants');
    const inherited = type.base === undefined ? 0 : allMembers(type.base).length;
    const inner = type.members.flatMap((member: StructMember, i) =>
      hasData(member.type)
        ? [
            {
              name: member.name,
              semantic: member.semantic,
              position: offsets[inherited + i]!,
              type: this.of(member.type),
            },
          ]
        : [],
    );
    const base = type.base && this.of(type.base);
    const members =
      base === undefined ? inner : [{ name: SUPER, semantic: undefined, position: 0, type: base }, ...inner];
    return {
      ...newType(type.name === '' ? UNNAMED : type.name, Fx4TypeKind.struct, elements),
      ...sizes,
      members,
      base,
      interfaces: type.interfaces.map((one) => this.of(one)),
    };
  }
}

function newType(name: string, kind: number, elements: number): Fx4Type {
  return {
    offset: 0,
    name,
    kind,
    elements,
    totalSize: 0,
    stride: 0,
    packedSize: 0,
    numeric: undefined,
    object: undefined,
    members: [],
    base: undefined,
    interfaces: [],
  };
}

function alignToRow(size: number): number {
  return Math.ceil(size / ROW) * ROW;
}

function numericName({ scalar, shape, rows, columns }: NumericType): string {
  const name = scalar === 'half' ? 'float' : scalar;
  return shape === 'scalar' ? name : shape === 'vector' ? `${name}${columns}` : `${name}${rows}x${columns}`;
}

function numericOf({ scalar, shape, rows, columns, isRowMajor }: NumericType): Fx4Numeric {
  return {
    layout: Fx4Layout[shape],
    scalar: fx4Scalar(scalar) ?? 0,
    rows,
    columns,
    columnMajor: shape === 'matrix' && !isRowMajor,
    packedArray: false,
    unknown: 0,
  };
}

/** The bytes of a value that is known, as effects have it: without gaps, rows of matrices first. */
export function packedBytes(values: readonly number[], type: HlslType): Uint8Array {
  return packedWords(wordsOf(values, scalarsOf(type)), type);
}

/** The bytes of a value whose words are those of constants: a bool that is true is 1. */
export function packedWords(words: Uint32Array, type: HlslType): Uint8Array {
  const scalars = scalarsOf(type);
  return bytesOf(words.map((word, i) => (scalars[i] === 'bool' ? word & 1 : word)));
}
