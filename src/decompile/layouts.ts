/** Layouts of memory from reflection: names, types and offsets of what buffers contain. */
import { NameScope } from '../emit/common/names.ts';
import { forEachOp } from '../emit/common/resource-uses.ts';
import { splitIndex } from '../emit/hlsl/indices.ts';
import type { MemoryLayout, MemoryStruct, MemoryType, MemoryVariable } from '../emit/hlsl/layouts.ts';
import { BASE, slotIn } from '../emit/hlsl/layouts.ts';
import { HLSL_KEYWORDS, hlslIdentifier, literal } from '../emit/hlsl/types.ts';
import { type IrModule, Kind, Op, widthOf } from '../ir/index.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import type { BufferDesc, TypeDesc } from '../reflect/types.ts';
import { boundAs } from '../translate/reflected.ts';
import { literalsFirst, type RowRead, rowReads } from './memory-uses.ts';

/** How variables are packed: into rows of 16 bytes, or one after another. */
export type Packing = 'rows' | 'tight';

const ROW = 16;
const WORD = 4;
/** The types that HLSL has in memory: those of minimum precision take 32 bits. */
const SCALARS: Readonly<Record<string, readonly [scalar: string, kind: number]>> = {
  float: ['float', Kind.f32],
  min8float: ['min10float', Kind.f32],
  min10float: ['min10float', Kind.f32],
  min16float: ['min16float', Kind.f32],
  int: ['int', Kind.i32],
  min12int: ['min12int', Kind.i32],
  min16int: ['min16int', Kind.i32],
  uint: ['uint', Kind.u32],
  min16uint: ['min16uint', Kind.u32],
  bool: ['bool', Kind.bool],
  double: ['double', Kind.f64],
};

/** The name that reflection has for a struct without one. */
const UNNAMED = '<unnamed>';

/** A scalar or vector, or the part of a type that a struct has no use for. */
const NUMBERS = { shape: 'vector', rows: 1, columns: 1, vectorStride: 0, count: 0, stride: 0 } as const;

function structType(struct: MemoryStruct, size: number): MemoryType {
  return { ...NUMBERS, shape: 'struct', kind: Kind.none, scalar: '', size, struct };
}

/** Makes layouts, and the structs that they share. */
export class Layouts {
  readonly #structs = new Map<string, MemoryStruct>();

  /**
   * @param names those of the text: variables of buffers get names there
   * @param isShared whether a file declares the variables, with the names and types of its source
   */
  constructor(
    private readonly names: NameScope,
    private readonly packing: Packing = 'rows',
    private readonly isShared = false,
  ) {}

  /**
   * The layout of a buffer of constants; undefined where HLSL cannot say it.
   *
   * @param isTested returns whether a variable of type `bool` is used in tests only
   */
  buffer(
    { name: bufferName, variables }: BufferDesc,
    isTested: (offset: number, size: number) => boolean,
  ): MemoryLayout | undefined {
    const list: MemoryVariable[] = [];
    let next = 0;
    let isPacked = false;
    for (const { name, startOffset, type, defaultValue } of variables) {
      const made = type === null ? undefined : this.type(type, isTested, startOffset);
      if (made === undefined) return undefined;
      const packed = packedOffset(next, list.at(-1)?.type, made, this.packing);
      isPacked ||= packed !== startOffset;
      next = startOffset + made.size;
      const initial = defaultValue === null ? undefined : initialText(made, defaultValue.words);
      list.push({
        name: this.isShared ? name : this.names.unique(name),
        offset: startOffset,
        type: made,
        ...(initial !== undefined && { initial }),
      });
    }
    const areParameters = bufferName === '$Params' && !isPacked;
    return { variables: list, isGlobal: bufferName.startsWith('$'), areParameters, isPacked };
  }

  /** The layout of the elements of a structured buffer: that of its one variable. */
  element({ variables: [variable] }: BufferDesc): MemoryType | undefined {
    return variable?.type ? this.type(variable.type, () => false, 0) : undefined;
  }

  /** A type; undefined where it does not exist in memory, or members where HLSL would not put them. */
  type(desc: TypeDesc, isTested: (offset: number, size: number) => boolean, offset: number): MemoryType | undefined {
    const { class: shape, elements } = desc;
    const element = shape === 'struct' ? this.#struct(desc, isTested, offset) : this.#numbers(desc, isTested, offset);
    if (element === undefined || elements === 0) return element;
    const stride = this.packing === 'rows' ? Math.ceil(element.size / ROW) * ROW : element.size;
    return { ...element, count: elements, stride, size: stride * (elements - 1) + element.size };
  }

  #numbers(
    { class: shape, type, rows, columns, elements }: TypeDesc,
    isTested: (offset: number, size: number) => boolean,
    offset: number,
  ): MemoryType | undefined {
    const scalar = SCALARS[String(type)];
    if (scalar === undefined) return undefined;
    const [text, kind] = scalar;
    const bytes = kind === Kind.f64 ? 8 : 4;
    const isMatrix = shape === 'matrixRows' || shape === 'matrixColumns';
    if (!isMatrix && shape !== 'scalar' && shape !== 'vector') return undefined;
    const [vectors, width] = shape === 'matrixColumns' ? [columns, rows] : [isMatrix ? rows : 1, columns];
    const vectorStride = this.packing === 'rows' ? Math.ceil((width * bytes) / ROW) * ROW : width * bytes;
    const size = vectorStride * (vectors - 1) + width * bytes;
    // A file that declares the variable has the type of its source.
    const isBool = kind === Kind.bool;
    const stride = Math.ceil(size / ROW) * ROW;
    const areBools = isBool && isTested(offset, Math.max(elements - 1, 0) * stride + size);
    if (this.isShared && isBool && !areBools) return undefined;
    return {
      shape: shape === 'matrixColumns' ? 'columns' : shape === 'matrixRows' ? 'rows' : 'vector',
      kind: kind === Kind.bool && !areBools ? Kind.u32 : kind,
      scalar: kind === Kind.bool && !areBools ? 'uint' : text,
      rows,
      columns,
      vectorStride,
      count: 0,
      stride: 0,
      size,
      ...(this.isShared && shape === 'vector' && columns === 1 && { isVector: true }),
    };
  }

  #struct(
    { name, members }: TypeDesc,
    isTested: (offset: number, size: number) => boolean,
    offset: number,
  ): MemoryType | undefined {
    const list: MemoryVariable[] = [];
    const names = new NameScope(HLSL_KEYWORDS, hlslIdentifier);
    let next = 0;
    for (const member of members) {
      const made = member.type === null ? undefined : this.type(member.type, isTested, offset + member.type.offset);
      if (made === undefined || member.type === null) return undefined;
      if (packedOffset(next, list.at(-1)?.type, made, this.packing) !== member.type.offset) return undefined;
      next = member.type.offset + made.size;
      // The name of what a class inherits is none in the text.
      const unique = member.name === BASE ? BASE : names.unique(member.name);
      list.push({ name: unique, offset: member.type.offset, type: made });
    }
    if (list.length === 0) return undefined;
    return structType(this.#shared(name ?? 'Struct', list), next);
  }

  /** A struct whose members are guessed. */
  guessedStruct(name: string, members: readonly MemoryVariable[], size: number): MemoryType {
    return structType({ name, members, isGuessed: true }, size);
  }

  /** A vector of up to four components, or a scalar. */
  vector(kind: number, width: number): MemoryType {
    const scalar = kind === Kind.f32 ? 'float' : kind === Kind.i32 ? 'int' : 'uint';
    return { ...NUMBERS, kind, scalar, columns: width, size: WORD * width };
  }

  /** One struct for each name and shape. */
  #shared(name: string, members: readonly MemoryVariable[]): MemoryStruct {
    // The elements of a structured buffer need a name.
    if (name === UNNAMED && this.packing === 'rows') return { name: '', members };
    const key = JSON.stringify([name, members]);
    let struct = this.#structs.get(key);
    if (struct === undefined) {
      struct = { name: this.names.unique(name), members };
      this.#structs.set(key, struct);
    }
    return struct;
  }
}

/** The precision of the first or last number: a row has numbers of one, 10 and 12 bits apart (source: oracle). */
function precisionAt(end: 0 | -1, { scalar, struct }: MemoryType): string {
  const member = struct?.members.at(end);
  return member === undefined ? (/^min\d+/.exec(scalar)?.[0] ?? '') : precisionAt(end, member.type);
}

/** Where HLSL puts a variable after others: a vector does not cross a row, an array begins one. */
function packedOffset(end: number, before: MemoryType | undefined, type: MemoryType, packing: Packing): number {
  const { shape, count, size, kind } = type;
  if (packing === 'tight') return end;
  if (before !== undefined && precisionAt(-1, before) !== precisionAt(0, type)) return Math.ceil(end / ROW) * ROW;
  const begin = kind === Kind.f64 ? Math.ceil(end / 8) * 8 : end;
  const vectors = shape === 'rows' ? type.rows : shape === 'columns' ? type.columns : 1;
  const startsRow = count > 0 || shape === 'struct' || vectors > 1;
  const fits = !startsRow && (begin % ROW) + size <= ROW;
  return fits ? begin : Math.ceil(begin / ROW) * ROW;
}

/**
 * The layouts of the buffers of constants of a module, by binding. A buffer has none where reflection does not describe
 * it, or where the program reads what is in no variable, or with an index that HLSL would not compute like this.
 */
export function constantLayouts(
  module: IrModule,
  reflection: ShaderInterface | undefined,
  names: NameScope,
  isShared = false,
): Map<number, MemoryLayout> {
  const layouts = new Map<number, MemoryLayout>();
  const reads = [...rowReads(module).values()];
  const literals = literalsFirst(module);
  const made = new Layouts(names, 'rows', isShared);
  // Methods take the bits of variables of type `bool`.
  let hasMethods = false;
  forEachOp(module, (op) => {
    hasMethods ||= module.ops.code[op] === Op['cb.dynamic'];
  });
  for (const [number, binding] of module.bindings.entries()) {
    if (binding.kind !== 'constants') continue;
    const row = boundAs(binding, reflection);
    const buffer = row && reflection?.constantBuffers.find(({ name, type }) => name === row.name && type === row.type);
    if (buffer === undefined) continue;
    const ofBuffer = reads.filter((read) => read.binding === number);
    // Variables of a struct in each of several buffers.
    if (binding.count !== 1) continue;
    const layout = made.buffer(buffer, (offset, size) => !hasMethods && isTested(module, ofBuffer, offset, size));
    if (layout === undefined || !ofBuffer.every((read) => isFound(module, layout, read))) continue;
    // Variables outside of a buffer can only say a register that they begin, and those with resources no offset.
    const hasResources = buffer.variables.some(({ samplerSize, textureSize }) => samplerSize + textureSize > 0);
    const beginsRows = !layout.isGlobal || layout.variables.every(({ offset }) => offset % ROW === 0);
    // A matrix can only say a register that it begins.
    const isSayable = layout.variables.every(({ offset, type }) => offset % ROW === 0 || type.shape === 'vector');
    const canSay = layout.areParameters !== true && !hasResources && beginsRows && isSayable;
    const isStated = !isShared && canSay && (literals.get(number) ?? 0) > 0;
    layouts.set(number, isStated ? { ...layout, isPacked: true } : layout);
  }
  return layouts;
}

/** Whether what is at an offset is used in comparisons with zero only. */
function isTested(module: IrModule, reads: readonly RowRead[], offset: number, size: number): boolean {
  return reads.every((read) => {
    const { constant, variable } = splitIndex(module, module.ops.operand(read.op, 0));
    const begin = ROW * constant + WORD * (module.ops.extra[read.op]! & 3);
    for (let c = 0; c < 4; c++) {
      const at = begin + WORD * c;
      if ((read.untested >> c) & 1 && at < offset + size && (at >= offset || variable !== undefined)) return false;
    }
    return true;
  });
}

/** Whether each word that a read uses is in a variable of a layout. */
function isFound(module: IrModule, { variables }: MemoryLayout, { op, used }: RowRead): boolean {
  const { ops } = module;
  const { constant, variable, factor } = splitIndex(module, ops.operand(op, 0));
  const index = variable && { scale: ROW * factor, text: () => '' };
  for (let c = 0; c < widthOf(ops.type[op]!); c++)
    if (
      ((used >> c) & 1) !== 0 &&
      slotIn(variables, ROW * constant + WORD * ((ops.extra[op]! & 3) + c), index) === undefined
    )
      return false;
  return true;
}

/** The default value of a variable as its initializer; undefined where a number has no literal. */
function initialText(type: MemoryType, words: readonly string[]): string | undefined {
  const list: string[] = [];
  for (const { kind, at } of numbersIn(type, 0)) {
    const text = literal(kind, Number(words[at >> 2] ?? 0) | 0);
    if (kind === Kind.f64 || text.includes('(')) return undefined;
    list.push(text);
  }
  const isScalar = type.shape === 'vector' && type.columns === 1 && type.count === 0;
  return isScalar ? list[0] : `{ ${list.join(', ')} }`;
}

/** The numbers of a variable with their byte offsets, in the order of initializers: by columns (source: oracle). */
function* numbersIn(type: MemoryType, start: number): Generator<{ kind: number; at: number }> {
  const { shape, kind, rows, columns, vectorStride, count, stride, struct } = type;
  for (let element = 0; element < Math.max(count, 1); element++) {
    const at = start + element * stride;
    if (struct !== undefined) {
      for (const member of struct.members) yield* numbersIn(member.type, at + member.offset);
      continue;
    }
    for (let column = 0; column < columns; column++)
      for (let row = 0; row < rows; row++) {
        const [vector, component] = shape === 'columns' ? [column, row] : [row, column];
        yield { kind, at: at + vector * vectorStride + WORD * component };
      }
  }
}
