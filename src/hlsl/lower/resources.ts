/**
 * Bindings of resources: made when a program first uses one. Registers come later, from what is still used after the
 * passes.
 */
import type { ResourceDimension, ReturnType } from '../../base/d3d/enumerations.ts';
import { type IrBinding, type IrBindingKind, newBinding } from '../../ir/declarations.ts';
import { Kind } from '../../ir/types.ts';
import { sizeOf, strideOf } from '../bind/layout.ts';
import type { Parameter, TypedExpression } from '../check/typed-tree.ts';
import type { ResourceDeclaration } from '../declarations.ts';
import type { ObjectRef } from '../intrinsics/index.ts';
import { DX6204, X3512 } from '../messages.ts';
import type { ArrayType, HlslType, ObjectType } from '../types/types.ts';
import { lowerScalar, lowerValue } from './expressions.ts';
import { FLAT, type Location, STRUCTURED } from './locations.ts';
import type { BindingSource, Lowering } from './lowering.ts';

/** The binding of a buffer, resource or group variable; made for the first use. */
export function bindingOf(l: Lowering, source: BindingSource): number {
  const known = l.bindingSources.findIndex(
    ({ kind, number, element }) => kind === source.kind && number === source.number && element === source.element,
  );
  return known >= 0 ? known : l.addBinding(newBindingOf(l, source), source);
}

function newBindingOf(l: Lowering, { kind, number, element }: BindingSource): IrBinding {
  switch (kind) {
    case 'buffer': {
      const { kind: file, name, arrayLength } = l.source.buffers[number]!;
      if (file === 'cbuffer') return { ...newBinding('constants', 0, 0, arrayLength ?? 1), name };
      const returnTypes = ['mixed', 'mixed', 'mixed', 'mixed'] as const;
      return { ...newBinding('view', 0), dimension: 'buffer', returnTypes, name };
    }
    case 'group': {
      const { type, name } = l.source.groups[number]!;
      // An array has an element for each of its own; anything else is one element.
      const isArray = type.kind === 'array';
      const stride = isArray ? strideOf(type.element, 'structured') : sizeOf(type, 'structured');
      const dimension = 'structuredBuffer' as const;
      return { ...newBinding('group', number), dimension, stride, size: isArray ? type.length : 1, name };
    }
    default:
      return resourceBinding(l.source.resources[number]!, element);
  }
}

const DIMENSIONS: Readonly<Record<string, keyof typeof ResourceDimension>> = {
  Texture1D: 'texture1D',
  Texture1DArray: 'texture1DArray',
  Texture2D: 'texture2D',
  Texture2DArray: 'texture2DArray',
  Texture2DMS: 'texture2DMS',
  Texture2DMSArray: 'texture2DMSArray',
  Texture3D: 'texture3D',
  TextureCube: 'textureCube',
  TextureCubeArray: 'textureCubeArray',
  Buffer: 'buffer',
  StructuredBuffer: 'structuredBuffer',
  ByteAddressBuffer: 'rawBuffer',
};

/** Components of a typed element that returns a type. */
function returnTypes(element: HlslType | undefined): readonly (keyof typeof ReturnType)[] | undefined {
  let type = element;
  while (type?.kind === 'struct') type = type.members[0]?.type;
  if (type?.kind !== 'numeric') return undefined;
  const { scalar, norm } = type;
  const one =
    norm ??
    (scalar === 'double' ? 'double' : /uint|bool/.test(scalar) ? 'uint' : /int/.test(scalar) ? 'sint' : 'float');
  return [one, one, one, one];
}

function resourceBinding(declaration: ResourceDeclaration, element: number | undefined): IrBinding {
  const { name, type, lengths, isGloballyCoherent } = declaration;
  const isSampler = /^[sS]ampler/.test(type.name);
  const isWritten = /^(RW|RasterizerOrdered|Append|Consume)/.test(type.name);
  const kind: IrBindingKind = isSampler ? 'sampler' : isWritten ? 'uav' : 'view';
  const count = element === undefined ? lengths.reduce((product, length) => product * length, 1) : 1;
  const made = { ...newBinding(kind, 0, 0, count), name: element === undefined ? name : `${name}${element}` };
  if (isSampler) return type.name === 'SamplerComparisonState' ? { ...made, isComparison: true } : made;
  const base = type.name.replace(/^(RW|RasterizerOrdered|Append|Consume)/, '');
  const dimension = DIMENSIONS[base]!;
  const isStructured = dimension === 'structuredBuffer';
  const isCounted = /^(Append|Consume)/.test(type.name);
  return {
    ...made,
    dimension,
    ...(isStructured ? { stride: strideOf(type.element!, 'structured') } : {}),
    ...(isStructured || dimension === 'rawBuffer' ? {} : { returnTypes: returnTypes(type.element) }),
    ...(/MS/.test(type.name) ? { samples: type.count } : {}),
    ...(isGloballyCoherent ? { isCoherent: true } : {}),
    ...(isCounted ? { hasCounter: true, isOrdered: false } : {}),
    ...(/^Rasterizer/.test(type.name) ? { isRasterizerOrdered: true } : {}),
  };
}

/** The resource that an expression names: a variable, a parameter, or an element of an array of resources. */
export function objectOf(l: Lowering, expression: TypedExpression, type: ObjectType): ObjectRef {
  const indices: TypedExpression[] = [];
  const lengths: number[] = [];
  let at = expression;
  while (at.kind === 'element') {
    indices.unshift(at.index);
    at = at.object;
    lengths.unshift((at.type as ArrayType).length);
  }
  if (at.kind !== 'variable') {
    l.reporter.report(DX6204, expression);
    return { type, binding: 0 };
  }
  const state = l.stateOf(at.variable);
  if (state.kind === 'object') return state.object;
  if (state.kind === 'stream') return { type, binding: state.stream };
  if (state.kind !== 'resource') {
    l.reporter.report(DX6204, expression);
    return { type, binding: 0 };
  }
  const { resource } = state;
  if (indices.length === 0) {
    const binding = bindingOf(l, { kind: 'resource', number: resource, element: undefined });
    return { type, binding };
  }
  return arrayObject(l, resource, indices, lengths, type, expression);
}

/** An element of an array of resources: a binding of its own before 5.1, an index into the range in 5.1. */
function arrayObject(
  l: Lowering,
  resource: number,
  indices: readonly TypedExpression[],
  lengths: readonly number[],
  type: ObjectType,
  at: TypedExpression,
): ObjectRef {
  const { e, b } = l;
  let index = e.unsigned(0);
  for (const [i, one] of indices.entries())
    index = e.add(e.mul(index, e.unsigned(lengths[i]!)), e.as(Kind.u32, lowerScalar(l, one)));
  const known = b.knownWord(index);
  if (l.version[0] === 5 && l.version[1] === 1) {
    const binding = bindingOf(l, { kind: 'resource', number: resource, element: undefined });
    return { type, binding, index };
  }
  if (known === undefined) l.reporter.report(X3512, at);
  const binding = bindingOf(l, { kind: 'resource', number: resource, element: known ?? 0 });
  return { type, binding };
}

/** A vertex of a primitive, or a control point. */
export function pointLocation(l: Lowering, parameter: Parameter, index: number, type: HlslType): Location {
  const number = l.pointParameters.indexOf(parameter);
  return { base: { kind: 'input', parameter: number, index, layout: FLAT }, type, start: 0 };
}

/** `resource[index]`, `texture.mips[level][index]`, a vertex of a primitive. */
export function elementOfResource(
  l: Lowering,
  expression: Extract<TypedExpression, { kind: 'resourceElement' }>,
): Location {
  const { object, type, level, levelKind } = expression;
  const root = object.kind === 'variable' ? l.stateOf(object.variable) : undefined;
  const index = lowerValue(l, expression.index);
  if (root?.kind === 'points') return pointLocation(l, root.parameter, index[0]!, type);
  const ref = objectOf(l, object, object.type as ObjectType);
  if (/Structured/.test(ref.type.name))
    return { base: { kind: 'structured', object: ref, element: index[0]!, layout: STRUCTURED }, type, start: 0 };
  const at = level && lowerScalar(l, level);
  return { base: { kind: 'typed', object: ref, index, level: at, levelKind, layout: FLAT }, type, start: 0 };
}
