/** Splits operations on vectors into one for each component. */
import { type IrBuilder, refOf } from '../builder.ts';
import { type IrType, widthOf } from '../types.ts';

const ONE = new Int32Array(1);

/** Component `i` of a value; the value itself if it has only one. */
export function componentOf(builder: IrBuilder, value: number, i: number): number {
  if (widthOf(builder.ops.type[value]!) === 1) return value;
  ONE[0] = refOf(value, i);
  return builder.pick(ONE);
}

/** The value whose components `compute` gives, one by one. */
export function byComponent(builder: IrBuilder, type: IrType, compute: (i: number) => number): number {
  const refs: number[] = [];
  for (let i = 0; i < widthOf(type); i++) refs.push(refOf(compute(i)));
  return builder.pick(refs);
}
