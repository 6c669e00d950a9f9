/**
 * Where variables lie in memory: in rows of 16 bytes for constant and texture buffers, without padding for the elements
 * of structured buffers and group memory.
 *
 * In constants a scalar or vector does not cross a row; arrays, structures and matrices of several vectors start one,
 * and so does a change of the minimum precision. The last row of anything is not padded, so that the next variable may
 * share it (source: oracle).
 *
 * Not for: which registers buffers have (registers.ts).
 */
import type { BufferDeclaration, ConstantVariable, ResourceDeclaration } from '../declarations.ts';
import { allMembers, type HlslType, type NumericType, type ScalarName, type StructType } from '../types/types.ts';

/**
 * `constants` for rows of 16 bytes; `packed` for rows whose precision does not count, in variables with an offset in
 * the source; `structured` for elements of structured buffers and group memory.
 */
export type Packing = 'constants' | 'packed' | 'structured';

const ROW = 16;

function alignUp(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

/** A variable with its offset and size in bytes. */
export interface VariableLayout {
  readonly variable: ConstantVariable;
  readonly offset: number;
  /** Without the padding after it. */
  readonly size: number;
  /** How its type is laid out. */
  readonly packing: Packing;
}

export interface BufferLayout {
  /** In the order of reflection: those of `$Globals` with a register come first. */
  readonly variables: readonly VariableLayout[];
  /** In bytes, complete rows. */
  readonly size: number;
}

/** Bytes of a scalar in a buffer; types of less precision have 32 bits there, too. */
export function scalarSize(scalar: ScalarName): number {
  return scalar === 'double' ? 8 : 4;
}

/** The bits that a row of constants has values of: those of different minimum precision do not mix. */
function precisionOf(scalar: ScalarName): number {
  switch (scalar) {
    case 'min10float':
      return 10;
    case 'min12int':
      return 12;
    case 'min16float':
    case 'min16int':
    case 'min16uint':
      return 16;
    default:
      return 32;
  }
}

/** The vectors of a numeric type in memory: how many, their scalars, and the bytes from one to the next. */
interface Vectors {
  readonly count: number;
  readonly width: number;
  readonly stride: number;
}

function vectorsOf(type: NumericType, packing: Packing): Vectors {
  const isTransposed = type.shape === 'matrix' && !type.isRowMajor;
  const count = isTransposed ? type.columns : type.rows;
  const width = isTransposed ? type.rows : type.columns;
  const bytes = width * scalarSize(type.scalar);
  return { count, width, stride: packing === 'structured' ? bytes : alignUp(bytes, ROW) };
}

/** The largest alignment of the scalars in a type: 8 with doubles, else 4. */
function alignmentOf(type: HlslType): number {
  switch (type.kind) {
    case 'numeric':
      return scalarSize(type.scalar);
    case 'array':
      return alignmentOf(type.element);
    case 'struct':
      return allMembers(type).some((member) => alignmentOf(member.type) === 8) ? 8 : 4;
    default:
      return 4;
  }
}

/** Bytes from an element of an array to the next. */
export function strideOf(element: HlslType, packing: Packing): number {
  return paddedSize(sizeOf(element, packing), element, packing);
}

/** The size of an element with the padding after it. */
function paddedSize(size: number, element: HlslType, packing: Packing): number {
  return alignUp(size, packing === 'structured' ? alignmentOf(element) : ROW);
}

/** Bytes of a value: without padding after it in constants, with it for elements of structured buffers. */
export function sizeOf(type: HlslType, packing: Packing): number {
  switch (type.kind) {
    case 'numeric': {
      const { count, width, stride } = vectorsOf(type, packing);
      return (count - 1) * stride + width * scalarSize(type.scalar);
    }
    case 'array': {
      if (type.length === 0) return 0;
      // Once: arrays of arrays may have many dimensions.
      const size = sizeOf(type.element, packing);
      return (type.length - 1) * paddedSize(size, type.element, packing) + size;
    }
    case 'struct':
      return structLayout(type, packing).size;
    default:
      return 0;
  }
}

/** Finds the offsets of variables that follow each other. */
class Placer {
  #end = 0;
  /** Something without data starts the next row. */
  #startsRow = false;
  /** The precision of the last row; 0 at the start. */
  #precision = 0;

  constructor(private readonly packing: Packing) {}

  get end(): number {
    return this.#end;
  }

  get startsRow(): boolean {
    return this.#startsRow;
  }

  /** The offset of the next variable. Arrays and structures start a row even if nothing is in them. */
  add(type: HlslType): number {
    const size = sizeOf(type, this.packing);
    if (size === 0 && type.kind !== 'array' && type.kind !== 'struct') return this.#end;
    const isStructured = this.packing === 'structured';
    if (this.#startsRow && size > 0) this.startRow();
    const at = isStructured ? alignUp(this.#end, alignmentOf(type)) : this.#rowOffset(type, size);
    this.#startsRow ||= !isStructured && (size === 0 || endsRow(type));
    if (size > 0) this.#end = at + size;
    return at;
  }

  /** Begins a row. */
  startRow(): void {
    this.#end = alignUp(this.#end, ROW);
    this.#startsRow = false;
  }

  /** Continues after the end of a variable of type `type`. */
  continueAt(end: number, type: HlslType): void {
    if (end < this.#end) return;
    this.#end = end;
    this.#precision = lastPrecision(type);
  }

  #rowOffset(type: HlslType, size: number): number {
    const end = this.#end;
    const isSame = this.#precision === 0 || this.#precision === firstPrecision(type);
    const isNew = this.packing === 'constants' && !isSame;
    this.#precision = lastPrecision(type);
    // A matrix of one vector is like a vector.
    if (type.kind !== 'numeric' || vectorsOf(type, 'constants').count > 1 || isNew) return alignUp(end, ROW);
    const at = alignUp(end, scalarSize(type.scalar));
    return (at % ROW) + size > ROW ? alignUp(at, ROW) : at;
  }
}

/** Whether the first scalar of a type has a minimum precision. */
export function hasLessPrecision(type: HlslType): boolean {
  return firstPrecision(type) % 32 !== 0;
}

function firstPrecision(type: HlslType): number {
  return edgePrecision(type, 0);
}

function lastPrecision(type: HlslType): number {
  return edgePrecision(type, -1);
}

/** The precision of the first (0) or last (-1) scalar of a type. */
function edgePrecision(type: HlslType, edge: 0 | -1): number {
  switch (type.kind) {
    case 'numeric':
      return precisionOf(type.scalar);
    case 'array':
      return edgePrecision(type.element, edge);
    case 'struct': {
      const members = allMembers(type).filter((member) => sizeOf(member.type, 'constants') > 0);
      const member = members.at(edge);
      return member === undefined ? 0 : edgePrecision(member.type, edge);
    }
    default:
      return 0;
  }
}

export interface StructLayout {
  /** The offset of each member, those of the base first. */
  readonly offsets: readonly number[];
  readonly size: number;
  /** Resources are its last members: what follows starts a row. */
  readonly startsRow: boolean;
}

/** Whether a value ends with something that has no data, which starts the next row. */
function endsRow(type: HlslType): boolean {
  if (type.kind === 'array') return endsRow(type.element);
  return type.kind === 'struct' && structLayout(type, 'constants').startsRow;
}

const structLayouts: Readonly<Record<Packing, WeakMap<StructType, StructLayout>>> = {
  constants: new WeakMap(),
  packed: new WeakMap(),
  structured: new WeakMap(),
};

/** Offsets of the members of a structure in bytes, those of its base first, and its size. */
export function structLayout(type: StructType, packing: Packing): StructLayout {
  const known = structLayouts[packing].get(type);
  if (known !== undefined) return known;
  const placer = new Placer(packing);
  const offsets: number[] = [];
  if (type.base !== undefined) {
    // Members of the base are together: they are one member of the derived class.
    placer.add(type.base);
    for (const offset of structLayout(type.base, packing).offsets) offsets.push(offset);
  }
  for (const member of type.members) offsets.push(placer.add(member.type));
  const size = packing === 'structured' ? alignUp(placer.end, alignmentOf(type)) : placer.end;
  const layout = { offsets, size, startsRow: placer.startsRow };
  structLayouts[packing].set(type, layout);
  return layout;
}

/**
 * The offset of each scalar of a value in DWORDs (of doubles: of the low DWORD), in the order of scalars: members and
 * elements in order, rows of matrices first.
 *
 * @param start the offset of the value in bytes
 */
export function scalarOffsets(type: HlslType, packing: Packing, start = 0): number[] {
  const offsets: number[] = [];
  addScalarOffsets(type, packing, start, offsets);
  return offsets;
}

function addScalarOffsets(type: HlslType, packing: Packing, start: number, to: number[]): void {
  switch (type.kind) {
    case 'numeric': {
      const { stride } = vectorsOf(type, packing);
      const size = scalarSize(type.scalar);
      const [perRow, perColumn] = type.shape === 'matrix' && !type.isRowMajor ? [size, stride] : [stride, size];
      for (let row = 0; row < type.rows; row++)
        for (let column = 0; column < type.columns; column++) to.push((start + row * perRow + column * perColumn) >> 2);
      return;
    }
    case 'array': {
      const stride = strideOf(type.element, packing);
      for (let i = 0; i < type.length; i++) addScalarOffsets(type.element, packing, start + i * stride, to);
      return;
    }
    case 'struct': {
      const { offsets } = structLayout(type, packing);
      for (const [i, member] of allMembers(type).entries())
        addScalarOffsets(member.type, packing, start + offsets[i]!, to);
      return;
    }
  }
}

/** In 5.1 an offset of one variable packs all of a buffer. */
function isPacked({ variables }: BufferDeclaration, [major, minor]: readonly [number, number]): boolean {
  return major === 5 && minor === 1 && variables.some((one) => explicitOffset(one) !== undefined);
}

/** Offsets of the variables of a buffer, and its size. */
export function bufferLayout(
  buffer: BufferDeclaration,
  version: readonly [major: number, minor: number],
): BufferLayout {
  const packing: Packing = isPacked(buffer, version) ? 'packed' : 'constants';
  const located: VariableLayout[] = [];
  const placer = new Placer(packing);
  const put = (variable: ConstantVariable, offset: number, how: Packing) => {
    located.push({ variable, offset, size: sizeOf(variable.type, how), packing: how });
  };
  // Variables with a register or an offset come first; those without an offset follow what is before them.
  const isFirst = (one: ConstantVariable) =>
    explicitOffset(one) !== undefined || one.registers.some(({ file }) => file === 'C');
  const [first, rest] = [buffer.variables.filter(isFirst), buffer.variables.filter((one) => !isFirst(one))];
  for (const variable of [...first, ...rest]) {
    const offset = explicitOffset(variable);
    if (offset !== undefined) {
      put(variable, offset, 'packed');
      placer.continueAt(offset + sizeOf(variable.type, 'packed'), variable.type);
      continue;
    }
    if (variable.startsRow === true) placer.startRow();
    put(variable, placer.add(variable.type), packing);
  }
  return { variables: located, size: alignUp(placer.end, ROW) };
}

/**
 * The buffer `$Globals` of the loose variables of a source. Variables with a register come first, and an array of
 * resources starts a row as a variable would (source: oracle).
 *
 * @param declarations loose variables and resources in the order of the source
 */
export function globalsBuffer(declarations: readonly (ConstantVariable | ResourceDeclaration)[]): BufferDeclaration {
  const variables: ConstantVariable[] = [];
  let startsRow = false;
  const isExplicit = (one: ConstantVariable | ResourceDeclaration) => one.registers.length > 0;
  for (const one of [...declarations.filter(isExplicit), ...declarations.filter((other) => !isExplicit(other))]) {
    if ('lengths' in one) startsRow ||= one.lengths.length > 0;
    else {
      variables.push(startsRow ? { ...one, startsRow } : one);
      startsRow = false;
    }
  }
  return { kind: 'cbuffer', name: '$Globals', registers: [], variables };
}

/** The offset in bytes that `packoffset` or, in `$Globals`, `register(c#)` gives. */
function explicitOffset({ packOffset, registers }: ConstantVariable): number | undefined {
  if (packOffset !== undefined) return 4 * packOffset;
  const register = registers.find(({ file }) => file === 'c');
  return register === undefined ? undefined : ROW * register.number;
}
