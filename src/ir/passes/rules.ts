/**
 * Exact simplifications of operations: a rule returns a value that can replace an operation, or changes the operation
 * in place. Nothing is reordered, and no rule changes a NaN, the sign of a zero or a subnormal number.
 */
import { refOf } from '../builder.ts';
import { type IrModule, isRepeated } from '../module.ts';
import { NO_OP, type OpStore } from '../op-store.ts';
import { type IrOpName, OP_NAMES, Op } from '../ops.ts';
import { BOOL, isSameType, Kind, kindOf, U32, widthOf, withWidth } from '../types.ts';
import { recast } from './op-facts.ts';
import { builderBefore } from './walk.ts';

/** The value that replaces `op`; `op` itself if it was changed in place; {@link NO_OP} if it stays. */
type Rule = (module: IrModule, op: number) => number;

/** Whether a value is the constant `word` in all components. */
function isConstant(ops: OpStore, value: number, word: number): boolean {
  if (ops.code[value] !== Op.const) return false;
  for (let i = 0; i < ops.arity[value]!; i++) if (ops.operand(value, i) !== word) return false;
  return true;
}

/** The value without casts that keep its bits. */
export function uncast(ops: OpStore, value: number): number {
  return ops.code[value] === Op.bitcast ? ops.a[value]! : value;
}

/** The condition that a word of all ones or zeros is made of; {@link NO_OP} for other values. */
function maskedCondition(ops: OpStore, value: number): number {
  const mask = uncast(ops, value);
  return ops.code[mask] === Op.mask ? ops.a[mask]! : NO_OP;
}

const bitcast: Rule = (module, op) => {
  const { ops } = module;
  const operand = ops.a[op]!;
  const a = uncast(ops, operand);
  ops.a[op] = a;
  if (isSameType(ops.type[a]!, ops.type[op]!)) return a;
  if (ops.code[a] === Op.undef) {
    ops.code[op] = Op.undef;
    ops.setOperands(op, []);
    return op;
  }
  const chosen = castChoice(module, op);
  if (chosen !== NO_OP) return chosen;
  return a === operand ? NO_OP : op;
};

/**
 * A cast of a choice between values that need none, or of a vector that repeats it, is a choice; {@link NO_OP} for
 * other casts.
 */
function castChoice(module: IrModule, op: number): number {
  const { ops } = module;
  const a = ops.a[op]!;
  const repeated = ops.code[a] === Op.pick && isRepeated(module, a) ? ops.operand(a, 0) : undefined;
  const choice = repeated === undefined ? a : repeated >> 2;
  const kind = kindOf(ops.type[op]!);
  const [b, c] = [ops.b[choice]!, ops.c[choice]!];
  if (ops.code[choice] !== Op.select || !needsNoCast(ops, b, kind) || !needsNoCast(ops, c, kind)) return NO_OP;
  const builder = builderBefore(module, op);
  const type = withWidth(ops.type[op]!, widthOf(ops.type[choice]!));
  const value = builder.op(Op.select, type, ops.a[choice]!, recast(builder, kind, b), recast(builder, kind, c));
  if (repeated === undefined) return value;
  return builder.pick(Array<number>(widthOf(ops.type[op]!)).fill(refOf(value, repeated & 3)));
}

/** Whether a value becomes another kind without a cast: it is constant, or a cast itself. */
function needsNoCast({ code, type, a }: OpStore, value: number, kind: number): boolean {
  return code[value] === Op.const || (code[value] === Op.bitcast && kindOf(type[a[value]!]!) === kind);
}

const pick: Rule = ({ ops }, op) => {
  const count = ops.arity[op]!;
  let constants = 0;
  let undefinedOnes = 0;
  let isComplete = true;
  let isChanged = false;
  for (let i = 0; i < count; i++) {
    let ref = ops.operand(op, i);
    if (ops.code[ref >> 2] === Op.pick) {
      ref = ops.operand(ref >> 2, ref & 3);
      ops.setOperand(op, i, ref);
      isChanged = true;
    }
    const code = ops.code[ref >> 2]!;
    if (code === Op.const) constants++;
    else if (code === Op.undef) undefinedOnes++;
  }
  const source = ops.operand(op, 0) >> 2;
  for (let i = 0; i < count; i++) isComplete &&= ops.operand(op, i) === ((source << 2) | i);
  if (isComplete && widthOf(ops.type[source]!) === count) return source;
  if (constants === count && kindOf(ops.type[op]!) !== Kind.f64) {
    const words = ops.operands(op).map((ref) => ops.operand(ref >> 2, ref & 3));
    ops.code[op] = Op.const;
    ops.setOperands(op, words);
    return op;
  }
  if (undefinedOnes === count) {
    ops.code[op] = Op.undef;
    ops.setOperands(op, []);
    return op;
  }
  return isChanged ? op : NO_OP;
};

const select: Rule = ({ ops }, op) => {
  const condition = ops.a[op]!;
  const [b, c] = [ops.b[op]!, ops.c[op]!];
  if (b === c) return b;
  if (ops.code[condition] === Op.const) return ops.a[condition] !== 0 ? b : c;
  const isNot = ops.code[condition] === Op['i.not'];
  if (isNot) {
    ops.a[op] = ops.a[condition]!;
    ops.b[op] = c;
    ops.c[op] = b;
  }
  if (kindOf(ops.type[op]!) === Kind.bool && isConstant(ops, ops.b[op]!, 1) && isConstant(ops, ops.c[op]!, 0))
    return ops.a[op]!;
  return isNot ? op : NO_OP;
};

/** A comparison of a mask with 0 is its condition, or the opposite. */
function compareWithZero(isEqual: boolean): Rule {
  return (module, op) => {
    const { ops } = module;
    const isSecond = isConstant(ops, ops.b[op]!, 0);
    if (!isSecond && !isConstant(ops, ops.a[op]!, 0)) return NO_OP;
    const condition = maskedCondition(ops, isSecond ? ops.a[op]! : ops.b[op]!);
    if (condition === NO_OP) return NO_OP;
    return isEqual ? builderBefore(module, op).op(Op['i.not'], BOOL, condition) : condition;
  };
}

/** Bitwise operations of masks are operations of their conditions. */
function ofMasks(module: IrModule, op: number): number {
  const { ops } = module;
  const a = maskedCondition(ops, ops.a[op]!);
  const b = maskedCondition(ops, ops.b[op]!);
  if (a === NO_OP || b === NO_OP) return NO_OP;
  const builder = builderBefore(module, op);
  const mask = builder.op(Op.mask, U32, builder.op(ops.code[op]!, BOOL, a, b));
  return builder.as(kindOf(ops.type[op]!), mask);
}

const and: Rule = (module, op) => {
  const { ops } = module;
  const [a, b] = [ops.a[op]!, ops.b[op]!];
  if (a === b) return a;
  const ones = kindOf(ops.type[op]!) === Kind.bool ? 1 : -1;
  for (const [value, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (isConstant(ops, value, ones)) return other;
    if (isConstant(ops, value, 0)) return value;
    const condition = ops.code[value] === Op.const ? maskedCondition(ops, other) : NO_OP;
    if (condition === NO_OP) continue;
    const builder = builderBefore(module, op);
    return builder.op(Op.select, ops.type[op]!, condition, value, builder.constant(ops.type[op]!, 0));
  }
  return ofMasks(module, op);
};

const or: Rule = (module, op) => {
  const { ops } = module;
  const [a, b] = [ops.a[op]!, ops.b[op]!];
  if (a === b || isConstant(ops, b, 0)) return a;
  if (isConstant(ops, a, 0)) return b;
  const ones = kindOf(ops.type[op]!) === Kind.bool ? 1 : -1;
  if (isConstant(ops, a, ones)) return a;
  if (isConstant(ops, b, ones)) return b;
  return ofMasks(module, op);
};

const xor: Rule = (module, op) => {
  const { ops } = module;
  if (isConstant(ops, ops.b[op]!, 0)) return ops.a[op]!;
  if (isConstant(ops, ops.a[op]!, 0)) return ops.b[op]!;
  return ofMasks(module, op);
};

/** Comparisons whose opposite is a comparison; those of floats by order are not, because of NaN. */
const OPPOSITES: readonly (readonly [IrOpName, IrOpName])[] = [
  ['f.eq', 'f.ne'],
  ['i.eq', 'i.ne'],
  ['i.lt', 'i.ge'],
  ['u.lt', 'u.ge'],
  ['d.eq', 'd.ne'],
];
const OPPOSITE: ReadonlyMap<number, number> = new Map(
  OPPOSITES.flatMap(([a, b]) => [
    [Op[a], Op[b]],
    [Op[b], Op[a]],
  ]),
);

const not: Rule = (module, op) => {
  const { ops } = module;
  const a = ops.a[op]!;
  if (ops.code[a] === Op['i.not']) return ops.a[a]!;
  const opposite = OPPOSITE.get(ops.code[a]!);
  if (opposite !== undefined) {
    ops.code[op] = opposite;
    ops.setOperands(op, ops.operands(a));
    const by = RULES_BY_CODE[opposite]?.(module, op) ?? NO_OP;
    return by === NO_OP ? op : by;
  }
  const condition = maskedCondition(ops, a);
  if (condition === NO_OP) return NO_OP;
  const builder = builderBefore(module, op);
  return builder.as(kindOf(ops.type[op]!), builder.op(Op.mask, U32, builder.op(Op['i.not'], BOOL, condition)));
};

/** `x op word` is `x`; `isCommutative`: `word op x`, too. */
function neutral(word: number, isCommutative: boolean): Rule {
  return ({ ops }, op) => {
    if (isConstant(ops, ops.b[op]!, word)) return ops.a[op]!;
    return isCommutative && isConstant(ops, ops.a[op]!, word) ? ops.b[op]! : NO_OP;
  };
}

/** An operation that does nothing to the result of one of `others`. */
function absorbed(others: readonly IrOpName[]): Rule {
  const codes = new Set(others.map((name) => Op[name]));
  return ({ ops }, op) => (codes.has(ops.code[ops.a[op]!]!) ? ops.a[op]! : NO_OP);
}

const addNothing = neutral(0, true);

/** A number and its negation are 0. */
const addIntegers: Rule = (module, op) => {
  const { ops } = module;
  const [a, b] = [ops.a[op]!, ops.b[op]!];
  const isNegation = (one: number, other: number) => ops.code[one] === Op['i.neg'] && ops.a[one] === other;
  return isNegation(a, b) || isNegation(b, a) ? becomeConstant(ops, op, () => 0) : addNothing(module, op);
};

/** Operations whose results have no subnormal numbers. */
const FLUSHED: readonly IrOpName[] = [
  'f.flush',
  'f.add',
  'f.mul',
  'f.mad',
  'f.sat',
  'f.frc',
  'f.floor',
  'f.ceil',
  'f.trunc',
  'f.rne',
  'f.mul9',
  'f.mad9',
  'cvt.i2f',
  'cvt.u2f',
];

/** A known row of immediate constants is a constant; outside of them it is 0. */
const immediate: Rule = ({ ops, immediateConstants }, op) => {
  const row = ops.a[op]!;
  if (ops.code[row] !== Op.const) return NO_OP;
  const isInside = ops.a[row]! >>> 0 < immediateConstants.length >> 2;
  const first = 4 * ops.a[row]! + (ops.extra[op]! & 3);
  return becomeConstant(ops, op, (i) => (isInside ? immediateConstants[first + i]! : 0));
};

/**
 * A known row after the end of a constant buffer is 0. Files of Direct3D 9 have no end here: their sizes are known
 * later.
 */
const constants: Rule = ({ ops, bindings }, op) => {
  const row = ops.a[op]!;
  const { size = 0, file } = bindings[ops.extra[op]! >> 2]!;
  const isOutside = ops.code[row] === Op.const && file === undefined && size > 0 && ops.a[row]! >>> 0 >= size;
  return isOutside ? becomeConstant(ops, op, () => 0) : NO_OP;
};

function becomeConstant(ops: OpStore, op: number, word: (component: number) => number): number {
  const words = Array.from({ length: widthOf(ops.type[op]!) }, (_, i) => word(i));
  ops.code[op] = Op.const;
  ops.extra[op] = 0;
  ops.setOperands(op, words);
  return op;
}

/** No unsigned number is less than 0. */
function compareUnsigned(isAlways: boolean): Rule {
  return ({ ops }, op) => (isConstant(ops, ops.b[op]!, 0) ? becomeConstant(ops, op, () => Number(isAlways)) : NO_OP);
}

const RULES: Readonly<Partial<Record<IrOpName, Rule>>> = {
  bitcast,
  pick,
  select,
  'i.ne': compareWithZero(false),
  'i.eq': compareWithZero(true),
  'i.and': and,
  'i.or': or,
  'i.xor': xor,
  'u.lt': compareUnsigned(false),
  'u.ge': compareUnsigned(true),
  'i.not': not,
  'i.add': addIntegers,
  'i.sub': neutral(0, false),
  'i.mul': neutral(1, true),
  'i.shl': neutral(0, false),
  'i.shr': neutral(0, false),
  'u.shr': neutral(0, false),
  'f.neg': ({ ops }, op) => (ops.code[ops.a[op]!] === Op['f.neg'] ? ops.a[ops.a[op]!]! : NO_OP),
  'f.abs': ({ ops }, op) => {
    const a = ops.a[op]!;
    const isNegated = ops.code[a] === Op['f.neg'];
    if (isNegated) ops.a[op] = ops.a[a]!;
    if (ops.code[ops.a[op]!] === Op['f.abs']) return ops.a[op]!;
    return isNegated ? op : NO_OP;
  },
  'f.flush': absorbed(FLUSHED),
  'f.sat': absorbed(['f.sat']),
  'icb.load': immediate,
  'cb.load': constants,
};

export const RULES_BY_CODE: readonly (Rule | undefined)[] = OP_NAMES.map((name) => RULES[name]);
