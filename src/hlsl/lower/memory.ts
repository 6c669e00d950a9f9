/**
 * Reads and writes locations, scalar by scalar. Operations on rows and elements that are next to each other are joined
 * later, when the program is generated.
 */
import { refOf } from '../../ir/builder.ts';
import { accessOf } from '../../ir/module.ts';
import { Op, OpFlag } from '../../ir/ops.ts';
import { type IrType, Kind, NONE, precisionOf, typeOf, U32, withPrecision } from '../../ir/types.ts';
import { irTypeOf } from '../intrinsics/index.ts';
import { fetch, put, texel } from '../intrinsics/textures.ts';
import { type ArrayType, type ScalarName, scalarsOf } from '../types/types.ts';
import { readInput } from './inputs.ts';
import { addressesOf, type Base, type Location, type MemoryObject } from './locations.ts';
import type { Lowering } from './lowering.ts';

/** The scalars of a location. */
export function readLocation(l: Lowering, location: Location): number[] {
  const { base } = location;
  if (base.kind === 'typed') return readTyped(l, location, base);
  if (base.kind === 'input') return readInput(l, location, base);
  if (base.kind === 'structured' && base.hasElements)
    return elementsOf(l, location).flatMap((one) => readLocation(l, one));
  const addresses = addressesOf(location);
  const scalars = scalarsOf(location.type);
  if (base.kind === 'structured') {
    const precision = Math.min(...scalars.map((scalar) => precisionOf(irTypeOf(scalar)))) as Precision;
    const words = loadWords(l, base, wordsAt(addresses, scalars), location.dynamic, precision);
    return addresses.map((address, i) =>
      asScalar(l, scalars[i]!, (offset, type) => wordAs(l, words.get(address + offset)!, type)),
    );
  }
  return addresses.map((address, i) => readScalar(l, location, address, scalars[i]!));
}

/** All elements of group memory. */
function elementsOf(l: Lowering, { base, type }: Location): Location[] {
  const { element, length } = type as ArrayType;
  return Array.from({ length }, (_, i) => ({
    base: { ...(base as Extract<Base, { kind: 'structured' }>), element: l.b.unsigned(i), hasElements: false },
    type: element,
    start: 0,
  }));
}

function readScalar(l: Lowering, location: Location, address: number, scalar: ScalarName): number {
  const { b, slots } = l;
  const { base } = location;
  switch (base.kind) {
    case 'slots': {
      const known = slots.get(address);
      if (known !== undefined) return known;
      const type = irTypeOf(scalar);
      // Code that cannot run sets nothing.
      const name = l.flow.isDead ? undefined : base.variable?.name;
      const value = name === undefined ? b.undefined(type) : b.unsetValue(type, name);
      slots.set(address, value);
      return value;
    }
    case 'value':
      return base.refs[address]!;
    case 'parts': {
      const part = base.parts[address]!;
      return l.e.convert(readLocation(l, part)[0]!, scalar);
    }
    default:
      return asScalar(l, scalar, (offset, type) => readWord(l, location, address + offset, type));
  }
}

/** All words of scalars, in the order of their addresses. */
function wordsAt(addresses: readonly number[], scalars: readonly ScalarName[]): number[] {
  const words = new Set<number>();
  for (const [i, address] of addresses.entries()) {
    words.add(address);
    if (scalars[i] === 'double') words.add(address + 1);
  }
  return [...words].sort((a, b) => a - b);
}

/** Bits that are enough for a number. */
type Precision = ReturnType<typeof precisionOf>;

const MAX_WIDTH = 4;

/** Runs of words that follow each other, four at most. */
function* runsOf(words: readonly number[]): Generator<readonly number[]> {
  for (let first = 0; first < words.length; ) {
    let count = 1;
    while (count < MAX_WIDTH && words[first + count] === words[first]! + count) count++;
    yield words.slice(first, first + count);
    first += count;
  }
}

/** Loads words of structured memory, those that follow each other together. */
function loadWords(
  l: Lowering,
  { object, element }: Extract<Base, { kind: 'structured' }>,
  words: readonly number[],
  dynamic: number | undefined,
  precision: Precision,
): Map<number, number> {
  const loaded = new Map<number, number>();
  for (const run of runsOf(words)) {
    const operands = [element, byteOffset(l, run[0]!, dynamic), ...trailing(object)];
    const type = withPrecision(typeOf(Kind.b32, run.length), precision);
    const op = l.b.opList(Op['buf.load'], type, operands, accessOfMemory(l, object));
    for (const [i, address] of run.entries()) loaded.set(address, l.b.component(refOf(op, i)));
  }
  return loaded;
}

function wordAs(l: Lowering, word: number, type: IrType): number {
  return l.b.op(Op.bitcast, type, word);
}

/** A scalar of its words: a bool is one that is not zero, a double has two. */
function asScalar(l: Lowering, scalar: ScalarName, read: (offset: number, type: IrType) => number): number {
  const { b, e } = l;
  const type = irTypeOf(scalar);
  if (scalar === 'bool') return e.ne(read(0, U32), b.unsigned(0));
  if (scalar !== 'double') return read(0, type);
  return b.op(Op['d.pack'], type, read(0, U32), read(1, U32));
}

/** The row of an address, with what is added to it. */
function rowOf(l: Lowering, address: number, dynamic: number | undefined): number {
  if (l.isDirect3D9) return registerOf(l, address, dynamic);
  const row = l.b.unsigned(address >> 2);
  return dynamic === undefined ? row : l.e.add(l.e.as(Kind.u32, dynamic), row);
}

/** The row of a register. A computed index is a float, which is rounded to the nearest row. */
function registerOf(l: Lowering, address: number, dynamic: number | undefined): number {
  const { b, e } = l;
  const row = e.signed(address >> 2);
  if (dynamic === undefined) return row;
  const index = b.op(Op['cvt.f2i'], typeOf(Kind.i32), e.op('f.rne', typeOf(Kind.f32), e.convert(dynamic, 'float')));
  return b.knownWord(row) === 0 ? index : e.add(index, row);
}

function readWord(l: Lowering, { base, dynamic, span = 0 }: Location, address: number, type: IrType): number {
  const { b } = l;
  switch (base.kind) {
    case 'constants': {
      if (l.module.bindings[base.binding]!.kind === 'view') return readTexel(l, base, address, dynamic, type);
      const extra = (base.binding << 2) | (address & 3);
      const load = b.opWith(extra, Op['cb.load'], type, rowOf(l, address, dynamic), base.index);
      if (dynamic !== undefined) {
        l.baseRows.set(load, address >> 2);
        l.lastRows.set(load, (address >> 2) + span);
      }
      return load;
    }
    case 'instance': {
      const offset = b.op(Op['instance.offset'], U32, base.pointer);
      const added = dynamic === undefined ? offset : l.e.add(l.e.as(Kind.u32, dynamic), offset);
      const row = l.e.add(added, b.unsigned(address >> 2));
      return b.opWith(address & 3, Op['cb.dynamic'], type, b.op(Op['instance.constants'], U32, base.pointer), row);
    }
    case 'variable':
      return b.opWith((base.variable << 2) | (address & 3), Op['var.load'], type, rowOf(l, address, dynamic));
    default:
      throw new Error(`no words in ${base.kind}`);
  }
}

/** A word of a texture buffer: each texel is a row. */
function readTexel(
  l: Lowering,
  buffer: MemoryObject,
  address: number,
  dynamic: number | undefined,
  type: IrType,
): number {
  const { b } = l;
  const access = accessOfMemory(l, buffer);
  const texel = b.opWith(
    access,
    Op['buf.fetch'],
    typeOf(Kind.b32, MAX_WIDTH),
    rowOf(l, address, dynamic),
    buffer.index,
  );
  if (l.isLevel9) l.refuse([texel], 'X3546', { name: 'a texture buffer' });
  return wordAs(l, b.component(refOf(texel, address & 3)), type);
}

/** The byte offset of the first scalar of a location in its element. */
export function byteAddress(l: Lowering, location: Location): number {
  return byteOffset(l, addressesOf(location)[0]!, location.dynamic);
}

function byteOffset(l: Lowering, address: number, dynamic: number | undefined): number {
  const bytes = l.b.unsigned(4 * address);
  if (dynamic === undefined) return bytes;
  return l.e.add(l.b.op(Op['i.shl'], U32, l.e.as(Kind.u32, dynamic), l.b.unsigned(2)), bytes);
}

function trailing({ index }: MemoryObject): number[] {
  return index === undefined ? [] : [index];
}

function accessOfMemory(l: Lowering, { binding, index, isNonuniform }: MemoryObject): number {
  if (isNonuniform === true) l.b.flags |= OpFlag.nonuniform;
  return l.module.accessNumber(accessOf(binding, { isIndexed: index !== undefined }));
}

/** Writes the scalars of a location. */
export function writeLocation(l: Lowering, location: Location, refs: readonly number[]): void {
  const { base } = location;
  if (l.flow.isDead) return;
  if (base.kind === 'typed') {
    writeTyped(l, location, base, refs);
    return;
  }
  if (base.kind === 'structured' && base.hasElements) {
    const elements = elementsOf(l, location);
    const count = refs.length / elements.length;
    for (const [i, one] of elements.entries()) writeLocation(l, one, refs.slice(i * count, (i + 1) * count));
    return;
  }
  const addresses = addressesOf(location);
  const scalars = scalarsOf(location.type);
  if (base.kind === 'structured') {
    storeWords(l, location, base, addresses, scalars, refs);
    return;
  }
  for (const [i, address] of addresses.entries()) {
    const value = refs[i]!;
    if (base.kind === 'slots') {
      l.slots.set(address, value);
      if (l.preciseSlots.has(address)) l.preciseValues.push(value);
      continue;
    }
    if (base.kind === 'variable' && l.preciseArrays.has(base.variable)) l.preciseValues.push(value);
    const words = wordsOf(l, value, scalars[i]!);
    for (const [offset, word] of words.entries()) writeWord(l, base, address + offset, location.dynamic, word);
  }
}

/** Stores the scalars of a location in structured memory; those that follow each other together. */
function storeWords(
  l: Lowering,
  { dynamic }: Location,
  { object, element }: Extract<Base, { kind: 'structured' }>,
  addresses: readonly number[],
  scalars: readonly ScalarName[],
  refs: readonly number[],
): void {
  const words = new Map<number, number>();
  for (const [i, address] of addresses.entries())
    for (const [offset, word] of wordsOf(l, refs[i]!, scalars[i]!).entries())
      words.set(address + offset, l.e.as(Kind.b32, word));
  for (const run of runsOf([...words.keys()].sort((a, b) => a - b))) {
    const value = l.b.pick(run.map((address) => refOf(words.get(address)!)));
    const operands = [element, byteOffset(l, run[0]!, dynamic), value, ...trailing(object)];
    l.b.opList(Op['buf.store'], NONE, operands, accessOfMemory(l, object));
  }
}

/** The words of a scalar in memory; true is all ones. */
function wordsOf(l: Lowering, value: number, scalar: ScalarName): number[] {
  const { b } = l;
  if (scalar === 'bool') return [b.op(Op.mask, U32, value)];
  if (scalar === 'double') return [b.op(Op['d.low'], U32, value), b.op(Op['d.high'], U32, value)];
  return [value];
}

function writeWord(l: Lowering, base: Base, address: number, dynamic: number | undefined, word: number): void {
  if (base.kind !== 'variable') throw new Error(`${base.kind} cannot be written`);
  l.b.opWith((base.variable << 2) | (address & 3), Op['var.store'], NONE, rowOf(l, address, dynamic), word);
}

type TypedBase = Extract<Base, { kind: 'typed' }>;

/** All scalars of an element of a typed view. */
function loadTyped(l: Lowering, { object, index, level }: TypedBase): number[] {
  return texel(l.e, object.type, fetch(l.e, object, index, level));
}

/** All scalars of an element of a typed view, and of these the ones of the location. */
function readTyped(l: Lowering, location: Location, base: TypedBase): number[] {
  const { element } = base.object.type;
  const all = loadTyped(l, base);
  const addresses = location.type === element && location.scalars === undefined ? undefined : addressesOf(location);
  return addresses === undefined ? [...all] : addresses.map((address) => all[address]!);
}

/** Writes an element; of a part of it, the rest is read before. */
function writeTyped(l: Lowering, location: Location, base: TypedBase, refs: readonly number[]): void {
  const addresses = addressesOf(location);
  const count = scalarsOf(base.object.type.element!).length;
  let all: number[] = [...refs];
  if (addresses.length < count || location.scalars !== undefined) {
    all = loadTyped(l, base);
    for (const [i, address] of addresses.entries()) all[address] = refs[i]!;
  }
  put(l.e, base.object, base.index, all);
}
