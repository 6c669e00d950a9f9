/**
 * Resources inside of variables: members of structures, elements of arrays in them, and local variables that are
 * resources. A program cannot choose them while it runs, so that each path into a variable is one resource.
 *
 * Not for: registers and names of resources inside of constants (bind/struct-resources.ts).
 */
import { visitResources } from '../bind/struct-resources.ts';
import type { BuildExpression, TypedExpression, Variable } from '../check/typed-tree.ts';
import type { ResourceDeclaration } from '../declarations.ts';
import type { ObjectRef } from '../intrinsics/index.ts';
import { X3512 } from '../messages.ts';
import { hasResources, type ObjectType } from '../types/types.ts';
import type { InsideObject, Lowering } from './lowering.ts';

/** A part of a variable: `.maps[1]`. */
interface Path {
  readonly variable: Variable;
  readonly path: string;
}

/** The numbers of the elements of a declaration by their paths. */
const numbersByPath = new WeakMap<ResourceDeclaration, ReadonlyMap<string, number>>();

function numbersOf(declaration: ResourceDeclaration): ReadonlyMap<string, number> {
  let numbers = numbersByPath.get(declaration);
  if (numbers === undefined) {
    const { elements = [], name } = declaration;
    numbers = new Map(elements.map((element, i) => [element.name.slice(name.length), i]));
    numbersByPath.set(declaration, numbers);
  }
  return numbers;
}

/** The part of a variable that an expression is; undefined for anything else, and after a report. */
function pathOf(l: Lowering, expression: TypedExpression): Path | undefined {
  switch (expression.kind) {
    case 'variable':
      return { variable: expression.variable, path: '' };
    case 'member': {
      const object = pathOf(l, expression.object);
      return object && { ...object, path: `${object.path}.${expression.name}` };
    }
    case 'element': {
      const object = pathOf(l, expression.object);
      const index = object && l.b.knownWord(l.value(expression.index)[0]!);
      if (object !== undefined && index === undefined) l.reporter.report(X3512, expression);
      return index === undefined ? undefined : { ...object!, path: `${object!.path}[${index}]` };
    }
    case 'convert':
      return pathOf(l, expression.operand);
    case 'call': {
      if (!l.resultObjects.has(expression)) l.value(expression);
      const variable = l.resultObjects.get(expression);
      l.resultObjects.delete(expression);
      return variable && { variable, path: '' };
    }
    default:
      return undefined;
  }
}

/** The resource at a path. */
function objectAt(l: Lowering, { variable, path }: Path): ObjectRef | undefined {
  for (const number of variable.resources ?? []) {
    const declaration = l.source.resources[number]!;
    const element = numbersOf(declaration).get(path);
    if (element === undefined) continue;
    const { type } = declaration.elements![element]!;
    return { type, binding: l.bindingOf({ kind: 'resource', number, element }) };
  }
  l.noteRead(variable);
  let inside = l.objects.get(variable)?.get(path);
  while (inside !== undefined) {
    const relation = l.relationTo(inside.region);
    if (relation === 'inside') return inside.object;
    // A branch that has ended may not have run, but nothing else can be used there.
    if (relation === 'after' && inside.before === undefined) return inside.object;
    const isKnown: boolean = relation === 'other branch' || inside.before?.object.binding === inside.object.binding;
    inside = isKnown ? inside.before : undefined;
  }
  return undefined;
}

/** The resource that a part of a variable is; undefined where none is known. */
export function insideObject(l: Lowering, expression: TypedExpression): ObjectRef | undefined {
  const path = pathOf(l, expression);
  return path && objectAt(l, path);
}

/** Gives the resources inside of a local variable, or of a part of it, those of a value. */
export function shareInside(l: Lowering, target: TypedExpression | Variable, value: TypedExpression): void {
  const from = pathOf(l, value);
  if (from === undefined) return;
  const found = new Map<string, ObjectRef>();
  visitResources(value.type, '', (_, path) => {
    const object = objectAt(l, { variable: from.variable, path: from.path + path });
    if (object !== undefined) found.set(path, object);
  });
  const to = targetPath(l, target);
  if (to === undefined) return;
  for (const [path, object] of found) noteResource(l, to.variable, to.path + path, object, value);
}

/** Gives the resources inside of a local variable those of a list in braces, one after the other. */
export function shareList(
  l: Lowering,
  target: TypedExpression | Variable,
  { type, items }: BuildExpression,
  objectOf: (item: TypedExpression, type: ObjectType) => ObjectRef,
): void {
  const found: { readonly object: ObjectRef; readonly at: TypedExpression }[] = [];
  for (const item of items) {
    const from = hasResources(item.type) ? pathOf(l, item) : undefined;
    if (item.type.kind === 'object') found.push({ object: objectOf(item, item.type), at: item });
    else if (from !== undefined)
      visitResources(item.type, '', (_, path) => {
        const object = objectAt(l, { variable: from.variable, path: from.path + path });
        if (object !== undefined) found.push({ object, at: item });
      });
  }
  const to = targetPath(l, target);
  let next = 0;
  visitResources(type, '', (_, path) => {
    const one = found[next++];
    if (to !== undefined && one !== undefined) noteResource(l, to.variable, to.path + path, one.object, one.at);
  });
}

/** Gives a local variable, or a part of it, a resource. */
export function shareResource(
  l: Lowering,
  target: TypedExpression | Variable,
  object: ObjectRef,
  value: TypedExpression,
): void {
  const to = targetPath(l, target);
  if (to !== undefined) noteResource(l, to.variable, to.path, object, value);
}

/** Notes the resources of a class instance: `visit` gives the resource at each path of its object. */
export function noteInstance(
  l: Lowering,
  self: Variable,
  visit: (note: (path: string, object: ObjectRef) => void) => void,
): void {
  const inside = new Map<string, InsideObject>();
  const { region } = l.b;
  visit((path, object) => inside.set(path, { object, region }));
  l.objects.set(self, inside);
}

/** A variable that is declared, or a parameter, begins without resources. */
function targetPath(l: Lowering, target: TypedExpression | Variable): Path | undefined {
  if ('kind' in target) return pathOf(l, target);
  l.objects.delete(target);
  return { variable: target, path: '' };
}

/** Only one resource can be at a path: a branch can choose another one for itself, but not for what follows it. */
function noteResource(l: Lowering, variable: Variable, path: string, object: ObjectRef, at: TypedExpression): void {
  const known = l.objects.get(variable) ?? new Map<string, InsideObject>();
  l.objects.set(variable, known);
  const before = known.get(path);
  const { region } = l.b;
  if (before !== undefined && before.object.binding !== object.binding) l.unrollForObject(variable, at);
  known.set(path, { object, region, before: before?.region === region ? before.before : before });
}
