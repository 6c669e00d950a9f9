/**
 * Warnings about values and loops that lowering knows: bases of powers that may be negative, functions of numbers for
 * which they have no value, loops that are none. They are reported when the program is lowered for the last time.
 */
import type { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { Op } from '../../ir/ops.ts';
import { removeDead } from '../../ir/passes/dce.ts';
import { walkModule } from '../../ir/passes/walk.ts';
import { Kind, kindOf } from '../../ir/types.ts';
import { knownValue } from '../check/constant-value.ts';
import type { Reporter } from '../check/scope.ts';
import type { IntrinsicExpression, LoopStatement, TypedExpression, TypedStatement } from '../check/typed-tree.ts';
import { X3556, X3557, X3571, X3696, X3706, X4000, X4008, X4010, X4029, X4118, X4119 } from '../messages.ts';
import type { BinaryOperator, Tokens } from '../syntax/tree.ts';
import { isFloatScalar } from '../types/conversions.ts';
import type { ScalarName } from '../types/types.ts';
import type { UnsetRead } from './folding-builder.ts';
import type { Lowering } from './lowering.ts';

/** Powers that are products, quotients and roots. */
const EXACT_POWERS: ReadonlySet<number> = new Set([0, 0.5, 1, 2, 3, 4, 5, 6, 8]);

const float = new Float32Array(1);
const word = new Int32Array(float.buffer);

/** The float that a value is; undefined where it is not known. */
function knownFloat(l: Lowering, ref: number): number | undefined {
  const bits = kindOf(l.b.ops.type[ref]!) === Kind.f32 ? l.b.knownWord(ref) : undefined;
  if (bits === undefined) return undefined;
  word[0] = bits;
  return float[0]!;
}

/** Functions that are not defined for some numbers, with what Microsoft's compiler says of them. */
const DOMAINS: Readonly<Record<string, readonly [isOutside: (value: number) => boolean, message: typeof X4118]>> = {
  sqrt: [(value) => value < 0, X4118],
  rsqrt: [(value) => value < 0, X4118],
  asin: [(value) => Math.abs(value) > 1, X4118],
  acos: [(value) => Math.abs(value) > 1, X4118],
  rcp: [(value) => value === 0, X4008],
  log: [(value) => value < 0, X4119],
  log2: [(value) => value < 0, X4119],
  log10: [(value) => value < 0, X4119],
  pow: [(value) => value < 0, X4119],
};

/** Warns of a call of a function of numbers. */
export function warnOfCall(
  l: Lowering,
  { call, first, last }: IntrinsicExpression,
  items: readonly (readonly number[])[],
): void {
  const { name } = call;
  const at = { first, last };
  const [values = [], exponents = []] = items;
  if (name === 'pow') {
    const known = exponents.map((one) => knownFloat(l, one));
    const [exponent] = known;
    const isExact =
      exponent !== undefined && known.every((one) => one === exponent) && EXACT_POWERS.has(Math.abs(exponent));
    if (!isExact && values.some((base) => smallest(l, base) < 0)) l.warn(X3571, at);
  }
  const domain = DOMAINS[name];
  if (domain === undefined) return;
  const [isOutside, message] = domain;
  const isWrong = (ref: number) => {
    const value = knownFloat(l, ref);
    return value !== undefined && isOutside(value);
  };
  if (values.some(isWrong)) l.warn(message, at);
}

/** Warns of a division of signed numbers, which numbers of less precision do not have at all. */
export function warnOfDivision(
  l: Lowering,
  operator: BinaryOperator,
  scalar: ScalarName,
  operands: readonly (readonly number[])[],
  at: TypedExpression,
): void {
  if (l.isDirect3D9 || (operator !== '/' && operator !== '%') || isFloatScalar(scalar)) return;
  if (operands[1]!.some((ref) => l.b.knownWord(ref) === 0)) l.reporter.report(X4010, at);
  if (!SIGNED.has(scalar)) return;
  const isKnown = operands.every((refs) => refs.every((ref) => l.b.knownWord(ref) !== undefined));
  const name = operator === '/' ? 'division' : 'remainder';
  if (scalar !== 'int') l.reporter.report(X3706, at, { name });
  else if (!isKnown) l.warn(X3556, at, { name });
}

const SIGNED: ReadonlySet<ScalarName> = new Set(['int', 'min16int', 'min12int'] as const);

interface Interval {
  readonly min: number;
  readonly max: number;
}

const ANY: Interval = { min: -Infinity, max: Infinity };
const POSITIVE: Interval = { min: 0, max: Infinity };
const UNIT: Interval = { min: 0, max: 1 };
/** Operations that are looked into, one inside of the other. */
const MAX_DEPTH = 12;

/** The smallest number that a float can be. */
function smallest(l: Lowering, ref: number): number {
  return intervalOf(l, ref, MAX_DEPTH).min;
}

function intervalOf(l: Lowering, ref: number, depth: number): Interval {
  const { ops } = l.b;
  const known = knownFloat(l, ref);
  if (known !== undefined) return { min: known, max: known };
  if (depth === 0) return ANY;
  const at = (i: number) => intervalOf(l, ops.operand(ref, i), depth - 1);
  switch (ops.code[ref]) {
    case Op['f.abs']:
    case Op['f.sqrt']:
    case Op['f.exp2']:
      return POSITIVE;
    case Op['f.sat']:
    case Op['f.frc']:
      return UNIT;
    case Op['f.sin']:
    case Op['f.cos']:
      return { min: -1, max: 1 };
    case Op['f.neg']: {
      const { min, max } = at(0);
      return { min: -max, max: -min };
    }
    case Op['f.add']: {
      const [a, b] = [at(0), at(1)];
      return { min: a.min + b.min, max: a.max + b.max };
    }
    case Op['f.mul']:
    case Op['f.dot']:
      if (ops.operand(ref, 0) === ops.operand(ref, 1)) return POSITIVE;
      return ops.code[ref] === Op['f.mul'] ? product(at(0), at(1)) : ANY;
    case Op['f.div']: {
      const [a, b] = [at(0), at(1)];
      return a.min >= 0 && b.min >= 0 ? POSITIVE : ANY;
    }
    case Op['f.rcp']:
      return at(0).min >= 0 ? POSITIVE : ANY;
    case Op['f.min']: {
      const [a, b] = [at(0), at(1)];
      return { min: Math.min(a.min, b.min), max: Math.min(a.max, b.max) };
    }
    case Op['f.max']: {
      const [a, b] = [at(0), at(1)];
      return { min: Math.max(a.min, b.min), max: Math.max(a.max, b.max) };
    }
    case Op.select: {
      const [a, b] = [at(1), at(2)];
      return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
    }
    case Op['cvt.u2f']:
      return POSITIVE;
    default:
      return ANY;
  }
}

function product(a: Interval, b: Interval): Interval {
  const all = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max].map((one) => (Number.isNaN(one) ? 0 : one));
  return { min: Math.min(...all), max: Math.max(...all) };
}

/**
 * Warns of a loop that runs once or not at all.
 *
 * @param count how often it runs, if that is known
 */
export function warnOfLoop(l: Lowering, statement: LoopStatement, count: number | undefined): void {
  const { attributes, testsLast, body } = statement;
  if (attributes.some(({ name }) => name === 'unroll')) return;
  const runs = endsWithJump(body) ? (testsLast ? 1 : 0) : count;
  if (runs === undefined || runs > 1) return;
  const staysLoop = attributes.some(({ name }) => name === 'loop');
  l.warn(X3557, headOf(l.reporter, statement), { count: runs, change: staysLoop ? 'remove [loop]' : 'it is unrolled' });
}

/** Reports the loops that nothing leaves in the program as it is after the passes. */
export function reportEndlessLoops(
  module: IrModule,
  statements: ReadonlyMap<number, LoopStatement>,
  reporter: Reporter,
): void {
  const { ops, owner } = module;
  if (statements.size === 0) return;
  const left = new Set<number>();
  walkModule(module, (op) => {
    const code = ops.code[op]!;
    if (code !== Op.exit && code !== Op.return) return;
    const target = code === Op.exit ? ops.extra[op]! : NO_OP;
    for (let around = owner[ops.region[op]!]!; around !== NO_OP; around = owner[ops.region[around]!]!) {
      left.add(around);
      if (around === target) return;
    }
  });
  walkModule(module, (op) => {
    const statement = ops.code[op] === Op.loop && !left.has(op) ? statements.get(op) : undefined;
    if (statement === undefined) return;
    const { condition, testsLast, body } = statement;
    // A condition that holds in all iterations after the first one.
    const isLate = testsLast && condition !== undefined && knownValue(condition) === undefined;
    if (isLate) reporter.report(X4029, headOf(reporter, statement));
    else reporter.report(X3696, condition ?? { first: body.first, last: body.first });
  });
}

/** Whether a body never goes on with the next iteration. */
function endsWithJump(statement: TypedStatement): boolean {
  if (statement.kind !== 'block') return statement.kind === 'break' || statement.kind === 'return';
  const last = statement.body.at(-1);
  return last !== undefined && endsWithJump(last) && !statement.body.some(hasContinue);
}

function hasContinue(statement: TypedStatement): boolean {
  switch (statement.kind) {
    case 'continue':
      return true;
    case 'block':
      return statement.body.some(hasContinue);
    case 'if':
      return hasContinue(statement.whenTrue) || (statement.whenFalse !== undefined && hasContinue(statement.whenFalse));
    default:
      return false;
  }
}

/** The tokens of `for (...)` or `while (...)`. */
export function headOf(reporter: Reporter, { first, testsLast, body }: LoopStatement): Tokens {
  return headFrom(reporter, testsLast ? body.last + 1 : first);
}

/** The tokens of the keyword and the brackets of the next statement with them. */
export function headFrom({ tokens }: Reporter, from: number): Tokens {
  let start = from;
  while (!/^(for|while|if|switch)$/.test(tokens[start]!.text)) start++;
  let depth = 0;
  for (let last = start + 1; ; last++) {
    const { text, kind } = tokens[last]!;
    if (text === '(') depth++;
    if (kind === 'end' || (text === ')' && --depth === 0)) return { first: start, last };
  }
}

/**
 * Reports operations that compute something of what nothing has set, if anybody uses their results. What has no value
 * may be copied and converted, and may be one of the values that a variable has after a branch.
 */
export function reportUnset(module: IrModule, uses: ReadonlyMap<number, UnsetRead>, reporter: Reporter): void {
  if (uses.size === 0) return;
  removeDead(module);
  const { ops } = module;
  const stored = new Set<number>();
  walkModule(module, (op) => {
    if (ops.code[op] === Op['var.store']) stored.add(ops.extra[op]!);
  });
  const reported = new Set<string>();
  for (const [op, { name, at, load }] of uses) {
    const isSet = load !== undefined && stored.has(ops.extra[load]!);
    if (ops.region[op] === NO_OP || isSet || reported.has(name)) continue;
    reported.add(name);
    reporter.report(X4000, at, { name });
  }
}
