/**
 * Builds a module as IrBuilder does, and computes operations on constants at once: an index of an array, the condition
 * of a loop or a branch is known as soon as it is lowered.
 */
import { IrBuilder } from '../../ir/builder.ts';
import { Op } from '../../ir/ops.ts';
import { foldConstants } from '../../ir/passes/fold-constants.ts';
import { OP_FACTS, OpFact } from '../../ir/passes/op-facts.ts';
import type { IrType } from '../../ir/types.ts';

export class FoldingBuilder extends IrBuilder {
  override op(code: number, type: IrType, a?: number, b?: number, c?: number): number {
    return this.#folded(super.op(code, type, a, b, c));
  }

  override opList(code: number, type: IrType, operands: ArrayLike<number>, extra = 0): number {
    return this.#folded(super.opList(code, type, operands, extra));
  }

  override shared(code: number, type: IrType, arity: number, a: number, b = 0, c = 0, extra = 0): number {
    return this.#folded(super.shared(code, type, arity, a, b, c, extra));
  }

  #folded(op: number): number {
    const code = this.ops.code[op]!;
    if ((OP_FACTS[code]! & OpFact.folds) !== 0 && code !== Op.pick) foldConstants(this.module, op);
    return op;
  }

  /** The first word of a constant; undefined for another operation. */
  knownWord(op: number): number | undefined {
    return this.ops.code[op] === Op.const ? this.ops.operand(op, 0) : undefined;
  }
}
