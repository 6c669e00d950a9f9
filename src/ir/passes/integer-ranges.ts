/**
 * Bounds of integers, and bits that are known, of what computes a value.
 *
 * Not for: floats (value-ranges.ts), and values that a loop changes, unless their bounds are given.
 */
import type { IrModule } from '../module.ts';
import type { OpStore } from '../op-store.ts';
import { type IrOpName, OP_NAMES, Op } from '../ops.ts';
import { I32, U32 } from '../types.ts';

/** The least and the greatest value, as signed numbers of an i32 and unsigned ones of a u32. */
export interface IntegerBounds {
  readonly low: number;
  readonly high: number;
}

export interface IntegerRange extends IntegerBounds {
  /** Bits that are 0 in any case, and those that are 1. */
  readonly zeros: number;
  readonly ones: number;
}

const LEAST = -0x8000_0000;
const GREATEST = 0x7fff_ffff;
const ALL = 0xffff_ffff;

const UNKNOWN_SIGNED: IntegerRange = { low: LEAST, high: GREATEST, zeros: 0, ones: 0 };
const UNKNOWN_UNSIGNED: IntegerRange = { low: 0, high: ALL, zeros: 0, ones: 0 };

const NONE_GIVEN: ReadonlyMap<number, IntegerBounds> = new Map();

/** The longest chain of operations that a range may come from. */
const MAX_DEPTH = 100;

/** Bounds or bits of a result, which {@link IntegerRanges} completes. */
type Found = Partial<IntegerRange> | undefined;
type RangeOf = (ranges: IntegerRanges, op: number) => Found;

/** Ranges of the scalar integers of a module, which are computed once each. */
export class IntegerRanges {
  readonly #known = new Map<number, IntegerRange>();
  #depth = 0;

  readonly ops: OpStore;

  /** @param given bounds of values that come from outside of the module */
  constructor(
    readonly module: IrModule,
    private readonly given: ReadonlyMap<number, IntegerBounds> = NONE_GIVEN,
  ) {
    this.ops = module.ops;
  }

  of(value: number): IntegerRange {
    const { ops } = this;
    const type = ops.type[value]!;
    const unknown = type === I32 ? UNKNOWN_SIGNED : UNKNOWN_UNSIGNED;
    if ((type !== I32 && type !== U32) || this.#depth === MAX_DEPTH) return unknown;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    this.#depth++;
    const range = completed(type === I32, this.given.get(value) ?? BY_CODE[ops.code[value]!]?.(this, value));
    this.#depth--;
    this.#known.set(value, range);
    return range;
  }

  /** The ranges of both operands. */
  operands(op: number): readonly [IntegerRange, IntegerRange] {
    return [this.of(this.ops.a[op]!), this.of(this.ops.b[op]!)];
  }

  isSigned(value: number): boolean {
    return this.ops.type[value] === I32;
  }
}

/** A range with the bits that its bounds have, and the bounds that its bits have. */
function completed(isSigned: boolean, found: Found): IntegerRange {
  const unknown = isSigned ? UNKNOWN_SIGNED : UNKNOWN_UNSIGNED;
  if (found === undefined) return unknown;
  let { low = unknown.low, high = unknown.high, zeros = 0, ones = 0 } = found;
  if (!(low >= unknown.low && high <= unknown.high && low <= high)) [low, high] = [unknown.low, unknown.high];
  if (!isSigned || zeros < 0 || low >= 0) {
    high = Math.min(high, ~zeros >>> 0, unknown.high);
    low = Math.max(low, ones >>> 0, 0);
    // All bits above the highest one of the greatest value are 0.
    zeros |= high === 0 ? -1 : ~(-1 >>> Math.clz32(high));
  }
  return low <= high ? { low, high, zeros, ones } : unknown;
}

const wordOf = (ops: OpStore, value: number) => (ops.code[value] === Op.const ? ops.operand(value, 0) | 0 : undefined);

/** A range of two operands. */
function binary(compute: (a: IntegerRange, b: IntegerRange) => Found): RangeOf {
  return (ranges, op) => compute(...ranges.operands(op));
}

/** Zeros at the end of words with these bits. */
function endZeros({ zeros }: IntegerRange): number {
  const last = ~zeros & -~zeros;
  return last === 0 ? 32 : 31 - Math.clz32(last);
}

/** A mask of bits at the end of a word. */
export const lowBits = (count: number) => (count >= 32 ? -1 : ~(-1 << count));

const sum = binary((a, b) => ({
  low: a.low + b.low,
  high: a.high + b.high,
  zeros: lowBits(Math.min(endZeros(a), endZeros(b))),
}));

const product = binary((a, b) => {
  const bounds = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  const zeros = lowBits(endZeros(a) + endZeros(b));
  return { low: Math.min(...bounds), high: Math.max(...bounds), zeros };
});

const extreme = (choose: (x: number, y: number) => number) =>
  binary((a, b) => ({ ...common(a, b), low: choose(a.low, b.low), high: choose(a.high, b.high) }));

/** The bits that two words have in common. */
function common(a: IntegerRange, b: IntegerRange): Pick<IntegerRange, 'zeros' | 'ones'> {
  return { zeros: a.zeros & b.zeros, ones: a.ones & b.ones };
}

/** Of shifts by a constant, the number of bits; otherwise the least and the greatest one. */
function amounts(ranges: IntegerRanges, op: number): readonly [number, number] {
  const amount = ranges.ops.b[op]!;
  const word = wordOf(ranges.ops, amount);
  if (word !== undefined) return [word & 31, word & 31];
  const { low, high } = ranges.of(amount);
  return low >= 0 && high <= 31 ? [low, high] : [0, 31];
}

const shiftLeft: RangeOf = (ranges, op) => {
  const { low, high, zeros, ones } = ranges.of(ranges.ops.a[op]!);
  const [least, greatest] = amounts(ranges, op);
  const isKnown = least === greatest;
  return {
    low: low >= 0 ? low * 2 ** least : low * 2 ** greatest,
    high: high >= 0 ? high * 2 ** greatest : high * 2 ** least,
    zeros: isKnown
      ? (zeros << least) | lowBits(least)
      : lowBits(Math.min(32, endZeros({ low, high, zeros, ones }) + least)),
    ones: isKnown ? ones << least : 0,
  };
};

const shiftRight = (isSigned: boolean): RangeOf => {
  return (ranges, op) => {
    const { low, high, zeros, ones } = ranges.of(ranges.ops.a[op]!);
    const [least, greatest] = amounts(ranges, op);
    const isKnown = least === greatest;
    return {
      low: Math.floor(low / 2 ** (low >= 0 ? greatest : least)),
      high: Math.floor(high / 2 ** (high >= 0 ? least : greatest)),
      zeros: !isKnown ? 0 : isSigned ? zeros >> least : (zeros >>> least) | ~(-1 >>> least),
      ones: !isKnown ? 0 : isSigned ? ones >> least : ones >>> least,
    };
  };
};

const and = binary((a, b) => {
  const bits = { zeros: a.zeros | b.zeros, ones: a.ones & b.ones };
  const highs = [a, b].flatMap(({ low, high }) => (low >= 0 ? [high] : []));
  return highs.length === 0 ? bits : { ...bits, low: 0, high: Math.min(...highs) };
});

/** A field of bits, without its sign. */
const field: RangeOf = ({ ops }, op) => {
  const count = wordOf(ops, ops.a[op]!);
  return count === undefined ? undefined : { low: 0, high: lowBits(count & 31) >>> 0 };
};

/** A value with some of its bits from another one. */
const insertion: RangeOf = (ranges, op) => {
  const { ops } = ranges;
  const [count, from] = [wordOf(ops, ops.operand(op, 0)), wordOf(ops, ops.operand(op, 1))];
  if (count === undefined || from === undefined) return undefined;
  const mask = lowBits(count & 31) << (from & 31);
  const [value, base] = [ranges.of(ops.operand(op, 2)), ranges.of(ops.operand(op, 3))];
  const bits = (inside: number, outside: number) => ((inside << (from & 31)) & mask) | (outside & ~mask);
  return { zeros: bits(value.zeros, base.zeros), ones: bits(value.ones, base.ones) };
};

/** Numbers of threads in their group, which has a size. */
const input: RangeOf = ({ module, ops }, op) => {
  const [x = 0, y = 0, z = 0] = module.facts.threadGroupSize ?? [];
  const element = ops.extra[op]! >> 2;
  switch (module.inputs[element]?.special) {
    case 'threadIdInGroup':
      return { low: 0, high: [x, y, z][ops.extra[op]! & 3]! - 1 };
    case 'threadIdInGroupFlattened':
      return { low: 0, high: x * y * z - 1 };
    default:
      return undefined;
  }
};

const RANGES: Readonly<Partial<Record<IrOpName, RangeOf>>> = {
  const: (ranges, op) => {
    const word = wordOf(ranges.ops, op)!;
    const number = ranges.isSigned(op) ? word : word >>> 0;
    return { low: number, high: number, zeros: ~word, ones: word };
  },
  in: input,
  bitcast: (ranges, op) => {
    const { zeros, ones, low, high } = ranges.of(ranges.ops.a[op]!);
    // Numbers that both kinds have are the same.
    return low >= 0 && high <= GREATEST ? { zeros, ones, low, high } : { zeros, ones };
  },
  select: (ranges, op) => {
    const [a, b] = [ranges.of(ranges.ops.b[op]!), ranges.of(ranges.ops.c[op]!)];
    return { ...common(a, b), low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
  },
  'i.add': sum,
  'i.neg': (ranges, op) => {
    const { low, high } = ranges.of(ranges.ops.a[op]!);
    return ranges.isSigned(op) ? { low: -high, high: -low } : undefined;
  },
  'i.mul': product,
  'i.min': extreme(Math.min),
  'i.max': extreme(Math.max),
  'u.min': extreme(Math.min),
  'u.max': extreme(Math.max),
  'i.and': and,
  'i.or': binary((a, b) => ({ zeros: a.zeros & b.zeros, ones: a.ones | b.ones })),
  'i.xor': binary((a, b) => ({
    zeros: (a.zeros & b.zeros) | (a.ones & b.ones),
    ones: (a.zeros & b.ones) | (a.ones & b.zeros),
  })),
  'i.not': (ranges, op) => {
    const { zeros, ones } = ranges.of(ranges.ops.a[op]!);
    return { zeros: ones, ones: zeros };
  },
  'i.shl': shiftLeft,
  'i.shr': shiftRight(true),
  'u.shr': shiftRight(false),
  'u.bfe': field,
  'i.bfi': insertion,
  'u.div': binary((a, b) => (b.low > 0 ? { low: Math.floor(a.low / b.high), high: Math.floor(a.high / b.low) } : {})),
  'u.mod': binary((a, b) => (b.low > 0 ? { low: 0, high: Math.min(a.high, b.high - 1) } : {})),
};

const BY_CODE: readonly (RangeOf | undefined)[] = /* @__PURE__ */ OP_NAMES.map((name) => RANGES[name]);
