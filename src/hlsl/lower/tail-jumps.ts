/**
 * Early jumps as branches: what follows `if (c) return a;` becomes its `else`, so that a return ends its function and
 * needs no jump; and so for `continue` in a loop. What follows a switch that returns becomes its default.
 */
import type { CheckedFunction, LoopStatement, SwitchStatement, TypedStatement } from '../check/typed-tree.ts';
import { jumpsOf } from './unrolling.ts';

/** Early jumps of one body that become branches; each nests what follows one level deeper. */
const MAX_DEPTH = 24;

type Jump = 'return' | 'continue';

const bodies = new WeakMap<CheckedFunction, TypedStatement>();
const loops = new WeakMap<LoopStatement, LoopStatement>();

/** The body of a function in this form. */
export function bodyOf(called: CheckedFunction): TypedStatement {
  let body = bodies.get(called);
  if (body === undefined) {
    body = rewritten(called.body!, 'return', MAX_DEPTH);
    bodies.set(called, body);
  }
  return body;
}

/** A loop without the jumps to its next iteration that branches can replace; always the same one for a loop. */
export function withoutContinues(loop: LoopStatement): LoopStatement {
  let found = loops.get(loop);
  if (found === undefined) {
    found = { ...loop, body: withoutLast(rewritten(loop.body, 'continue', MAX_DEPTH)) };
    loops.set(loop, found);
    loops.set(found, found);
  }
  return found;
}

function rewritten(statement: TypedStatement, jump: Jump, depth: number): TypedStatement {
  if (statement.kind === 'if') {
    const whenTrue = rewritten(statement.whenTrue, jump, depth);
    return { ...statement, whenTrue, whenFalse: statement.whenFalse && rewritten(statement.whenFalse, jump, depth) };
  }
  if (statement.kind !== 'block' || depth === 0) return statement;
  const body: TypedStatement[] = [];
  for (const [i, one] of statement.body.entries()) {
    const rest = statement.body.slice(i + 1);
    if (one.kind === 'block' && rest.length > 0 && alwaysJumps(one, jump)) {
      body.push(rewritten(one, jump, depth));
      return { ...statement, body };
    }
    if (one.kind === 'switch' && rest.length > 0 && hasOpenDefault(one, jump)) {
      const { first, last } = one;
      const other = { labels: [undefined], labelTokens: [{ first, last }], body: rest };
      body.push({ ...one, cases: [...one.cases, other] });
      return { ...statement, body };
    }
    if (one.kind !== 'if' || rest.length === 0) {
      body.push(i === statement.body.length - 1 ? rewritten(one, jump, depth) : one);
      continue;
    }
    const firstJumps = alwaysJumps(one.whenTrue, jump);
    const secondJumps = one.whenFalse !== undefined && alwaysJumps(one.whenFalse, jump);
    if (!firstJumps && !secondJumps) {
      body.push(one);
      continue;
    }
    const following: TypedStatement = { ...statement, body: rest };
    const join = (branch: TypedStatement | undefined): TypedStatement =>
      rewritten(branch === undefined ? following : { ...statement, body: [branch, ...rest] }, jump, depth - 1);
    body.push({
      ...one,
      following: !firstJumps ? 'whenTrue' : secondJumps ? undefined : 'whenFalse',
      whenTrue: firstJumps ? rewritten(one.whenTrue, jump, depth - 1) : join(one.whenTrue),
      whenFalse: secondJumps ? rewritten(one.whenFalse!, jump, depth - 1) : join(one.whenFalse),
    });
    return { ...statement, body };
  }
  return { ...statement, body };
}

/** Whether all that goes on to what follows a switch is its default, which is not there. */
function hasOpenDefault({ cases }: SwitchStatement, jump: Jump): boolean {
  return (
    jump === 'return' &&
    cases.every(
      ({ labels, body }) =>
        !labels.includes(undefined) &&
        body.some((one) => alwaysJumps(one, jump)) &&
        !body.some((one) => jumpsOf(one).breaks),
    )
  );
}

/** Whether a statement never goes on to what follows it, because it jumps. */
function alwaysJumps(statement: TypedStatement, jump: Jump): boolean {
  switch (statement.kind) {
    case jump:
      return true;
    case 'block':
      return statement.body.some((one) => alwaysJumps(one, jump));
    case 'if':
      return (
        statement.whenFalse !== undefined &&
        alwaysJumps(statement.whenTrue, jump) &&
        alwaysJumps(statement.whenFalse, jump)
      );
    default:
      return false;
  }
}

/** A body without the `continue` at the ends of its branches. */
function withoutLast(statement: TypedStatement): TypedStatement {
  const { first, last } = statement;
  switch (statement.kind) {
    case 'continue':
      return { kind: 'block', body: [], first, last };
    case 'block': {
      const end = statement.body.findIndex(({ kind }) => kind === 'continue');
      const body = end < 0 ? statement.body : statement.body.slice(0, end);
      return { ...statement, body: body.map((one, i) => (i === body.length - 1 ? withoutLast(one) : one)) };
    }
    case 'if': {
      const { whenTrue, whenFalse } = statement;
      return { ...statement, whenTrue: withoutLast(whenTrue), whenFalse: whenFalse && withoutLast(whenFalse) };
    }
    default:
      return statement;
  }
}
