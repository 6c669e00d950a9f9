/**
 * Where a value lies: in slots, in an array of the program, in a constant buffer, in an element of a buffer, in group
 * memory, or nowhere (a value that was computed). A location is a base, an address in the units of that base, and a
 * type; a member or element of a location is a location.
 *
 * Not for: reading and writing locations (memory.ts).
 */
import { scalarOffsets, strideOf, structLayout } from '../bind/layout.ts';
import { registerCount } from '../bind/sm1-constants.ts';
import type { Variable } from '../check/typed-tree.ts';
import type { ObjectRef } from '../intrinsics/index.ts';
import {
  type ArrayType,
  allMembers,
  componentCount,
  type HlslType,
  memberIndex,
  type NumericType,
  numericType,
  type StructType,
  scalarCount,
  scalarsOf,
} from '../types/types.ts';

/** How the scalars of a type are laid out, in the units of a base. */
export interface Layout {
  /** From an element of an array to the next. */
  stride(element: HlslType): number;
  memberOffset(type: StructType, member: number): number;
  /** The addresses of the scalars of a number, in the order of rows. */
  scalars(type: NumericType): readonly number[];
}

/** One after the other: slots and computed values. */
export const FLAT: Layout = {
  stride: scalarCount,
  memberOffset(type, member) {
    let offset = 0;
    for (const one of allMembers(type).slice(0, member)) offset += scalarCount(one.type);
    return offset;
  },
  scalars: (type) => Array.from({ length: componentCount(type) }, (_, i) => i),
};

const ROW = 4;

/** Rows of a type in an array of the program. */
export function rowCount(type: HlslType): number {
  switch (type.kind) {
    case 'numeric':
      return type.rows;
    case 'array':
      return type.length * rowCount(type.element);
    case 'struct':
      return allMembers(type).reduce((sum, member) => sum + rowCount(member.type), 0);
    default:
      return 0;
  }
}

/** The most components of the rows of a type. */
export function widestRow(type: HlslType): number {
  switch (type.kind) {
    case 'numeric':
      return type.columns;
    case 'array':
      return widestRow(type.element);
    case 'struct':
      return allMembers(type).reduce((widest, member) => Math.max(widest, widestRow(member.type)), 1);
    default:
      return 1;
  }
}

/** Each vector has a row: arrays of the program (x#). Addresses are rows times four, with the component. */
export const ROWS: Layout = {
  stride: (element) => ROW * rowCount(element),
  memberOffset(type, member) {
    let rows = 0;
    for (const one of allMembers(type).slice(0, member)) rows += rowCount(one.type);
    return ROW * rows;
  },
  scalars: ({ rows, columns }) =>
    Array.from({ length: rows * columns }, (_, i) => ROW * Math.floor(i / columns) + (i % columns)),
};

/**
 * Registers of Direct3D 9: each vector has one, each column or row of a matrix. Addresses are registers times four,
 * with the component.
 */
export const REGISTERS: Layout = {
  stride: (element) => ROW * registerCount(element),
  memberOffset: (type, member) =>
    ROW *
    allMembers(type)
      .slice(0, member)
      .reduce((sum, one) => sum + registerCount(one.type), 0),
  scalars: (type) => {
    const { columns } = type;
    const isTransposed = type.shape === 'matrix' && !type.isRowMajor;
    return Array.from({ length: componentCount(type) }, (_, i) => {
      const [row, column] = [Math.floor(i / columns), i % columns];
      return isTransposed ? ROW * column + row : ROW * row + column;
    });
  },
};

/** Registers between the variables of an expression, which are more than a buffer has. */
export const EXPRESSION_SPAN = 2 ** 16;

function packed(packing: 'constants' | 'structured'): Layout {
  return {
    stride: (element) => strideOf(element, packing) / 4,
    memberOffset: (type, member) => structLayout(type, packing).offsets[member]! / 4,
    scalars: (type) => scalarOffsets(type, packing),
  };
}

/** DWORDs of a constant buffer. */
export const CONSTANTS: Layout = packed('constants');
/** DWORDs of an element of a structured buffer or of group memory. */
export const STRUCTURED: Layout = packed('structured');

export type Base =
  | {
      readonly kind: 'slots';
      readonly layout: Layout;
      /** The variable that the slots are; undefined for values. */
      readonly variable?: Variable | undefined;
    }
  /** Operations that computed the scalars; addresses are indices into them. */
  | { readonly kind: 'value'; readonly refs: readonly number[]; readonly layout: Layout }
  /** Scalars of other locations, which casts and constructors put together; they may have other types. */
  | { readonly kind: 'parts'; readonly parts: readonly Location[]; readonly layout: Layout }
  /** An array of the program, by its number in the module. */
  | {
      readonly kind: 'variable';
      readonly variable: number;
      readonly layout: Layout;
      /** All of it is an array of the source, whose elements can be written by an index. */
      readonly isArray: boolean;
    }
  | {
      readonly kind: 'constants';
      readonly binding: number;
      readonly layout: Layout;
      /** Which buffer of a range. */
      readonly index?: number;
      /** The location is all buffers of a range: an index chooses one of them. */
      readonly hasElements?: boolean;
    }
  /** The data of the class instance at an interface pointer. */
  | { readonly kind: 'instance'; readonly pointer: number; readonly layout: Layout }
  /** An element of structured memory. */
  | {
      readonly kind: 'structured';
      readonly object: MemoryObject;
      readonly element: number;
      readonly layout: Layout;
      /** The location is all elements of group memory: an index chooses one of them. */
      readonly hasElements?: boolean;
    }
  /** An element of a typed view: its scalars are read and written together. */
  | {
      readonly kind: 'typed';
      readonly object: ObjectRef;
      readonly index: readonly number[];
      readonly level: number | undefined;
      readonly levelKind: 'mips' | 'sample' | undefined;
      readonly layout: Layout;
    }
  /** A parameter of an entry point; of vertices and control points, one of them by its index. */
  | {
      readonly kind: 'input';
      readonly parameter: number;
      readonly index: number | undefined;
      readonly layout: Layout;
      /** The range of registers that a value chooses from, by its number in the module. */
      readonly range?: number;
    };

/** Structured memory: a view or group memory. */
export interface MemoryObject {
  readonly binding: number;
  readonly index?: number | undefined;
  readonly isNonuniform?: boolean | undefined;
}

export interface Location {
  readonly base: Base;
  readonly type: HlslType;
  /** The address of the location in its base. */
  readonly start: number;
  /** The addresses of scalars from `start` on, where they are not those of the type. */
  readonly scalars?: readonly number[] | undefined;
  /** A value that is added to the address; in units of rows for constants, arrays and inputs, of DWORDs for memory. */
  readonly dynamic?: number | undefined;
  /** The largest number that the value can add, for arrays with a length. */
  readonly span?: number | undefined;
  /** A component or row that a value chose from a vector or matrix: it was read, and is written by choosing again. */
  readonly choice?: Choice | undefined;
}

export interface Choice {
  readonly from: Location;
  readonly index: number;
  /** How many there are to choose from. */
  readonly size: number;
}

/** A member of a structure: of one of its bases for a method of that. */
export function memberOf(location: Location, name: string, owner: HlslType): Location {
  return memberAt(location, memberIndex(owner as StructType, name));
}

function memberAt(location: Location, number: number): Location {
  const structure = location.type as StructType;
  const offset = location.base.layout.memberOffset(structure, number);
  return {
    ...location,
    type: allMembers(structure)[number]!.type,
    start: location.start + offset,
    scalars: undefined,
  };
}

/** The element of an array whose index is known. */
export function elementAt(location: Location, index: number): Location {
  const { element } = location.type as ArrayType;
  return { ...location, type: element, start: location.start + index * location.base.layout.stride(element) };
}

/** Components of a number, by their positions in the order of rows. */
export function componentsOf(location: Location, type: NumericType, components: readonly number[]): Location {
  const all = scalarsOfNumber(location);
  return { ...location, type, scalars: components.map((component) => all[component]!) };
}

function scalarsOfNumber(location: Location): readonly number[] {
  return location.scalars ?? location.base.layout.scalars(location.type as NumericType);
}

/** The addresses of all scalars of a location, with its start, and their types. */
export function addressesOf(location: Location): number[] {
  const list: number[] = [];
  add(location, list);
  return list;
}

function add(location: Location, list: number[]): void {
  const { type, start } = location;
  switch (type.kind) {
    case 'numeric':
      for (const offset of scalarsOfNumber(location)) list.push(start + offset);
      return;
    case 'array':
      for (let i = 0; i < type.length; i++) add(elementAt(location, i), list);
      return;
    case 'struct':
      for (let i = 0; i < allMembers(type).length; i++) add(memberAt(location, i), list);
  }
}

/** The scalars of a location as locations of their own. */
export function partsOf(location: Location): Location[] {
  const scalars = scalarsOf(location.type);
  return addressesOf(location).map((start, i) => ({
    ...location,
    type: numericType(scalars[i]!),
    start,
    scalars: undefined,
  }));
}
