/**
 * Bounds of floats, and floats without a fraction, as Microsoft's compiler knows them of what computes a value (source:
 * oracle). A value that is not a number has no bounds: only fast arithmetic may use them.
 *
 * Not for: integers, and values that a loop changes.
 */
import type { IrModule } from '../module.ts';
import type { OpStore } from '../op-store.ts';
import { type IrOpName, OP_NAMES, Op } from '../ops.ts';
import { F32 } from '../types.ts';
import { numberOf } from './op-facts.ts';

export interface ValueRange {
  readonly low: number;
  readonly high: number;
  /** Whether all numbers of the range that the value may have are integers. */
  readonly isIntegral: boolean;
  /** Whether the value is a number even where what it is computed of is not one. */
  readonly isNumber: boolean;
  /** Whether the operations that compute the value make something that is not a number of some numbers. */
  readonly mayBeNone: boolean;
}

const UNKNOWN: ValueRange = {
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  isIntegral: false,
  isNumber: false,
  mayBeNone: false,
};
const NOT_NEGATIVE: ValueRange = { ...UNKNOWN, low: 0 };
const UNIT: ValueRange = { ...UNKNOWN, low: -1, high: 1 };

/** The longest chain of operations that a range may come from. */
const MAX_DEPTH = 100;

/** The range of a result from those of its operands. */
type RangeOf = (ranges: ValueRanges, op: number) => ValueRange;

/** Ranges of the values of a module, which are computed once each. */
export class ValueRanges {
  readonly ops: OpStore;
  readonly #known = new Map<number, ValueRange>();
  #depth = 0;
  /** The ranges of the values that leave constructs. */
  readonly #results = new Map<number, (ValueRange | undefined)[]>();

  constructor({ ops }: IrModule) {
    this.ops = ops;
  }

  of(value: number): ValueRange {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    if (this.#depth === MAX_DEPTH) return UNKNOWN;
    this.#depth++;
    const range = this.ops.type[value] === F32 ? (BY_CODE[this.ops.code[value]!]?.(this, value) ?? UNKNOWN) : UNKNOWN;
    this.#depth--;
    this.#known.set(value, range);
    return range;
  }

  /** Notes the values of a jump that leaves its construct. */
  leave(exit: number): void {
    const { ops } = this;
    const construct = ops.extra[exit]!;
    const ranges = this.#results.get(construct) ?? [];
    this.#results.set(construct, ranges);
    for (let i = 0; i < ops.arity[exit]!; i++) {
      const value = ops.operand(exit, i);
      if (ops.code[value] !== Op.undef) ranges[i] = union(ranges[i] ?? this.of(value), this.of(value));
    }
  }

  /** The range of a result of a construct whose jumps were noted. */
  ofResult(construct: number, number: number): ValueRange {
    return this.#results.get(construct)?.[number] ?? UNKNOWN;
  }
}

function union(a: ValueRange, b: ValueRange): ValueRange {
  return {
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
    isIntegral: a.isIntegral && b.isIntegral,
    isNumber: a.isNumber && b.isNumber,
    mayBeNone: a.mayBeNone || b.mayBeNone,
  };
}

/** The range between two bounds of what is computed of `a` and `b`, rounded as results are. */
function between(low: number, high: number, a: ValueRange, b: ValueRange): ValueRange {
  const isIntegral = a.isIntegral && b.isIntegral;
  const mayBeNone = a.mayBeNone || b.mayBeNone;
  if (!(low <= high)) return { ...UNKNOWN, isIntegral, mayBeNone };
  const hasBounds = Number.isFinite(low) && Number.isFinite(high);
  return {
    low: Math.fround(low),
    high: Math.fround(high),
    isIntegral,
    isNumber: hasBounds && a.isNumber && b.isNumber,
    mayBeNone,
  };
}

function sum(a: ValueRange, b: ValueRange): ValueRange {
  return between(a.low + b.low, a.high + b.high, a, b);
}

function product(a: ValueRange, b: ValueRange): ValueRange {
  const bounds = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  // 0 times infinity is 0 here: a bound may be infinite, the values are not.
  const numbers = bounds.map((bound) => (Number.isNaN(bound) ? 0 : bound));
  return between(Math.min(...numbers), Math.max(...numbers), a, b);
}

function square(a: ValueRange): ValueRange {
  const { low, high } = magnitude(a);
  return between(low * low, high * high, a, a);
}

function magnitude(a: ValueRange): ValueRange {
  const { low, high } = a;
  if (low >= 0) return a;
  if (high <= 0) return negative(a);
  return { ...a, low: 0, high: Math.max(-low, high) };
}

const negative = (a: ValueRange): ValueRange => ({ ...a, low: -a.high, high: -a.low });

/** A range of one operand. */
function unary(compute: (a: ValueRange) => ValueRange): RangeOf {
  return (ranges, op) => compute(ranges.of(ranges.ops.a[op]!));
}

/** A range of two operands. */
function binary(compute: (a: ValueRange, b: ValueRange) => ValueRange): RangeOf {
  return (ranges, op) => compute(ranges.of(ranges.ops.a[op]!), ranges.of(ranges.ops.b[op]!));
}

const rounded = (round: (x: number) => number) =>
  unary((a) => ({ ...a, low: round(a.low), high: round(a.high), isIntegral: true }));

/** The range of a minimum or a maximum, which is a number where one operand is. */
const extreme = (choose: (x: number, y: number) => number) =>
  binary((a, b) => ({
    low: choose(a.low, b.low),
    high: choose(a.high, b.high),
    isIntegral: a.isIntegral && b.isIntegral,
    isNumber: a.isNumber || b.isNumber,
    mayBeNone: a.mayBeNone && b.mayBeNone,
  }));

const INTEGERS: ValueRange = { ...UNKNOWN, isIntegral: true, isNumber: true };

/** The bounds that a function has for all operands. */
const bounded = (range: ValueRange) => unary(({ mayBeNone }) => ({ ...range, mayBeNone }));

/** The greatest number below 1. */
const BELOW_ONE = 1 - 2 ** -24;

/** The sum of products of the components of two vectors. */
const dot: RangeOf = (ranges, op) => {
  const { ops } = ranges;
  const [x, y] = [componentsOf(ops, ops.a[op]!), componentsOf(ops, ops.b[op]!)];
  if (x === undefined || y === undefined) return ops.a[op] === ops.b[op] ? NOT_NEGATIVE : UNKNOWN;
  return x
    .map((ref, i) => {
      if (ref === y[i]) return (ref & 3) === 0 ? square(ranges.of(ref >> 2)) : NOT_NEGATIVE;
      return product(ranges.of(ref >> 2), ranges.of(y[i]! >> 2));
    })
    .reduce(sum);
};

function componentsOf(ops: OpStore, vector: number): number[] | undefined {
  return ops.code[vector] === Op.pick ? ops.operands(vector) : undefined;
}

const RANGES: Readonly<Partial<Record<IrOpName, RangeOf>>> = {
  const: ({ ops }, op) => {
    const number = numberOf(ops, op)!;
    if (Number.isNaN(number)) return UNKNOWN;
    return { low: number, high: number, isIntegral: Number.isInteger(number), isNumber: true, mayBeNone: false };
  },
  select: (ranges, op) => union(ranges.of(ranges.ops.b[op]!), ranges.of(ranges.ops.c[op]!)),
  result: (ranges, op) => ranges.ofResult(ranges.ops.a[op]!, ranges.ops.extra[op]!),
  'f.add': binary(sum),
  'f.mul': (ranges, op) => {
    const [a, b] = [ranges.ops.a[op]!, ranges.ops.b[op]!];
    return a === b ? square(ranges.of(a)) : product(ranges.of(a), ranges.of(b));
  },
  'f.min': extreme(Math.min),
  'f.max': extreme(Math.max),
  'f.sat': unary(({ low, high, isIntegral }) => ({
    low: Math.min(Math.max(low, 0), 1),
    high: Math.min(Math.max(high, 0), 1),
    isIntegral,
    isNumber: true,
    mayBeNone: false,
  })),
  'f.neg': unary(negative),
  'f.abs': unary(magnitude),
  'f.frc': unary(({ low, high }) => ({
    ...UNKNOWN,
    low: 0,
    high: BELOW_ONE,
    mayBeNone: !Number.isFinite(low) || !Number.isFinite(high),
  })),
  'f.div': () => ({ ...UNKNOWN, mayBeNone: true }),
  'f.log2': () => ({ ...UNKNOWN, mayBeNone: true }),
  'f.floor': rounded(Math.floor),
  'f.ceil': rounded(Math.ceil),
  'f.trunc': rounded(Math.trunc),
  'f.rne': unary((a) => ({ ...a, low: Math.floor(a.low), high: Math.ceil(a.high), isIntegral: true })),
  'f.sqrt': unary(({ low, high, mayBeNone }) => ({
    ...NOT_NEGATIVE,
    high: Math.fround(Math.sqrt(Math.max(0, high))),
    mayBeNone: mayBeNone || low < 0,
  })),
  'f.rsq': bounded(NOT_NEGATIVE),
  'f.exp2': bounded(NOT_NEGATIVE),
  'f.sin': bounded(UNIT),
  'f.cos': bounded(UNIT),
  'f.dot': dot,
  'cvt.i2f': () => INTEGERS,
  'cvt.u2f': () => ({ ...INTEGERS, low: 0 }),
};

const BY_CODE: readonly (RangeOf | undefined)[] = /* @__PURE__ */ OP_NAMES.map((name) => RANGES[name]);
