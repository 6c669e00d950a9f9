/**
 * Types of HLSL. Numeric types, arrays and types of resources are made once each, so that equal ones are the same
 * object; a structure is equal to itself only.
 *
 * Not for: conversions between types (conversions.ts), and where the values lie in buffers (bind/).
 */
import { getOrInsert } from '../../base/collections.ts';

export const SCALAR_NAMES = [
  'bool',
  'int',
  'uint',
  'half',
  'float',
  'double',
  'min16float',
  'min10float',
  'min16int',
  'min12int',
  'min16uint',
] as const;

export type ScalarName = (typeof SCALAR_NAMES)[number];

export type Shape = 'scalar' | 'vector' | 'matrix';

/** A scalar, vector or matrix. */
export interface NumericType {
  readonly kind: 'numeric';
  readonly scalar: ScalarName;
  /** `float1` is a vector, and differs from `float`. */
  readonly shape: Shape;
  /** 1 for a scalar and a vector. */
  readonly rows: number;
  readonly columns: number;
  /** How a matrix lies in memory. Values do not depend on it: their components are always in the order of rows. */
  readonly isRowMajor: boolean;
  /** `snorm float` and `unorm float`, which only the elements of typed views have. */
  readonly norm: 'snorm' | 'unorm' | undefined;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly element: HlslType;
  /** 0 for an array without a bound. */
  readonly length: number;
}

export interface StructMember {
  readonly name: string;
  readonly type: HlslType;
  /** The name of its type where a `typedef` gives it, and that of a `typedef` of an array. */
  readonly typeName?: string | undefined;
  readonly arrayName?: string | undefined;
  /** `column_major` is written, and no option or pragma says the same. */
  readonly isColumnMajor?: boolean | undefined;
  readonly semantic: string | undefined;
  /** The token of `:` before the semantic. */
  readonly semanticToken?: number | undefined;
  /** Modifiers of interpolation and the like, as written: `nointerpolation`, `centroid`. */
  readonly modifiers: readonly string[];
}

export interface StructType {
  readonly kind: 'struct';
  /** Empty for a structure without a name. */
  readonly name: string;
  readonly isClass: boolean;
  readonly base: StructType | undefined;
  readonly interfaces: readonly InterfaceType[];
  /** Members of its declaration; those of the base come before them. Filled in while the declaration is read. */
  readonly members: readonly StructMember[];
}

export interface InterfaceType {
  readonly kind: 'interface';
  readonly name: string;
}

/** Resources, samplers, streams and patches, by their names in the language. */
export const OBJECT_NAMES = [
  'Texture1D',
  'Texture1DArray',
  'Texture2D',
  'Texture2DArray',
  'Texture2DMS',
  'Texture2DMSArray',
  'Texture3D',
  'TextureCube',
  'TextureCubeArray',
  'Buffer',
  'StructuredBuffer',
  'ByteAddressBuffer',
  'RWTexture1D',
  'RWTexture1DArray',
  'RWTexture2D',
  'RWTexture2DArray',
  'RWTexture3D',
  'RWBuffer',
  'RWStructuredBuffer',
  'RWByteAddressBuffer',
  'AppendStructuredBuffer',
  'ConsumeStructuredBuffer',
  'RasterizerOrderedTexture1D',
  'RasterizerOrderedTexture1DArray',
  'RasterizerOrderedTexture2D',
  'RasterizerOrderedTexture2DArray',
  'RasterizerOrderedTexture3D',
  'RasterizerOrderedBuffer',
  'RasterizerOrderedStructuredBuffer',
  'RasterizerOrderedByteAddressBuffer',
  'ConstantBuffer',
  'TextureBuffer',
  'SamplerState',
  'SamplerComparisonState',
  'sampler',
  'sampler1D',
  'sampler2D',
  'sampler3D',
  'samplerCUBE',
  'texture',
  'object of effects',
  'InputPatch',
  'OutputPatch',
  'PointStream',
  'LineStream',
  'TriangleStream',
] as const;

export type ObjectName = (typeof OBJECT_NAMES)[number];

export interface ObjectType {
  readonly kind: 'object';
  readonly name: ObjectName;
  /** The type between `<` and `>`; `float4` for a texture without one; undefined where there can be none. */
  readonly element: HlslType | undefined;
  /** The number between `<` and `>`: samples of a texture, control points of a patch; 0 without. */
  readonly count: number;
}

export interface VoidType {
  readonly kind: 'void';
}

/** A text, which only effects and `printf` use. */
export interface StringType {
  readonly kind: 'string';
}

/** The type of an expression that has an error; nothing more is reported about it. */
export interface ErrorType {
  readonly kind: 'error';
}

export type HlslType =
  | NumericType
  | ArrayType
  | StructType
  | InterfaceType
  | ObjectType
  | VoidType
  | StringType
  | ErrorType;

export const VOID: VoidType = { kind: 'void' };
export const STRING: StringType = { kind: 'string' };
export const ERROR: ErrorType = { kind: 'error' };

const numericTypes = new Map<number, NumericType>();
const arrayTypes = new WeakMap<HlslType, Map<number, ArrayType>>();
/** The element of an object type that has none. */
const NO_ELEMENT = {};
const objectTypes = new WeakMap<object, Map<string, ObjectType>>();

const SHAPES: readonly Shape[] = ['scalar', 'vector', 'matrix'];
const NORMS = [undefined, 'snorm', 'unorm'] as const;

export function numericType(
  scalar: ScalarName,
  shape: Shape = 'scalar',
  rows = 1,
  columns = 1,
  { isRowMajor = false, norm }: Partial<Pick<NumericType, 'isRowMajor' | 'norm'>> = {},
): NumericType {
  const isByRow = isRowMajor && shape === 'matrix';
  const key =
    ((((SCALAR_NAMES.indexOf(scalar) * 3 + SHAPES.indexOf(shape)) * 5 + rows) * 5 + columns) * 2 + Number(isByRow)) *
      3 +
    NORMS.indexOf(norm);
  return getOrInsert(numericTypes, key, () => ({
    kind: 'numeric',
    scalar,
    shape,
    rows,
    columns,
    isRowMajor: isByRow,
    norm,
  }));
}

export function scalarType(scalar: ScalarName): NumericType {
  return numericType(scalar);
}

export function vectorType(scalar: ScalarName, columns: number): NumericType {
  return numericType(scalar, 'vector', 1, columns);
}

export function matrixType(scalar: ScalarName, rows: number, columns: number, isRowMajor = false): NumericType {
  return numericType(scalar, 'matrix', rows, columns, { isRowMajor });
}

/** Whether a type is a patch of a hull or domain shader. Input and output patches are one type but for their names. */
export function isPatch(type: HlslType): type is ObjectType & { readonly name: 'InputPatch' | 'OutputPatch' } {
  return type.kind === 'object' && (type.name === 'InputPatch' || type.name === 'OutputPatch');
}

/** Whether a type is a buffer with the members of a structure, `ConstantBuffer<T>` and `TextureBuffer<T>` of 5.1. */
export function isBufferOf({ name }: Pick<ObjectType, 'name'>): boolean {
  return name === 'ConstantBuffer' || name === 'TextureBuffer';
}

/** The structure of `ConstantBuffer<T>`, which a variable of a function has; any other type itself. */
export function contentsOf(type: HlslType): HlslType {
  return type.kind === 'object' && isBufferOf(type) ? (type.element ?? ERROR) : type;
}

/** Whether shaders may name a variable of a type, but not use it: a texture without a dimension, a state. */
export function isOfEffect(type: HlslType): boolean {
  return type.kind === 'object' && (type.name === 'texture' || type.name === 'object of effects');
}

/** The type of an element by `[]`; undefined where there is none. */
export function indexedType(type: HlslType): HlslType | undefined {
  if (type.kind === 'array') return type.element;
  if (type.kind !== 'numeric' || type.shape === 'scalar') return undefined;
  if (type.shape === 'vector') return scalarType(type.scalar);
  return numericType(type.scalar, 'vector', 1, type.columns);
}

/** The elements of an array in all dimensions; 1 for another type. */
export function arraySize(type: HlslType): number {
  return type.kind === 'array' ? type.length * arraySize(type.element) : 1;
}

/** How many elements a type has by `[]`; 0 where it has none. */
export function elementCount(type: HlslType): number {
  if (type.kind === 'array') return type.length;
  if (type.kind !== 'numeric') return 0;
  return type.shape === 'matrix' ? type.rows : type.columns;
}

/** A type of this shape with another scalar. */
export function withScalar(type: NumericType, scalar: ScalarName): NumericType {
  return numericType(scalar, type.shape, type.rows, type.columns, { isRowMajor: type.isRowMajor });
}

export function arrayType(element: HlslType, length: number): ArrayType {
  const byLength = arrayTypes.get(element) ?? new Map<number, ArrayType>();
  arrayTypes.set(element, byLength);
  return getOrInsert(byLength, length, () => ({ kind: 'array', element, length }));
}

export function objectType(name: ObjectName, element?: HlslType, count = 0): ObjectType {
  const byName = objectTypes.get(element ?? NO_ELEMENT) ?? new Map<string, ObjectType>();
  objectTypes.set(element ?? NO_ELEMENT, byName);
  return getOrInsert(byName, `${name} ${count}`, () => ({ kind: 'object', name, element, count }));
}

export const BOOL = scalarType('bool');
export const INT = scalarType('int');
export const UINT = scalarType('uint');
export const FLOAT = scalarType('float');
export const FLOAT4 = vectorType('float', 4);

/** Scalars of a numeric type. */
export function componentCount(type: NumericType): number {
  return type.rows * type.columns;
}

/** All members of a structure, those of its bases first. */
export function allMembers(type: StructType): readonly StructMember[] {
  return type.base === undefined ? type.members : [...allMembers(type.base), ...type.members];
}

/** The position of a member among all: one hides those of a base, which come first. */
export function memberIndex(type: StructType, name: string): number {
  return allMembers(type).findLastIndex((member) => member.name === name);
}

/** The interfaces that a class and its bases implement. */
export function interfacesOf(type: StructType): readonly InterfaceType[] {
  return type.base === undefined ? type.interfaces : [...type.interfaces, ...interfacesOf(type.base)];
}

/** Whether a type is one or more doubles. */
export function isDouble(type: HlslType): boolean {
  return type.kind === 'numeric' && type.scalar === 'double';
}

/** The scalars and objects of a type, in order. */
export function* leavesOf(type: HlslType): Generator<HlslType> {
  if (type.kind === 'array') for (let i = 0; i < type.length; i++) yield* leavesOf(type.element);
  else if (type.kind === 'struct') for (const member of allMembers(type)) yield* leavesOf(member.type);
  else if (type.kind === 'numeric') for (let i = 0; i < componentCount(type); i++) yield numericType(type.scalar);
  else yield type;
}

/** Whether a value of a type has resources. */
export function hasResources(type: HlslType): boolean {
  if (type.kind === 'array') return hasResources(type.element);
  if (type.kind === 'struct') return allMembers(type).some((member) => hasResources(member.type));
  return type.kind === 'object';
}

/** Scalars of a value of a type; resources and the like have none. */
export function scalarCount(type: HlslType): number {
  switch (type.kind) {
    case 'numeric':
      return componentCount(type);
    case 'array':
      return type.length * scalarCount(type.element);
    case 'struct':
      return allMembers(type).reduce((sum, member) => sum + scalarCount(member.type), 0);
    default:
      return 0;
  }
}

/** A type as messages print it: `float4x4`, `Texture2D<float4>`, `int[3]`. */
export function typeName(type: HlslType): string {
  switch (type.kind) {
    case 'numeric': {
      const size =
        type.shape === 'scalar' ? '' : type.shape === 'vector' ? type.columns : `${type.rows}x${type.columns}`;
      return `${type.norm === undefined ? '' : `${type.norm} `}${type.scalar}${size}`;
    }
    case 'array': {
      let lengths = '';
      let element: HlslType = type;
      for (; element.kind === 'array'; element = element.element) lengths += `[${element.length || ''}]`;
      return `${typeName(element)}${lengths}`;
    }
    case 'object':
      if (type.element === undefined) return type.name;
      return `${type.name}<${typeName(type.element)}${type.count > 0 ? `, ${type.count}` : ''}>`;
    case 'struct':
    case 'interface':
      return type.name;
    default:
      return type.kind;
  }
}

/** The scalars of a type in order. */
export function scalarsOf(type: HlslType): ScalarName[] {
  switch (type.kind) {
    case 'numeric':
      return new Array<ScalarName>(type.rows * type.columns).fill(type.scalar);
    case 'array': {
      const element = scalarsOf(type.element);
      const list: ScalarName[] = [];
      for (let i = 0; i < type.length; i++) for (const scalar of element) list.push(scalar);
      return list;
    }
    case 'struct':
      return allMembers(type).flatMap((member) => scalarsOf(member.type));
    default:
      return [];
  }
}
