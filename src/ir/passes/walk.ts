/** Walks over modules, and tables that passes share.  */
import { getOrInsert } from '../../base/collections.ts';
import { IrBuilder } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { INLINE_OPERANDS, NO_OP, type OpStore } from '../op-store.ts';
import { isConstruct, Op } from '../ops.ts';
import { OP_FACTS, OpFact, valuesOf } from './op-facts.ts';

/** Entries of tables that are reused; larger ones are garbage-collected after their pass. */
const MAX_REUSED = 2 ** 20;
/** Tables of each sort that are reused: more than any pass has at once. */
const MAX_TABLES = 8;
const MIN_LENGTH = 1024;

const numberTables: Int32Array[] = [];
const byteTables: Uint8Array[] = [];

/** A table of at least `length` numbers, the first `length` of them `value`. */
export function takeNumbers(length: number, value: number): Int32Array {
  return takeUnsetNumbers(length).fill(value, 0, length);
}

/** Returns a table for a pass that sets each number before it reads it: the numbers are not initialized. */
export function takeUnsetNumbers(length: number): Int32Array {
  return taken(numberTables, length) ?? new Int32Array(roundedUp(length));
}

/** A table of at least `length` bytes, the first `length` of them 0. */
export function takeBytes(length: number): Uint8Array {
  const table = taken(byteTables, length) ?? new Uint8Array(roundedUp(length));
  return table.fill(0, 0, length);
}

/** Gives a table back, which may be another one's now. */
export function giveNumbers(table: Int32Array): void {
  if (table.length <= MAX_REUSED && numberTables.length < MAX_TABLES) numberTables.push(table);
}

export function giveBytes(table: Uint8Array): void {
  if (table.length <= MAX_REUSED && byteTables.length < MAX_TABLES) byteTables.push(table);
}

/** The last table, if it is long enough; a shorter one is dropped, so that they grow with the programs. */
function taken<Table extends { readonly length: number }>(tables: Table[], length: number): Table | undefined {
  const table = tables.pop();
  return table !== undefined && table.length >= length ? table : undefined;
}

function roundedUp(length: number): number {
  let size = MIN_LENGTH;
  while (size < length) size *= 2;
  return size;
}

/**
 * Calls `visit` for each operation of a region and of those inside, in order. It may remove the operation, or insert
 * others before it.
 */
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

export function walkModule(module: IrModule, visit: (op: number) => void, leave?: (region: number) => void): void {
  for (const { region } of module.functions) walkRegion(module, region, visit, leave);
}

/** The operations that use each value. */
export type Users = ReadonlyMap<number, ReadonlySet<number>>;

/** Finds the users of all values. */
export function usersOf(module: IrModule): Users {
  const users = new Map<number, Set<number>>();
  walkModule(module, (op) => {
    for (const value of valuesOf(module.ops, op)) getOrInsert(users, value, () => new Set()).add(op);
  });
  return users;
}

export class Replacements {
  readonly #by: Int32Array;
  readonly #count: number;
  readonly #followed: Map<number, number> | undefined;

  /** @param count the operations that may be replaced; later ones have no replacement */
  constructor({ count: all, followed }: OpStore, count = all) {
    this.#count = count;
    this.#followed = followed;
    this.#by = takeNumbers(count, NO_OP);
  }

  /** Ends the use of the table. */
  release(): void {
    giveNumbers(this.#by);
  }

  replace(op: number, by: number): void {
    this.#by[op] = by;
    this.#followed?.set(op, by);
  }

  /** The value that is used instead of `op`. */
  of(op: number): number {
    return op >= this.#count || this.#by[op] === NO_OP ? op : this.#end(op);
  }

  /** The end of a path, which is halved, so that long ones are walked once. */
  #end(op: number): number {
    const by = this.#by;
    const count = this.#count;
    let value = op;
    while (value < count && by[value] !== NO_OP) {
      const next = by[value]!;
      if (next < count && by[next] !== NO_OP) by[value] = by[next]!;
      value = next;
    }
    return value;
  }

  /** Replaces the operands of an operation. */
  resolve({ ops }: IrModule, op: number): void {
    this.resolveOperands(ops, op, OP_FACTS[ops.code[op]!]!);
  }

  /**
   * Replaces the operands of an operation with the given facts ({@link OP_FACTS}). Returns whether any operand was
   * replaced.
   */
  resolveOperands(ops: OpStore, op: number, facts: number): boolean {
    if ((facts & (OpFact.values | OpFact.refs)) === 0) return false;
    const shift = (facts & OpFact.refs) === 0 ? 0 : 2;
    const arity = ops.arity[op]!;
    if (arity > INLINE_OPERANDS) {
      const start = ops.a[op]!;
      let isChanged = false;
      for (let i = start; i < start + arity; i++) {
        const operand = ops.pool[i]!;
        const resolved = this.#resolved(operand, shift);
        if (resolved === operand) continue;
        ops.pool[i] = resolved;
        isChanged = true;
      }
      return isChanged;
    }
    if (arity === 0) return false;
    const a = ops.a[op]!;
    const b = ops.b[op]!;
    const c = ops.c[op]!;
    const x = this.#resolved(a, shift);
    const y = arity > 1 ? this.#resolved(b, shift) : b;
    const z = arity > 2 ? this.#resolved(c, shift) : c;
    if (x === a && y === b && z === c) return false;
    ops.a[op] = x;
    ops.b[op] = y;
    ops.c[op] = z;
    return true;
  }

  #resolved(operand: number, shift: number): number {
    const value = operand >> shift;
    if (value >= this.#count || this.#by[value] === NO_OP) return operand;
    const by = this.#end(value);
    return shift > 0 ? (by << 2) | (operand & 3) : by;
  }
}

/** Jumps by the construct that they leave or repeat. */
export class Jumps {
  readonly #module: IrModule;
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  /** Without jumps. */
  constructor(module: IrModule) {
    this.#module = module;
    // Only constructs have jumps.
    const count = module.hasConstructs ? module.ops.count : 0;
    this.#first = takeNumbers(count, NO_OP);
    this.#next = takeUnsetNumbers(count);
  }

  /** Returns the jumps of a module, in the order of their regions. */
  static of(module: IrModule): Jumps {
    const jumps = new Jumps(module);
    const { ops, last } = module;
    for (let region = last.length - 1; region >= 0; region--) {
      const op = last[region]!;
      if (op !== NO_OP && ops.region[op] === region && (OP_FACTS[ops.code[op]!]! & OpFact.jump) !== 0) jumps.add(op);
    }
    return jumps;
  }

  /** Ends the use of the tables. */
  release(): void {
    giveNumbers(this.#first);
    giveNumbers(this.#next);
  }

  /** Puts a jump before the others with its target. */
  add(jump: number): void {
    const target = this.#module.ops.extra[jump]!;
    this.#next[jump] = this.#first[target]!;
    this.#first[target] = jump;
  }

  /** The first jump to `target` of one code; {@link NO_OP} without. */
  firstOf(target: number, code: number): number {
    return this.#skip(this.#first[target]!, code);
  }

  /** The next jump of the same target and code. */
  nextOf(jump: number, code: number): number {
    return this.#skip(this.#next[jump]!, code);
  }

  #skip(start: number, code: number): number {
    const { ops } = this.#module;
    let jump = start;
    while (jump !== NO_OP && (ops.code[jump] !== code || ops.region[jump] === NO_OP)) jump = this.#next[jump]!;
    return jump;
  }
}

/** A builder whose operations come before `op`, with its token. */
export function builderBefore(module: IrModule, op: number): IrBuilder {
  const builder = new IrBuilder(module);
  builder.goBefore(op);
  return builder;
}

/**
 * Moves the operations of a region except its terminator before the operation `position`, and returns the terminator.
 * The region is empty then.
 */
export function spliceBefore(module: IrModule, region: number, position: number): number {
  const { ops } = module;
  const end = module.last[region]!;
  for (let op = module.first[region]!; op !== NO_OP && op !== end; ) {
    const next = ops.next[op]!;
    module.remove(op);
    if (ops.code[op] !== Op.param) module.insertBefore(position, op);
    op = next;
  }
  return end;
}

/** Takes the operations of a region, and of those inside, out of the module. */
export function dropRegion(module: IrModule, region: number): void {
  const { ops, first, last } = module;
  for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
    if (isConstruct(ops.code[op]!)) {
      const start = ops.extra[op]!;
      const count = module.regionCount(op);
      for (let i = start; i < start + count; i++) dropRegion(module, i);
    }
    ops.region[op] = NO_OP;
  }
  first[region] = NO_OP;
  last[region] = NO_OP;
}

/** Removes operands of a jump whose indices are not in `indices`. */
export function keepOperands({ ops }: IrModule, op: number, indices: readonly number[]): void {
  ops.setOperands(
    op,
    indices.map((i) => ops.operand(op, i)),
  );
}

/** Numbers the results of a construct or the parameters of a region again. */
export function renumber(module: IrModule, values: readonly number[]): void {
  for (const [i, value] of values.entries()) module.ops.extra[value] = i;
}
