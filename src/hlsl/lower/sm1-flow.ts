/**
 * Flow control of shader models 1 to 3: which profiles have it, and loops that have to be unrolled although it is not
 * known how often they run (source: oracle).
 */
import type { IrModule } from '../../ir/module.ts';
import { Op, OpFlag } from '../../ir/ops.ts';
import { MAX_REPEATED } from '../../isa/sm1/limits.ts';
import { scalarsOfRows } from '../bind/level9-constants.ts';
import { conditionAt } from '../bind/sm1-constants.ts';
import { knownValue } from '../check/constant-value.ts';
import type { CheckedFunction, LoopStatement, TypedExpression, TypedStatement } from '../check/typed-tree.ts';
import type { BufferDeclaration } from '../declarations.ts';
import { AssignedVariables } from './assigned.ts';
import type { BindingSource } from './bindings.ts';
import type { Lowering } from './lowering.ts';
import { isSimple, NO_NESTING } from './simple-bodies.ts';
import { contains, countIterations, hasJump, jumpsOf } from './unrolling.ts';

/** Whether branches and loops can depend on nothing, on constants only, or on any value. */
export type FlowControl = 'none' | 'static' | 'dynamic';

export function flowControlOf(profile: string): FlowControl {
  if (/^(ps_2|vs_1|tx)/.test(profile)) return 'none';
  return profile === 'vs_2_0' ? 'static' : 'dynamic';
}

/** Whether a branch on a condition of the application stays without an attribute: with `/Od` and `/Gfp`. */
export function keepsBranch(l: Lowering, condition: TypedExpression): boolean {
  const { isDirect3D9, options } = l;
  if (!isDirect3D9 || !(options.skipsOptimization || options.flow === 'prefer')) return false;
  const value = condition.kind === 'unary' && condition.operator === '!' ? condition.operand : condition;
  return value.type.kind === 'numeric' && value.type.scalar === 'bool' && isConstant(l, value);
}

/** Whether a branch stays where branches depend on constants: the source asks for it. */
export function isStaticBranch(
  lowered: { readonly module: IrModule; readonly bindingSources: readonly BindingSource[] },
  buffers: readonly BufferDeclaration[],
  branch: number,
): boolean {
  return (lowered.module.ops.flags[branch]! & OpFlag.branch) !== 0 && dependsOnBool(lowered, buffers, branch);
}

/** Whether a branch compares a variable of type bool with 0. */
export function dependsOnBool(
  { module, bindingSources }: { readonly module: IrModule; readonly bindingSources: readonly BindingSource[] },
  buffers: readonly BufferDeclaration[],
  branch: number,
): boolean {
  const { ops } = module;
  const test = ops.a[branch]!;
  if (ops.code[test] !== Op['f.ne'] && ops.code[test] !== Op['f.eq']) return false;
  const read = ops.a[test]!;
  const row = ops.a[read]!;
  if (ops.code[read] !== Op['cb.load'] || ops.code[row] !== Op.const) return false;
  const { kind, number, element = 0 } = bindingSources[ops.extra[read]! >> 2]!;
  const at = COMPONENTS * ops.operand(row, 0) + (ops.extra[read]! & (COMPONENTS - 1));
  if (kind === 'buffer') return scalarsOfRows(buffers[number]!)[at] === 'bool';
  return kind === 'variable' && conditionAt(buffers[number]!.variables[element]!.type, at) !== undefined;
}

const COMPONENTS = 4;

/** Whether a loop whose iterations are not counted has to be unrolled all the same. */
export function mustUnrollOpen(l: Lowering, statement: LoopStatement): boolean {
  const control = flowControlOf(l.module.facts.profile);
  if (control === 'none' || assignsElements(statement.body)) return true;
  if (control === 'dynamic' && isRepeated(l, statement)) return false;
  const isStatic =
    isCountedByConstant(l, statement) && !jumpsOf(statement.body).breaks && !contains(statement.body, 'return');
  if (isStatic) return isSimple(l, statement.body) && readsShortArray(statement);
  return control === 'static' || usesQuads(statement.body);
}

/** Loops with fewer iterations are shorter without `rep`. */
const FEW_REPEATED = 4;

/**
 * Whether a loop becomes `rep` with a number, so that reads of textures may stay inside: its counter goes from one
 * known number to another, and chooses no elements unless the source asks for the loop.
 */
function isRepeated(l: Lowering, statement: LoopStatement): boolean {
  const { attributes, condition, next, body } = statement;
  const isStepped = next?.kind === 'update' && next.target.kind === 'variable' && /[+-]/.test(next.operator);
  const counter = isStepped ? next.target : undefined;
  if (statement.testsLast || condition?.kind !== 'binary' || counter?.type.kind !== 'numeric') return false;
  if (!/[<>]/.test(condition.operator) || counter.type.shape !== 'scalar' || hasJump(body) || contains(body, 'return'))
    return false;
  const count = countIterations(l, statement, MAX_REPEATED);
  if (count === undefined || (count <= FEW_REPEATED && !contains(body, 'loop'))) return false;
  if (attributes.some(({ name }) => name === 'loop')) return true;
  let choosesElements = false;
  new Search((one) => {
    choosesElements ||= one.kind === 'element' && knownValue(one.index) === undefined;
  }).statement(body);
  return !choosesElements;
}

/** Whether a statement assigns elements whose numbers are not known, even if inner loops are unrolled. */
function assignsElements(statement: TypedStatement): boolean {
  const counters = new AssignedVariables();
  let found = false;
  const search = new Search(
    (expression) => {
      if (expression.kind !== 'assign' && expression.kind !== 'update') return;
      for (let at = expression.target; 'object' in at && at.object !== undefined; at = at.object)
        found ||=
          at.kind === 'element' &&
          knownValue(at.index, (variable) => (counters.variables.has(variable) ? [0] : undefined)) === undefined;
    },
    ({ next }) => counters.expression(next),
  );
  search.statement(statement);
  return found;
}

/** Elements of arrays that are chosen one after the other, without a loop. */
const SHORT = 8;

/** Whether a counter chooses elements of a short array, which ends the loop. */
function readsShortArray({ condition, body }: LoopStatement): boolean {
  if (condition?.kind !== 'binary' || condition.left.kind !== 'variable') return false;
  const counter = condition.left.variable;
  let found = false;
  new Search((expression) => {
    if (expression.kind !== 'element' || expression.object.type.kind !== 'array') return;
    const index = expression.index.kind === 'convert' ? expression.index.operand : expression.index;
    if (index.kind === 'variable' && index.variable === counter) found ||= expression.object.type.length <= SHORT;
  }).statement(body);
  return found;
}

/** Whether a loop whose iterations are known has to be unrolled. */
export function mustUnrollCounted(l: Lowering, { body }: LoopStatement): boolean {
  const { profile } = l.module.facts;
  const control = flowControlOf(profile);
  if (control === 'none' || assignsElements(body) || (profile === NO_NESTING && l.loops.length > 0)) return true;
  const isLeft = jumpsOf(body).breaks || contains(body, 'return');
  return isLeft && (control === 'static' || usesQuads(body));
}

/** `for (...; i < n; i++)` with a constant of the application. */
function isCountedByConstant(l: Lowering, { condition, next, body, testsLast }: LoopStatement): boolean {
  if (testsLast || condition?.kind !== 'binary' || condition.operator !== '<') return false;
  const { left, right } = condition;
  if (left.kind !== 'variable' || left.type.kind !== 'numeric' || !/^u?int$/.test(left.type.scalar)) return false;
  if (!isConstant(l, right)) return false;
  if (next?.kind !== 'update' || next.operator !== '+' || next.target.kind !== 'variable') return false;
  const inBody = new AssignedVariables();
  inBody.statement(body);
  const counter = left.variable;
  return next.target.variable === counter && knownValue(next.value)?.[0] === 1 && !inBody.variables.has(counter);
}

/** Whether an expression is a part of a constant, which a parameter of the entry point may be, too. */
function isConstant(l: Lowering, expression: TypedExpression): boolean {
  let at = expression;
  while (at.kind === 'member' || at.kind === 'swizzle' || at.kind === 'element') at = at.object;
  if (at.kind !== 'variable') return false;
  const state = l.states.get(at.variable);
  return at.variable.storage === 'constant' || (state?.kind === 'location' && state.location.base.kind === 'constants');
}

/** Calls a function for the expressions and returns of a statement, and of the functions that it calls. */
class Search extends AssignedVariables {
  readonly #seen = new Set<CheckedFunction>();

  constructor(
    private readonly visit: (expression: TypedExpression) => void,
    private readonly visitLoop: (loop: LoopStatement) => void = () => {},
  ) {
    super();
  }

  override statement(statement: TypedStatement | undefined): void {
    if (statement?.kind === 'loop') this.visitLoop(statement);
    super.statement(statement);
  }

  override expression(expression: TypedExpression | undefined): void {
    if (expression === undefined) return;
    this.visit(expression);
    if (expression.kind === 'call' && !this.#seen.has(expression.function)) {
      this.#seen.add(expression.function);
      this.statement(expression.function.body);
    }
    super.expression(expression);
  }
}

const QUADS = /^(tex(1D|2D|3D|CUBE)(bias|proj)?|ddx|ddy|fwidth)$/;
/** Arguments of a read with gradients. */
const WITH_GRADIENTS = 4;

function usesQuads(statement: TypedStatement): boolean {
  let found = false;
  new Search((expression) => {
    if (expression.kind === 'method') found ||= /^Sample(Bias|Cmp)?$/.test(expression.call.row.name);
    if (expression.kind !== 'intrinsic') return;
    found ||= QUADS.test(expression.call.name) && expression.arguments.length < WITH_GRADIENTS;
  }).statement(statement);
  return found;
}
