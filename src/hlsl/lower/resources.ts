/**
 * The resources that expressions name, and their elements as locations.
 *
 * Not for: bindings (bindings.ts).
 */
import { Kind } from '../../ir/types.ts';
import type { Parameter, TypedExpression, Variable } from '../check/typed-tree.ts';
import type { ObjectRef } from '../intrinsics/index.ts';
import { DX6204, X3512, X3538, X3550, X3669, X3690, X4000 } from '../messages.ts';
import { type ArrayType, type HlslType, hasResources, isOfEffect, type ObjectType } from '../types/types.ts';
import { insideObject, shareInside, shareList, shareResource } from './inside-resources.ts';
import { FLAT, type Location, STRUCTURED } from './locations.ts';
import type { ChosenElements, Lowering, VariableState } from './lowering.ts';
import { refuseElement } from './sm1-refusals.ts';

/** That of what no operation can use. */
const NO_BINDING = -1;

/**
 * The resource that an expression names: a variable, a parameter, or an element of an array of resources.
 *
 * @param use the element of the resource that is read or written
 */
export function objectOf(l: Lowering, expression: TypedExpression, type: ObjectType, use?: TypedExpression): ObjectRef {
  if (isOfEffect(type)) return { type, binding: NO_BINDING };
  const indices: TypedExpression[] = [];
  const lengths: number[] = [];
  let at = expression;
  // A conversion: a `sampler` is a `sampler2D`, too.
  while (at.kind === 'element' || at.kind === 'convert' || at.kind === 'conditional') {
    if (at.kind === 'conditional') {
      const known = l.b.knownWord(l.value(at.condition)[0]!);
      if (known === undefined) break;
      at = known !== 0 ? at.whenTrue : at.whenFalse;
    } else if (at.kind === 'element') {
      indices.unshift(at.index);
      at = at.object;
      lengths.unshift((at.type as ArrayType).length);
    } else at = at.operand;
  }
  const state = at.kind === 'variable' ? l.stateOf(at.variable) : undefined;
  if (state?.kind === 'object') return state.object;
  if (state?.kind === 'stream') return { type, binding: state.stream };
  if (state?.kind !== 'resource') {
    const errors = l.reporter.diagnostics.errors;
    const inside = insideObject(l, indices.length === 0 ? at : expression);
    if (inside === undefined && l.reporter.diagnostics.errors === errors) reportUnknown(l, expression, type, use);
    return inside ?? { type, binding: bindingOf(l, unknownResource(l, type)) };
  }
  const { resource } = state;
  if (indices.length === 0) return { type, binding: bindingOf(l, resource) };
  const element = chosenElements(l, indices, lengths, state.chosen);
  return arrayObject(l, resource, element, type, expression);
}

/** Reports that it is not known which resource an expression is. */
function reportUnknown(l: Lowering, expression: TypedExpression, type: ObjectType, element?: TypedExpression): void {
  const unset = unsetVariable(l, expression);
  if (/^sampler/i.test(type.name)) l.reporter.report(X3538, expression);
  else if (element !== undefined) l.reporter.report(unset === undefined ? X3669 : X3690, element);
  else if (unset === undefined) l.reporter.report(DX6204, expression);
  else l.reporter.report(X4000, expression, { name: unset.name });
}

/** The local variable that an expression is a part of, if it never got a resource. */
function unsetVariable(l: Lowering, expression: TypedExpression): Variable | undefined {
  let at = expression;
  while (at.kind === 'member' || at.kind === 'element') at = at.object;
  const variable = at.kind === 'variable' && at.variable.storage === 'local' ? at.variable : undefined;
  return variable === undefined || l.objects.has(variable) ? undefined : variable;
}

/** The binding of a resource, or of one element of an array of resources. */
function bindingOf(l: Lowering, number: number, element?: number): number {
  return l.bindingOf({ kind: 'resource', number, element });
}

/** A resource for an expression that names none: it was reported, so no program is made. */
function unknownResource(l: Lowering, type: ObjectType): number {
  return l.source.resources.push({ name: '', type, lengths: [], registers: [], isGloballyCoherent: false }) - 1;
}

/** After an assignment, a declaration or a call: resources of the target are those of the value. */
export function shareObjects(l: Lowering, target: TypedExpression | Variable, value: TypedExpression): void {
  const { type } = value;
  if (type.kind === 'object') shareResource(l, target, objectOf(l, value, type), value);
  else if (!hasResources(type)) return;
  else if (value.kind === 'build') shareList(l, target, value, (item, of) => objectOf(l, item, of));
  else shareInside(l, target, value);
}

/** Elements of an array of resources, and those that a parameter already has of it. */
function chosenElements(
  l: Lowering,
  indices: readonly TypedExpression[],
  lengths: readonly number[],
  chosen?: ChosenElements,
): ChosenElements {
  const { e } = l;
  let { index, count } = chosen ?? { index: e.unsigned(0), count: 1 };
  for (const [i, one] of indices.entries()) {
    index = e.add(e.mul(index, e.unsigned(lengths[i]!)), e.as(Kind.u32, l.value(one)[0]!));
    count *= lengths[i]!;
  }
  return { index, count };
}

/** An array of resources that is an element of another array of a variable; undefined for other expressions. */
export function innerArray(l: Lowering, expression: TypedExpression): VariableState | undefined {
  const indices: TypedExpression[] = [];
  const lengths: number[] = [];
  let at = expression;
  for (; at.kind === 'element'; at = at.object) {
    indices.unshift(at.index);
    lengths.unshift((at.object.type as ArrayType).length);
  }
  const state = at.kind === 'variable' ? l.stateOf(at.variable) : undefined;
  if (state?.kind !== 'resource' || indices.length === 0) return undefined;
  const chosen = chosenElements(l, indices, lengths, state.chosen);
  if (l.version[0] < 5 || l.version[1] === 0) knownElement(l, chosen.index, expression);
  return { ...state, chosen };
}

/** The number of an element, which models before 5.1 have to know. */
function knownElement(l: Lowering, index: number, at: TypedExpression): number | undefined {
  const known = l.b.knownWord(index);
  if (known === undefined && !l.unrollLoop(X3550, at)) l.warn(X3512, at);
  return known;
}

/** An element of an array of resources: a binding of its own before 5.1, an index into the range in 5.1. */
function arrayObject(
  l: Lowering,
  resource: number,
  { index, count }: ChosenElements,
  type: ObjectType,
  at: TypedExpression,
): ObjectRef {
  if (l.version[0] === 5 && l.version[1] === 1) return { type, binding: bindingOf(l, resource), index };
  const known = knownElement(l, index, at);
  if (known !== undefined && known >= count) l.leftArray ??= at;
  return { type, binding: bindingOf(l, resource, known ?? 0) };
}

/** A parameter of an entry point that is read in place; of vertices and control points, one of them. */
export function inputLocation(l: Lowering, parameter: Parameter, index: number | undefined, type: HlslType): Location {
  const number = l.directParameters.indexOf(parameter);
  return { base: { kind: 'input', parameter: number, index, layout: FLAT }, type, start: 0 };
}

/** `resource[index]`, `texture.mips[level][index]`, a vertex of a primitive. */
export function elementOfResource(
  l: Lowering,
  expression: Extract<TypedExpression, { kind: 'resourceElement' }>,
): Location {
  const { object, type, level, levelKind } = expression;
  const root = object.kind === 'variable' ? l.stateOf(object.variable) : undefined;
  const index = l.value(expression.index);
  if (root?.kind === 'points') return inputLocation(l, root.parameter, index[0]!, type);
  refuseElement(l, expression);
  const ref = objectOf(l, object, object.type as ObjectType, expression);
  if (/Structured/.test(ref.type.name))
    return { base: { kind: 'structured', object: ref, element: index[0]!, layout: STRUCTURED }, type, start: 0 };
  const at = level && l.value(level)[0]!;
  return { base: { kind: 'typed', object: ref, index, level: at, levelKind, layout: FLAT }, type, start: 0 };
}
