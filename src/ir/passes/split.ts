/** Splits operations on vectors into one for each component. */
import { type IrBuilder, refOf } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { widthOf, withWidth } from '../types.ts';
import { builderBefore } from './walk.ts';

/** Component `i` of a value. */
export function componentOf(builder: IrBuilder, value: number, i: number): number {
  return builder.pick([refOf(value, i)]);
}

/** The value that `compute` makes of the components of the operands of `op`, component by component, before `op`. */
export function byComponent(
  module: IrModule,
  op: number,
  compute: (builder: IrBuilder, operands: readonly number[]) => number,
): number {
  const { ops } = module;
  const builder = builderBefore(module, op);
  builder.flags = ops.flags[op]!;
  const width = widthOf(ops.type[op]!);
  const operands = ops.operands(op);
  const refs: number[] = [];
  for (let i = 0; i < width; i++) {
    const scalars = operands.map((value) => (widthOf(ops.type[value]!) > 1 ? componentOf(builder, value, i) : value));
    refs.push(refOf(compute(builder, scalars)));
  }
  return builder.pick(refs);
}

/** The type of one component of a value. */
export function scalarType({ ops }: IrModule, op: number): number {
  return withWidth(ops.type[op]!, 1);
}
