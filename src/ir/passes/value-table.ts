/**
 * Finds operations that compute what an earlier one computed. An entry counts while its region, or one inside, is walked, so that an earlier value is
 * always visible; others are taken out where they are met.
 */
import type { IrModule } from '../module.ts';
import { INLINE_OPERANDS, NO_OP, type OpStore } from '../op-store.ts';
import { OP_ROWS } from '../ops.ts';
import { OP_FACTS, OpFact } from './op-facts.ts';
import { giveBytes, giveNumbers, takeBytes, takeNumbers, takeUnsetNumbers } from './tables.ts';

/** Whether memory that an operation reads can change while the program runs. */
function readsFixedMemory({ ops, accesses, bindings }: IrModule, op: number): boolean {
  if (OP_ROWS[ops.code[op]!]!.attribute !== 'access') return false;
  const kind = bindings[accesses[ops.extra[op]!]!.binding]?.kind;
  return kind === 'view' || kind === 'stage';
}

export class ValueTable {
  readonly #module: IrModule;
  readonly #ops: OpStore;
  /** The newest entry with each hash. */
  readonly #heads: Int32Array;
  /** The next entry with the same hash, by operation. */
  readonly #chain: Int32Array;
  readonly #mask: number;
  /** The region in which each operation was visited. */
  readonly #homes: Int32Array;
  /** Regions that are walked now. */
  readonly #isOpen: Uint8Array;
  /** Operations that read have the number of their time here. */
  readonly #epochs: Int32Array;
  readonly #count: number;
  /** Counts changes of memory. */
  epoch = 0;

  constructor(module: IrModule) {
    this.#module = module;
    this.#ops = module.ops;
    const { count } = module.ops;
    this.#count = count;
    let size = 64;
    while (size < count) size *= 2;
    this.#mask = size - 1;
    this.#heads = takeNumbers(size, NO_OP);
    this.#chain = takeUnsetNumbers(count);
    this.#epochs = takeUnsetNumbers(count);
    this.#homes = takeNumbers(count, NO_OP);
    this.#isOpen = takeBytes(module.owner.length);
  }

  /** Ends the use of the tables. */
  release(): void {
    giveNumbers(this.#heads);
    giveNumbers(this.#chain);
    giveNumbers(this.#epochs);
    giveNumbers(this.#homes);
    giveBytes(this.#isOpen);
  }

  open(region: number): void {
    this.#isOpen[region] = 1;
  }

  close(region: number): void {
    this.#isOpen[region] = 0;
  }

  /** Notes that an operation of an open region is visited. */
  visit(op: number, region: number): void {
    this.#homes[op] = region;
  }

  /** Whether an operation was visited, in a region that is open. */
  isVisible(op: number): boolean {
    if (op >= this.#count) return false;
    const home = this.#homes[op]!;
    return home !== NO_OP && this.#isOpen[home] === 1;
  }

  /** An earlier operation with the same value; {@link NO_OP} without one, and then `op`, which was visited, is entered. */
  find(op: number): number {
    const facts = OP_FACTS[this.#ops.code[op]!]!;
    if ((facts & (OpFact.merges | OpFact.mergesReads)) === 0) return NO_OP;
    const epoch = (facts & OpFact.mergesReads) !== 0 && !readsFixedMemory(this.#module, op) ? this.epoch : 0;
    const hash = this.#hash(op, epoch);
    const heads = this.#heads;
    const chain = this.#chain;
    let before = NO_OP;
    for (let other = heads[hash]!; other !== NO_OP; ) {
      const next = chain[other]!;
      if (this.#isOpen[this.#homes[other]!] === 0) {
        // Nothing can be the same as an entry of a closed region any more.
        if (before === NO_OP) heads[hash] = next;
        else chain[before] = next;
      } else {
        if (this.#epochs[other] === epoch && this.#isSame(op, other)) return other;
        before = other;
      }
      other = next;
    }
    chain[op] = heads[hash]!;
    heads[hash] = op;
    this.#epochs[op] = epoch;
    return NO_OP;
  }

  #hash(op: number, epoch: number): number {
    const ops = this.#ops;
    const arity = ops.arity[op]!;
    let hash =
      Math.imul(ops.code[op]! + (epoch << 8), 0x9e37_79b1) ^ Math.imul(ops.extra[op]! + ops.type[op]!, 0x85eb_ca6b);
    if (arity > INLINE_OPERANDS) {
      for (let i = 0; i < arity; i++) hash = Math.imul(hash ^ ops.operand(op, i), 0xc2b2_ae35) ^ (hash >>> 15);
    } else {
      // Unused columns are 0.
      hash = Math.imul(hash ^ ops.a[op]!, 0xc2b2_ae35) ^ (hash >>> 15);
      hash = Math.imul(hash ^ ops.b[op]!, 0xc2b2_ae35) ^ (hash >>> 15);
      hash = Math.imul(hash ^ ops.c[op]!, 0xc2b2_ae35) ^ (hash >>> 15);
    }
    return (hash ^ (hash >>> 16)) & this.#mask;
  }

  #isSame(op: number, other: number): boolean {
    const { code, type, extra, arity, a, b, c } = this.#ops;
    if (code[op] !== code[other] || type[op] !== type[other] || extra[op] !== extra[other]) return false;
    const count = arity[op]!;
    if (count !== arity[other]) return false;
    if (count <= INLINE_OPERANDS) return a[op] === a[other] && b[op] === b[other] && c[op] === c[other];
    for (let i = 0; i < count; i++) if (this.#ops.operand(op, i) !== this.#ops.operand(other, i)) return false;
    return true;
  }
}
