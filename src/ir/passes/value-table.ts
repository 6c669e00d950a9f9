/**
 * Finds operations that compute what an earlier one computed. Entries are of regions that enclose the current one, so that an earlier value is
 * always visible; those of a region are taken out when it ends.
 */
import type { IrModule } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { type IrEffect, OP_ROWS, Op } from '../ops.ts';

/** Whether memory that an operation reads can change while the program runs. */
function readsFixedMemory({ ops, accesses, bindings }: IrModule, op: number): boolean {
  if (OP_ROWS[ops.code[op]!]!.attribute !== 'access') return false;
  const kind = bindings[accesses[ops.extra[op]!]!.binding]?.kind;
  return kind === 'view' || kind === 'stage';
}

const MERGED: ReadonlySet<IrEffect> = new Set(['pure', 'reads', 'quad']);
/** By the number of an operation: 0 if it is never merged, 1 if always, 2 if memory must not have changed. */
const MERGING = /* @__PURE__ */ Uint8Array.from(OP_ROWS, ({ effect, code }) =>
  !MERGED.has(effect) || code === Op.undef ? 0 : effect === 'reads' ? 2 : 1,
);

export class ValueTable {
  readonly #module: IrModule;
  readonly #heads: Int32Array;
  /** The next entry with the same hash, by operation. */
  readonly #chain: Int32Array;
  readonly #mask: number;
  /** Operations of the table, in order of their entry, with their hashes. */
  readonly #entered: number[] = [];
  readonly #hashes: number[] = [];
  /** Counts changes of memory; operations that read have the number of their time. */
  readonly #epochs: Int32Array;
  epoch = 0;

  constructor(module: IrModule) {
    this.#module = module;
    const { count } = module.ops;
    let size = 64;
    while (size < count) size *= 2;
    this.#mask = size - 1;
    this.#heads = new Int32Array(size).fill(NO_OP);
    this.#chain = new Int32Array(2 * count + 64);
    this.#epochs = new Int32Array(2 * count + 64);
  }

  /** Where the table is: give it to {@link restore} at the end of a region. */
  get size(): number {
    return this.#entered.length;
  }

  restore(size: number): void {
    while (this.#entered.length > size) {
      const op = this.#entered.pop()!;
      this.#heads[this.#hashes.pop()!] = this.#chain[op]!;
    }
  }

  /** An earlier operation with the same value; {@link NO_OP} without one, and then `op` is entered. */
  find(op: number): number {
    const { ops } = this.#module;
    const code = ops.code[op]!;
    const merging = MERGING[code]!;
    if (merging === 0 || op >= this.#chain.length) return NO_OP;
    const epoch = merging === 2 && !readsFixedMemory(this.#module, op) ? this.epoch : 0;
    const hash = this.#hash(op, epoch);
    for (let other = this.#heads[hash]!; other !== NO_OP; other = this.#chain[other]!)
      if (this.#epochs[other] === epoch && this.#isSame(op, other)) return other;
    this.#chain[op] = this.#heads[hash]!;
    this.#epochs[op] = epoch;
    this.#heads[hash] = op;
    this.#entered.push(op);
    this.#hashes.push(hash);
    return NO_OP;
  }

  #hash(op: number, epoch: number): number {
    const { ops } = this.#module;
    const count = ops.arity[op]!;
    let hash =
      Math.imul(ops.code[op]! + 31 * epoch, 0x9e37_79b1) ^ Math.imul(ops.extra[op]! + ops.type[op]!, 0x85eb_ca6b);
    for (let i = 0; i < count; i++) hash = Math.imul(hash ^ ops.operand(op, i), 0xc2b2_ae35) ^ (hash >>> 15);
    return (hash ^ (hash >>> 16)) & this.#mask;
  }

  #isSame(a: number, b: number): boolean {
    const { ops } = this.#module;
    if (ops.code[a] !== ops.code[b] || ops.type[a] !== ops.type[b] || ops.extra[a] !== ops.extra[b]) return false;
    const count = ops.arity[a]!;
    if (count !== ops.arity[b]) return false;
    for (let i = 0; i < count; i++) if (ops.operand(a, i) !== ops.operand(b, i)) return false;
    return true;
  }
}
