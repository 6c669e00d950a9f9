/** Structured and raw memory: layout of elements, loads, stores, atomic operations and counters. */
import type { IrOpName } from '../../ir/ops.ts';
import { Kind, kindOf, typeOf, U32, wordsOf } from '../../ir/types.ts';
import { allMembers, type HlslType, type NumericType } from '../types/types.ts';
import { type Emitter, irTypeOf, type MemoryRef, type ObjectRef } from './emitter.ts';
import { access, baseName, reach } from './textures.ts';

type Refs = readonly number[];
type View = Pick<ObjectRef, 'binding' | 'index'>;

/** How a value lies in structured memory: without gaps, but for doubles. */
export interface MemoryLayout {
  /** The byte offset of each scalar, in the order of values. */
  readonly offsets: readonly number[];
  /** The kind of each scalar. */
  readonly scalars: readonly NumericType['scalar'][];
  readonly size: number;
  readonly alignment: number;
}

const layouts = new WeakMap<HlslType, MemoryLayout>();
const layoutsByRow = new WeakMap<HlslType, MemoryLayout>();

/** @param isByRow whether all matrices are taken for row_major, as the method Load does */
export function memoryLayout(type: HlslType, isByRow = false): MemoryLayout {
  const cache = isByRow ? layoutsByRow : layouts;
  let layout = cache.get(type);
  if (layout === undefined) {
    layout = computeLayout(type, isByRow);
    cache.set(type, layout);
  }
  return layout;
}

function computeLayout(type: HlslType, isByRow: boolean): MemoryLayout {
  if (type.kind === 'numeric') return numericLayout(type, isByRow || type.isRowMajor);
  if (type.kind === 'array')
    return joined(
      Array.from({ length: type.length }, () => type.element),
      isByRow,
    );
  return joined(type.kind === 'struct' ? allMembers(type).map((member) => member.type) : [], isByRow);
}

function numericLayout({ scalar, rows, columns }: NumericType, isRowMajor: boolean): MemoryLayout {
  const bytes = scalar === 'double' ? 8 : 4;
  const count = rows * columns;
  const offsets = Array.from({ length: count }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return bytes * (isRowMajor ? i : column * rows + row);
  });
  return { offsets, scalars: Array(count).fill(scalar), size: bytes * count, alignment: bytes };
}

/** Types one after the other. */
function joined(types: readonly HlslType[], isByRow: boolean): MemoryLayout {
  const offsets: number[] = [];
  const scalars: NumericType['scalar'][] = [];
  let size = 0;
  let alignment = 4;
  for (const type of types) {
    const part = memoryLayout(type, isByRow);
    alignment = Math.max(alignment, part.alignment);
    size = alignUp(size, part.alignment);
    for (const offset of part.offsets) offsets.push(size + offset);
    for (const scalar of part.scalars) scalars.push(scalar);
    size += part.size;
  }
  return { offsets, scalars, size: alignUp(size, alignment), alignment };
}

function alignUp(size: number, alignment: number): number {
  return Math.ceil(size / alignment) * alignment;
}

/** Where words are: an element and a byte offset in it, or a byte offset of raw memory. */
export interface Address {
  /** The element of structured memory; undefined for raw memory. */
  readonly element?: number | undefined;
  /** A byte offset that is computed; undefined for 0. */
  readonly base?: number | undefined;
}

function addressOperands(e: Emitter, { element, base }: Address, offset: number): number[] {
  const constant = e.unsigned(offset);
  const bytes = base === undefined ? constant : offset === 0 ? base : e.add(base, constant);
  return element === undefined ? [bytes] : [element, bytes];
}

/** The most words that one operation takes. */
const MAX_WORDS = 4;

/** Loads `count` words, four at a time; with the status of all loads if it is asked for. */
function loadWords(e: Emitter, view: View, address: Address, first: number, count: number): LoadedWords {
  const name = address.element === undefined ? 'buf.load.raw' : 'buf.load';
  const words: number[] = [];
  const loads: number[] = [];
  for (let at = 0; at < count; at += MAX_WORDS) {
    const width = Math.min(MAX_WORDS, count - at);
    const operands = addressOperands(e, address, first + 4 * at);
    const op = access(e, name, typeOf(Kind.b32, width), operands, [view], reach(e, view));
    loads.push(op);
    for (const word of e.split(op, width)) words.push(word);
  }
  return { words, loads };
}

interface LoadedWords {
  readonly words: readonly number[];
  /** The operations, whose status counts. */
  readonly loads: readonly number[];
}

/** A value that was read, and the reads that it came from. */
export interface LoadedValue {
  readonly refs: readonly number[];
  readonly loads: readonly number[];
}

/** Loads a value of a type from memory, in the layout of structured buffers. */
export function loadElement(
  e: Emitter,
  view: View,
  address: Address,
  type: HlslType,
  byteOffset = 0,
  isByRow = false,
): LoadedValue {
  const { offsets, scalars, size } = memoryLayout(type, isByRow);
  const { words, loads } = loadWords(e, view, address, byteOffset, size / 4);
  const refs = offsets.map((offset, i) => {
    const low = words[offset / 4]!;
    const irType = irTypeOf(scalars[i]!);
    if (wordsOf(kindOf(irType)) === 2) return e.op('d.pack', irType, low, words[offset / 4 + 1]!);
    if (irType === Kind.bool) return e.ne(e.as(Kind.u32, low), e.unsigned(0));
    return e.op('bitcast', irType, low);
  });
  return { refs, loads };
}

/** Stores a value of a type, words that follow each other together. */
export function storeElement(
  e: Emitter,
  view: View,
  address: Address,
  type: HlslType,
  refs: Refs,
  byteOffset = 0,
): void {
  const { offsets } = memoryLayout(type);
  const words: number[] = [];
  for (const [i, ref] of refs.entries()) {
    const first = offsets[i]! / 4;
    if (e.kindOf(ref) === Kind.f64) {
      words[first] = e.as(Kind.b32, e.op('d.low', U32, ref));
      words[first + 1] = e.as(Kind.b32, e.op('d.high', U32, ref));
    } else words[first] = e.as(Kind.b32, wordOf(e, ref));
  }
  storeWords(e, view, address, words, byteOffset);
}

/** A scalar as a word of memory: true is all ones. */
function wordOf(e: Emitter, ref: number): number {
  return e.kindOf(ref) === Kind.bool ? e.op('mask', U32, ref) : ref;
}

/** Stores words, four at a time. There may be gaps. */
export function storeWords(e: Emitter, view: View, address: Address, words: Refs, byteOffset = 0): void {
  const name = address.element === undefined ? 'buf.store.raw' : 'buf.store';
  for (let at = 0; at < words.length; ) {
    let width = 0;
    while (width < MAX_WORDS && words[at + width] !== undefined) width++;
    if (width > 0) {
      const operands = addressOperands(e, address, byteOffset + 4 * at);
      const value = e.vector(words.slice(at, at + width));
      access(e, name, Kind.none, [...operands, value], [view], reach(e, view));
    }
    at += Math.max(width, 1);
  }
}

/** Raw loads of 1 to 4 words. */
export function loadRaw(e: Emitter, view: View, byteOffset: number, count: number): LoadedValue {
  const { words, loads } = loadWords(e, view, { base: byteOffset }, 0, count);
  return { refs: words.map((word) => e.as(Kind.u32, word)), loads };
}

// --- atomic operations ----------------------------------------------------------------------------------------------

/** Atomic operations by the rest of their names in the language; signed and unsigned ones where these differ. */
const ATOMICS: Readonly<Record<string, readonly [signed: IrOpName, unsigned: IrOpName]>> = {
  Add: ['atomic.add', 'atomic.add'],
  And: ['atomic.and', 'atomic.and'],
  Or: ['atomic.or', 'atomic.or'],
  Xor: ['atomic.xor', 'atomic.xor'],
  Min: ['atomic.imin', 'atomic.umin'],
  Max: ['atomic.imax', 'atomic.umax'],
  Exchange: ['atomic.exchange', 'atomic.exchange'],
  CompareExchange: ['atomic.compare', 'atomic.compare'],
  CompareStore: ['atomic.compare', 'atomic.compare'],
};

/** Appends an atomic operation and returns the value before it. */
export function atomic(
  e: Emitter,
  name: string,
  { object, address }: Pick<MemoryRef, 'object' | 'address'>,
  values: Refs,
): number {
  const kind = e.kindOf(values[0]!);
  const op = ATOMICS[name]![kind === Kind.i32 ? 0 : 1];
  return access(e, op, typeOf(kind), [e.vector(address), ...values], [object], reach(e, object));
}

/** The hidden counter of a view: the number of a new element, or that of the last one. */
export function counter(e: Emitter, object: ObjectRef, isNext: boolean): number {
  return access(e, isNext ? 'counter.next' : 'counter.last', U32, [], [object], reach(e, object));
}

/** Elements and bytes of each, or bytes of raw memory, or elements of a typed buffer. */
export function bufferSize(e: Emitter, object: ObjectRef): number[] {
  const size = access(e, 'buf.size', U32, [], [object], reach(e, object));
  if (baseName(object.type.name) !== 'StructuredBuffer') return [size];
  return [size, e.unsigned(memoryLayout(object.type.element!).size)];
}
