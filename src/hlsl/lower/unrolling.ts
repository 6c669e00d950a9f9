/**
 * Loops that run a known number of times, and which of them are unrolled.
 *
 * Microsoft's compiler unrolls a loop by itself if its body is nothing but simple arithmetic (simple-bodies.ts), or if
 * its counter chooses elements of arrays that are not in buffers (source: oracle).
 */
import type { IntegerBounds } from '../../ir/passes/integer-ranges.ts';
import { type KnownValues, knownValue } from '../check/constant-value.ts';
import type { LoopStatement, TypedExpression, TypedStatement, Variable } from '../check/typed-tree.ts';
import { MAX_UNROLLED, MAX_UNROLLED_OPERATIONS } from '../limits.ts';
import { X3504_LOOP, X3511 } from '../messages.ts';
import { isFloatScalar } from '../types/conversions.ts';
import { AssignedVariables } from './assigned.ts';
import type { Target } from './flow.ts';
import type { Lowering } from './lowering.ts';
import { hasSimpleBody } from './simple-bodies.ts';
import { headOf } from './warnings.ts';

/** Iterations up to which a loop is unrolled without `[unroll]`, and those of one that a value can leave. */
const MAX_AUTOMATIC = 254;
const MAX_LEFT = 15;
const float = new Float32Array(1);
const word = new Int32Array(float.buffer);

/**
 * How often a loop runs if it is to be unrolled; undefined where it stays a loop, and where only unrolling shows it.
 * Its first values were lowered already.
 */
export function iterationsOf(
  l: Lowering,
  statement: LoopStatement,
  { mustUnroll, limit }: { readonly mustUnroll: boolean; readonly limit: number | undefined },
): number | undefined {
  if (statement.testsLast || statement.condition === undefined) return undefined;
  if (mustUnroll) return countIterations(l, statement, limit ?? MAX_UNROLLED);
  if (statement.attributes.some(({ name }) => name === 'loop' || name === 'fastopt')) return undefined;
  if (l.options.skipsOptimization) return undefined;
  const isLeft = jumpsOf(statement.body).breaks || contains(statement.body, 'return');
  const count = countIterations(l, statement, isLeft ? MAX_LEFT : MAX_AUTOMATIC);
  if (count === undefined || count === 1 || choosesElements(l, statement)) return count;
  return hasSimpleBody(l, statement, (variable) => knownStart(l, variable) !== undefined) ? count : undefined;
}

/** Whether the counter of a loop chooses elements of a variable that needs no index once the loop is unrolled. */
function choosesElements(l: Lowering, { body, next }: LoopStatement): boolean {
  const inBody = new AssignedVariables();
  inBody.statement(body);
  const counters = new AssignedVariables();
  counters.expression(next);
  const known: KnownValues = (variable) => (inBody.variables.has(variable) ? undefined : knownStart(l, variable));
  const knownInLoop: KnownValues = (variable) => (counters.variables.has(variable) ? undefined : known(variable));
  let isFound = false;
  let isOfVertices = false;
  let appends = false;
  const search = new (class extends AssignedVariables {
    override expression(expression: TypedExpression | undefined): void {
      appends ||= expression?.kind === 'method' && expression.call.row.name === 'Append';
      if (expression?.kind === 'element' && isOfLocalArray(l, expression.object, known))
        if (!knownValue(expression.index, knownInLoop) && knownValue(expression.index, known)) {
          if (isOfPoints(l, expression.object)) isOfVertices = true;
          else isFound = true;
        }
      super.expression(expression);
    }
  })();
  search.statement(body);
  // A loop that appends one vertex of the primitive after the other stays one.
  isFound ||= isOfVertices && !appends;
  return isFound && !contains(body, 'loop') && !contains(body, 'return') && !jumpsOf(body).breaks;
}

/** Whether an expression is the vertices of a primitive or the control points of a patch, or one of them. */
function isOfPoints(l: Lowering, expression: TypedExpression): boolean {
  let at = expression;
  while (at.kind === 'element') at = at.object;
  return at.kind === 'variable' && l.states.get(at.variable)?.kind === 'points';
}

/** Whether an expression is an array or a matrix that the program computes, or a known element of one. */
function isOfLocalArray(l: Lowering, expression: TypedExpression, known: KnownValues): boolean {
  if (expression.kind === 'element')
    return knownValue(expression.index, known) !== undefined && isOfLocalArray(l, expression.object, known);
  if (expression.kind !== 'variable') return false;
  const { variable } = expression;
  const { storage, type, isConst } = variable;
  if (isConst || l.inputVariables.has(variable) || (storage !== 'local' && storage !== 'static')) return false;
  return type.kind === 'array' || (type.kind === 'numeric' && type.shape === 'matrix');
}

/** How often a loop runs, as far as its condition and its end show; undefined where that is not known. */
export function countIterations(l: Lowering, statement: LoopStatement, limit: number): number | undefined {
  return followCounters(l, statement, limit, new Map());
}

/**
 * The bounds of the counters of a loop that only its condition ends, the values after the last iteration included, as
 * Microsoft's compiler has them (source: oracle).
 */
export function boundsOfCounters(l: Lowering, statement: LoopStatement): ReadonlyMap<Variable, IntegerBounds> {
  const bounds = new Map<Variable, { low: number; high: number }>();
  const { body, condition, testsLast } = statement;
  if (testsLast || condition === undefined || jumpsOf(body).breaks || contains(body, 'return')) return bounds;
  const values = new Map<Variable, readonly number[]>();
  const note = () => {
    for (const [variable, [value]] of values) {
      const start = knownStart(l, variable)?.[0];
      if (start === undefined) continue;
      const { low, high } = bounds.get(variable) ?? { low: start, high: start };
      bounds.set(variable, { low: Math.min(low, value!), high: Math.max(high, value!) });
    }
  };
  return followCounters(l, statement, MAX_UNROLLED, values, note) === undefined ? new Map() : bounds;
}

/** Computes the values of counters after each iteration until the condition of the loop ends it. */
function followCounters(
  l: Lowering,
  { condition, next, body }: LoopStatement,
  limit: number,
  values: Map<Variable, readonly number[]>,
  note?: () => void,
): number | undefined {
  const inBody = new AssignedVariables();
  inBody.statement(body);
  const known: KnownValues = (variable) => {
    if (inBody.variables.has(variable)) return undefined;
    return values.get(variable) ?? knownStart(l, variable);
  };
  for (let count = 0; count <= limit; count++) {
    const goesOn = knownValue(condition!, known);
    if (goesOn === undefined) return undefined;
    if (goesOn[0] === 0) return count;
    if (next === undefined || !step(next, values, known)) return undefined;
    note?.();
  }
  return undefined;
}

/** The operation that has the first scalar of a variable in slots. */
export function firstValue(l: Lowering, variable: Variable): number | undefined {
  const state = l.states.get(variable);
  if (state?.kind !== 'location' || state.location.base.kind !== 'slots') return undefined;
  return l.slots.get(state.location.start);
}

/** The value of a variable before the loop, if that is known. */
export function knownStart(l: Lowering, variable: Variable): readonly number[] | undefined {
  const { type } = variable;
  const value = firstValue(l, variable);
  if (type.kind !== 'numeric') return undefined;
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

/** The body so often as it runs. `continue` leaves an iteration, `break` all of them. */
export function unrollLoop(l: Lowering, { body, next }: LoopStatement, count: number): void {
  const jumps = jumpsOf(body);
  const { leftArray } = l;
  l.leftArray = undefined;
  const run = (leave: Target | undefined) => {
    for (let i = 0; i < count && !l.flow.isDead; i++) {
      lowerIteration(l, body, jumps.continues, leave);
      if (l.leftArray !== undefined) {
        l.warn(X3504_LOOP, l.leftArray);
        break;
      }
      if (next !== undefined && !l.flow.isDead) l.value(next);
    }
  };
  if (jumps.breaks) l.flow.block((leave) => run(leave));
  else run(undefined);
  l.leftArray = leftArray;
}

/** @param leave what `break` leaves, if there is one */
function lowerIteration(l: Lowering, body: TypedStatement, continues: boolean, leave: Target | undefined): void {
  if (!continues) {
    if (leave !== undefined) l.jumps.push({ leave, again: undefined });
    l.statement(body);
    if (leave !== undefined) l.jumps.pop();
    return;
  }
  l.flow.block((end) => {
    l.jumps.push({ leave: leave ?? end, again: () => l.flow.leave(end) });
    l.statement(body);
    l.jumps.pop();
  });
}

/**
 * Unrolls a loop until its condition or a jump ends it: each iteration shows whether there is another one. An index
 * beyond the end of an array ends it, too. A loop with a limit ends there, as Microsoft's compiler has it.
 */
export function unrollStepwise(l: Lowering, statement: LoopStatement, limit: number | undefined): void {
  const { condition, next, body, testsLast } = statement;
  const { continues } = jumpsOf(body);
  const firstOp = l.b.ops.count;
  const isHidden = !l.isDirect3D9 && changesAfterJump(statement);
  const { leftArray } = l;
  l.flow.block((leave) => {
    for (let i = 0; !l.flow.isDead; i++) {
      const isLong = i >= MAX_UNROLLED || l.b.ops.count - firstOp > MAX_UNROLLED_OPERATIONS;
      if (limit === undefined ? isLong : i === limit) {
        if (limit === undefined) l.warn(X3511, headOf(l.reporter, statement));
        break;
      }
      const never = l.b.bool(false);
      let branch: number | undefined;
      if (condition !== undefined && (i > 0 || !testsLast)) branch = l.flow.leaveUnless(l.value(condition)[0]!, leave);
      if (l.flow.isDead) break;
      l.leftArray = undefined;
      const exits = leave.exits.length;
      lowerIteration(l, body, continues, leave);
      if (l.leftArray !== undefined && branch !== undefined) {
        l.b.ops.setOperand(branch, 0, never);
        break;
      }
      if (limit === undefined && isHidden && (continues || leave.exits.length > exits) && !l.flow.isDead) {
        l.warn(X3511, headOf(l.reporter, statement));
        break;
      }
      if (next !== undefined && !l.flow.isDead) l.value(next);
    }
  });
  l.leftArray = leftArray;
}

/** Which jumps of a loop its body has. */
export function jumpsOf(statement: TypedStatement): { readonly breaks: boolean; readonly continues: boolean } {
  let breaks = false;
  let continues = false;
  const visit = (one: TypedStatement, isInSwitch: boolean): void => {
    switch (one.kind) {
      case 'break':
        breaks ||= !isInSwitch;
        return;
      case 'continue':
        continues = true;
        return;
      case 'block':
        for (const inner of one.body) visit(inner, isInSwitch);
        return;
      case 'if':
        visit(one.whenTrue, isInSwitch);
        if (one.whenFalse !== undefined) visit(one.whenFalse, isInSwitch);
        return;
      case 'switch':
        for (const { body } of one.cases) for (const inner of body) visit(inner, true);
    }
  };
  visit(statement, false);
  return { breaks, continues };
}

/** Whether a statement is of a kind or has one inside; functions that it calls do not count. */
export function contains(statement: TypedStatement, kind: TypedStatement['kind']): boolean {
  if (statement.kind === kind) return true;
  const isInside = (one: TypedStatement) => contains(one, kind);
  switch (statement.kind) {
    case 'block':
      return statement.body.some(isInside);
    case 'if':
      return isInside(statement.whenTrue) || (statement.whenFalse !== undefined && isInside(statement.whenFalse));
    case 'loop':
      return isInside(statement.body);
    case 'switch':
      return statement.cases.some(({ body }) => body.some(isInside));
    default:
      return false;
  }
}

export function hasJump(statement: TypedStatement): boolean {
  const { breaks, continues } = jumpsOf(statement);
  return breaks || continues;
}

/**
 * Whether the body of a loop changes a variable of its conditions after a jump. If the condition of the jump is not
 * known, Microsoft's compiler does not know the variable any more.
 */
function changesAfterJump({ condition, body }: LoopStatement): boolean {
  if (body.kind !== 'block') return false;
  const first = body.body.findIndex(hasJump);
  if (first < 0) return false;
  const changed = new AssignedVariables();
  for (const one of body.body.slice(first + 1)) changed.statement(one);
  let found = false;
  const search = new (class extends AssignedVariables {
    override expression(expression: TypedExpression | undefined): void {
      if (expression?.kind === 'variable') found ||= changed.variables.has(expression.variable);
      super.expression(expression);
    }
  })();
  search.expression(condition);
  for (const one of body.body) if (one.kind === 'if' && hasJump(one)) search.expression(one.condition);
  return found;
}
