/**
 * Statements to operations and constructs.
 */

import type { IrCase } from '../../ir/module.ts';
import { Op, OpFlag } from '../../ir/ops.ts';
import { Kind, NONE } from '../../ir/types.ts';
import { knownValue } from '../check/constant-value.ts';
import type {
  CheckedAttribute,
  LoopStatement,
  SwitchStatement,
  TypedExpression,
  TypedStatement,
} from '../check/typed-tree.ts';
import { X3531, X3651_LOCAL, X3705 } from '../messages.ts';
import type { Tokens } from '../syntax/tree.ts';
import { isDouble } from '../types/types.ts';
import { carriedSlots } from './assigned.ts';
import { lowerScalar, lowerValue, objectState } from './expressions.ts';
import type { Target } from './flow.ts';
import type { Lowering } from './lowering.ts';
import { writeLocation } from './memory.ts';
import { shareObjects } from './resources.ts';
import { flowControlOf, keepsBranch, mustUnrollCounted, mustUnrollOpen } from './sm1-flow.ts';
import { refuseNegative } from './sm1-refusals.ts';
import { withoutContinues } from './tail-jumps.ts';
import {
  boundsOfCounters,
  countIterations,
  firstValue,
  iterationsOf,
  unrollLoop,
  unrollStepwise,
} from './unrolling.ts';
import { headFrom, warnOfLoop } from './warnings.ts';

export function lowerStatement(l: Lowering, statement: TypedStatement): void {
  if (l.flow.isDead) return;
  if (statement.kind === 'block') {
    for (const one of statement.body) lowerStatement(l, one);
    return;
  }
  l.positions?.statement(headOf(statement));
  lowerHere(l, statement);
}

/** Lowers a statement as part of the one whose positions its operations get. */
function lowerHere(l: Lowering, statement: TypedStatement): void {
  switch (statement.kind) {
    case 'block':
      for (const one of statement.body) lowerHere(l, one);
      return;
    case 'expression':
      l.at = statement.expression;
      lowerValue(l, statement.expression);
      return;
    case 'declare':
      lowerDeclaration(l, statement);
      return;
    case 'if':
      lowerIf(l, statement);
      return;
    case 'loop':
      lowerLoop(l, statement);
      return;
    case 'switch':
      lowerSwitch(l, statement);
      return;
    case 'return': {
      if (statement.value !== undefined) l.at = statement.value;
      const refs = statement.value && lowerValue(l, statement.value);
      // Models 1 to 3 need all results of a program.
      if (l.hasUsages && l.activations.length === 1) l.b.useValues(refs ?? [], statement);
      lowerReturn(l, refs, statement.value);
      return;
    }
    case 'discard':
      discard(l, l.b.bool(true), statement);
      return;
    case 'break':
      l.flow.leave(l.jumps.at(-1)!.leave);
      return;
    default:
      continueLoop(l);
  }
}

/** The tokens of a statement up to the first statement in it. */
function headOf(statement: Exclude<TypedStatement, { kind: 'block' }>): Tokens {
  const { first, last } = statement;
  const upTo = (end: number) => ({ first, last: Math.max(first, end) });
  switch (statement.kind) {
    case 'if':
      return upTo(statement.whenTrue.first - 1);
    case 'loop':
      return upTo(statement.body.first - 1);
    case 'switch':
      return upTo(statement.value.last + 1);
    case 'declare':
      return statement.declaration;
    default:
      return { first, last };
  }
}

function continueLoop(l: Lowering): void {
  for (let i = l.jumps.length - 1; i >= 0; i--) {
    const { again } = l.jumps[i]!;
    if (again === undefined) continue;
    again();
    return;
  }
}

/** A declaration in a loop gives its variable a new value each time. */
function lowerDeclaration(l: Lowering, statement: Extract<TypedStatement, { kind: 'declare' }>): void {
  const { variable, value } = statement;
  if (variable.type.kind === 'object') {
    if (value !== undefined) shareObjects(l, variable, value);
    return;
  }
  if (variable.type.kind === 'interface') {
    l.setObject(variable, value && objectState(l, value));
    return;
  }
  const { type } = variable;
  if (value !== undefined && !l.hasDoubles && isDouble(type))
    l.warn(X3651_LOCAL, variable.tokens, { profile: l.options.profile });
  const flags = l.b.flags;
  if (value !== undefined) l.at = value;
  const refs = value === undefined ? undefined : lowerValue(l, value);
  l.b.flags = flags;
  l.states.delete(variable);
  const state = l.stateOf(variable);
  if (state.kind !== 'location') return;
  if (refs !== undefined) writeLocation(l, state.location, refs);
  if (value !== undefined) shareObjects(l, variable, value);
}

function lowerReturn(l: Lowering, refs: readonly number[] | undefined, value: TypedExpression | undefined): void {
  const { target, result, resources } = l.activations.at(-1)!;
  if (refs !== undefined && result !== undefined) writeLocation(l, result, refs);
  if (value !== undefined && resources !== undefined) shareObjects(l, resources, value);
  if (target !== undefined) l.flow.leave(target);
}

function lowerIf(l: Lowering, statement: Extract<TypedStatement, { kind: 'if' }>): void {
  l.at = statement.condition;
  const condition = lowerScalar(l, statement.condition);
  const known = l.b.knownWord(condition);
  const otherwise = statement.whenFalse;
  if (known !== undefined) {
    const taken = known !== 0 ? statement.whenTrue : otherwise;
    if (taken !== undefined) lowerStatement(l, taken);
    return;
  }
  const only = otherwise === undefined ? onlyDiscard(statement.whenTrue) : undefined;
  if (only !== undefined) {
    discard(l, condition, only);
    return;
  }
  const { following } = statement;
  const branch = (body: TypedStatement, side: typeof following) => {
    const { sideEffects } = l.b;
    lowerBranch(l, body);
    if (side !== following) checkFlattened(l, statement, sideEffects);
  };
  const construct = l.flow.if(
    condition,
    () => branch(statement.whenTrue, 'whenTrue'),
    () => {
      if (otherwise !== undefined) branch(otherwise, 'whenFalse');
    },
    flagsOf(statement.attributes) || (keepsBranch(l, statement.condition) ? OpFlag.branch : 0),
  );
  if (following !== undefined) l.afterReturns.add(l.b.ops.extra[construct]! + (following === 'whenTrue' ? 0 : 1));
  if (!l.isDirect3D9 || attributeOf(statement.attributes, 'branch') === undefined) return;
  if (flowControlOf(l.module.facts.profile) === 'dynamic') return;
  // After the attributes: `if (` and the condition.
  const { first, last } = statement.condition;
  l.refuseBranch(construct, { first: first - 2, last });
}

function discard(l: Lowering, condition: number, at: Tokens): void {
  const op = l.b.op(Op.discard, NONE, condition);
  if (l.stage === 'ps') return;
  l.at = at;
  l.refuse([op], 'X4532', { name: 'discard' });
}

/** A branch that others see cannot become a choice. */
function checkFlattened(
  l: Lowering,
  { attributes, first }: Extract<TypedStatement, { kind: 'if' | 'switch' }>,
  sideEffects: number,
): void {
  if (l.b.sideEffects > sideEffects && attributeOf(attributes, 'flatten') !== undefined)
    l.warn(X3705, headFrom(l.reporter, first));
}

function lowerBranch(l: Lowering, statement: TypedStatement): void {
  lowerStatement(l, statement);
  l.positions?.end(statement);
}

/** The flags of a branch with `[branch]` or `[flatten]`. */
function flagsOf(attributes: readonly CheckedAttribute[]): number {
  if (attributeOf(attributes, 'branch') !== undefined) return OpFlag.branch;
  return attributeOf(attributes, 'flatten') === undefined ? 0 : OpFlag.flatten;
}

/** The `discard` that a statement is, with braces or without. */
function onlyDiscard(statement: TypedStatement): TypedStatement | undefined {
  if (statement.kind === 'block') return statement.body.length === 1 ? onlyDiscard(statement.body[0]!) : undefined;
  return statement.kind === 'discard' ? statement : undefined;
}

function attributeOf(attributes: readonly CheckedAttribute[], name: string): CheckedAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}

function lowerLoop(l: Lowering, source: LoopStatement): void {
  const statement = l.isDirect3D9 ? withoutContinues(source) : source;
  if (statement.start !== undefined) {
    lowerHere(l, statement.start);
  }
  const unroll = attributeOf(statement.attributes, 'unroll');
  const given = unroll?.values[0];
  const limit = typeof given === 'number' && given > 0 ? given : undefined;
  const isAsked = unroll !== undefined || l.unrolled.has(statement);
  if (l.unrolled.has(statement) && attributeOf(statement.attributes, 'loop') !== undefined)
    l.warn(X3531, headFrom(l.reporter, statement.first));
  const mustUnroll = isAsked || (l.isDirect3D9 && mustUnrollCounted(l, statement));
  const count = iterationsOf(l, statement, { mustUnroll, limit });
  warnOfLoop(l, statement, count ?? fewIterations(l, statement));
  if (count !== undefined) {
    unrollLoop(l, statement, count);
    return;
  }
  if (isAsked || (l.isDirect3D9 && mustUnrollOpen(l, statement))) {
    unrollStepwise(l, statement, limit);
    return;
  }
  const carried = carriedSlots(l, statement);
  const bounds = l.isDirect3D9 ? undefined : boundsOfCounters(l, statement);
  l.loops.push({ statement, firstOp: l.b.ops.count });
  const construct = l.flow.loop(carried, (leave, again) => {
    for (const [variable, range] of bounds ?? []) l.counterBounds.set(firstValue(l, variable)!, range);
    const goOn = () => {
      if (l.flow.isDead) return;
      l.positions?.end(statement.body);
      if (statement.next !== undefined) lowerValue(l, statement.next);
      if (statement.testsLast && statement.condition !== undefined)
        l.flow.leaveUnless(lowerScalar(l, statement.condition), leave);
      again();
    };
    if (!statement.testsLast && statement.condition !== undefined)
      l.flow.leaveUnless(lowerScalar(l, statement.condition), leave);
    l.jumps.push({ leave, again: goOn });
    lowerStatement(l, statement.body);
    l.jumps.pop();
    goOn();
  });
  l.loops.pop();
  l.loopStatements.set(construct, statement);
}

/** The iterations of a loop that runs once or not at all. */
function fewIterations(l: Lowering, statement: LoopStatement): number | undefined {
  if (statement.condition === undefined) return undefined;
  if (!statement.testsLast) return countIterations(l, statement, 1);
  return knownValue(statement.condition)?.[0] === 0 ? 1 : undefined;
}

function lowerSwitch(l: Lowering, statement: SwitchStatement): void {
  const selector = l.e.as(Kind.i32, lowerScalar(l, statement.value));
  const known = l.b.knownWord(selector);
  if (known === undefined && l.isDirect3D9) {
    refuseNegative(l, [selector], statement.value);
    lowerSwitchAsBranches(l, statement, selector);
    return;
  }
  const cases = statement.cases.map((one) => caseOf(l, one));
  l.positions?.statement(headOf(statement));
  if (known !== undefined) {
    const found = cases.findIndex(({ values }) => values.includes(known));
    const taken = found >= 0 ? found : cases.findIndex(({ isDefault }) => isDefault);
    if (taken < 0) return;
    l.flow.block((leave) => lowerCase(l, statement, taken, leave));
    return;
  }
  const { sideEffects } = l.b;
  if (!cases.some(({ isDefault }) => isDefault)) cases.push({ values: [], isDefault: true });
  l.flow.switch(selector, cases, (leave, index) => {
    if (index < statement.cases.length) lowerCase(l, statement, index, leave);
    l.positions?.end(statement);
  });
  checkFlattened(l, statement, sideEffects);
}

/** Models 1 to 3 have no switch: one branch follows the other. */
function lowerSwitchAsBranches(l: Lowering, statement: SwitchStatement, selector: number): void {
  const { e } = l;
  const last = statement.cases.findIndex(({ labels }) => labels.includes(undefined));
  const run = (index: number) => l.flow.block((leave) => lowerCase(l, statement, index, leave));
  const from = (index: number): void => {
    if (index === statement.cases.length) {
      if (last >= 0) run(last);
      return;
    }
    const labels = statement.cases[index]!.labels.filter((label) => label !== undefined);
    const tests = labels.map((label) => e.eq(selector, e.signed(label | 0)));
    if (index === last || tests.length === 0) {
      from(index + 1);
      return;
    }
    l.flow.if(
      tests.reduce((a, b) => e.or(a, b)),
      () => run(index),
      () => from(index + 1),
    );
  };
  from(0);
}

/** The values of a case, with the positions of its labels. */
function caseOf({ positions, b }: Lowering, { labels, labelTokens }: SwitchStatement['cases'][number]): IrCase {
  const values: number[] = [];
  const ofValues: number[] = [];
  const ofDefault: number[] = [];
  for (const [i, label] of labels.entries()) {
    positions?.statement(labelTokens[i]!);
    if (label !== undefined) values.push(label | 0);
    (label === undefined ? ofDefault : ofValues).push(b.at);
  }
  const isDefault = labels.includes(undefined);
  return positions === undefined ? { values, isDefault } : { values, isDefault, at: [...ofValues, ...ofDefault] };
}

/** A case, with those that it falls through to. Where the switch is the end of its function, a return leaves it. */
function lowerCase(l: Lowering, { cases }: SwitchStatement, index: number, leave: Target): void {
  const { target, ...activation } = l.activations.pop()!;
  l.activations.push({ ...activation, target: target ?? leave });
  l.jumps.push({ leave, again: undefined });
  for (let i = index; i < cases.length && !l.flow.isDead; i++)
    for (const statement of cases[i]!.body) lowerStatement(l, statement);
  l.jumps.pop();
  l.activations.pop();
  l.activations.push({ ...activation, target });
}
