/**
 * Copies. They make no operations, unless a modifier or a saturation makes them operations on floats, which flush
 * subnormal numbers.
 */
import { type IrOpName, Kind, kindOf, Op, type Ref, refOf, typeOf } from '../../../ir/index.ts';
import { swizzleComponent } from '../../../isa/components.ts';
import { isAbsolute, isNegated, type Sm4OperandSlot, sourceSwizzle } from '../../../isa/sm4/cursor.ts';
import { FIRST_OF_MASK, WIDTH_OF_MASK } from '../../lowering.ts';
import { DX5103 } from '../../messages.ts';
import { storeBoth, storeRefs } from '../destinations.ts';
import { elementOf, inputKindOf } from '../inputs.ts';
import { registerText, type Sm4Handler, type Sm4Lowering } from '../lowering.ts';
import { fillRefs, indexOf, modified, scalar, vector, vectorOf } from '../sources.ts';

/** Scratch lists of one to four references: of what is copied, and of what is copied otherwise. */
const LISTS: readonly Int32Array[] = [0, 1, 2, 3, 4].map((width) => new Int32Array(width));
const OTHERS: readonly Int32Array[] = [0, 1, 2, 3, 4].map((width) => new Int32Array(width));
const results = new Int32Array(4);

function isUnmodified(slot: Sm4OperandSlot): boolean {
  return !isNegated(slot) && !isAbsolute(slot);
}

/** Fills `list` with operand `slot` at the positions of `mask`: unchanged, or as floats, without subnormal numbers. */
function copyRefs(l: Sm4Lowering, slot: Sm4OperandSlot, mask: number, asFloats: boolean, list: Int32Array): void {
  if (asFloats) {
    const type = l.type(Kind.f32, WIDTH_OF_MASK[mask]!);
    const value = l.b.op(Op['f.flush'], type, vectorOf(l, slot, Kind.f32, mask));
    for (let i = 0; i < list.length; i++) list[i] = refOf(value, i);
    return;
  }
  if (slot.literalCount === 0) {
    fillRefs(l, slot, mask, list);
    return;
  }
  let at = 0;
  for (let c = 0; c < 4; c++)
    if (mask & (1 << c))
      list[at++] = refOf(l.constant(Kind.b32, l.cursor.word(slot.literal + (c % slot.literalCount))));
}

function saturateRefs(l: Sm4Lowering, list: Int32Array): void {
  const value = l.saturated(l.b.read(Kind.f32, list));
  for (let i = 0; i < list.length; i++) list[i] = refOf(value, i);
}

const mov: Sm4Handler = (l) => {
  const mask = l.maskOf(0);
  if (mask === 0) return;
  const slot = l.cursor.operands[1]!;
  const list = LISTS[WIDTH_OF_MASK[mask]!]!;
  copyRefs(l, slot, mask, l.isSaturated || !isUnmodified(slot), list);
  if (l.isSaturated) saturateRefs(l, list);
  storeRefs(l, 0, list);
};

/** The kind of all references, if they have the same. */
function commonKind(l: Sm4Lowering, a: ArrayLike<Ref>, b: ArrayLike<Ref>): number {
  const { type } = l.b.ops;
  const kind = kindOf(type[a[0]! >> 2]!);
  for (let i = 0; i < a.length; i++)
    if (kindOf(type[a[i]! >> 2]!) !== kind || kindOf(type[b[i]! >> 2]!) !== kind) return Kind.b32;
  return kind;
}

/** One of two lists of references by a condition; of their kind if they have the same. */
function selected(l: Sm4Lowering, condition: number, a: ArrayLike<Ref>, b: ArrayLike<Ref>): number {
  const kind = commonKind(l, a, b);
  const first = l.b.read(kind, a);
  return l.b.op(Op.select, l.type(kind, a.length), condition, first, l.b.read(kind, b));
}

/** Returns the positions of `mask` at which operand `slot` has the same component as at the first of them. */
function equalPositions(slot: Sm4OperandSlot, mask: number): number {
  const swizzle = sourceSwizzle(slot);
  const first = swizzleComponent(swizzle, FIRST_OF_MASK[mask]!);
  let alike = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c) && swizzleComponent(swizzle, c) === first) alike |= 1 << c;
  return alike;
}

/** Components with the same condition are selected together. */
const movc: Sm4Handler = (l) => {
  const { operands } = l.cursor;
  const [test, a, b] = [operands[1]!, operands[2]!, operands[3]!];
  const all = l.maskOf(0);
  for (let left = all; left !== 0; ) {
    const mask = test.literalCount > 0 ? left & -left : equalPositions(test, left);
    left &= ~mask;
    const width = WIDTH_OF_MASK[mask]!;
    const condition = l.b.isSet(scalar(l, 1, Kind.u32, FIRST_OF_MASK[mask]!));
    copyRefs(l, a, mask, l.isSaturated || !isUnmodified(a), LISTS[width]!);
    copyRefs(l, b, mask, l.isSaturated || !isUnmodified(b), OTHERS[width]!);
    let value = selected(l, condition, LISTS[width]!, OTHERS[width]!);
    if (l.isSaturated) value = l.saturated(l.b.as(Kind.f32, value));
    for (let c = 0, i = 0; c < 4; c++) if (mask & (1 << c)) results[indexIn(all, c)] = refOf(value, i++);
  }
  storeRefs(l, 0, results);
};

function indexIn(mask: number, c: number): number {
  return WIDTH_OF_MASK[mask & ((1 << c) - 1)]!;
}

/** Exchanges two values where a condition is not zero. */
const swapc: Sm4Handler = (l) => {
  const results = [0, 1].map((i) => {
    const mask = l.isNull(i) ? 0 : l.maskOf(i);
    const list: Ref[] = [];
    for (let c = 0; c < 4; c++) {
      if ((mask & (1 << c)) === 0) continue;
      const condition = l.b.isSet(scalar(l, 2, Kind.u32, c));
      const a = exchanged(l, 3, c, LISTS[1]!);
      const b = exchanged(l, 4, c, OTHERS[1]!);
      list.push(refOf(i === 0 ? selected(l, condition, b, a) : selected(l, condition, a, b)));
    }
    return list;
  });
  storeBoth(l, results[0]!, results[1]!);
};

/** One component of an operand, in a list. */
function exchanged(l: Sm4Lowering, i: number, component: number, list: Int32Array): Int32Array {
  const slot = l.cursor.operands[i]!;
  copyRefs(l, slot, 1 << component, !isUnmodified(slot), list);
  return list;
}

export const MOVE_HANDLERS = { mov, movc, swapc } as const satisfies Record<string, Sm4Handler>;

/** @param position returns the position, the second operand */
function evaluation(name: IrOpName, position: (l: Sm4Lowering) => number | undefined): Sm4Handler {
  return (l) => {
    const slot = l.cursor.operands[1]!;
    const swizzle = sourceSwizzle(slot);
    const mask = l.maskOf(0);
    const isFloat = l.isSaturated || isNegated(slot) || isAbsolute(slot);
    const at = position(l);
    const refs: Ref[] = [];
    for (let c = 0; c < 4; c++) {
      if ((mask & (1 << c)) === 0) continue;
      const value = evaluated(l, Op[name], swizzleComponent(swizzle, c), at);
      const flushed = isFloat
        ? l.saturated(l.b.op(Op['f.flush'], l.type(Kind.f32), modified(l, slot, Kind.f32, l.b.as(Kind.f32, value))))
        : value;
      refs.push(refOf(flushed));
    }
    storeRefs(l, 0, refs);
  };
}

/**
 * A component of the input at the position; of an indexed input, the component of the register that the index names.
 */
function evaluated(l: Sm4Lowering, code: number, component: number, position: number | undefined): number {
  const slot = l.cursor.operands[1]!;
  const kind = inputKindOf(l, slot);
  const last = slot.indexCount - 1;
  const at = (element: number) => l.b.opWith((element << 2) | component, code, typeOf(Kind.b32), position);
  if (last < 0 || !slot.isRelative(last)) return at(elementOf(l, slot, kind, component));
  const range = l.module.inputRanges[l.declared.rangeOf(kind, slot.index(last) >>> 0, true, l.cursor.position)];
  if (range === undefined) l.refuse(DX5103, { register: registerText(slot) }, slot.at);
  const index = indexOf(l, slot, last);
  let value = l.constant(Kind.b32, 0);
  for (let i = 0; i < range.count; i++) {
    const register = range.register + i;
    const element = l.declared.inputOf(slot.type, kind, register, component);
    if (element < 0) continue;
    const isThis = l.b.op(Op['i.eq'], Kind.bool, index, l.unsigned(register));
    value = l.b.op(Op.select, Kind.b32, isThis, at(element), value);
  }
  return value;
}

export const INTERPOLATION_HANDLERS = {
  eval_centroid: evaluation('eval.centroid', () => undefined),
  eval_sample_index: evaluation('eval.sample', (l) => scalar(l, 2, Kind.u32)),
  eval_snapped: evaluation('eval.snapped', (l) => vector(l, 2, Kind.i32, 3)),
} as const satisfies Record<string, Sm4Handler>;
