/**
 * Reads and writes places, scalar by scalar. Operations on rows and elements that are next to each other are joined
 * later, when the program is generated.
 */
import { accessOf } from '../../ir/module.ts';
import { Op, OpFlag } from '../../ir/ops.ts';
import { type IrType, Kind, kindOf, NONE, U32 } from '../../ir/types.ts';
import { scalarsOf } from '../check/constant-value.ts';
import { irTypeOf, loadTyped, storeTyped } from '../intrinsics/index.ts';
import type { ScalarName } from '../types/types.ts';
import type { Lowering } from './lowering.ts';
import { readInput } from './inputs.ts';
import { addressesOf, type Base, type MemoryObject, type Place } from './places.ts';

/** The scalars of a place. */
export function readPlace(l: Lowering, place: Place): number[] {
  const { base } = place;
  if (base.kind === 'typed') return readTyped(l, place, base);
  if (base.kind === 'input') return readInput(l, place, base);
  const addresses = addressesOf(place);
  const scalars = scalarsOf(place.type);
  return addresses.map((address, i) => readScalar(l, base, address, place.dynamic, scalars[i]!));
}

function readScalar(l: Lowering, base: Base, address: number, dynamic: number | undefined, scalar: ScalarName): number {
  const { b, slots } = l;
  switch (base.kind) {
    case 'slots': {
      const known = slots.get(address);
      if (known !== undefined) return known;
      const value = b.undefined(irTypeOf(scalar));
      slots.set(address, value);
      return value;
    }
    case 'value':
      return base.refs[address]!;
    default:
      return asScalar(l, scalar, (offset, type) => readWord(l, base, address + offset, dynamic, type));
  }
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
  const row = l.b.unsigned(address >> 2);
  return dynamic === undefined ? row : l.e.add(l.e.as(Kind.u32, dynamic), row);
}

function readWord(l: Lowering, base: Base, address: number, dynamic: number | undefined, type: IrType): number {
  const { b } = l;
  switch (base.kind) {
    case 'constants': {
      const extra = (base.binding << 2) | (address & 3);
      return b.opWith(extra, Op['cb.load'], type, rowOf(l, address, dynamic), base.index);
    }
    case 'variable':
      return b.opWith((base.variable << 2) | (address & 3), Op['var.load'], type, rowOf(l, address, dynamic));
    case 'structured':
      return b.opList(
        Op['buf.load'],
        type,
        [base.element, byteOffset(l, address, dynamic), ...trailing(base.object)],
        accessOfMemory(l, base.object),
      );
    default:
      throw new Error(`no words in ${base.kind}`);
  }
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

/** Writes the scalars of a place. */
export function writePlace(l: Lowering, place: Place, refs: readonly number[]): void {
  const { base } = place;
  if (l.flow.isDead) return;
  if (base.kind === 'typed') {
    writeTyped(l, place, base, refs);
    return;
  }
  const addresses = addressesOf(place);
  const scalars = scalarsOf(place.type);
  for (const [i, address] of addresses.entries()) {
    const value = refs[i]!;
    if (base.kind === 'slots') {
      l.slots.set(address, value);
      continue;
    }
    const words = wordsOf(l, value, scalars[i]!);
    for (const [offset, word] of words.entries()) writeWord(l, base, address + offset, place.dynamic, word);
  }
}

function wordsOf(l: Lowering, value: number, scalar: ScalarName): number[] {
  const { b } = l;
  if (scalar === 'bool') return [b.op(Op.mask, U32, value)];
  if (scalar === 'double') return [b.op(Op['d.low'], U32, value), b.op(Op['d.high'], U32, value)];
  return [value];
}

function writeWord(l: Lowering, base: Base, address: number, dynamic: number | undefined, word: number): void {
  const { b } = l;
  switch (base.kind) {
    case 'variable':
      b.opWith((base.variable << 2) | (address & 3), Op['var.store'], NONE, rowOf(l, address, dynamic), word);
      return;
    case 'structured':
      b.opList(
        Op['buf.store'],
        NONE,
        [base.element, byteOffset(l, address, dynamic), word, ...trailing(base.object)],
        accessOfMemory(l, base.object),
      );
      return;
    default:
      throw new Error(`${base.kind} cannot be written`);
  }
}

type TypedBase = Extract<Base, { kind: 'typed' }>;

/** All scalars of an element of a typed view, and of these the ones of the place. */
function readTyped(l: Lowering, place: Place, base: TypedBase): number[] {
  const { element } = base.object.type;
  const all = loadTyped(l.e, base.object, base.index, base.level, base.levelKind);
  const addresses = place.type === element && place.scalars === undefined ? undefined : addressesOf(place);
  return addresses === undefined ? [...all] : addresses.map((address) => all[address]!);
}

/** Writes an element; of a part of it, the rest is read before. */
function writeTyped(l: Lowering, place: Place, base: TypedBase, refs: readonly number[]): void {
  const addresses = addressesOf(place);
  const count = scalarsOf(base.object.type.element!).length;
  let all: number[] = [...refs];
  if (addresses.length < count || place.scalars !== undefined) {
    all = [...loadTyped(l.e, base.object, base.index, base.level, base.levelKind)];
    for (const [i, address] of addresses.entries()) all[address] = refs[i]!;
  }
  storeTyped(l.e, base.object, base.index, all);
}

/** The bits of a register as a scalar; inputs of a stage are words. */
export function fromWord(l: Lowering, word: number, scalar: ScalarName): number {
  const type = irTypeOf(scalar);
  if (scalar === 'bool') return l.e.ne(l.e.as(Kind.u32, word), l.b.unsigned(0));
  const cast = l.e.as(kindOf(type), word);
  return l.b.ops.type[cast] === type ? cast : l.b.op(Op.bitcast, type, cast);
}

