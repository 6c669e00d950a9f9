/**
 * Simplifications of integers as Microsoft's compiler does them (source: oracle, for small expressions): constants of
 * chains are joined, equal terms of sums merged, products and quotients by powers of two become shifts and masks, and
 * shifts with masks fields of bits. All are exact, but for `x / x`, which is 1 for 0, too.
 *
 * Not for: floats (fast-math.ts), integers of models 1 to 3, which are floats there.
 */
import type { OpStore } from '../op-store.ts';
import { Op } from '../ops.ts';
import { I32, Kind, kindOf, U32 } from '../types.ts';
import { type IntegerRange, lowBits } from './integer-ranges.ts';
import { extremeOfChoice, type MathContext, type MathRule, type MathRules, made, madeAs } from './math-rule.ts';
import { recast } from './op-facts.ts';
import { uncast } from './rules.ts';

/** The word of a constant; undefined for other values. */
function wordOf(ops: OpStore, value: number): number | undefined {
  const constant = uncast(ops, value);
  return ops.code[constant] === Op.const ? ops.operand(constant, 0) | 0 : undefined;
}

/** A constant with the type of the operation. */
function word({ ops, op, builder }: MathContext, value: number): number {
  return builder().constant(ops.type[op]!, value | 0);
}

/** A value as one of the kind that the operation has. */
function same({ ops, op, builder }: MathContext, value: number): number {
  const kind = kindOf(ops.type[op]!);
  return kindOf(ops.type[value]!) === kind ? value : recast(builder(), kind, value);
}

/** An operation whose operands have its kind. */
function madeOf(context: MathContext, code: number, ...operands: number[]): number {
  return made(context, code, ...operands.map((operand) => same(context, operand)));
}

/** A shift by a constant number of bits. */
function shifted(context: MathContext, code: number, value: number, bits: number): number {
  return made(context, code, same(context, value), context.builder().constant(U32, bits));
}

interface WithConstant {
  readonly word: number;
  readonly other: number;
}

/** The constant among two operands, and the other one. */
function constantOperand(ops: OpStore, op: number): WithConstant | undefined {
  const [a, b] = [ops.a[op]!, ops.b[op]!];
  const second = wordOf(ops, b);
  if (second !== undefined) return { word: second, other: a };
  const first = wordOf(ops, a);
  return first === undefined ? undefined : { word: first, other: b };
}

/** {@link constantOperand} of a value that `code` computes, and of its casts. */
function constantIn(ops: OpStore, value: number, code: number): WithConstant | undefined {
  const inner = uncast(ops, value);
  return ops.code[inner] === code ? constantOperand(ops, inner) : undefined;
}

/** A shift by a constant, and its casts. */
function shiftIn(
  ops: OpStore,
  value: number,
  code: number,
): { readonly bits: number; readonly value: number } | undefined {
  const inner = uncast(ops, value);
  if (ops.code[inner] !== code) return undefined;
  const bits = wordOf(ops, ops.b[inner]!);
  return bits === undefined ? undefined : { bits: bits & 31, value: ops.a[inner]! };
}

const isPowerOfTwo = (number: number) => number > 0 && (number & (number - 1)) === 0;
const logarithm = (power: number) => 31 - Math.clz32(power);

/** How many bits a mask has that has all its bits at the end; undefined for other masks. */
function lengthOfMask(mask: number): number | undefined {
  return mask !== 0 && (mask & (mask + 1)) === 0 ? 32 - Math.clz32(mask) : undefined;
}

// --- sums ---------------------------------------------------------------------------------------------------------

/** A sum of products with constants. */
interface Sum {
  /** Factors by value, in the order of the source. */
  readonly terms: Map<number, number>;
  constant: number;
  /** How many terms and constants there were before equal ones were joined. */
  parts: number;
  constants: number;
  visits: number;
}

/** Operations of a sum that are looked at; others are terms. */
const MAX_VISITS = 32;

function collect(ops: OpStore, sum: Sum, value: number, factor: number): void {
  const inner = uncast(ops, value);
  const constant = wordOf(ops, inner);
  if (constant !== undefined) {
    sum.constant = (sum.constant + Math.imul(factor, constant)) | 0;
    sum.constants++;
    return;
  }
  const product = constantIn(ops, inner, Op['i.mul']);
  const shift = shiftIn(ops, inner, Op['i.shl']);
  if (sum.visits++ >= MAX_VISITS) addTerm(sum, inner, factor);
  else if (ops.code[inner] === Op['i.add']) {
    collect(ops, sum, ops.a[inner]!, factor);
    collect(ops, sum, ops.b[inner]!, factor);
  } else if (ops.code[inner] === Op['i.neg']) collect(ops, sum, ops.a[inner]!, -factor | 0);
  else if (product !== undefined) collect(ops, sum, product.other, Math.imul(factor, product.word));
  else if (shift !== undefined) collect(ops, sum, shift.value, factor << shift.bits);
  else addTerm(sum, inner, factor);
}

function addTerm(sum: Sum, value: number, factor: number): void {
  sum.parts++;
  sum.terms.set(value, ((sum.terms.get(value) ?? 0) + factor) | 0);
}

function sumOf(ops: OpStore, value: number, factor: number): Sum {
  const sum: Sum = { terms: new Map(), constant: 0, parts: 0, constants: 0, visits: 0 };
  collect(ops, sum, value, factor);
  return sum;
}

/** A product with a constant. */
function times(context: MathContext, value: number, factor: number): number {
  if (factor === 0) return word(context, 0);
  if (factor === 1) return same(context, value);
  if (factor === -1) return madeOf(context, Op['i.neg'], value);
  if (isPowerOfTwo(factor)) return shifted(context, Op['i.shl'], value, logarithm(factor));
  return made(context, Op['i.mul'], same(context, value), word(context, factor));
}

function builtSum(context: MathContext, { terms, constant }: Sum): number {
  let sum: number | undefined;
  const join = (term: number) => {
    sum = sum === undefined ? term : made(context, Op['i.add'], sum, term);
  };
  for (const [value, factor] of terms) if (factor !== 0) join(times(context, value, factor));
  if (constant !== 0 || sum === undefined) join(word(context, constant));
  return sum!;
}

const add: MathRule = (context) => {
  const { ops, op, a, b, integers } = context;
  const sum = sumOf(ops, op, 1);
  const terms = [...sum.terms.values()].filter((factor) => factor !== 0).length;
  if (terms < sum.parts || sum.constants > 1) return builtSum(context, sum);
  // Instructions add constants to the indices of their operands.
  if (context.isIndex(op)) return undefined;
  return areDisjoint(integers.of(a), integers.of(b)) ? inserted(context, a, b) : undefined;
};

const negate: MathRule = (context) => {
  const { ops, a, isSole } = context;
  const inner = uncast(ops, a);
  const code = ops.code[inner]!;
  if (code === Op['i.neg']) return same(context, ops.a[inner]!);
  const mask = maskOfOne(ops, inner);
  if (mask !== undefined) return same(context, madeAs(context, Op.mask, U32, mask));
  if (!isSole(inner)) return undefined;
  const product = constantIn(ops, inner, Op['i.mul']);
  if (product !== undefined) return times(context, product.other, -product.word | 0);
  if (code === Op['i.add'] || shiftIn(ops, inner, Op['i.shl']) !== undefined)
    return builtSum(context, sumOf(ops, inner, -1));
  if (code !== Op['i.mul']) return undefined;
  return madeOf(context, Op['i.mul'], ops.a[inner]!, madeOf(context, Op['i.neg'], ops.b[inner]!));
};

/** The condition of a choice between 1 and 0. */
function maskOfOne(ops: OpStore, value: number): number | undefined {
  if (ops.code[value] !== Op.select) return undefined;
  return wordOf(ops, ops.b[value]!) === 1 && wordOf(ops, ops.c[value]!) === 0 ? ops.a[value]! : undefined;
}

const multiply: MathRule = (context) => {
  const { ops, op, a, b, isSole } = context;
  const [x, y] = [uncast(ops, a), uncast(ops, b)];
  const isNegative = (value: number) => ops.code[value] === Op['i.neg'];
  if (isNegative(x) && isNegative(y)) return madeOf(context, Op['i.mul'], ops.a[x]!, ops.a[y]!);
  const product = constantOperand(ops, op);
  if (product === undefined) return undefined;
  const { word: factor, other } = product;
  const inner = uncast(ops, other);
  if (factor === 0 || factor === 1 || factor === -1) return times(context, other, factor);
  if (isNegative(inner)) return times(context, ops.a[inner]!, -factor | 0);
  const before = constantIn(ops, inner, Op['i.mul']);
  if (before !== undefined) return times(context, before.other, Math.imul(before.word, factor));
  const shift = shiftIn(ops, inner, Op['i.shl']);
  if (shift !== undefined) return times(context, shift.value, factor << shift.bits);
  // (x + 1) * 3 = x * 3 + 3
  const sum = constantIn(ops, inner, Op['i.add']);
  if (sum !== undefined && isSole(inner))
    return made(context, Op['i.add'], times(context, sum.other, factor), word(context, Math.imul(sum.word, factor)));
  return isPowerOfTwo(factor) ? times(context, other, factor) : undefined;
};

// --- bits ---------------------------------------------------------------------------------------------------------

function areDisjoint(a: IntegerRange, b: IntegerRange): boolean {
  return (a.zeros | b.zeros) === -1;
}

/** A field of bits that an instruction extracts: `count` bits of a value from `from` on. */
function extracted(context: MathContext, isSigned: boolean, count: number, from: number, value: number): number {
  const builder = context.builder();
  const [kind, type, code] = isSigned ? [Kind.i32, I32, Op['i.bfe']] : [Kind.u32, U32, Op['u.bfe']];
  const field = [builder.constant(U32, count), builder.constant(U32, from), recast(builder, kind, value)];
  return same(context, madeAs(context, code, type, ...field));
}

interface Field {
  readonly count: number;
  readonly from: number;
  /** The value whose lowest bits are there; the other bits of the field's word are 0. */
  readonly value: number;
}

/** The field of bits that a value is. */
function fieldOf(ops: OpStore, value: number): Field | undefined {
  const inner = uncast(ops, value);
  const shift = shiftIn(ops, inner, Op['i.shl']);
  if (shift !== undefined && shift.bits > 0) return { count: 32 - shift.bits, from: shift.bits, value: shift.value };
  const masked = constantIn(ops, inner, Op['i.and']);
  const length = masked && lengthOfMask(masked.word);
  if (masked !== undefined && length !== undefined) return { count: length, from: 0, value: masked.other };
  if (ops.code[inner] !== Op['i.bfi']) return undefined;
  const [count, from, base] = [0, 1, 3].map((i) => wordOf(ops, ops.operand(inner, i)));
  return count === undefined || from === undefined || base !== 0
    ? undefined
    : { count, from, value: ops.operand(inner, 2) };
}

const maskOfField = ({ count, from }: Field) => lowBits(count) << from;

/** One of two values without common bits is inserted into the other one. */
function inserted(context: MathContext, a: number, b: number): number | undefined {
  const { ops, options, integers } = context;
  if (options.hasBitFields !== true) return undefined;
  for (const [insert, base] of [
    [a, b],
    [b, a],
  ] as const) {
    const field = fieldOf(ops, insert) ?? lowField(ops, insert, base);
    if (field === undefined || (maskOfField(field) & ~integers.of(base).zeros) !== 0) continue;
    if ((maskOfField(field) | integers.of(insert).zeros) === -1) return insertedField(context, field, base);
  }
  return undefined;
}

/** A value in the bits that the mask of another one leaves at the end. */
function lowField(ops: OpStore, value: number, base: number): Field | undefined {
  const masked = constantIn(ops, base, Op['i.and']);
  const count = masked && lengthOfMask(~masked.word);
  return count === undefined ? undefined : { count, from: 0, value };
}

/** A field in a value that has other bits nowhere but outside of it, or whose bits there do not matter. */
function insertedField(context: MathContext, field: Field, base: number): number {
  const { ops, builder } = context;
  const masked = constantIn(ops, base, Op['i.and']);
  const isMasked = masked !== undefined && (masked.word | maskOfField(field)) === -1;
  const [count, from] = [builder().constant(U32, field.count), builder().constant(U32, field.from)];
  return made(
    context,
    Op['i.bfi'],
    count,
    from,
    same(context, field.value),
    same(context, isMasked ? masked.other : base),
  );
}

/** A value all of whose bits are known, or one of two operands that is the result in any case. */
function knownBits(context: MathContext, { zeros, ones }: IntegerRange): number | undefined {
  return (zeros | ones) === -1 ? word(context, ones) : undefined;
}

/** Whether one value is the complement of the other. */
function areComplements(ops: OpStore, a: number, b: number): boolean {
  const [x, y] = [uncast(ops, a), uncast(ops, b)];
  return (
    (ops.code[x] === Op['i.not'] && uncast(ops, ops.a[x]!) === y) ||
    (ops.code[y] === Op['i.not'] && uncast(ops, ops.a[y]!) === x)
  );
}

/** `(x & y) & x` */
function isOperandOf(ops: OpStore, value: number, code: number, operand: number): boolean {
  return ops.code[value] === code && (ops.a[value] === operand || ops.b[value] === operand);
}

const and: MathRule = (context) => {
  const { ops, op, a, b, integers, options } = context;
  const known = areComplements(ops, a, b) ? word(context, 0) : knownBits(context, integers.of(op));
  if (known !== undefined) return known;
  if (isOperandOf(ops, a, Op['i.and'], b)) return a;
  if (isOperandOf(ops, b, Op['i.and'], a)) return b;
  const masked = constantOperand(ops, op);
  if (masked === undefined) return undefined;
  const { other } = masked;
  const mask = masked.word & ~integers.of(other).zeros;
  if ((masked.word | integers.of(other).zeros) === -1) return same(context, other);
  const before = constantIn(ops, other, Op['i.and']);
  if (before !== undefined) return madeOf(context, Op['i.and'], before.other, word(context, before.word & mask));
  const joined = constantIn(ops, other, Op['i.or']);
  if (joined !== undefined && (joined.word & mask) === 0)
    return madeOf(context, Op['i.and'], joined.other, word(context, mask));
  const right = options.hasBitFields === true ? shiftIn(ops, other, Op['u.shr']) : undefined;
  const length = lengthOfMask(mask);
  if (right !== undefined && length !== undefined && right.bits > 0)
    return extracted(context, false, length, right.bits, right.value);
  const left = options.hasBitFields === true ? shiftIn(ops, other, Op['i.shl']) : undefined;
  const count = left && lengthOfMask(mask >>> left.bits);
  if (left !== undefined && left.bits > 0 && count !== undefined)
    return insertedField(context, { count, from: left.bits, value: left.value }, word(context, 0));
  return mask === masked.word ? undefined : madeOf(context, Op['i.and'], other, word(context, mask));
};

const or: MathRule = (context) => {
  const { ops, op, a, b, integers } = context;
  const known = areComplements(ops, a, b) ? word(context, -1) : knownBits(context, integers.of(op));
  if (known !== undefined) return known;
  const [x, y] = [integers.of(a), integers.of(b)];
  const [first, second] = [constantIn(ops, a, Op['i.and']), constantIn(ops, b, Op['i.and'])];
  if (first !== undefined && second !== undefined && first.other === second.other)
    return madeOf(context, Op['i.and'], first.other, word(context, first.word | second.word));
  const joined = constantOperand(ops, op);
  if (joined !== undefined) {
    if ((joined.word & ~integers.of(joined.other).ones) === 0) return same(context, joined.other);
    const before = constantIn(ops, joined.other, Op['i.or']);
    if (before !== undefined)
      return madeOf(context, Op['i.or'], before.other, word(context, before.word | joined.word));
  }
  return areDisjoint(x, y) ? inserted(context, a, b) : undefined;
};

const exclusiveOr: MathRule = (context) => {
  const { ops, op, integers } = context;
  const known = knownBits(context, integers.of(op));
  if (known !== undefined) return known;
  const outer = constantOperand(ops, op);
  const inner = outer && constantIn(ops, outer.other, Op['i.xor']);
  if (outer === undefined || inner === undefined) return undefined;
  return madeOf(context, Op['i.xor'], inner.other, word(context, inner.word ^ outer.word));
};

// --- shifts -------------------------------------------------------------------------------------------------------

/** The number of bits without a mask that keeps the five that count. */
function bareAmount(ops: OpStore, amount: number): number | undefined {
  const masked = constantIn(ops, amount, Op['i.and']);
  return masked !== undefined && (masked.word & 31) === 31 ? masked.other : undefined;
}

/** The part of the rules that all shifts have. */
function shift(byConstant: (context: MathContext, bits: number) => number | undefined): MathRule {
  return (context) => {
    const { ops, op, a, b, integers } = context;
    const known = knownBits(context, integers.of(op));
    if (known !== undefined) return known;
    const amount = bareAmount(ops, b);
    if (amount !== undefined) return made(context, ops.code[op]!, a, amount);
    const bits = wordOf(ops, b);
    return bits === undefined ? undefined : (joinedShifts(context, bits & 31) ?? byConstant(context, bits & 31));
  };
}

/** A shift by a constant of such a shift. */
function joinedShifts(context: MathContext, bits: number): number | undefined {
  const { ops, op, a } = context;
  const code = ops.code[op]!;
  const before = shiftIn(ops, a, code);
  if (before === undefined) return undefined;
  const all = before.bits + bits;
  if (code === Op['i.shr']) return shifted(context, code, before.value, Math.min(31, all));
  return all > 31 ? word(context, 0) : shifted(context, code, before.value, all);
}

const shiftLeft = shift((context, bits) => {
  const { ops, a, options } = context;
  const right = shiftIn(ops, a, Op['u.shr']) ?? shiftIn(ops, a, Op['i.shr']);
  if (right?.bits === bits) return madeOf(context, Op['i.and'], right.value, word(context, -1 << bits));
  const product = constantIn(ops, a, Op['i.mul']);
  if (product !== undefined) return times(context, product.other, product.word << bits);
  const masked = constantIn(ops, a, Op['i.and']);
  const count = masked && lengthOfMask(masked.word);
  if (masked === undefined || count === undefined) return undefined;
  if (count + bits >= 32) return shifted(context, Op['i.shl'], masked.other, bits);
  if (options.hasBitFields !== true) return undefined;
  return insertedField(context, { count, from: bits, value: masked.other }, word(context, 0));
});

/** Operands whose lowest bits a shift to the right drops: `(x | 3) >> 2` */
function withoutLowest(context: MathContext, bits: number): number | undefined {
  const { ops, op, a } = context;
  const joined = constantIn(ops, a, Op['i.or']);
  if (joined === undefined || joined.word >>> bits !== 0) return undefined;
  return shifted(context, ops.code[op]!, joined.other, bits);
}

const shiftRight = shift((context, bits) => {
  const { ops, a, options } = context;
  const left = shiftIn(ops, a, Op['i.shl']);
  if (left?.bits === bits) return madeOf(context, Op['i.and'], left.value, word(context, -1 >>> bits));
  if (options.hasBitFields === true) {
    if (left !== undefined && left.bits < bits)
      return extracted(context, false, 32 - bits, bits - left.bits, left.value);
    const masked = constantIn(ops, a, Op['i.and']);
    const count = masked && lengthOfMask(masked.word >>> bits);
    if (masked !== undefined && count !== undefined && bits > 0)
      return count + bits >= 32
        ? shifted(context, Op['u.shr'], masked.other, bits)
        : extracted(context, false, count, bits, masked.other);
  }
  return withoutLowest(context, bits);
});

const shiftRightSigned = shift((context, bits) => {
  const { ops, a, options } = context;
  const left = shiftIn(ops, a, Op['i.shl']);
  if (left !== undefined && left.bits <= bits && bits > 0 && options.hasBitFields === true)
    return extracted(context, true, 32 - bits, bits - left.bits, left.value);
  return withoutLowest(context, bits);
});

// --- the others ---------------------------------------------------------------------------------------------------

const divide: MathRule = (context) => {
  const { ops, a, b } = context;
  const divisor = wordOf(ops, b);
  if (divisor === undefined) return a === b ? word(context, 1) : undefined;
  if (divisor === 1) return a;
  return isPowerOfTwo(divisor) ? shifted(context, Op['u.shr'], a, logarithm(divisor)) : undefined;
};

const remainder: MathRule = (context) => {
  const { ops, a, b } = context;
  const divisor = wordOf(ops, b);
  if (divisor === undefined || !isPowerOfTwo(divisor)) return undefined;
  return divisor === 1 ? word(context, 0) : made(context, Op['i.and'], a, word(context, divisor - 1));
};

/** The operand that a minimum or maximum always is. */
function extreme(code: number, isMaximum: boolean): MathRule {
  return (context) => {
    const { ops, op, a, b, integers } = context;
    const [x, y] = [integers.of(a), integers.of(b)];
    if (a === b || (isMaximum ? x.low >= y.high : x.high <= y.low)) return a;
    if (isMaximum ? y.low >= x.high : y.high <= x.low) return b;
    if (isMaximum && isSizeOfSize(ops, a, b)) return b;
    const outer = constantOperand(ops, op);
    const inner = outer && ops.code[outer.other] === code ? constantOperand(ops, outer.other) : undefined;
    if (outer === undefined || inner === undefined) return undefined;
    return made(context, code, inner.other, made(context, code, word(context, inner.word), word(context, outer.word)));
  };
}

/** `max(-y, y)` where y is a `max(-x, x)`. */
function isSizeOfSize({ code, a, b }: OpStore, negative: number, value: number): boolean {
  const isSize = (x: number, y: number) => code[x] === Op['i.neg'] && a[x] === y;
  return isSize(negative, value) && code[value] === Op['i.max'] && isSize(a[value]!, b[value]!);
}

/** The less or the greater of two numbers, as a choice; or a choice of a number that is equal to a constant. */
const choice: MathRule = (context) => {
  const { ops, op, a: condition, b: yes, options } = context;
  const no = ops.c[op]!;
  const code = ops.code[condition];
  const type = ops.type[op];
  if (type !== I32 && type !== U32) return undefined;
  const [x, y] = [ops.a[condition]!, ops.b[condition]!];
  const constant = wordOf(ops, y);
  if (constant !== undefined && (code === Op['i.eq'] || code === Op['i.ne'])) {
    const [whenEqual, other] = code === Op['i.eq'] ? [yes, no] : [no, yes];
    const isNumber = (value: number) => uncast(ops, x) === uncast(ops, value);
    if (isNumber(other) && (isNumber(whenEqual) || wordOf(ops, whenEqual) === constant)) return other;
    if (code === Op['i.eq'] && isNumber(yes)) return made(context, Op.select, condition, word(context, constant), no);
  }
  const isLess = code === Op['i.lt'] || code === Op['u.lt'];
  if (options.leavesChoices === true || (!isLess && code !== Op['i.ge'] && code !== Op['u.ge'])) return undefined;
  const chosen = extremeOfChoice(ops, op, isLess);
  const prefix = code === Op['i.lt'] || code === Op['i.ge'] ? 'i' : 'u';
  return chosen && made(context, Op[`${prefix}.${chosen}`], x, y);
};

function order(isLess: boolean): MathRule {
  return ({ a, b, integers, builder }) => {
    const [x, y] = [integers.of(a), integers.of(b)];
    if (a === b || x.low >= y.high) return builder().bool(!isLess);
    return x.high < y.low ? builder().bool(isLess) : undefined;
  };
}

function equality(isEqual: boolean): MathRule {
  return ({ ops, a, b, integers, builder }) => {
    if (a === b) return builder().bool(isEqual);
    if (ops.type[a] !== ops.type[b]) return undefined;
    const [x, y] = [integers.of(a), integers.of(b)];
    const isDifferent = x.high < y.low || y.high < x.low || ((x.zeros & y.ones) | (x.ones & y.zeros)) !== 0;
    return isDifferent ? builder().bool(!isEqual) : undefined;
  };
}

/** A rule for integers of 32 bits; those of less precision stay as they are. */
function ofWords(rule: MathRule): MathRule {
  return (context) => {
    const type = context.ops.type[context.op];
    return type === I32 || type === U32 ? rule(context) : undefined;
  };
}

export const INTEGER_RULES: MathRules = {
  in: ofWords((context) => knownBits(context, context.integers.of(context.op))),
  'i.add': ofWords(add),
  'i.neg': ofWords(negate),
  'i.mul': ofWords(multiply),
  'i.and': ofWords(and),
  'i.or': ofWords(or),
  'i.xor': (context) => (context.a === context.b ? word(context, 0) : ofWords(exclusiveOr)(context)),
  'i.shl': ofWords(shiftLeft),
  'i.shr': ofWords(shiftRightSigned),
  'u.shr': ofWords(shiftRight),
  'u.div': ofWords(divide),
  'u.mod': ofWords(remainder),
  'i.min': ofWords(extreme(Op['i.min'], false)),
  'i.max': ofWords(extreme(Op['i.max'], true)),
  'u.min': ofWords(extreme(Op['u.min'], false)),
  'u.max': ofWords(extreme(Op['u.max'], true)),
  'i.lt': order(true),
  'u.lt': order(true),
  'i.ge': order(false),
  'u.ge': order(false),
  'i.eq': equality(true),
  'i.ne': equality(false),
  select: choice,
};
