/**
 * Bindings of buffers, resources and group memory. Registers come later, from what is still used after the passes.
 */
import type { ResourceDimension, ReturnType } from '../../base/d3d/enumerations.ts';
import { type IrBinding, type IrBindingKind, newBinding } from '../../ir/declarations.ts';
import { sizeOf, strideOf } from '../bind/layout.ts';
import { fileOfType } from '../bind/registers.ts';
import { registerCount } from '../bind/sm1-constants.ts';
import type { CheckedSource } from '../check/check-source.ts';
import type { ResourceDeclaration } from '../declarations.ts';
import { baseName } from '../intrinsics/textures.ts';
import type { HlslType } from '../types/types.ts';

/**
 * Functions that are one instruction in expressions, preshaders and texture shaders. In a module, each is a texture: a
 * read at the arguments gives its value.
 */
export const NATIVE_FUNCTIONS = ['asin', 'acos', 'atan', 'atan2', 'noise'] as const;
export type NativeFunction = (typeof NATIVE_FUNCTIONS)[number];

/**
 * Which resource, and which element of it, a binding of the module is; `registers` for all of a file, which class
 * instances have some of; `offset` for the constant that moves positions in programs for feature level 9;
 * `preshader` for results of a preshader; `function` for one of {@link NATIVE_FUNCTIONS}.
 */
export interface BindingSource {
  readonly kind:
    | 'buffer'
    | 'variable'
    | 'resource'
    | 'stage'
    | 'group'
    | 'registers'
    | 'offset'
    | 'preshader'
    | 'function';
  readonly number: number;
  /** The element of an array before 5.1; undefined for all of it. Of models 1 to 3, the variable of a buffer. */
  readonly element: number | undefined;
  /** Of a texture in models 1 to 3 (`stage`), the resource that is its sampler, and the element of it. */
  readonly sampler?: number;
  readonly samplerElement?: number | undefined;
  /** Of a sampler in models 1 to 3, the dimension of reads that is not that of the first one. */
  readonly dimension?: IrBinding['dimension'];
}

/** The binding of a buffer, resource or group variable, without its register. */
export function newBindingOf(
  source: CheckedSource,
  { kind, number, element, dimension }: BindingSource,
  isDirect3D9 = false,
): IrBinding {
  switch (kind) {
    case 'buffer': {
      const { kind: file, name, arrayLength } = source.buffers[number]!;
      if (file === 'cbuffer')
        return { ...newBinding('constants', 0, 0, arrayLength ?? 1), name, file: isDirect3D9 ? 'float' : undefined };
      const returnTypes = ['mixed', 'mixed', 'mixed', 'mixed'] as const;
      return { ...newBinding('view', 0, 0, arrayLength ?? 1), dimension: 'buffer', returnTypes, name };
    }
    case 'variable': {
      const { name, type } = source.buffers[number]!.variables[element!]!;
      return { ...newBinding('constants', 0), file: 'float', size: registerCount(type), name };
    }
    case 'offset':
      return { ...newBinding('constants', 0), file: 'float', size: 1 };
    case 'function': {
      const returnTypes = ['float', 'float', 'float', 'float'] as const;
      return { ...newBinding('stage', 0), dimension: 'texture2D', returnTypes, name: NATIVE_FUNCTIONS[number]! };
    }
    case 'stage':
      return stageBinding(source.resources[number]!, element);
    case 'group': {
      const { type, name } = source.groups[number]!;
      // An array has an element for each of its own; anything else is one element.
      const isArray = type.kind === 'array';
      const stride = isArray ? strideOf(type.element, 'structured') : sizeOf(type, 'structured');
      const dimension = 'structuredBuffer' as const;
      return { ...newBinding('group', number), dimension, stride, size: isArray ? type.length : 1, name };
    }
    default:
      return dimension === undefined
        ? resourceBinding(source.resources[number]!, element, isDirect3D9)
        : { ...stageBinding(source.resources[number]!, element), dimension };
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

/** A sampler of Direct3D 9 with its texture. */
function stageBinding({ name, type }: ResourceDeclaration, element: number | undefined): IrBinding {
  return {
    ...newBinding('stage', 0),
    dimension: STAGES[type.name],
    returnTypes: ['float', 'float', 'float', 'float'],
    name: element === undefined ? name : `${name}${element}`,
  };
}

/** Dimensions of textures, and of samplers that say theirs; of others the first read decides. */
const STAGES: Readonly<Record<string, keyof typeof ResourceDimension>> = {
  Texture1D: 'texture2D',
  Texture2D: 'texture2D',
  Texture3D: 'texture3D',
  TextureCube: 'textureCube',
  sampler1D: 'texture2D',
  sampler2D: 'texture2D',
  sampler3D: 'texture3D',
  samplerCUBE: 'textureCube',
};

const KINDS = { b: 'constants', s: 'sampler', t: 'view', u: 'uav' } as const satisfies Record<string, IrBindingKind>;

/** The binding of a resource, or of one element of an array of them. */
export function resourceBinding(
  declaration: ResourceDeclaration,
  element: number | undefined,
  isDirect3D9 = false,
): IrBinding {
  const { lengths, isGloballyCoherent, elements } = declaration;
  // Resources inside of a variable have types of their own.
  const { name, type } = elements?.[element ?? 0] ?? declaration;
  const kind = KINDS[fileOfType(type)];
  const count = element === undefined ? lengths.reduce((product, length) => product * length, 1) : 1;
  if (isDirect3D9 && kind === 'sampler') return stageBinding(declaration, element);
  const made = { ...newBinding(kind, 0, 0, count), name: element === undefined ? name : `${name}${element}` };
  if (kind === 'sampler') return type.name === 'SamplerComparisonState' ? { ...made, isComparison: true } : made;
  const dimension = DIMENSIONS[baseName(type.name)]!;
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
