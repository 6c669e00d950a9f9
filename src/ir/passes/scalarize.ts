/**
 * Splits arithmetic on vectors into operations on their components, for targets without vectors. Reads and writes of
 * memory, inputs, outputs and textures stay as they are.
 */

import { IrBuilder } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { OP_ROWS, Op, OpFlag } from '../ops.ts';
import { OP_RULES } from '../type-rules.ts';
import { F32, widthOf, withWidth } from '../types.ts';
import { byComponent, componentOf } from './op-facts.ts';
import { Replacements, walkModule } from './walk.ts';

/**
 * Returns whether there may be something to clean.
 *
 * @param splitsDots whether dot products become products and sums
 */
export function scalarize(module: IrModule, splitsDots = true): boolean {
  const { ops } = module;
  const replacements = new Replacements(ops);
  const builder = new IrBuilder(module, true);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const code = ops.code[op]!;
    if (code === Op['f.dot'] && splitsDots) replacements.replace(op, sumOfProducts(builder, op));
    else if (isElementwise(module, op)) replacements.replace(op, split(builder, op, code));
    else return;
    module.remove(op);
  });
  replacements.release();
  return true;
}

/** Whether each component of the result is made of the same components of the operands. */
export function isElementwise({ ops }: IrModule, op: number): boolean {
  const code = ops.code[op]!;
  if (widthOf(ops.type[op]!) === 1) return false;
  if (code === Op.select || code === Op.bitcast) return true;
  const { effect } = OP_ROWS[code]!;
  if ((effect !== 'pure' && effect !== 'quad') || OP_ROWS[code]!.attribute !== 'none') return false;
  const { result, operands } = OP_RULES[code]!;
  return result?.width === 0 && operands.length > 0 && operands.every(({ width, same }) => width === 0 && !same);
}

/** One operation for each component. */
function split(builder: IrBuilder, op: number, code: number): number {
  const { ops } = builder;
  const type = ops.type[op]!;
  const operands = ops.operands(op);
  builder.goBefore(op, ops.flags[op]);
  return byComponent(builder, type, (i) => {
    const components = operands.map((value) => componentOf(builder, value, i));
    return builder.opList(code, withWidth(type, 1), components);
  });
}

/** A dot product as multiplications and additions, in order and precise, so that nothing merges them. */
function sumOfProducts(builder: IrBuilder, op: number): number {
  const { ops } = builder;
  builder.goBefore(op, ops.flags[op]! | OpFlag.precise);
  const [a, b] = [ops.a[op]!, ops.b[op]!];
  const product = (i: number) => builder.op(Op['f.mul'], F32, componentOf(builder, a, i), componentOf(builder, b, i));
  let sum = product(0);
  for (let i = 1; i < widthOf(ops.type[a]!); i++) sum = builder.op(Op['f.add'], F32, sum, product(i));
  return sum;
}
