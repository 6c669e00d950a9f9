/**
 * Loops that run a known number of times, and which of them are unrolled.
 *
 * Microsoft's compiler unrolls a loop by itself if its body is nothing but simple arithmetic; it stays a loop with a
 * branch, a sample, a load or a function such as a sine (source: oracle).
 */
import { type KnownValues, knownValue } from '../check/constant-value.ts';
import type { LoopStatement, TypedExpression, TypedStatement, Variable } from '../check/typed-tree.ts';
import { MAX_UNROLLED } from '../limits.ts';
import { isFloatScalar } from '../types/conversions.ts';
import { AssignedVariables } from './assigned.ts';
import type { Lowering } from './lowering.ts';
import { mustUnrollCounted } from './sm1-flow.ts';

/** Iterations up to which a loop is unrolled without `[unroll]`. */
const MAX_AUTOMATIC = 254;
const float = new Float32Array(1);
const word = new Int32Array(float.buffer);

/**
 * How often a loop runs if it is to be unrolled; undefined where it stays a loop. Its first values were lowered
 * already.
 *
 * @param limit iterations at most of a loop with `[unroll]`; undefined without it
 */
export function iterationsOf(l: Lowering, statement: LoopStatement, limit: number | undefined): number | undefined {
  if (statement.testsLast || statement.condition === undefined) return undefined;
  const isForced = l.isDirect3D9 && mustUnrollCounted(l, statement);
  if (!isForced && statement.attributes.some(({ name }) => name === 'loop' || name === 'fastopt')) return undefined;
  const bound = limit ?? (isForced ? MAX_UNROLLED : MAX_AUTOMATIC);
  const isWanted = limit !== undefined || isForced || mustUnroll(l, statement.body) || isSimple(statement.body);
  if (!isWanted || (l.options.skipsOptimization && !isForced)) return undefined;
  return countIterations(l, statement, Math.min(bound, MAX_UNROLLED));
}

/** How often a loop runs, as far as its condition and its end show; undefined where that is not known. */
export function countIterations(
  l: Lowering,
  { condition, next, body }: LoopStatement,
  limit: number,
): number | undefined {
  const inBody = new AssignedVariables();
  inBody.statement(body);
  const changed = new AssignedVariables();
  changed.expression(next);
  const values = new Map<Variable, readonly number[]>();
  const known: KnownValues = (variable) => {
    if (inBody.variables.has(variable)) return undefined;
    return values.get(variable) ?? knownStart(l, variable);
  };
  for (let count = 0; count <= limit; count++) {
    const goesOn = knownValue(condition!, known);
    if (goesOn === undefined) return undefined;
    if (goesOn[0] === 0) return count;
    if (next === undefined || !step(next, values, known)) return undefined;
  }
  return undefined;
}

/** The value of a variable before the loop, if that is known. */
export function knownStart(l: Lowering, variable: Variable): readonly number[] | undefined {
  const state = l.states.get(variable);
  const { type } = variable;
  if (state?.kind !== 'location' || state.location.base.kind !== 'slots' || type.kind !== 'numeric') return undefined;
  const value = l.slots.get(state.location.start);
  const bits = value === undefined || type.shape !== 'scalar' ? undefined : l.b.knownWord(value);
  if (bits === undefined || type.scalar === 'double') return undefined;
  if (isFloatScalar(type.scalar)) {
    word[0] = bits;
    return [float[0]!];
  }
  return [/uint/.test(type.scalar) ? bits >>> 0 : bits];
}

/** Changes the variables of a loop as the end of an iteration does; false if that is not known. */
function step(next: TypedExpression, values: Map<Variable, readonly number[]>, known: KnownValues): boolean {
  if (next.kind === 'sequence') return next.items.every((item) => step(item, values, known));
  if (next.kind !== 'assign' && next.kind !== 'update') return false;
  if (next.target.kind !== 'variable') return false;
  const { target, type } = next;
  const value =
    next.kind === 'assign'
      ? knownValue(next.value, known)
      : knownValue(
          {
            kind: 'convert',
            type,
            first: 0,
            last: 0,
            operand: {
              kind: 'binary',
              type: next.operandType,
              operator: next.operator,
              left: { kind: 'convert', type: next.operandType, operand: target, first: 0, last: 0 },
              right: next.value,
              first: 0,
              last: 0,
            },
          },
          known,
        );
  if (value === undefined) return false;
  values.set(target.variable, value);
  return true;
}

/** Functions that are a single simple instruction, or a few. */
const SIMPLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'abs',
  'asfloat',
  'asint',
  'asuint',
  'ceil',
  'clamp',
  'cross',
  'dot',
  'floor',
  'frac',
  'lerp',
  'mad',
  'max',
  'min',
  'mul',
  'rcp',
  'round',
  'saturate',
  'transpose',
  'trunc',
]);

/** Whether a body is nothing but simple arithmetic. */
function isSimple(statement: TypedStatement): boolean {
  switch (statement.kind) {
    case 'block':
      return statement.body.every(isSimple);
    case 'expression':
      return isSimpleExpression(statement.expression);
    case 'declare':
      return statement.value === undefined || isSimpleExpression(statement.value);
    default:
      return false;
  }
}

function isSimpleExpression(expression: TypedExpression): boolean {
  switch (expression.kind) {
    case 'constant':
      return true;
    case 'variable':
      return true;
    case 'member':
    case 'swizzle':
      return isSimpleExpression(expression.object);
    case 'element':
      return isSimpleExpression(expression.object) && isSimpleExpression(expression.index);
    case 'convert':
    case 'unary':
      return isSimpleExpression(expression.operand);
    case 'build':
    case 'sequence':
      return expression.items.every(isSimpleExpression);
    case 'binary':
      return isSimpleExpression(expression.left) && isSimpleExpression(expression.right);
    case 'assign':
    case 'update':
      return isSimpleExpression(expression.target) && isSimpleExpression(expression.value);
    case 'intrinsic':
      return SIMPLE_FUNCTIONS.has(expression.call.name) && expression.arguments.every(isSimpleExpression);
    case 'call':
      return (
        expression.function.body !== undefined &&
        expression.arguments.every(isSimpleExpression) &&
        isSimpleBody(expression.function.body)
      );
    default:
      return false;
  }
}

function isSimpleBody(body: TypedStatement): boolean {
  if (body.kind === 'block') return body.body.every(isSimpleBody);
  if (body.kind === 'return') return body.value === undefined || isSimpleExpression(body.value);
  return isSimple(body);
}

/** Before 5.1 an array of resources takes no index that is computed. */
function mustUnroll(l: Lowering, statement: TypedStatement): boolean {
  if (l.version[0] === 5 && l.version[1] === 1) return false;
  let found = false;
  const search = new (class extends AssignedVariables {
    override expression(expression: TypedExpression | undefined): void {
      if (expression?.kind === 'element' && expression.type.kind === 'object') found = true;
      super.expression(expression);
    }
  })();
  search.statement(statement);
  return found;
}
