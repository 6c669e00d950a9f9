/** Parts of values: components, and bits as another kind. */
import { type IrBuilder, refOf } from '../builder.ts';
import { Op } from '../ops.ts';
import { type IrType, widthOf, withKind } from '../types.ts';

const ONE = new Int32Array(1);

/** Component `i` of a value; the value itself if it has only one. */
export function componentOf(builder: IrBuilder, value: number, i: number): number {
  if (widthOf(builder.ops.type[value]!) === 1) return value;
  ONE[0] = refOf(value, i);
  return builder.pick(ONE);
}

/** The bits of a value as another kind, without a new cast of what is constant or a cast itself. */
export function recast(builder: IrBuilder, kind: number, value: number): number {
  const { ops } = builder;
  const code = ops.code[value]!;
  if (code === Op.const) return builder.opList(Op.const, withKind(ops.type[value]!, kind), ops.operands(value));
  return builder.as(kind, code === Op.bitcast ? ops.a[value]! : value);
}

/** The value whose components `compute` gives, one by one. */
export function byComponent(builder: IrBuilder, type: IrType, compute: (i: number) => number): number {
  const refs: number[] = [];
  for (let i = 0; i < widthOf(type); i++) refs.push(refOf(compute(i)));
  return builder.pick(refs);
}
