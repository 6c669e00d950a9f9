/**
 * Operations in columns: one typed array a property, so that a program of 50,000 operations takes some 40 bytes each
 * and passes read only what they need (objects take three times as much memory and eight times as long, measured).
 *
 * An operation is a number, and its value is that number. Operations of a region are a list (`prev`, `next`). Numbers
 * are never used again, so columns of a pass can be indexed by them.
 *
 * Not for: what is allowed (verify.ts).
 */
import type { IrType } from './types.ts';

/** No operation, no region. */
export const NO_OP = -1;

/** The operands that are in columns; longer lists are in the pool. */
export const INLINE_OPERANDS = 3;
/** The most operands of an operation. */
export const MAX_OPERANDS = 0xffff;
const INITIAL = 256;
/** Words of the pool at first. */
const POOL = 64;
/** Bytes of an operation: eight columns of four bytes, two of two, two of one. */
const BYTES = 38;

/**
 * Columns for a number of operations, in one piece of memory: making one costs much less than making twelve (measured).
 */
interface Columns {
  readonly size: number;
  readonly code: Uint16Array;
  readonly type: Uint8Array;
  readonly flags: Uint8Array;
  readonly arity: Uint16Array;
  readonly at: Uint32Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly c: Int32Array;
  readonly extra: Int32Array;
  readonly prev: Int32Array;
  readonly next: Int32Array;
  readonly region: Int32Array;
  /** Lists of operands that are too long for columns. */
  pool: Int32Array;
}

/** @param size a multiple of four */
function columnsOf(size: number): Columns {
  const memory = new ArrayBuffer(BYTES * size);
  const words = (i: number) => new Int32Array(memory, 4 * size * i, size);
  return {
    size,
    at: new Uint32Array(memory, 0, size),
    a: words(1),
    b: words(2),
    c: words(3),
    extra: words(4),
    prev: words(5),
    next: words(6),
    region: words(7),
    code: new Uint16Array(memory, 32 * size, size),
    arity: new Uint16Array(memory, 34 * size, size),
    type: new Uint8Array(memory, 36 * size, size),
    flags: new Uint8Array(memory, 37 * size, size),
    pool: new Int32Array(POOL),
  };
}

/** Columns of stores that were released, the longest last: making them costs more than filling them (measured). */
const released: Columns[] = [];
/** How many sets of columns are reused, and for how many operations each; others are garbage-collected. */
const MAX_RELEASED = 2;
const MAX_RELEASED_SIZE = 2 ** 15;

/** Returns columns for at least `size` operations, not initialized. */
function takeColumns(size: number): Columns {
  const longest = released.at(-1);
  if (longest === undefined || longest.size < size) return columnsOf((size + 3) & ~3);
  released.pop();
  return longest;
}

function giveColumns(columns: Columns): void {
  if (columns.size === 0 || columns.size > MAX_RELEASED_SIZE) return;
  let at = released.push(columns) - 1;
  for (; at > 0 && released[at - 1]!.size > columns.size; at--) released[at] = released[at - 1]!;
  released[at] = columns;
  if (released.length > MAX_RELEASED) released.shift();
}

const NOTHING = columnsOf(0);

export class OpStore {
  #columns!: Columns;
  /** Those before the store grew: a pass may still read them. */
  readonly #outgrown: Columns[] = [];
  /** Operations so far, removed ones too. */
  count = 0;
  code!: Uint16Array;
  type!: Uint8Array;
  flags!: Uint8Array;
  arity!: Uint16Array;
  /** Index of the token that the operation is from. */
  at!: Uint32Array;
  /** Up to three operands; with more of them `a` is where they start in the pool. */
  a!: Int32Array;
  b!: Int32Array;
  c!: Int32Array;
  /** The attribute that the row says. */
  extra!: Int32Array;
  prev!: Int32Array;
  next!: Int32Array;
  /** The region that the operation is in; {@link NO_OP} if it was removed. */
  region!: Int32Array;

  pool: Int32Array;
  poolCount = 0;
  /** The operations that passes replace and what replaces them, where the compiler follows them. */
  followed: Map<number, number> | undefined;

  /** @param capacity initial capacity in operations; the store grows as needed */
  constructor(capacity = INITIAL) {
    const columns = takeColumns(Math.max(capacity, 1));
    this.#use(columns);
    this.pool = columns.pool;
  }

  /** Gives the memory to the next store. This one is empty then, and must not be used any more. */
  release(): void {
    for (const columns of this.#outgrown.splice(0)) giveColumns(columns);
    this.#columns.pool = this.pool;
    giveColumns(this.#columns);
    this.#use(NOTHING);
    this.pool = NOTHING.pool;
    this.count = 0;
    this.poolCount = 0;
    this.followed = undefined;
  }

  /** Adds an operation that is in no region yet. */
  add(code: number, type: IrType, arity: number, a: number, b: number, c: number, extra: number): number {
    const op = this.count;
    if (op === this.code.length) this.#grow(2 * op);
    this.count = op + 1;
    this.code[op] = code;
    this.type[op] = type;
    this.flags[op] = 0;
    this.arity[op] = arity;
    this.at[op] = 0;
    this.a[op] = a;
    this.b[op] = b;
    this.c[op] = c;
    this.extra[op] = extra;
    this.region[op] = NO_OP;
    return op;
  }

  addList(code: number, type: IrType, operands: ArrayLike<number>, extra: number): number {
    const op = this.add(code, type, 0, 0, 0, 0, extra);
    this.setOperands(op, operands);
    return op;
  }

  /**
   * Operand `i` of an operation: another operation or, as the row says, bits (`const`) or a component of one (`pick`).
   */
  operand(op: number, i: number): number {
    if (this.arity[op]! > INLINE_OPERANDS) return this.pool[this.a[op]! + i]!;
    return (i === 0 ? this.a : i === 1 ? this.b : this.c)[op]!;
  }

  setOperand(op: number, i: number, value: number): void {
    if (this.arity[op]! > INLINE_OPERANDS) this.pool[this.a[op]! + i] = value;
    else (i === 0 ? this.a : i === 1 ? this.b : this.c)[op] = value;
  }

  setOperands(op: number, operands: ArrayLike<number>): void {
    const { length } = operands;
    const wasLong = this.arity[op]! > INLINE_OPERANDS;
    if (length > INLINE_OPERANDS) {
      if (!wasLong || this.arity[op]! < length) {
        this.#reservePool(length);
        this.a[op] = this.poolCount;
        this.poolCount += length;
      }
      this.arity[op] = length;
      const start = this.a[op]!;
      for (let i = 0; i < length; i++) this.pool[start + i] = operands[i]!;
      return;
    }
    this.arity[op] = length;
    this.a[op] = length > 0 ? operands[0]! : 0;
    this.b[op] = length > 1 ? operands[1]! : 0;
    this.c[op] = length > 2 ? operands[2]! : 0;
  }

  /** Replaces an operation by another one, with up to three operands. Type, attribute and position stay. */
  change(op: number, code: number, arity: number, a: number, b: number, c = 0): void {
    this.code[op] = code;
    this.arity[op] = arity;
    this.a[op] = a;
    this.b[op] = b;
    this.c[op] = c;
  }

  /** All operands, as a new array. For tests, printing and rare operations. */
  operands(op: number): number[] {
    const list: number[] = [];
    for (let i = 0; i < this.arity[op]!; i++) list.push(this.operand(op, i));
    return list;
  }

  #reservePool(words: number): void {
    if (this.poolCount + words <= this.pool.length) return;
    const pool = new Int32Array(2 * (this.poolCount + words));
    pool.set(this.pool);
    this.pool = pool;
  }

  /** Reserves space for more operations at once. */
  reserve(operations: number): void {
    const size = this.count + operations;
    if (size > this.code.length) this.#grow((size + 3) & ~3);
  }

  #grow(size: number): void {
    const old = this.#columns;
    const columns = takeColumns(size);
    columns.code.set(old.code);
    columns.type.set(old.type);
    columns.flags.set(old.flags);
    columns.arity.set(old.arity);
    columns.at.set(old.at);
    columns.a.set(old.a);
    columns.b.set(old.b);
    columns.c.set(old.c);
    columns.extra.set(old.extra);
    columns.prev.set(old.prev);
    columns.next.set(old.next);
    columns.region.set(old.region);
    this.#use(columns);
    // This store keeps its pool, so the old columns get the other one: two stores would share one pool later.
    old.pool = columns.pool;
    this.#outgrown.push(old);
  }

  #use(columns: Columns): void {
    this.#columns = columns;
    this.code = columns.code;
    this.type = columns.type;
    this.flags = columns.flags;
    this.arity = columns.arity;
    this.at = columns.at;
    this.a = columns.a;
    this.b = columns.b;
    this.c = columns.c;
    this.extra = columns.extra;
    this.prev = columns.prev;
    this.next = columns.next;
    this.region = columns.region;
  }
}
