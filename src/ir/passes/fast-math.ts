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
import { OP_NAMES, Op, OpFlag } from '../ops.ts';
import { BOOL, Kind, kindOf, widthOf } from '../types.ts';
import { foldConstants } from './fold-constants.ts';
import { numberOf } from './op-facts.ts';
import { type ValueRange, ValueRanges } from './value-ranges.ts';
import { HeldLanes, type VectorLanes } from './vector-lanes.ts';
import { builderBefore, Replacements, walkModule } from './walk.ts';

/** The value that replaces an operation; undefined if it stays. */
type Rule = (context: Context) => number | undefined;

interface Context {
  readonly ops: OpStore;
  readonly op: number;
  readonly a: number;
  readonly b: number;
  readonly ranges: ValueRanges;
  readonly options: FastMathOptions;
  /** Builds before the operation. */
  readonly builder: () => IrBuilder;
}

/** A new operation on floats, or the constant that it is. */
function made({ ops, op, builder }: Context, code: number, ...operands: number[]): number {
  const at = builder();
  const value = at.opList(code, ops.type[op]!, operands);
  foldConstants(at.module, value);
  return value;
}

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
  (number: number): Rule =>
  ({ ops, op, a, b }) => {
    const found = constantOperand(ops, op);
    if (found === undefined || numberOf(ops, found.constant) !== number) return undefined;
    return found.constant === a ? b : a;
  };

const add: Rule = (context) => {
  const { ops, a, b } = context;
  if (numberOf(ops, a) === 0) return b;
  if (numberOf(ops, b) === 0) return a;
  if (isOpposite(ops, a, b)) return context.builder().float(0);
  const left = leftOfSum(ops, a, b) ?? leftOfSum(ops, b, a);
  if (left !== undefined) return left;
  // (x + 1) + 2 = x + 3
  const outer = constantOperand(ops, context.op);
  if (outer === undefined || ops.code[outer.other] !== Op['f.add'] || !isFast(ops, outer.other)) return undefined;
  const inner = constantOperand(ops, outer.other);
  if (inner === undefined) return undefined;
  return made(context, Op['f.add'], inner.other, made(context, Op['f.add'], inner.constant, outer.constant));
};

const multiply: Rule = (context) => {
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

const divide: Rule = (context) => {
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
function saturated(context: Context, limit: number, inner: number, other: number): number | undefined {
  const { ops, op } = context;
  const found = constantOperand(ops, op);
  if (found === undefined || numberOf(ops, found.constant) !== limit || ops.code[found.other] !== inner)
    return undefined;
  const within = constantOperand(ops, found.other);
  if (within === undefined || numberOf(ops, within.constant) !== other) return undefined;
  return made(context, Op['f.sat'], within.other);
}

/** The operand that a minimum or maximum always is. */
function extreme(code: number): Rule {
  const isMaximum = code === Op['f.max'];
  const isOf = ({ ranges }: Context, one: number, other: number) =>
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

const saturate: Rule = ({ a, ranges, builder }) => {
  const { low, high } = ranges.of(a);
  if (low >= 0 && high <= 1) return a;
  if (high <= 0) return builder().float(0);
  return low >= 1 ? builder().float(1) : undefined;
};

/** The less or the greater of two numbers, as a choice. */
const choice: Rule = (context) => {
  const { ops, op, a: condition, b: yes, options } = context;
  const code = ops.code[condition];
  if (options.leavesChoices === true || !isFast(ops, condition) || (code !== Op['f.lt'] && code !== Op['f.ge']))
    return undefined;
  const no = ops.c[op]!;
  const [x, y] = [ops.a[condition]!, ops.b[condition]!];
  const isFirst = x === yes && y === no;
  if (!isFirst && (x !== no || y !== yes)) return undefined;
  return made(context, isFirst === (code === Op['f.lt']) ? Op['f.min'] : Op['f.max'], x, y);
};

/** A number that is rounded already. */
const round: Rule = ({ a, ranges }) => (ranges.of(a).isIntegral ? a : undefined);

/** A comparison of a number with itself: there is no NaN. */
function ofItself(result: boolean): Rule {
  return ({ a, b, builder }) => (a === b ? builder().bool(result) : undefined);
}

/** Whether a comparison may become true because of the ranges of its operands. */
function canBeTrue({ needsNumbers }: FastMathOptions, a: ValueRange, b: ValueRange): boolean {
  return needsNumbers !== true || (a.isNumber && b.isNumber);
}

/** A comparison for equality of numbers that are never equal, or always. */
function equality(isEqual: boolean): Rule {
  return ({ a, b, ranges, options, builder }) => {
    if (a === b) return builder().bool(isEqual);
    const [x, y] = [ranges.of(a), ranges.of(b)];
    if (!isEqual && !canBeTrue(options, x, y)) return undefined;
    return x.high < y.low || x.low > y.high ? builder().bool(!isEqual) : undefined;
  };
}

/**
 * `f.lt` (`isLess`) or `f.ge`. Numbers that are at least equal are not less, but the test that they are at least equal
 * stays, as Microsoft's compiler has it.
 */
function order(isLess: boolean): Rule {
  return ({ a, b, ranges, options, builder }) => {
    if (a === b) return builder().bool(!isLess);
    const [x, y] = [ranges.of(a), ranges.of(b)];
    const isTrue = isLess ? x.high < y.low : x.low > y.high;
    if (isTrue) return canBeTrue(options, x, y) ? builder().bool(true) : undefined;
    const isFalse = isLess ? x.low >= y.high : x.high < y.low;
    return isFalse ? builder().bool(false) : undefined;
  };
}

/** The rules of precise operations. */
const PRECISE_RULES: Readonly<Partial<Record<(typeof OP_NAMES)[number], Rule>>> = {
  'f.add': neutralIs(0),
  'f.mul': neutralIs(1),
};

const RULES: Readonly<Partial<Record<(typeof OP_NAMES)[number], Rule>>> = {
  'f.add': add,
  'f.mul': multiply,
  'f.div': divide,
  'f.neg': ({ ops, a }) => negatedOperand(ops, a),
  'f.min': extreme(Op['f.min']),
  'f.max': extreme(Op['f.max']),
  'f.sat': saturate,
  select: choice,
  'f.abs': (context) => {
    const { low, high } = context.ranges.of(context.a);
    if (low >= 0) return context.a;
    return high <= 0 ? made(context, Op['f.neg'], context.a) : undefined;
  },
  'f.floor': round,
  'f.ceil': round,
  'f.trunc': round,
  'f.rne': round,
  'f.frc': ({ a, ranges, builder }) => (ranges.of(a).isIntegral ? builder().float(0) : undefined),
  'f.exp2': ({ ops, a }) => (ops.code[a] === Op['f.log2'] && isFast(ops, a) ? ops.a[a]! : undefined),
  'f.ne': equality(false),
  'f.eq': equality(true),
  'f.lt': order(true),
  'f.ge': order(false),
  'i.ne': ofItself(false),
  'i.eq': ofItself(true),
  'i.lt': ofItself(false),
  'i.ge': ofItself(true),
  'u.lt': ofItself(false),
  'u.ge': ofItself(true),
  'i.xor': ({ ops, op, a, b, builder }) => (a === b ? builder().constant(ops.type[op]!, 0) : undefined),
  'u.div': ({ ops, op, a, b, builder }) => (a === b ? builder().constant(ops.type[op]!, 1) : undefined),
  'i.not': ({ ops, op, a, builder }) => {
    if (ops.type[op] !== BOOL || !isFast(ops, a)) return undefined;
    const opposite = OPPOSITES[ops.code[a]!];
    return opposite === undefined ? undefined : builder().op(opposite, BOOL, ops.a[a]!, ops.b[a]!);
  },
};

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

const BY_CODE: readonly (Rule | undefined)[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name]);
const PRECISE_BY_CODE: readonly (Rule | undefined)[] = /* @__PURE__ */ OP_NAMES.map((name) => PRECISE_RULES[name]);

/** Puts the operands of a sum or product in one order, so that equal ones merge; returns whether it had to. */
function inOrder(ops: OpStore, op: number): boolean {
  const [a, b] = [ops.a[op]!, ops.b[op]!];
  if (a <= b || ops.code[a] === Op.const || ops.code[b] === Op.const) return false;
  ops.setOperands(op, [b, a]);
  return true;
}

export interface FastMathOptions {
  /**
   * Whether a choice of the less or greater number stays one: vertex shaders of models 1 to 3, whose choices are sums
   * and products, do so.
   */
  readonly leavesChoices?: boolean | undefined;
  /** Whether comparisons become true by ranges only where both operands are numbers for all inputs. */
  readonly needsNumbers?: boolean | undefined;
  /** Operations that are simplified together or not at all. */
  readonly lanes?: VectorLanes | undefined;
}

const NO_LANES: VectorLanes = new Map();

/** One walk; returns whether it changed anything. */
export function useFastMath(module: IrModule, options: FastMathOptions = {}): boolean {
  const { ops } = module;
  const replacements = new Replacements(ops);
  const ranges = new ValueRanges(module);
  const held = new HeldLanes(module, options.lanes ?? NO_LANES);
  let hasChanged = false;
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const code = ops.code[op]!;
    if (code === Op.exit) ranges.leave(op);
    const isPrecise = !isFast(ops, op);
    const rule = (isPrecise ? PRECISE_BY_CODE : BY_CODE)[code];
    if (rule === undefined || widthOf(ops.type[op]!) > 1 || kindOf(ops.type[op]!) === Kind.f64) return;
    if (!isPrecise && (code === Op['f.add'] || code === Op['f.mul']) && inOrder(ops, op)) hasChanged = true;
    let builder: IrBuilder | undefined;
    const by = rule({
      ops,
      op,
      a: ops.a[op]!,
      b: ops.b[op]!,
      ranges,
      options,
      builder: () => {
        builder ??= builderBefore(module, op);
        return builder;
      },
    });
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
