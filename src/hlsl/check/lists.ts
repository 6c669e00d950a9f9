/** Lists in braces, as initial values and in assignments: they are flattened, with the lists inside of them. */
import { X3017_LIST } from '../messages.ts';
import { type Expression, type ListNode, type Tokens, tokensOf } from '../syntax/tree.ts';
import { conversionTo } from '../types/conversions.ts';
import { ERROR, type HlslType, hasResources, leavesOf, scalarCount } from '../types/types.ts';
import type { Reporter } from './scope.ts';
import type { TypedExpression } from './typed-tree.ts';

/** The checker of the values in a list. */
interface ListContext {
  readonly reporter: Reporter;
  check(node: Expression): TypedExpression;
  convert(value: TypedExpression, type: HlslType, at: Tokens): TypedExpression;
  faulty(node: Tokens): TypedExpression;
}

/** A list as a value of a type. */
export function checkList(checker: ListContext, node: ListNode, type: HlslType, at: Tokens): TypedExpression {
  const items: TypedExpression[] = [];
  flatten(checker, node, items);
  if (type === ERROR || items.some((item) => item.type === ERROR)) return checker.faulty(node);
  const [only] = items;
  if (type.kind === 'object' && items.length === 1) return checker.convert(only!, type, at);
  if (hasResources(type)) return withResources(checker, node, type, items, at);
  const given = items.reduce((sum, item) => sum + scalarCount(item.type), 0);
  const expected = scalarCount(type);
  if (given !== expected || expected === 0) {
    checker.reporter.report(X3017_LIST, at, { expected, given });
    return checker.faulty(node);
  }
  return { kind: 'build', type, items, ...tokensOf(node) };
}

/** A list with resources, which have to be where the type has them. */
function withResources(
  checker: ListContext,
  node: ListNode,
  type: HlslType,
  items: readonly TypedExpression[],
  at: Tokens,
): TypedExpression {
  const given = items.flatMap((item) => [...leavesOf(item.type)]);
  const expected = [...leavesOf(type)];
  const isSame = expected.every((leaf, i) => {
    const other = given[i];
    if (other === undefined || leaf.kind !== 'object') return leaf.kind === other?.kind;
    return other.kind === 'object' && conversionTo(other, leaf) !== undefined;
  });
  if (isSame && given.length === expected.length) return { kind: 'build', type, items, ...tokensOf(node) };
  checker.reporter.report(X3017_LIST, at, { expected: expected.length, given: given.length });
  return checker.faulty(node);
}

/** Scalars of an initial value, for the length of an open array. */
export function scalarsIn(checker: ListContext, node: Expression): number {
  if (node.kind === 'list') return node.items.reduce((sum, item) => sum + scalarsIn(checker, item), 0);
  return scalarCount(checker.check(node).type);
}

/** Values in an initial value, for the length of an open array of resources. */
export function valuesIn(node: Expression): number {
  return node.kind === 'list' ? node.items.reduce((sum, item) => sum + valuesIn(item), 0) : 1;
}

function flatten(checker: ListContext, node: ListNode, items: TypedExpression[]): void {
  for (const item of node.items) {
    if (item.kind === 'list') flatten(checker, item, items);
    else items.push(checker.check(item));
  }
}
