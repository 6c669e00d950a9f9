/**
 * Computes pure operations whose operands are constants, with the evaluator itself, so that a constant equals the
 * result of the operation. Undefined operands are 0, as in emitted code: a compiler that evaluates `1.0 / 0.0` may
 * reject it.
 *
 * Operations that Direct3D leaves inexact (`f.exp2`) get the value of base/numerics, one of those that are allowed.
 */
import { evaluatePure } from '../evaluate/evaluate-pure.ts';
import type { IrModule } from '../module.ts';
import { INLINE_OPERANDS, type OpStore } from '../op-store.ts';
import { Op } from '../ops.ts';

const { const: CONST, bitcast: BITCAST, undef: UNDEF } = Op;

/** Whether all operands of an operation are constant or undefined. A cast of an undefined value is one, too. */
function isFoldable(ops: OpStore, op: number): boolean {
  const { code } = ops;
  const count = ops.arity[op]!;
  if (count === 0 || (code[op] === BITCAST && code[ops.a[op]!] === UNDEF)) return false;
  if (count > INLINE_OPERANDS) {
    for (let i = 0; i < count; i++) if (!isKnown(code[ops.operand(op, i)]!)) return false;
    return true;
  }
  if (!isKnown(code[ops.a[op]!]!)) return false;
  return (count < 2 || isKnown(code[ops.b[op]!]!)) && (count < 3 || isKnown(code[ops.c[op]!]!));
}

function isKnown(code: number): boolean {
  return code === CONST || code === UNDEF;
}

/** Makes `op`, an operation that folds ({@link OP_FACTS}), a constant if its operands are. */
export function foldConstants({ ops }: IrModule, op: number): boolean {
  if (!isFoldable(ops, op)) return false;
  const value = ops.a[op]!;
  // The common case needs no evaluator: the words stay.
  if (ops.code[op] === BITCAST && ops.arity[value] === 1) ops.a[op] = ops.a[value]!;
  else ops.setOperands(op, evaluatePure(ops, op));
  ops.code[op] = CONST;
  return true;
}
