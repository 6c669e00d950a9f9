/**
 * Computes pure operations whose operands are constants, with the evaluator itself, so that a constant is what the operation would give.
 *
 * Operations that Direct3D leaves inexact (`f.exp2`) get the value of base/numerics, one of those that are allowed.
 */
import { evaluatePure, LANES } from '../evaluate/evaluate-pure.ts';
import type { IrModule } from '../module.ts';
import { INLINE_OPERANDS } from '../op-store.ts';
import { Op } from '../ops.ts';
import { kindOf, widthOf, wordsOf } from '../types.ts';

/** Whether all operands of an operation are constant. */
function isFoldable({ ops }: IrModule, op: number): boolean {
  const { code } = ops;
  const count = ops.arity[op]!;
  if (count === 0 || count > INLINE_OPERANDS)
    return count > 0 && ops.operands(op).every((one) => code[one] === Op.const);
  if (code[ops.a[op]!] !== Op.const) return false;
  return (count < 2 || code[ops.b[op]!] === Op.const) && (count < 3 || code[ops.c[op]!] === Op.const);
}

/** Makes `op`, an operation that folds ({@link OP_FACTS}), a constant if its operands are. */
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
