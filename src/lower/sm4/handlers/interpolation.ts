/** Pixel attributes at other positions than that of the pixel. */
import { type IrOpName, Kind, Op, type Ref, refOf, typeOf } from '../../../ir/index.ts';
import { swizzleComponent } from '../../../isa/components.ts';
import { isAbsolute, isNegated, sourceSwizzle } from '../../../isa/sm4/operand-fields.ts';
import { DX5103 } from '../../messages.ts';
import { storeRefs } from '../destinations.ts';
import type { Sm4Handler } from '../handler.ts';
import { elementOf, inputKindOf } from '../inputs.ts';
import type { Sm4Lowering } from '../lowering.ts';
import { registerText } from '../register-text.ts';
import { indexOf, modified, scalar, vector } from '../sources.ts';

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
