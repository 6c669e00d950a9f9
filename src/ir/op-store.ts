/**
 * Operations in columns: one typed array a property, so that a program of 50,000 operations takes some 40 bytes each and passes read
 * only what they need (objects take three times as much memory and eight times as long, measured).
 *
 * An operation is a number, and its value is that number. Operations of a region are a list (`prev`, `next`). Numbers are never used again,
 * so columns of a pass can be indexed by them.
 *
 * Not for: what is allowed (verify.ts).
 */
import type { IrType } from './types.ts';

/** No operation, no region. */
export const NO_OP = -1;

/** The operands that are in columns; longer lists are in the pool. */
export const INLINE_OPERANDS = 3;
const INITIAL = 256;

export class OpStore {
  /** Operations so far, removed ones too. */
  count = 0;
  code = new Uint16Array(INITIAL);
  type = new Uint8Array(INITIAL);
  flags = new Uint8Array(INITIAL);
  /** Number of operands. */
  arity = new Uint16Array(INITIAL);
  /** Index of the token that the operation is from. */
  at = new Uint32Array(INITIAL);
  /** Up to three operands; with more of them `a` is where they start in the pool. */
  a = new Int32Array(INITIAL);
  b = new Int32Array(INITIAL);
  c = new Int32Array(INITIAL);
  /** The attribute that the row says. */
  extra = new Int32Array(INITIAL);
  prev = new Int32Array(INITIAL);
  next = new Int32Array(INITIAL);
  /** The region that the operation is in; {@link NO_OP} if it was removed. */
  region = new Int32Array(INITIAL);

  pool = new Int32Array(INITIAL);
  poolCount = 0;

  /** Empties the store; its memory is used again. */
  reset(): void {
    this.count = 0;
    this.poolCount = 0;
  }

  /** Adds an operation that is in no region yet. */
  add(code: number, type: IrType, arity: number, a: number, b: number, c: number, extra: number): number {
    const op = this.count;
    if (op === this.code.length) this.#grow();
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

  /** Adds an operation with any number of operands. */
  addList(code: number, type: IrType, operands: ArrayLike<number>, extra: number): number {
    const op = this.add(code, type, 0, 0, 0, 0, extra);
    this.setOperands(op, operands);
    return op;
  }

  /** Operand `i` of an operation: another operation or, as the row says, bits (`const`) or a component of one (`pick`). */
  operand(op: number, i: number): number {
    if (this.arity[op]! > INLINE_OPERANDS) return this.pool[this.a[op]! + i]!;
    return (i === 0 ? this.a : i === 1 ? this.b : this.c)[op]!;
  }

  setOperand(op: number, i: number, value: number): void {
    if (this.arity[op]! > INLINE_OPERANDS) this.pool[this.a[op]! + i] = value;
    else (i === 0 ? this.a : i === 1 ? this.b : this.c)[op] = value;
  }

  /** Replaces all operands. */
  setOperands(op: number, operands: ArrayLike<number>): void {
    const { length } = operands;
    const wasLong = this.arity[op]! > INLINE_OPERANDS;
    if (length > INLINE_OPERANDS) {
      if (!wasLong || this.arity[op]! < length) {
        this.#reserve(length);
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

  /** All operands, as a new array. For tests, printing and rare operations. */
  operands(op: number): number[] {
    return Array.from({ length: this.arity[op]! }, (_, i) => this.operand(op, i));
  }

  #reserve(words: number): void {
    if (this.poolCount + words <= this.pool.length) return;
    const pool = new Int32Array(2 * (this.poolCount + words));
    pool.set(this.pool);
    this.pool = pool;
  }

  #grow(): void {
    const size = 2 * this.code.length;
    this.code = grown(this.code, new Uint16Array(size));
    this.type = grown(this.type, new Uint8Array(size));
    this.flags = grown(this.flags, new Uint8Array(size));
    this.arity = grown(this.arity, new Uint16Array(size));
    this.at = grown(this.at, new Uint32Array(size));
    this.a = grown(this.a, new Int32Array(size));
    this.b = grown(this.b, new Int32Array(size));
    this.c = grown(this.c, new Int32Array(size));
    this.extra = grown(this.extra, new Int32Array(size));
    this.prev = grown(this.prev, new Int32Array(size));
    this.next = grown(this.next, new Int32Array(size));
    this.region = grown(this.region, new Int32Array(size));
  }
}

function grown<Column extends { set(from: Column): void }>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
