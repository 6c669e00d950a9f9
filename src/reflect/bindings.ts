/**
 * The bindings of a shader of models 4 to 5.1: the rows of the resource definitions as `D3D12_SHADER_INPUT_BIND_DESC`,
 * or, where they were stripped, the declarations of the program in the same fields.
 *
 * Not for: reading the chunk (chunks/rdef.ts), constant buffers (types.ts).
 */
import { type InputType, namesByNumber, ResourceDimension } from '../base/d3d/enumerations.ts';
import type { RdefBinding } from '../chunks/rdef.ts';
import { readSm4Declarations, type Sm4DeclaredResource, sm4RegisterCount } from '../isa/sm4/declarations.ts';
import { readSm4Words } from '../isa/sm4/program.ts';
import { D3D_DIMENSIONS, D3D_INPUT_TYPES, D3D_RETURN_TYPES, flagTable, type Named } from './enums.ts';

/**
 * `D3D11_SHADER_INPUT_BIND_DESC`, `D3D12_SHADER_INPUT_BIND_DESC`: a resource, or a range of them, and where it is
 * bound.
 */
export interface BindingDesc {
  readonly name: string;
  /** `D3D_SHADER_INPUT_TYPE`: `cbuffer`, `texture`, `sampler`, `uavRwTyped`, `structured`, ... */
  readonly type: Named;
  /** The first register as HLSL writes it: `b0`, `t3`. */
  readonly registerName: string;
  readonly bindPoint: number;
  /** 0 when the range has no upper bound. */
  readonly bindCount: number;
  /** `D3D_SHADER_INPUT_FLAGS`: 1 packed by the user, 2 comparison sampler, 4 and 8 texture components, 16 unused. */
  readonly uFlags: number;
  /** `uFlags` in words: `userPacked`, `comparisonSampler`, `textureComponent0`, `textureComponent1`, `unused`. */
  readonly flagNames: readonly string[];
  /** `D3D_RESOURCE_RETURN_TYPE`: `float`, `uint`, `unorm`, `mixed`, ...; `none` where there is none. */
  readonly returnType: Named;
  /** `D3D_SRV_DIMENSION`: `texture2D`, `buffer`, ...; `unknown` for what has none. */
  readonly dimension: Named;
  /** Samples per texel, 0xffffffff if the type does not specify them; the stride of a structured buffer, in bytes. */
  readonly numSamples: number;
  /** Register space; 0 before 5.1. D3D12 only. */
  readonly space: number;
  /** Range id; before 5.1 the bind point. D3D12 only. */
  readonly uID: number;
}

/** `D3D_SHADER_INPUT_FLAGS` from bit 0. Reflection hides other bits (source: oracle). */
const FLAG_NAMES = /* @__PURE__ */ flagTable([
  'userPacked',
  'comparisonSampler',
  'textureComponent0',
  'textureComponent1',
  'unused',
]);
const BINDING_FLAGS = 0x1f;
const COMPARISON_SAMPLER = 2;

export function bindingOf(binding: RdefBinding): BindingDesc {
  const type = D3D_INPUT_TYPES[binding.type] ?? binding.type;
  return {
    name: binding.name,
    type,
    registerName: `${registerLetter(type)}${binding.bindPoint}`,
    bindPoint: binding.bindPoint,
    bindCount: binding.bindCount,
    uFlags: binding.flags & BINDING_FLAGS,
    flagNames: FLAG_NAMES[binding.flags & BINDING_FLAGS]!,
    returnType: D3D_RETURN_TYPES[binding.returnType] ?? binding.returnType,
    dimension: D3D_DIMENSIONS[binding.dimension] ?? binding.dimension,
    numSamples: binding.samples,
    space: binding.space,
    uID: binding.id,
  };
}

/** The letter of the registers of a binding in HLSL, by its `D3D_SHADER_INPUT_TYPE`. */
export function registerLetter(type: Named): 'b' | 's' | 't' | 'u' {
  if (type === 'cbuffer') return 'b';
  if (type === 'sampler') return 's';
  return String(type).startsWith('uav') ? 'u' : 't';
}

/** A resource as a program declares it. */
export interface DeclaredResourceDesc extends BindingDesc {
  /**
   * Bytes of a constant buffer that the program may read; 0 for others, and where the declaration does not limit it.
   */
  readonly size: number;
}

/**
 * The resources that a program declares. Their names are what instructions call them (`cb0`, `t3`); how many components
 * the texels of a texture have is not known, so that these flags are 0.
 *
 * @param words the program, version token first
 */
export function declaredResources(words: Uint32Array): DeclaredResourceDesc[] {
  return readSm4Declarations(readSm4Words(words)).resources.map((resource) => {
    const { type, id, firstRegister, space, size, comparison, layout } = resource;
    const typeName = inputType(resource);
    const letter = registerLetter(typeName);
    const isView = type === 'srv' || type === 'uav';
    const uFlags = comparison ? COMPARISON_SAMPLER : 0;
    return {
      name: `${type === 'cbv' ? 'cb' : letter}${id}`,
      type: typeName,
      registerName: `${letter}${firstRegister}`,
      bindPoint: firstRegister,
      bindCount: sm4RegisterCount(resource),
      uFlags,
      flagNames: FLAG_NAMES[uFlags]!,
      returnType:
        layout === 'typed' ? (D3D_RETURN_TYPES[resource.returnType] ?? resource.returnType) : isView ? 'mixed' : 'none',
      dimension: layout === 'typed' ? (DIMENSIONS[resource.dimension] ?? 'unknown') : isView ? 'buffer' : 'unknown',
      numSamples: samplesOf(resource),
      space,
      uID: id,
      size: type === 'cbv' ? size * CONSTANT_BYTES : 0,
    };
  });
}

const CONSTANT_BYTES = 16;
/** `D3D10_SB_RESOURCE_DIMENSION`: names that `D3D_SRV_DIMENSION` has, too. */
const DIMENSIONS = /* @__PURE__ */ namesByNumber(ResourceDimension);
/** Samples of a view whose type does not specify them. */
const ANY_SAMPLES = 0xffff_ffff;

/** The `D3D_SHADER_INPUT_TYPE` of a declared resource. */
function inputType({ type, layout, usesCounter }: Sm4DeclaredResource): keyof typeof InputType {
  if (type === 'cbv') return 'cbuffer';
  if (type === 'sampler') return 'sampler';
  if (type === 'srv') return layout === 'structured' ? 'structured' : layout === 'raw' ? 'byteAddress' : 'texture';
  if (layout === 'structured') return usesCounter ? 'uavRwStructuredWithCounter' : 'uavRwStructured';
  return layout === 'raw' ? 'uavRwByteAddress' : 'uavRwTyped';
}

/** The value of `numSamples` in the resource definitions. */
function samplesOf({ layout, size, sampleCount, dimension }: Sm4DeclaredResource): number {
  if (layout === 'structured') return size;
  if (layout !== 'typed') return 0;
  return DIMENSIONS[dimension]?.includes('MS') ? sampleCount : ANY_SAMPLES;
}
