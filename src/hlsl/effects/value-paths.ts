/**
 * Values that states name without code: a variable, a value inside of one, an element of an array.
 */
import { strideOf, structLayout } from '../bind/layout.ts';
import { knownValue } from '../check/constant-value.ts';
import type { TypedExpression } from '../check/typed-tree.ts';
import { allMembers } from '../types/types.ts';

export type NamedValue =
  | { readonly kind: 'variable'; readonly name: string }
  /** A value at an offset in DWORDs. */
  | { readonly kind: 'offset'; readonly name: string; readonly offset: number }
  /** An element of a variable. */
  | { readonly kind: 'index'; readonly name: string; readonly index: TypedExpression };

/** The name of a value; undefined where it needs code. */
export function namedValue(value: TypedExpression): NamedValue | undefined {
  if (value.kind === 'variable') return { kind: 'variable', name: value.variable.name };
  if (value.kind === 'element' && value.object.kind === 'variable' && knownValue(value.index) === undefined)
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
      const member = allMembers(type).findIndex((one) => one.name === value.name);
      return { ...path, offset: path.offset + structLayout(type, 'constants').offsets[member]! / 4 };
    }
    case 'element': {
      const path = pathOf(value.object);
      const index = knownValue(value.index)?.[0];
      const { type } = value.object;
      if (path === undefined || index === undefined || type.kind !== 'array') return undefined;
      return { ...path, offset: path.offset + (index * strideOf(type.element, 'constants')) / 4 };
    }
    default:
      return undefined;
  }
}
