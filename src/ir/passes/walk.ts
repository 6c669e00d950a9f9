/** Walks over modules, and tables that passes share. */
import { IrBuilder } from '../builder.ts';
import { resultsOf } from '../carried.ts';
import type { IrModule } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { isConstruct, OP_ROWS, Op } from '../ops.ts';

/** Calls `visit` for each operation of a region and of those inside, in order. It may remove the operation, or insert others before it. */
export function walkRegion(
  module: IrModule,
  region: number,
  visit: (op: number) => void,
  leave?: (region: number) => void,
): void {
  const { ops } = module;
  for (let op = module.first[region]!; op !== NO_OP; ) {
    const next = ops.next[op]!;
    visit(op);
    if (ops.region[op] !== NO_OP && isConstruct(ops.code[op]!)) {
      const first = ops.extra[op]!;
      const count = module.regionCount(op);
      for (let i = first; i < first + count; i++) walkRegion(module, i, visit, leave);
    }
    op = next;
  }
  leave?.(region);
}

/** The same for all functions. */
export function walkModule(module: IrModule, visit: (op: number) => void, leave?: (region: number) => void): void {
  for (const { region } of module.functions) walkRegion(module, region, visit, leave);
}

/** By the number of an operation: how far its operands are shifted to be values; -1 for other operands. */
const OPERAND_SHIFTS = /* @__PURE__ */ Int8Array.from(OP_ROWS, ({ operands }) =>
  operands === 'bits' || operands === 'owner' ? -1 : operands === 'refs' ? 2 : 0,
);

/** What values are replaced by. */
export class Replacements {
  readonly #by: Int32Array;

  /** @param count operations of the module; later ones have no replacement */
  constructor(count: number) {
    this.#by = new Int32Array(count).fill(NO_OP);
  }

  replace(op: number, by: number): void {
    this.#by[op] = by;
  }

  /** The value that is used instead of `op`. */
  of(op: number): number {
    const by = this.#by;
    if (op >= by.length || by[op] === NO_OP) return op;
    let value = op;
    while (value < by.length && by[value] !== NO_OP) {
      const next = by[value]!;
      // Paths are halved, so that long ones are walked once.
      if (next < by.length && by[next] !== NO_OP) by[value] = by[next]!;
      value = next;
    }
    return value;
  }

  /** Replaces the operands of an operation. */
  resolve({ ops }: IrModule, op: number): void {
    const shift = OPERAND_SHIFTS[ops.code[op]!]!;
    if (shift < 0) return;
    const count = ops.arity[op]!;
    for (let i = 0; i < count; i++) {
      const operand = ops.operand(op, i);
      const value = operand >> shift;
      const by = this.of(value);
      if (by !== value) ops.setOperand(op, i, shift > 0 ? (by << 2) | (operand & 3) : by);
    }
  }
}

/** The jumps of each construct, in order. */
export class Jumps {
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor(module: IrModule) {
    const { ops } = module;
    this.#first = new Int32Array(ops.count).fill(NO_OP);
    this.#next = new Int32Array(ops.count).fill(NO_OP);
    walkModule(module, (op) => {
      const code = ops.code[op]!;
      if (code !== Op.exit && code !== Op.continue && code !== Op.repeat) return;
      const target = ops.extra[op]!;
      this.#next[op] = this.#first[target]!;
      this.#first[target] = op;
    });
  }

  /** Calls `visit` for each jump to `target` of one code. */
  forEach({ ops }: IrModule, target: number, code: number, visit: (jump: number) => void): void {
    for (let op = this.#first[target]!; op !== NO_OP; op = this.#next[op]!)
      if (ops.code[op] === code && ops.region[op] !== NO_OP) visit(op);
  }

  /** How many exits a construct has. */
  exits(module: IrModule, target: number): number {
    let count = 0;
    this.forEach(module, target, Op.exit, () => count++);
    return count;
  }
}

/** A builder whose operations come before `op`, with its token. */
export function builderBefore(module: IrModule, op: number): IrBuilder {
  const builder = new IrBuilder(module);
  builder.region = module.ops.region[op]!;
  builder.before = op;
  builder.at = module.ops.at[op]!;
  return builder;
}

/** Moves the operations of a region but its terminator before `place`, and returns the terminator. The region is empty then. */
export function spliceBefore(module: IrModule, region: number, place: number): number {
  const { ops } = module;
  const end = module.last[region]!;
  for (let op = module.first[region]!; op !== NO_OP && op !== end; ) {
    const next = ops.next[op]!;
    module.remove(op);
    if (ops.code[op] !== Op.param) module.insertBefore(place, op);
    op = next;
  }
  return end;
}

/** Removes a construct with its results. */
export function removeConstruct(module: IrModule, op: number): void {
  for (const result of resultsOf(module, op)) module.remove(result);
  module.remove(op);
}

/** Takes values out of the operands of jumps: those whose numbers are not in `kept`. */
export function keepOperands({ ops }: IrModule, op: number, kept: readonly number[]): void {
  ops.setOperands(
    op,
    kept.map((i) => ops.operand(op, i)),
  );
}

/** Numbers the results of a construct or the parameters of a region again. */
export function renumber(module: IrModule, values: readonly number[]): void {
  for (const [i, value] of values.entries()) module.ops.extra[value] = i;
}
