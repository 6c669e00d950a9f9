/**
 * Builds a module as IrBuilder does, and computes operations on constants at once: an index of an array, the condition
 * of a loop or a branch is known as soon as it is lowered.
 */
import { IrBuilder } from '../../ir/builder.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { OP_NAMES, OP_ROWS, Op } from '../../ir/ops.ts';
import { foldConstants } from '../../ir/passes/fold-constants.ts';
import { OP_FACTS, OpFact } from '../../ir/passes/op-facts.ts';
import { RULES_BY_CODE } from '../../ir/passes/rules.ts';
import { type IrType, Kind, kindOf } from '../../ir/types.ts';
import type { Tokens } from '../syntax/tree.ts';

const NOTED: readonly number[] = [
  Op['buf.put'],
  Op['buf.load'],
  Op['buf.store.raw'],
  Op['buf.store'],
  Op['img.store'],
  Op.barrier,
  Op['instance.table'],
];

/** Operations whose tokens are noted: memory that changes, barriers, and what pixels compute together. */
const WITH_SPAN = /* @__PURE__ */ OP_ROWS.map(
  ({ effect }, code) => effect === 'quad' || NOTED.includes(code) || OP_NAMES[code]!.startsWith('atomic.'),
);

/** Effects that only end pixels, or that are those of this thread alone. */
const INNER_EFFECTS: readonly number[] = [Op.discard, Op.barrier, Op['var.store']];
const HAS_SIDE_EFFECTS = /* @__PURE__ */ OP_ROWS.map(
  ({ effect }, code) => effect === 'writes' && !INNER_EFFECTS.includes(code),
);

export class FoldingBuilder extends IrBuilder {
  /** Operations so far that others can see. */
  sideEffects = 0;
  /** The tokens of what is built. */
  span: Tokens = { first: 0, last: 0 };
  /** Stores that write unchanged components back, with those that the program writes. */
  readonly partialStores = new Set<number>();
  /** Whether stores are such ones. */
  isPartial = false;
  /** The tokens of these operations. */
  readonly spans = new Map<number, Tokens>();

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
    if (HAS_SIDE_EFFECTS[code] === true) this.sideEffects++;
    if (WITH_SPAN[code] === true) {
      this.spans.set(op, this.span);
      if (this.isPartial) this.partialStores.add(op);
    }
    if ((OP_FACTS[code]! & OpFact.folds) !== 0 && code !== Op.pick) foldConstants(this.module, op);
    if (code === Op['u.lt'] || code === Op['u.ge']) RULES_BY_CODE[code]!(this.module, op);
    // One side of a condition may be enough to know it.
    const isLogic = (code === Op['i.and'] || code === Op['i.or']) && kindOf(this.ops.type[op]!) === Kind.bool;
    if (!isLogic || this.ops.code[op] !== code) return op;
    const by = RULES_BY_CODE[code]!(this.module, op);
    return by === NO_OP ? op : by;
  }

  /** The first word of a constant; undefined for another operation. */
  knownWord(op: number): number | undefined {
    return this.ops.code[op] === Op.const ? this.ops.operand(op, 0) : undefined;
  }
}
