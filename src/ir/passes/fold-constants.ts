/**
 * Computes pure operations whose operands are constants, with the evaluator itself, so that a constant is what the operation would give.
 *
 * Operations that Direct3D leaves inexact (`f.exp2`) get the value of base/numerics, one of those that are allowed.
 */
import { evaluatePure, LANES } from '../evaluate/evaluate-pure.ts';
import type { IrModule } from '../module.ts';
import { OP_ROWS, Op } from '../ops.ts';
import { kindOf, widthOf, wordsOf } from '../types.ts';

/** Whether an operation can be computed: pure, without attribute, all operands constant. */
function isFoldable({ ops }: IrModule, op: number): boolean {
  const row = OP_ROWS[ops.code[op]!]!;
  const count = ops.arity[op]!;
  if (row.effect !== 'pure' || row.attribute !== 'none' || count === 0 || row.operands === 'bits') return false;
  if (ops.code[op] === Op.status || ops.code[op] === Op.pick) return false;
  for (let i = 0; i < count; i++) if (ops.code[ops.operand(op, i)] !== Op.const) return false;
  return true;
}

/** Makes `op` a constant if it can be computed. */
export function foldConstants(module: IrModule, op: number): boolean {
  if (!isFoldable(module, op)) return false;
  const { ops } = module;
  const type = ops.type[op]!;
  const operands = ops.operands(op).map((value) => ({ type: ops.type[value]!, words: ops.operands(value) }));
  const words = evaluatePure(ops.code[op]!, type, operands);
  const count = widthOf(type) * wordsOf(kindOf(type));
  ops.code[op] = Op.const;
  ops.setOperands(
    op,
    Array.from({ length: count }, (_, i) => words[i * LANES]! | 0),
  );
  return true;
}
