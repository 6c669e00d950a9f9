/**
 * Registers of constants of models 1 to 3 as parts of variables, by the types of the variables; and the variables that
 * preshaders and expressions read.
 *
 * Not for: which variables a program has (sm1-constants.ts).
 */
import type { Slot } from '../emit/hlsl/sm1/registers.ts';
import { HLSL_KEYWORDS, isHlslIdentifier } from '../emit/hlsl/types.ts';
import type { PreshaderVariables } from './preshader-source.ts';
import type { DeclaredConstant, DeclaredType } from './shared-globals.ts';

const TYPES: Readonly<Record<string, 'float' | 'int' | 'bool'>> = { float: 'float', int: 'int', bool: 'bool' };

/**
 * The variables that a preshader or an expression reads, by its table.
 *
 * @param nameOf returns the name of a variable by that in the table
 */
export function preshaderVariables(
  table: readonly DeclaredConstant[],
  nameOf: (name: string) => string = (name) => name,
): PreshaderVariables {
  const at = (register: number) =>
    table.find(
      ({ registerIndex, registerCount }) => register >= registerIndex && register < registerIndex + registerCount,
    );
  return {
    slot: (register) => {
      const variable = at(register);
      return variable && slotOf(variable, nameOf(variable.name), register - variable.registerIndex);
    },
    element: (register, index) => {
      const variable = at(register);
      const found = variable && elementAt(variable, nameOf(variable.name), register - variable.registerIndex);
      if (found?.stride !== 1) return undefined;
      return slotOf(found.type, `${found.text}[${found.first > 0 ? `${index} + ${found.first}` : index}]`, 0);
    },
    typeOf: (register) => TYPES[String(memberAt(register))] ?? 'float',
  };

  function memberAt(register: number): string | number | undefined {
    const variable = at(register);
    return variable && typeAt(variable, register - variable.registerIndex);
  }
}

/** The type of the numbers of a register of a variable. */
function typeAt(type: DeclaredType, register: number): string | number {
  let inside = register % registersOfOne(type);
  for (const member of type.structMembers) {
    const count = registersOf(member);
    if (inside < count) return typeAt(member, inside);
    inside -= count;
  }
  return type.type;
}

export function isArray({ elements, isArray: isDeclared }: DeclaredType): boolean {
  return isDeclared ?? elements > 1;
}

export function memberName({ name }: DeclaredType, i: number): string {
  const text = name ?? '';
  return isHlslIdentifier(text) && !HLSL_KEYWORDS.has(text) ? text : `member${i}`;
}

export function boolText(type: DeclaredType, text: string, at: number): string {
  const count = booleansOf({ ...type, elements: 1 });
  const element = isArray(type) ? `${text}[${Math.floor(at / count)}]` : text;
  let inside = isArray(type) ? at % count : at;
  for (const [i, member] of type.structMembers.entries()) {
    const length = booleansOf(member);
    if (inside < length) return boolText(member, `${element}.${memberName(member, i)}`, inside);
    inside -= length;
  }
  if (count === 1) return scalarText(type, element);
  return type.rows > 1
    ? `${element}._m${Math.floor(inside / type.columns)}${inside % type.columns}`
    : `${element}.${'xyzw'[inside]}`;
}

function booleansOf({ structMembers, rows, columns, elements }: DeclaredType): number {
  const one =
    structMembers.length > 0 ? structMembers.reduce((sum, member) => sum + booleansOf(member), 0) : rows * columns;
  return one * Math.max(elements, 1);
}

/** Registers of one element of a type. */
export function registersOfOne({ structMembers, class: kind, rows, columns }: DeclaredType): number {
  if (structMembers.length > 0) return structMembers.reduce((sum, member) => sum + registersOf(member), 0);
  return kind === 'matrixColumns' ? columns : kind === 'matrixRows' ? rows : 1;
}

export function registersOf(type: DeclaredType): number {
  return registersOfOne(type) * Math.max(type.elements, 1);
}

/** The part of a variable that its register `at` is. */
export function slotOf(type: DeclaredType, text: string, at: number): Slot {
  const size = registersOfOne(type);
  const isElement = isArray(type);
  const element = isElement ? `${text}[${Math.floor(at / size)}]` : text;
  let inside = isElement ? at % size : at;
  for (const [i, member] of type.structMembers.entries()) {
    const count = registersOf(member);
    if (inside < count) return slotOf(member, `${element}.${memberName(member, i)}`, inside);
    inside -= count;
  }
  const { class: kind, rows, columns } = type;
  if (kind === 'matrixColumns' || kind === 'matrixRows') {
    const isColumn = kind === 'matrixColumns';
    return {
      text: element,
      isScalar: false,
      width: isColumn ? rows : columns,
      matrix: { rows, columns, number: inside, isColumn },
    };
  }
  return { text: scalarText(type, element), isScalar: columns === 1, width: columns };
}

/** A variable of one component: operations with a vector of one component have one component. */
function scalarText({ class: kind, columns }: DeclaredType, text: string): string {
  return kind === 'vector' && columns === 1 ? `${text}.x` : text;
}

interface Element {
  /** The type without its elements. */
  readonly type: DeclaredType;
  readonly text: string;
  readonly stride: number;
  /** The element that the register is in, and where the array begins. */
  readonly first: number;
  readonly start: number;
}

/** The array that an index from register `at` of a variable on selects an element of; undefined without one. */
export function elementAt(type: DeclaredType, text: string, at: number, start = 0): Element | undefined {
  const stride = registersOfOne(type);
  if (isArray(type))
    return {
      type: { ...type, elements: 1, isArray: false },
      text,
      stride,
      first: Math.floor((at - start) / stride),
      start,
    };
  let begin = start;
  for (const [i, member] of type.structMembers.entries()) {
    const count = registersOf(member);
    if (at < begin + count) return elementAt(member, `${text}.${memberName(member, i)}`, at, begin);
    begin += count;
  }
  return undefined;
}
