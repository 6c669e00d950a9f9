/**
 * Values that states name without code: a variable, a value inside of one, an element of an array.
 */
import { strideOf, structLayout } from '../bind/layout.ts';
import { knownValue } from '../check/constant-value.ts';
import type { TypedExpression, Variable } from '../check/typed-tree.ts';
import { memberIndex } from '../types/types.ts';

export type NamedValue =
  | { readonly kind: 'variable'; readonly name: string }
  /** A value at an offset in DWORDs. */
  | { readonly kind: 'offset'; readonly name: string; readonly offset: number }
  /** An element of a variable. */
  | { readonly kind: 'index'; readonly name: string; readonly index: TypedExpression };

/** Whether a value is a component or a row by an index, which no state can name (source: oracle). */
export function isIndexedNumber(value: TypedExpression): boolean {
  return (
    value.kind === 'element' &&
    value.object.type.kind === 'numeric' &&
    knownIndex(value.index) !== undefined &&
    pathOf(value.object) !== undefined
  );
}

/**
 * Whether a value is inside of an element of a variable that is an array: Microsoft's compiler refuses those (source:
 * oracle).
 */
export function isInsideElement(value: TypedExpression): boolean {
  let at = value;
  let outer: TypedExpression | undefined;
  let isMember = false;
  while (at.kind === 'member' || at.kind === 'element') {
    if (at.kind === 'element' && (knownIndex(at.index) === undefined || at.object.type.kind !== 'array')) return false;
    isMember ||= at.kind === 'member';
    outer = at;
    at = at.object;
  }
  return at.kind === 'variable' && outer?.kind === 'element' && isMember;
}

/** An index that does not depend on variables of the application. */
function knownIndex(index: TypedExpression): number | undefined {
  return knownValue(index, staticValue)?.[0];
}

/** The value of a static constant; variables of buffers may change. */
export function staticValue({ storage, isConst, initializer }: Variable): readonly number[] | undefined {
  return storage === 'static' && isConst && initializer !== undefined
    ? knownValue(initializer, staticValue)
    : undefined;
}

/** The name of a value; undefined where it needs code. */
export function namedValue(value: TypedExpression): NamedValue | undefined {
  if (value.kind === 'variable') return { kind: 'variable', name: value.variable.name };
  if (value.kind === 'element' && value.object.kind === 'variable' && knownIndex(value.index) === undefined)
    return value.object.type.kind === 'array'
      ? { kind: 'index', name: value.object.variable.name, index: value.index }
      : undefined;
  const path = pathOf(value);
  return path && { kind: 'offset', ...path };
}

/** The variable that a value is in, and its offset in DWORDs. */
function pathOf(value: TypedExpression): { readonly name: string; readonly offset: number } | undefined {
  switch (value.kind) {
    case 'variable':
      return { name: value.variable.name, offset: 0 };
    case 'member': {
      const path = pathOf(value.object);
      const { type } = value.object;
      if (path === undefined || type.kind !== 'struct') return undefined;
      const member = memberIndex(type, value.name);
      return { ...path, offset: path.offset + structLayout(type, 'constants').offsets[member]! / 4 };
    }
    case 'element': {
      const path = pathOf(value.object);
      const index = knownIndex(value.index);
      const { type, kind } = value.object;
      if (path === undefined || index === undefined || type.kind !== 'array' || kind === 'element') return undefined;
      return { ...path, offset: path.offset + (index * strideOf(type.element, 'constants')) / 4 };
    }
    default:
      return undefined;
  }
}
