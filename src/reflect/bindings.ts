/**
 * What a shader of models 4 to 5.1 binds: the rows of the resource definitions as `D3D12_SHADER_INPUT_BIND_DESC`.
 *
 * Not for: reading the chunk (container/rdef.ts), constant buffers (types.ts).
 */
import type { RdefBinding } from '../container/rdef.ts';
import { D3D_DIMENSIONS, D3D_INPUT_TYPES, D3D_RETURN_TYPES, type Named } from './enums.ts';

/** `D3D11_SHADER_INPUT_BIND_DESC`, `D3D12_SHADER_INPUT_BIND_DESC`: a resource, or a range of them, and where it is bound. */
export interface BindingDesc {
  readonly name: string;
  /** `D3D_SHADER_INPUT_TYPE`: `cbuffer`, `texture`, `sampler`, `uavRwTyped`, `structured`, ... */
  readonly type: Named;
  readonly bindPoint: number;
  /** 0 when the range has no upper bound. */
  readonly bindCount: number;
  /** `D3D_SHADER_INPUT_FLAGS`: 1 packed by the user, 2 comparison sampler, 4 and 8 texture components, 16 unused. */
  readonly uFlags: number;
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

/** Bits of `D3D_SHADER_INPUT_FLAGS` that exist; reflection hides others (source: oracle). */
const BINDING_FLAGS = 0x1f;

/** The description of a binding. */
export function bindingOf(binding: RdefBinding): BindingDesc {
  return {
    name: binding.name,
    type: D3D_INPUT_TYPES[binding.type] ?? binding.type,
    bindPoint: binding.bindPoint,
    bindCount: binding.bindCount,
    uFlags: binding.flags & BINDING_FLAGS,
    returnType: D3D_RETURN_TYPES[binding.returnType] ?? binding.returnType,
    dimension: D3D_DIMENSIONS[binding.dimension] ?? binding.dimension,
    numSamples: binding.samples,
    space: binding.space,
    uID: binding.id,
  };
}
