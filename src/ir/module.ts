/**
 * A program in the IR: declarations, functions, regions and operations.
 *
 * A function has one region; `if`, `switch`, `loop` and `block` have nested regions. A region is a list of operations
 * that ends with a terminator. A value can be used after its operation, in its region and in those inside.
 */
import type {
  IrAccess,
  IrBinding,
  IrElement,
  IrFacts,
  IrFunctionKind,
  IrRange,
  IrStage,
  IrVariable,
} from './declarations.ts';
import { NO_OP, OpStore } from './op-store.ts';
import { Op } from './ops.ts';
import type { IrType } from './types.ts';

export interface IrFunction {
  readonly kind: IrFunctionKind;
  readonly name: string;
  /** How often a fork or join phase runs. */
  readonly instances: number;
  readonly region: number;
  /** Types of the values that `return` has. */
  readonly results: readonly IrType[];
}

/** The values for which a region of a switch is entered. */
export interface IrCase {
  readonly values: readonly number[];
  readonly isDefault: boolean;
  /** The tokens of its labels, that of `default` last. */
  readonly at?: readonly number[];
}

/** An access that reads `binding` without anything else. */
export function accessOf(binding: number, rest: Partial<Omit<IrAccess, 'binding'>> = {}): IrAccess {
  const { sampler = -1, offsets = [0, 0, 0], channel = 0 } = rest;
  const { hasClamp = false, isIndexed = false, isSamplerIndexed = false } = rest;
  return { binding, sampler, offsets, channel, hasClamp, isIndexed, isSamplerIndexed };
}

function isSameAccess(a: IrAccess, b: IrAccess): boolean {
  return (
    a.binding === b.binding &&
    a.sampler === b.sampler &&
    a.offsets.every((offset, i) => offset === b.offsets[i]) &&
    a.channel === b.channel &&
    a.hasClamp === b.hasClamp &&
    a.isIndexed === b.isIndexed &&
    a.isSamplerIndexed === b.isSamplerIndexed
  );
}

const NO_WORDS = /* @__PURE__ */ new Uint32Array(0);

export class IrModule {
  readonly bindings: IrBinding[] = [];
  readonly inputs: IrElement[] = [];
  readonly outputs: IrElement[] = [];
  readonly inputRanges: IrRange[] = [];
  readonly outputRanges: IrRange[] = [];
  readonly variables: IrVariable[] = [];
  readonly accesses: IrAccess[] = [];
  readonly functions: IrFunction[] = [];
  /** Rows of the immediate constant buffer, four words each. */
  immediateConstants: Uint32Array = NO_WORDS;
  readonly ops: OpStore;

  /** First and last operation of each region, and the construct that has it ({@link NO_OP}: a function). */
  readonly first: number[] = [];
  readonly last: number[] = [];
  readonly owner: number[] = [];
  readonly cases: (IrCase | undefined)[] = [];

  /** The newest access with a hash, and for each access the one before it. */
  readonly #newestAccess = new Map<number, number>();
  readonly #accessBefore: number[] = [];

  constructor(
    readonly stage: IrStage,
    public facts: IrFacts,
    ops: OpStore = new OpStore(),
  ) {
    this.ops = ops;
  }

  /** Whether there may be constructs: regions that are not those of functions. */
  get hasConstructs(): boolean {
    return this.owner.length > this.functions.length;
  }

  /** A new empty region. */
  addRegion(owner: number, cases?: IrCase): number {
    this.first.push(NO_OP);
    this.last.push(NO_OP);
    this.owner.push(owner);
    this.cases.push(cases);
    return this.first.length - 1;
  }

  /** The number of an access; equal ones have the same. */
  accessNumber(access: IrAccess): number {
    const { binding, sampler, offsets, channel } = access;
    const offset = offsets[0] ^ (offsets[1] << 8) ^ (offsets[2] << 16);
    const hash = Math.imul(Math.imul(binding ^ (sampler << 12), 31) ^ offset ^ (channel << 24), 0x9e37_79b1);
    let number = this.#newestAccess.get(hash) ?? -1;
    while (number >= 0 && !isSameAccess(this.accesses[number]!, access)) number = this.#accessBefore[number]!;
    if (number >= 0) return number;
    number = this.accesses.push(access) - 1;
    this.#accessBefore[number] = this.#newestAccess.get(hash) ?? -1;
    this.#newestAccess.set(hash, number);
    return number;
  }

  /** Puts an operation at the end of a region. */
  append(region: number, op: number): void {
    const { ops } = this;
    const last = this.last[region]!;
    ops.region[op] = region;
    ops.prev[op] = last;
    ops.next[op] = NO_OP;
    if (last === NO_OP) this.first[region] = op;
    else ops.next[last] = op;
    this.last[region] = op;
  }

  /** Puts an operation before another one. */
  insertBefore(next: number, op: number): void {
    const { ops } = this;
    const region = ops.region[next]!;
    const before = ops.prev[next]!;
    ops.region[op] = region;
    ops.prev[op] = before;
    ops.next[op] = next;
    ops.prev[next] = op;
    if (before === NO_OP) this.first[region] = op;
    else ops.next[before] = op;
  }

  /** Takes an operation out of its region. */
  remove(op: number): void {
    const { ops } = this;
    const region = ops.region[op]!;
    const before = ops.prev[op]!;
    const after = ops.next[op]!;
    if (before === NO_OP) this.first[region] = after;
    else ops.next[before] = after;
    if (after === NO_OP) this.last[region] = before;
    else ops.prev[after] = before;
    ops.region[op] = NO_OP;
  }

  /**
   * Gives the memory of the operations to the next module. This module must not be used any more. Only worth it where
   * many are made; without it the memory is garbage with the module.
   */
  release(): void {
    this.ops.release();
    this.first.length = 0;
    this.last.length = 0;
    this.owner.length = 0;
    this.functions.length = 0;
  }

  /** The regions of a construct: they have numbers one after the other. */
  regionCount(op: number): number {
    const first = this.ops.extra[op]!;
    let count = 0;
    while (this.owner[first + count] === op) count++;
    return count;
  }
}

/** The results of a construct or call, in order. */
export function resultsOf({ ops }: IrModule, owner: number): number[] {
  const list: number[] = [];
  for (let op = ops.next[owner]!; op !== NO_OP && ops.code[op] === Op.result && ops.a[op] === owner; op = ops.next[op]!)
    list.push(op);
  return list;
}

/** Whether an operation is in a region, or in a construct that is there. */
export function isInRegion({ ops, owner }: IrModule, op: number, region: number): boolean {
  let at = ops.region[op]!;
  while (at !== region && owner[at] !== NO_OP) at = ops.region[owner[at]!]!;
  return at === region;
}

/** Whether an operation is inside of a loop of its function. */
export function isInLoop({ ops, owner }: IrModule, op: number): boolean {
  for (let at = owner[ops.region[op]!]!; at !== NO_OP; at = owner[ops.region[at]!]!)
    if (ops.code[at] === Op.loop) return true;
  return false;
}

/** The parameters of a region, in order. */
export function parametersOf({ ops, first }: IrModule, region: number): number[] {
  const list: number[] = [];
  for (let op = first[region]!; op !== NO_OP && ops.code[op] === Op.param; op = ops.next[op]!) list.push(op);
  return list;
}

/** The region whose parameters `continue` gives: the second one of a loop, or its body where that is empty. */
export function continueRegion({ ops, first }: IrModule, loop: number): number {
  const body = ops.extra[loop]!;
  return first[body + 1] === NO_OP ? body : body + 1;
}

export function typesOf({ ops }: IrModule, values: readonly number[]): IrType[] {
  return values.map((value) => ops.type[value]!);
}

/** Whether all components of a vector are one component of another value, or one constant. */
export function isRepeated({ ops }: IrModule, value: number): boolean {
  const code = ops.code[value]!;
  const count = ops.arity[value]!;
  if (count < 2 || (code !== Op.pick && code !== Op.const)) return false;
  const first = ops.operand(value, 0);
  for (let i = 1; i < count; i++) if (ops.operand(value, i) !== first) return false;
  return true;
}

/**
 * Whether the first two operands are the same value. A square of zero is zero by itself, so that it needs no rule of
 * Direct3D 9.
 */
function isSquare({ ops }: IrModule, op: number): boolean {
  return ops.operand(op, 0) === ops.operand(op, 1);
}

/**
 * Whether a product of Direct3D 9 equals the product of other languages: a square, or a product with a finite constant
 * without zero components.
 *
 * @param isExact whether zeros have the sign of Direct3D 9, which a product with a constant may change
 */
export function isNativeProduct(module: IrModule, op: number, isExact: boolean): boolean {
  const { ops } = module;
  if (isSquare(module, op)) return true;
  return !isExact && (isFiniteFactor(module, ops.operand(op, 0)) || isFiniteFactor(module, ops.operand(op, 1)));
}

const EXPONENT = 0x7f80_0000;

function isFiniteFactor({ ops }: IrModule, value: number): boolean {
  if (ops.code[value] !== Op.const) return false;
  for (let i = 0; i < ops.arity[value]!; i++) {
    const exponent = ops.operand(value, i) & EXPONENT;
    // Subnormal numbers are zeros.
    if (exponent === 0 || exponent === EXPONENT) return false;
  }
  return true;
}
