/**
 * Memory with names: the variables of a buffer of constants, the elements of structured buffers, and the text for what
 * is at an offset in them.
 *
 * Not for: where the layouts come from (src/decompile/layouts.ts).
 */
import { Kind } from '../../ir/index.ts';
import { swizzle } from '../common/text-emitter.ts';
import { Precedence } from '../common/text-language.ts';

/** A type in memory. */
export interface MemoryType {
  /** Matrices have their vectors in memory one after another: rows or columns. */
  readonly shape: 'vector' | 'rows' | 'columns' | 'struct';
  /** The kind of its components; that of a struct means nothing. */
  readonly kind: number;
  /** The type of one component, as `float`. */
  readonly scalar: string;
  /** Of a matrix as it is declared; a vector has one row. */
  readonly rows: number;
  readonly columns: number;
  /** Bytes from a vector of a matrix to the next. */
  readonly vectorStride: number;
  /** Elements of an array; 0 for none. */
  readonly count: number;
  /** Bytes from an element to the next. */
  readonly stride: number;
  /** Bytes of all of it. */
  readonly size: number;
  readonly struct?: MemoryStruct;
  /** A vector of one component: operations of it with other vectors have one component. */
  readonly isVector?: boolean;
}

export interface MemoryStruct {
  /** Empty where each variable says the members. */
  readonly name: string;
  /** Whether the members are guessed from how the program reads and writes them. */
  readonly isGuessed?: boolean;
  readonly members: readonly MemoryVariable[];
}

/** A variable or member. */
export interface MemoryVariable {
  readonly name: string;
  /** In bytes, from the start of the buffer or struct. */
  readonly offset: number;
  readonly type: MemoryType;
  /** The initializer of a variable that has a default value. */
  readonly initial?: string;
}

/** A buffer with variables. */
export interface MemoryLayout {
  readonly variables: readonly MemoryVariable[];
  /** The variables are outside of any `cbuffer`. */
  readonly isGlobal: boolean;
  /** They are `uniform` parameters of the entry point: the buffer is `$Params`. */
  readonly areParameters?: boolean;
  /** Whether the source says offsets: it has to, or the compiler sorted operands as if it did. */
  readonly isPacked: boolean;
}

/** An index that is no constant: `scale` bytes for each of it. */
export interface DynamicIndex {
  readonly scale: number;
  /** The text of the index times a factor, where at least `precedence` is needed. */
  text(factor: number, precedence: number): string;
}

/** A scalar or vector in memory. */
export interface Slot {
  /** The name of the variable or member. */
  readonly name: string;
  readonly kind: number;
  /** The type of a component, as `float`. */
  readonly scalar: string;
  /** The component that the offset names, and how many there are. */
  readonly component: number;
  readonly width: number;
  /** The word of a double that the offset names. */
  readonly word: number;
  /** The matrix that the vector is a row or column of, and which. */
  readonly matrix?: { readonly text: string; readonly number: number; readonly type: MemoryType };
  /** The text of components, counted from the first of the vector. */
  text(components: readonly number[]): string;
}

/** The name that reflection has for what a class inherits. */
export const BASE = '$super';

/** The vector that contains the word at a byte offset. */
export function slotIn(
  variables: readonly MemoryVariable[],
  offset: number,
  index?: DynamicIndex,
  prefix = '',
): Slot | undefined {
  for (const { name, offset: start, type } of variables) {
    if (offset < start || offset >= start + type.size) continue;
    // Members of a base class are those of the class.
    const isBase = name === BASE && type.struct !== undefined;
    return isBase
      ? slotIn(type.struct.members, offset - start, index, prefix)
      : slotOf(type, `${prefix}${name}`, offset - start, index, name);
  }
  return undefined;
}

/** The vector that contains the word at a byte offset of a value that is written as `complete`. */
export function slotOf(
  type: MemoryType,
  complete: string,
  offset: number,
  dynamic?: DynamicIndex,
  name = 'value',
): Slot | undefined {
  if (offset < 0 || offset >= type.size) return undefined;
  let text = complete;
  let inside = offset;
  let index = dynamic;
  if (type.count > 0) {
    const element = Math.floor(offset / type.stride);
    inside = offset - element * type.stride;
    if (index !== undefined && index.scale % type.stride === 0) {
      text += `[${sumText(index, type.stride, element)}]`;
      index = undefined;
    } else text += `[${element}]`;
  }
  if (type.struct !== undefined) return slotIn(type.struct.members, inside, index, `${text}.`);
  const bytes = type.kind === Kind.f64 ? 8 : 4;
  const word = (inside >> 2) & (bytes === 8 ? 1 : 0);
  if (type.shape === 'vector') {
    if (index !== undefined) return undefined;
    const width = type.columns;
    const part = type.isVector === true ? `${text}.x` : text;
    return {
      name,
      kind: type.kind,
      scalar: type.scalar,
      word,
      component: Math.floor(inside / bytes),
      width,
      text: (list) => partText(part, list, width),
    };
  }
  const number = Math.floor(inside / type.vectorStride);
  const component = Math.floor((inside - number * type.vectorStride) / bytes);
  if (type.shape === 'columns') {
    if (index !== undefined) return undefined;
    return {
      name,
      kind: type.kind,
      scalar: type.scalar,
      word,
      component,
      width: type.rows,
      matrix: { text, number, type },
      text: (list) => `${text}.${list.map((c) => `_m${c}${number}`).join('')}`,
    };
  }
  let row = String(number);
  const matrix = index === undefined ? { text, number, type } : undefined;
  if (index !== undefined) {
    if (index.scale % type.vectorStride !== 0) return undefined;
    row = sumText(index, type.vectorStride, number);
  }
  const width = type.columns;
  return {
    name,
    kind: type.kind,
    scalar: type.scalar,
    word,
    component,
    width,
    ...(matrix !== undefined && { matrix }),
    text: (list) => partText(`${text}[${row}]`, list, width),
  };
}

function sumText(index: DynamicIndex, stride: number, constant: number): string {
  const factor = index.scale / stride;
  return constant === 0
    ? index.text(factor, Precedence.lowest)
    : `${index.text(factor, Precedence.additive)} + ${constant}`;
}

/** Components of a vector: the vector itself where they are all of them in order. */
export function partText(text: string, components: readonly number[], width: number): string {
  const isAll = components.length === width && components.every((c, i) => c === i);
  return isAll ? text : `${text}.${swizzle(components, 0)}`;
}

/** The name of a type, without its array. */
export function typeName({ shape, scalar, rows, columns, struct }: MemoryType): string {
  return typeText(shape, scalar, rows, columns, struct);
}

/** The declaration of a variable without its end. */
export function declaredText(name: string, { shape, scalar, rows, columns, count, struct }: MemoryType): string {
  const array = count > 0 ? `[${count}]` : '';
  return `${typeText(shape, scalar, rows, columns, struct)} ${name}${array}`;
}

function typeText(
  shape: MemoryType['shape'],
  scalar: string,
  rows: number,
  columns: number,
  struct: MemoryStruct | undefined,
): string {
  if (struct?.name === '')
    return `struct { ${struct.members.map((one) => `${declaredText(one.name, one.type)}; `).join('')}}`;
  if (struct !== undefined) return struct.name;
  if (shape === 'vector') return columns === 1 ? scalar : `${scalar}${columns}`;
  return `${shape === 'rows' ? 'row_major ' : ''}${scalar}${rows}x${columns}`;
}

/** The structs of types that have names, those that others contain first. */
export function structsIn(
  variables: readonly Pick<MemoryVariable, 'type'>[],
  found = new Set<MemoryStruct>(),
): Set<MemoryStruct> {
  for (const { type } of variables) {
    if (type.struct === undefined) continue;
    structsIn(type.struct.members, found);
    if (type.struct.name !== '') found.add(type.struct);
  }
  return found;
}

/** The struct that a class inherits. */
export function baseOf(struct: MemoryStruct | undefined): MemoryStruct | undefined {
  const first = struct?.members[0];
  return first?.name === BASE ? first.type.struct : undefined;
}

/** The lines of a struct, or of a class without its methods. */
export function structLines(struct: MemoryStruct, word = 'struct'): string[] {
  const { name, members, isGuessed } = struct;
  const base = baseOf(struct);
  const shown = base === undefined ? members : members.slice(1);
  const lines = shown.map((member) => `  ${declaredText(member.name, member.type)};`);
  const comment = isGuessed ? ['// Guessed from what the program reads and writes: there is no reflection data.'] : [];
  return [...comment, `${word} ${name}${base === undefined ? '' : ` : ${base.name}`}`, '{', ...lines, '};', ''];
}
