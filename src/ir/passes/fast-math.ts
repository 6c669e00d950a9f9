/**
 * Simplifications of floats that assume finite numbers: what Microsoft's compiler does with every operation that is not
 * precise (source: oracle). `x * 0` is 0, `x - x` is 0, `(x - y) + y` is x, constants of sums and products are joined,
 * limits that a value cannot exceed are gone. Of precise operations only `x * 1` and `x + 0` are simplified.
 *
 * Not for: exact rules (rules.ts), products and sums as one instruction (generate).
 */
import type { IrBuilder } from '../builder.ts';
import type { IrModule } from '../module.ts';
import type { OpStore } from '../op-store.ts';
import { Op, OpFlag } from '../ops.ts';
import { BOOL, F32, Kind, kindOf, widthOf } from '../types.ts';
import { INTEGER_RULES } from './integer-math.ts';
import { IntegerRanges } from './integer-ranges.ts';
import {
  byCode,
  extremeOfChoice,
  isChoiceOfConstants,
  type MathContext,
  type MathOptions,
  type MathRule,
  type MathRules,
  made,
  madeAs,
} from './math-rule.ts';
import { numberOf, OP_FACTS, OpFact, valuesOf } from './op-facts.ts';
import { uncast } from './rules.ts';
import { type ValueRange, ValueRanges } from './value-ranges.ts';
import { HeldLanes, type VectorLanes } from './vector-lanes.ts';
import { builderBefore, Replacements, walkModule } from './walk.ts';

function negatedOperand(ops: OpStore, value: number): number | undefined {
  return ops.code[value] === Op['f.neg'] ? ops.a[value]! : undefined;
}

/** The operand that is a constant, and the other one. */
function constantOperand(ops: OpStore, op: number): { constant: number; other: number } | undefined {
  const [a, b] = [ops.a[op]!, ops.b[op]!];
  if (numberOf(ops, b) !== undefined) return { constant: b, other: a };
  return numberOf(ops, a) === undefined ? undefined : { constant: a, other: b };
}

function isFast(ops: OpStore, op: number): boolean {
  return (ops.flags[op]! & OpFlag.precise) === 0;
}

function isOpposite(ops: OpStore, a: number, b: number): boolean {
  return negatedOperand(ops, a) === b || negatedOperand(ops, b) === a;
}

/** The addend that is left of a sum after adding a number that takes the other one away. */
function leftOfSum(ops: OpStore, sum: number, number: number): number | undefined {
  if (ops.code[sum] !== Op['f.add'] || !isFast(ops, sum)) return undefined;
  const [a, b] = [ops.a[sum]!, ops.b[sum]!];
  if (isOpposite(ops, a, number)) return b;
  return isOpposite(ops, b, number) ? a : undefined;
}

/** Whether a value is 1 divided by another one. */
function isReciprocal(ops: OpStore, value: number, of: number): boolean {
  const code = ops.code[value];
  if (code === Op['f.rcp']) return ops.a[value] === of;
  return code === Op['f.div'] && ops.b[value] === of && numberOf(ops, ops.a[value]!) === 1;
}

/** The operand that a sum with 0 or a product with 1 is. */
const neutralIs =
  (number: number): MathRule =>
  ({ ops, op, a, b }) => {
    const found = constantOperand(ops, op);
    if (found === undefined || numberOf(ops, found.constant) !== number) return undefined;
    return found.constant === a ? b : a;
  };

/** A value as a product with a constant. */
function factored(ops: OpStore, value: number): { readonly value: number; readonly factor: number } {
  const negated = negatedOperand(ops, value);
  const inner = negated ?? value;
  const sign = negated === undefined ? 1 : -1;
  const code = ops.code[inner];
  if (isFast(ops, inner)) {
    const product = code === Op['f.mul'] ? constantOperand(ops, inner) : undefined;
    if (product !== undefined) return { value: product.other, factor: sign * numberOf(ops, product.constant)! };
  }
  return { value: inner, factor: sign };
}

/** `x * 3 + x` is `x * 4`. */
function joinedProducts(context: MathContext): number | undefined {
  const { ops, a, b, builder } = context;
  const [x, y] = [factored(ops, a), factored(ops, b)];
  if (x.value !== y.value) return undefined;
  return made(context, Op['f.mul'], x.value, builder().float(Math.fround(x.factor + y.factor)));
}

const add: MathRule = (context) => {
  const { ops, a, b } = context;
  if (numberOf(ops, a) === 0) return b;
  if (numberOf(ops, b) === 0) return a;
  if (isOpposite(ops, a, b)) return context.builder().float(0);
  const left = leftOfSum(ops, a, b) ?? leftOfSum(ops, b, a);
  if (left !== undefined) return left;
  const product = joinedProducts(context);
  if (product !== undefined) return product;
  // (x + 1) + 2 = x + 3
  const outer = constantOperand(ops, context.op);
  if (outer === undefined || ops.code[outer.other] !== Op['f.add'] || !isFast(ops, outer.other)) return undefined;
  const inner = constantOperand(ops, outer.other);
  if (inner === undefined) return undefined;
  return made(context, Op['f.add'], inner.other, made(context, Op['f.add'], inner.constant, outer.constant));
};

/** A product with 0 or 1 in `mad(x, y, z)`. */
const multiplyAdd: MathRule = (context) => {
  const { ops, op, a, b } = context;
  const [x, y] = [numberOf(ops, a), numberOf(ops, b)];
  const z = ops.c[op]!;
  if (x === 0 || y === 0) return z;
  if (x === 1 || y === 1) return made(context, Op['f.add'], x === 1 ? b : a, z);
  return numberOf(ops, z) === 0 ? made(context, Op['f.mul'], a, b) : undefined;
};

const multiply: MathRule = (context) => {
  const { ops, a, b } = context;
  for (const [constant, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const number = numberOf(ops, constant);
    if (number === 0) return context.builder().float(0);
    if (number === 1) return other;
    if (number === -1) return made(context, Op['f.neg'], other);
  }
  if (isReciprocal(ops, a, b) || isReciprocal(ops, b, a)) return context.builder().float(1);
  const [x, y] = [negatedOperand(ops, a), negatedOperand(ops, b)];
  if (x !== undefined && y !== undefined) return made(context, Op['f.mul'], x, y);
  const outer = constantOperand(ops, context.op);
  if (outer === undefined || ops.code[outer.other] !== Op['f.mul'] || !isFast(ops, outer.other)) return undefined;
  const inner = constantOperand(ops, outer.other);
  if (inner === undefined) return undefined;
  return made(context, Op['f.mul'], inner.other, made(context, Op['f.mul'], inner.constant, outer.constant));
};

const divide: MathRule = (context) => {
  const { ops, a, b, builder } = context;
  if (numberOf(ops, a) === 0) return builder().float(0);
  if (a === b) return builder().float(1);
  const divisor = numberOf(ops, b);
  if (divisor === 1) return a;
  // A quotient by a constant is a product, unless the reciprocal has no number.
  if (divisor === undefined || !Number.isFinite(1 / divisor) || divisor === 0) return undefined;
  return made(context, Op['f.mul'], a, builder().float(1 / divisor));
};

/** Maximum with 0 of the minimum with 1, in either order. */
function saturated(context: MathContext, limit: number, inner: number, other: number): number | undefined {
  const { ops, op } = context;
  const found = constantOperand(ops, op);
  if (found === undefined || numberOf(ops, found.constant) !== limit || ops.code[found.other] !== inner)
    return undefined;
  const within = constantOperand(ops, found.other);
  if (within === undefined || numberOf(ops, within.constant) !== other) return undefined;
  return made(context, Op['f.sat'], within.other);
}

/** The operand that a minimum or maximum always is. */
function extreme(code: number): MathRule {
  const isMaximum = code === Op['f.max'];
  const isOf = ({ ranges }: MathContext, one: number, other: number) =>
    isMaximum ? ranges.of(one).low >= ranges.of(other).high : ranges.of(one).high <= ranges.of(other).low;
  return (context) => {
    const { ops, a, b, op } = context;
    if (a === b || isOf(context, a, b)) return a;
    if (isOf(context, b, a)) return b;
    // max(max(x, 1), 2) = max(x, 2)
    const outer = constantOperand(ops, op);
    const inner = outer && ops.code[outer.other] === code ? constantOperand(ops, outer.other) : undefined;
    if (outer !== undefined && inner !== undefined && isFast(ops, outer.other))
      return made(context, code, inner.other, made(context, code, inner.constant, outer.constant));
    return isMaximum ? saturated(context, 0, Op['f.min'], 1) : saturated(context, 1, Op['f.max'], 0);
  };
}

const saturate: MathRule = ({ a, ranges, builder }) => {
  const { low, high } = ranges.of(a);
  if (low >= 0 && high <= 1) return a;
  if (high <= 0) return builder().float(0);
  return low >= 1 ? builder().float(1) : undefined;
};

/** The fraction of a sum with an integer is the one of the other addend. */
const fraction: MathRule = (context) => {
  const { ops, a, ranges, builder } = context;
  if (ranges.of(a).isIntegral) return builder().float(0);
  const sum = ops.code[a] === Op['f.add'] && isFast(ops, a) ? constantOperand(ops, a) : undefined;
  if (sum === undefined || !Number.isInteger(numberOf(ops, sum.constant))) return undefined;
  return made(context, Op['f.frc'], sum.other);
};

const rootOfSquare: MathRule = (context) => {
  const { ops, a } = context;
  const isSquare = ops.code[a] === Op['f.mul'] && ops.a[a] === ops.b[a] && isFast(ops, a);
  return isSquare ? made(context, Op['f.abs'], ops.a[a]!) : undefined;
};

/** A sign of a choice is one of what it chooses from, if a constant is among that. */
function ofChoice(context: MathContext): number | undefined {
  const { ops, op, a, isSole } = context;
  if (ops.code[a] !== Op.select || !isSole(a)) return undefined;
  const [yes, no] = [ops.b[a]!, ops.c[a]!];
  if (ops.code[yes] !== Op.const && ops.code[no] !== Op.const) return undefined;
  const code = ops.code[op]!;
  return made(context, Op.select, ops.a[a]!, made(context, code, yes), made(context, code, no));
}

/** The less or the greater of two numbers, as a choice. */
const choice: MathRule = (context) => {
  const { ops, op, a: condition, options } = context;
  const code = ops.code[condition];
  if (options.leavesChoices === true || !isFast(ops, condition) || (code !== Op['f.lt'] && code !== Op['f.ge']))
    return undefined;
  const chosen = extremeOfChoice(ops, op, code === Op['f.lt']);
  return chosen && made(context, Op[`f.${chosen}`], ops.a[condition]!, ops.b[condition]!);
};

/** A number that is rounded already. */
const round: MathRule = ({ a, ranges }) => (ranges.of(a).isIntegral ? a : undefined);

/** Whether a comparison may become true because of the ranges of its operands. */
function canBeTrue({ needsNumbers }: MathOptions, a: ValueRange, b: ValueRange): boolean {
  return needsNumbers === true ? a.isNumber && b.isNumber : !a.mayBeNone && !b.mayBeNone;
}

/** A comparison for equality of numbers that are never equal, or always. */
function equality(isEqual: boolean): MathRule {
  return (context) => {
    const { a, b, ranges, options, builder } = context;
    const [x, y] = [ranges.of(a), ranges.of(b)];
    if (a === b && (!isEqual || canBeTrue(options, x, y))) return x.mayBeNone ? undefined : builder().bool(isEqual);
    if (!isEqual && !canBeTrue(options, x, y)) return undefined;
    if (x.high < y.low || x.low > y.high) return builder().bool(!isEqual);
    return withoutFactor(context);
  };
}

/** `f.lt` (`isLess`) or `f.ge`. */
function order(isLess: boolean): MathRule {
  return (context) => {
    const { a, b, ranges, options, builder } = context;
    const [x, y] = [ranges.of(a), ranges.of(b)];
    const isTrue = isLess ? x.high < y.low : a === b || x.low >= y.high;
    if (isTrue) return canBeTrue(options, x, y) ? builder().bool(true) : undefined;
    const isFalse = isLess ? a === b || x.low >= y.high : x.high < y.low;
    return isFalse ? builder().bool(false) : withoutFactor(context);
  };
}

/** `x * 2 < 3` is `x < 1.5`. */
function withoutFactor(context: MathContext): number | undefined {
  const { ops, op, b, builder } = context;
  const found = constantOperand(ops, op);
  if (found === undefined) return undefined;
  const product = found.other;
  const inner = ops.code[product] === Op['f.mul'] ? constantOperand(ops, product) : undefined;
  if (inner === undefined || !isFast(ops, product)) return undefined;
  const factor = numberOf(ops, inner.constant)!;
  const limit = Math.fround(numberOf(ops, found.constant)! / factor);
  if (!Number.isFinite(limit) || !Number.isFinite(factor)) return undefined;
  const number = builder().float(limit);
  // A negative factor exchanges the sides.
  return (found.constant === b) === factor > 0
    ? madeAs(context, ops.code[op]!, BOOL, inner.other, number)
    : madeAs(context, ops.code[op]!, BOOL, number, inner.other);
}

/** Operations that `isUniform` looks at. */
const MAX_UNIFORM = 64;

/** Whether a value is computed of constants alone: all pixels have the same one. */
function isUniform(ops: OpStore, value: number): boolean {
  const stack = [value];
  for (let visited = 0; stack.length > 0; visited++) {
    const op = stack.pop()!;
    const code = ops.code[op]!;
    if (code === Op.const) continue;
    if (visited === MAX_UNIFORM) return false;
    const isComputed = code === Op.pick || code === Op['cb.load'] || (OP_FACTS[code]! & OpFact.folds) !== 0;
    if (!isComputed) return false;
    for (const operand of ops.operands(op)) stack.push(code === Op.pick ? operand >> 2 : operand);
  }
  return true;
}

/** A value that all pixels have in common does not change from one to the next. */
const derivative: MathRule = ({ ops, op, a, builder }) =>
  isUniform(ops, a) ? builder().constant(ops.type[op]!, 0) : undefined;

const DERIVATIVE_RULES: MathRules = {
  'deriv.x': derivative,
  'deriv.y': derivative,
  'deriv.x.coarse': derivative,
  'deriv.y.coarse': derivative,
  'deriv.x.fine': derivative,
  'deriv.y.fine': derivative,
};

/** The rules of precise operations. */
const PRECISE_RULES: MathRules = {
  ...DERIVATIVE_RULES,
  'f.add': neutralIs(0),
  'f.mul': neutralIs(1),
};

const RULES: MathRules = {
  ...INTEGER_RULES,
  ...DERIVATIVE_RULES,
  'f.add': add,
  'f.mul': multiply,
  'f.mad': multiplyAdd,
  'f.div': divide,
  'f.neg': (context) => negatedOperand(context.ops, context.a) ?? ofChoice(context),
  'f.min': extreme(Op['f.min']),
  'f.max': extreme(Op['f.max']),
  'f.sat': saturate,
  select: (context) => (context.ops.type[context.op] === F32 ? choice(context) : INTEGER_RULES.select!(context)),
  'f.abs': (context) => {
    const { low, high } = context.ranges.of(context.a);
    if (low >= 0) return context.a;
    return high <= 0 ? made(context, Op['f.neg'], context.a) : ofChoice(context);
  },
  'f.floor': round,
  'f.ceil': round,
  'f.trunc': round,
  'f.rne': round,
  'f.frc': fraction,
  'f.sqrt': rootOfSquare,
  'f.log2': ({ ops, a }) => (ops.code[a] === Op['f.exp2'] && isFast(ops, a) ? ops.a[a]! : undefined),
  'cvt.f2i': converted(Op['cvt.i2f']),
  'cvt.f2u': converted(Op['cvt.u2f']),
  'cvt.i2f': (context) => {
    const { ops, a } = context;
    return ops.code[a] === Op['cvt.f2i'] ? made(context, Op['f.trunc'], ops.a[a]!) : undefined;
  },
  'f.exp2': ({ ops, a }) => (ops.code[a] === Op['f.log2'] && isFast(ops, a) ? ops.a[a]! : undefined),
  'f.ne': equality(false),
  'f.eq': equality(true),
  'f.lt': order(true),
  'f.ge': order(false),
  'i.not': ({ ops, op, a, builder }) => {
    if (ops.type[op] !== BOOL || !isFast(ops, a)) return undefined;
    const opposite = OPPOSITES[ops.code[a]!];
    return opposite === undefined ? undefined : builder().op(opposite, BOOL, ops.a[a]!, ops.b[a]!);
  },
};

/** A float that was made of an integer is that integer again, also of one with more bits than a float has. */
function converted(from: number): MathRule {
  return ({ ops, a }) => (ops.code[a] === from && isFast(ops, a) ? ops.a[a]! : undefined);
}

/** Comparisons that are true where others are false. */
const OPPOSITES: Readonly<Record<number, number>> = {
  [Op['f.lt']]: Op['f.ge'],
  [Op['f.ge']]: Op['f.lt'],
  [Op['f.eq']]: Op['f.ne'],
  [Op['f.ne']]: Op['f.eq'],
  [Op['i.lt']]: Op['i.ge'],
  [Op['i.ge']]: Op['i.lt'],
  [Op['u.lt']]: Op['u.ge'],
  [Op['u.ge']]: Op['u.lt'],
  [Op['i.eq']]: Op['i.ne'],
  [Op['i.ne']]: Op['i.eq'],
};

const BY_CODE = /* @__PURE__ */ byCode(RULES);
const PRECISE_BY_CODE = /* @__PURE__ */ byCode(PRECISE_RULES);

/** Puts the operands of a sum or product in one order, so that equal ones merge; returns whether it had to. */
function inOrder(ops: OpStore, op: number): boolean {
  const [a, b] = [ops.a[op]!, ops.b[op]!];
  if (a <= b || ops.code[a] === Op.const || ops.code[b] === Op.const) return false;
  ops.setOperands(op, [b, a]);
  return true;
}

export interface FastMathOptions extends MathOptions {
  /** Operations that are simplified together or not at all. */
  readonly lanes?: VectorLanes | undefined;
}

const NO_LANES: VectorLanes = new Map();

/** An operation on a choice between constants is one between the results. */
function ofConstants(context: MathContext): number | undefined {
  const { ops, op, builder } = context;
  const code = ops.code[op]!;
  const operands = ops.operands(op);
  const at = operands.findIndex((operand) => isChoiceOfConstants(ops, operand));
  if (at < 0 || operands.length > 2 || code === Op.bitcast || code === Op.select) return undefined;
  if (operands.some((operand, i) => i !== at && ops.code[operand] !== Op.const)) return undefined;
  const choice = operands[at]!;
  const [yes, no] = [ops.b[choice]!, ops.c[choice]!].map((constant) =>
    made(context, code, ...operands.with(at, constant)),
  ) as [number, number];
  const condition = ops.a[choice]!;
  if (ops.type[op] !== BOOL) return made(context, Op.select, condition, yes, no);
  if (ops.a[yes] === ops.a[no]) return yes;
  return ops.a[yes] !== 0 ? condition : builder().op(Op['i.not'], BOOL, condition);
}

/** Operations whose first operand is the row of something. */
const OF_ROWS: ReadonlySet<number> = new Set([
  Op['cb.load'],
  Op['icb.load'],
  Op['var.load'],
  Op['var.store'],
  Op['in.at'],
  Op['out.at'],
]);

/** The uses of the values of a module, as they are when one is first asked for. */
class Uses {
  #counts: Int32Array | undefined;
  readonly #indices = new Set<number>();

  constructor(private readonly module: IrModule) {}

  readonly isSole = (value: number): boolean => this.#counted()[value] === 1;

  readonly isIndex = (value: number): boolean => {
    this.#counted();
    return this.#indices.has(value);
  };

  #counted(): Int32Array {
    if (this.#counts !== undefined) return this.#counts;
    const { ops } = this.module;
    const counts = new Int32Array(ops.count);
    walkModule(this.module, (op) => {
      for (const value of valuesOf(ops, op)) counts[value]!++;
      if (OF_ROWS.has(ops.code[op]!)) this.#indices.add(uncast(ops, ops.a[op]!));
    });
    this.#counts = counts;
    return counts;
  }
}

/** One walk; returns whether it changed anything. */
export function useFastMath(module: IrModule, options: FastMathOptions = {}): boolean {
  const { ops } = module;
  const replacements = new Replacements(ops);
  const ranges = new ValueRanges(module);
  const integers = new IntegerRanges(module);
  const held = new HeldLanes(module, options.lanes ?? NO_LANES);
  let hasChanged = false;
  const { isSole, isIndex } = new Uses(module);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const code = ops.code[op]!;
    if (code === Op.exit) ranges.leave(op);
    const isPrecise = !isFast(ops, op);
    const rule = (isPrecise ? PRECISE_BY_CODE : BY_CODE)[code];
    const distributes = !isPrecise && (OP_FACTS[code]! & OpFact.folds) !== 0;
    if ((rule === undefined && !distributes) || widthOf(ops.type[op]!) > 1 || kindOf(ops.type[op]!) === Kind.f64)
      return;
    if (!isPrecise && (code === Op['f.add'] || code === Op['f.mul']) && inOrder(ops, op)) hasChanged = true;
    let builder: IrBuilder | undefined;
    const context: MathContext = {
      ops,
      op,
      a: ops.a[op]!,
      b: ops.b[op]!,
      ranges,
      integers,
      options,
      isSole,
      isIndex,
      builder: () => {
        builder ??= builderBefore(module, op);
        return builder;
      },
    };
    const by = (distributes ? ofConstants(context) : undefined) ?? rule?.(context);
    if (by === undefined) return;
    for (const [lane, value] of held.release(op, by)) {
      replacements.replace(lane, value);
      hasChanged = true;
    }
  });
  if (hasChanged) walkModule(module, (op) => replacements.resolve(module, op));
  replacements.release();
  return hasChanged;
}
