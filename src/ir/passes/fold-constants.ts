/**
 * Computes pure operations whose operands are constants, with the evaluator itself, so that a constant is what the operation would give.
 *
 * Operations that Direct3D leaves inexact (`f.exp2`) get the value of base/numerics, one of those that are allowed.
 */
import { evaluatePure, LANES } from '../evaluate/evaluate-pure.ts';
import type { IrModule } from '../module.ts';
import { OP_NAMES, OP_ROWS, Op } from '../ops.ts';
import { kindOf, widthOf, wordsOf } from '../types.ts';

/** Operations that can be computed, by number: pure, without attribute, with values as operands, and without what applications bind. */
const CAN_FOLD = /* @__PURE__ */ Uint8Array.from(OP_ROWS, ({ effect, attribute, operands, code }) => {
  const isBound = OP_NAMES[code]!.startsWith('instance.') || code === Op.status;
  const isOther = operands === '' || operands === 'bits' || code === Op.pick || isBound;
  return effect === 'pure' && attribute === 'none' && !isOther ? 1 : 0;
});

/** Whether all operands of an operation that can be computed are constant. */
function isFoldable({ ops }: IrModule, op: number): boolean {
  if (CAN_FOLD[ops.code[op]!] === 0) return false;
  const count = ops.arity[op]!;
  for (let i = 0; i < count; i++) if (ops.code[ops.operand(op, i)] !== Op.const) return false;
  return count > 0;
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
