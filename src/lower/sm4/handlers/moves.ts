/** Copies. They make no operations, unless a modifier or a saturation makes them operations on floats, which flush subnormal numbers. */
import { Kind, kindOf, Op, type Ref, refOf } from '../../../ir/index.ts';
import type { Sm4OperandSlot } from '../../../isa/sm4/cursor.ts';
import { isAbsolute, isNegated } from '../../../isa/sm4/operand-fields.ts';
import { scalarOfRef } from '../../lowering.ts';
import { storeBoth, storeRefs } from '../destinations.ts';
import type { Sm4Handler } from '../handler.ts';
import type { Sm4Lowering } from '../lowering.ts';
import { modified, refOfSource, scalar } from '../sources.ts';

const refs = new Int32Array(4);

/** The component of an operand in place `component`, as it is. */
function copied(l: Sm4Lowering, slot: Sm4OperandSlot, component: number): Ref {
  if (slot.literalCount > 0)
    return refOf(l.constant(Kind.b32, l.cursor.word(slot.literal + (component % slot.literalCount))));
  return refOfSource(l, slot, component);
}

/** The same as a float operation: with modifiers, without subnormal numbers. */
function flushed(l: Sm4Lowering, slot: Sm4OperandSlot, component: number): number {
  const value = modified(l, slot, Kind.f32, scalarOfRef(l, copied(l, slot, component), Kind.f32));
  return l.b.op(Op['f.flush'], l.type(Kind.f32), value);
}

function isPlain(slot: Sm4OperandSlot): boolean {
  return !isNegated(slot) && !isAbsolute(slot);
}

function componentOf(l: Sm4Lowering, i: number, component: number): Ref {
  const slot = l.cursor.operands[i]!;
  if (l.isSaturated || !isPlain(slot)) return refOf(l.saturated(flushed(l, slot, component)));
  return copied(l, slot, component);
}

const mov: Sm4Handler = (l) => {
  const mask = l.maskOf(0);
  let at = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) refs[at++] = componentOf(l, 1, c);
  storeRefs(l, 0, refs);
};

/** One of two references by a condition; of their kind if they have the same. */
function selected(l: Sm4Lowering, condition: number, a: Ref, b: Ref): Ref {
  const { type } = l.b.ops;
  const kind = kindOf(type[a >> 2]!);
  const common = kindOf(type[b >> 2]!) === kind ? kind : Kind.b32;
  const first = scalarOfRef(l, a, common);
  return refOf(l.b.op(Op.select, l.type(common), condition, first, scalarOfRef(l, b, common)));
}

function movedConditionally(l: Sm4Lowering, c: number): Ref {
  const condition = l.b.isSet(scalar(l, 1, Kind.u32, c));
  const [a, b] = [l.cursor.operands[2]!, l.cursor.operands[3]!];
  const isFloat = (slot: Sm4OperandSlot) => l.isSaturated || !isPlain(slot);
  const first = isFloat(a) ? refOf(flushed(l, a, c)) : copied(l, a, c);
  const second = isFloat(b) ? refOf(flushed(l, b, c)) : copied(l, b, c);
  const result = selected(l, condition, first, second);
  return l.isSaturated ? refOf(l.saturated(scalarOfRef(l, result, Kind.f32))) : result;
}

const movc: Sm4Handler = (l) => {
  const mask = l.maskOf(0);
  const results: Ref[] = [];
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) results.push(movedConditionally(l, c));
  storeRefs(l, 0, results);
};

/** Exchanges two values where a condition is not zero. */
const swapc: Sm4Handler = (l) => {
  const results = [0, 1].map((i) => {
    const mask = l.isNull(i) ? 0 : l.maskOf(i);
    const list: Ref[] = [];
    for (let c = 0; c < 4; c++) {
      if ((mask & (1 << c)) === 0) continue;
      const condition = l.b.isSet(scalar(l, 2, Kind.u32, c));
      const a = exchanged(l, 3, c);
      const b = exchanged(l, 4, c);
      list.push(i === 0 ? selected(l, condition, b, a) : selected(l, condition, a, b));
    }
    return list;
  });
  storeBoth(l, results[0]!, results[1]!);
};

function exchanged(l: Sm4Lowering, i: number, component: number): Ref {
  const slot = l.cursor.operands[i]!;
  return isPlain(slot) ? copied(l, slot, component) : refOf(flushed(l, slot, component));
}

export const MOVE_HANDLERS = { mov, movc, swapc } as const satisfies Record<string, Sm4Handler>;
