/**
 * Early returns as branches: what follows `if (c) return a;` becomes its `else`, so that a return ends its function and
 * needs no jump.
 */
import type { CheckedFunction, TypedStatement } from '../check/typed-tree.ts';

/** Early returns of one body that become branches; each nests what follows one level deeper. */
const MAX_DEPTH = 24;

const bodies = new WeakMap<CheckedFunction, TypedStatement>();

/** The body of a function in this form. */
export function bodyOf(called: CheckedFunction): TypedStatement {
  let body = bodies.get(called);
  if (body === undefined) {
    body = rewritten(called.body!, MAX_DEPTH);
    bodies.set(called, body);
  }
  return body;
}

function rewritten(statement: TypedStatement, depth: number): TypedStatement {
  if (statement.kind === 'if') {
    const whenTrue = rewritten(statement.whenTrue, depth);
    return { ...statement, whenTrue, whenFalse: statement.whenFalse && rewritten(statement.whenFalse, depth) };
  }
  if (statement.kind !== 'block' || depth === 0) return statement;
  const body: TypedStatement[] = [];
  for (const [i, one] of statement.body.entries()) {
    const rest = statement.body.slice(i + 1);
    if (one.kind === 'block' && rest.length > 0 && alwaysReturns(one)) {
      body.push(rewritten(one, depth));
      return { ...statement, body };
    }
    if (one.kind !== 'if' || rest.length === 0) {
      body.push(i === statement.body.length - 1 ? rewritten(one, depth) : one);
      continue;
    }
    const firstReturns = alwaysReturns(one.whenTrue);
    const secondReturns = one.whenFalse !== undefined && alwaysReturns(one.whenFalse);
    if (!firstReturns && !secondReturns) {
      body.push(one);
      continue;
    }
    const following: TypedStatement = { ...statement, body: rest };
    const join = (branch: TypedStatement | undefined): TypedStatement =>
      rewritten(branch === undefined ? following : { ...statement, body: [branch, ...rest] }, depth - 1);
    body.push({
      ...one,
      following: !firstReturns ? 'whenTrue' : secondReturns ? undefined : 'whenFalse',
      whenTrue: firstReturns ? rewritten(one.whenTrue, depth - 1) : join(one.whenTrue),
      whenFalse: secondReturns ? rewritten(one.whenFalse!, depth - 1) : join(one.whenFalse),
    });
    return { ...statement, body };
  }
  return { ...statement, body };
}

/** Whether a statement never goes on to what follows it, because it returns. */
function alwaysReturns(statement: TypedStatement): boolean {
  switch (statement.kind) {
    case 'return':
      return true;
    case 'block':
      return statement.body.some(alwaysReturns);
    case 'if':
      return (
        statement.whenFalse !== undefined && alwaysReturns(statement.whenTrue) && alwaysReturns(statement.whenFalse)
      );
    default:
      return false;
  }
}
