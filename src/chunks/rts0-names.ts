/**
 * The names of the numbers of a root signature in HLSL: enumerations and flags by name, and the values that Microsoft's
 * compiler uses by default (source: d3d12.h for the numbers, oracle for names and defaults).
 *
 * Not for: names as d3d12.h spells them, which have a prefix (`D3D12_FILTER_ANISOTROPIC`) that HLSL leaves out.
 */
import { FILTERS, FilterReduction } from '../base/d3d/enumerations.ts';
import { DescriptorRangeType, OFFSET_APPEND, RootParameterType, type StaticSampler } from './rts0.ts';

/** Numbers by name; of one number the first name is printed. */
export type NamedValues = Readonly<Record<string, number>>;

/** `D3D12_ROOT_SIGNATURE_FLAGS` that Microsoft's compiler has names for. */
export const ROOT_FLAGS = {
  ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT: 0x1,
  DENY_VERTEX_SHADER_ROOT_ACCESS: 0x2,
  DENY_HULL_SHADER_ROOT_ACCESS: 0x4,
  DENY_DOMAIN_SHADER_ROOT_ACCESS: 0x8,
  DENY_GEOMETRY_SHADER_ROOT_ACCESS: 0x10,
  DENY_PIXEL_SHADER_ROOT_ACCESS: 0x20,
  ALLOW_STREAM_OUTPUT: 0x40,
} as const satisfies NamedValues;

/** Those that came later; compilers of shader model 6 know them (source: d3d12.h). */
export const LATER_ROOT_FLAGS = {
  LOCAL_ROOT_SIGNATURE: 0x80,
  DENY_AMPLIFICATION_SHADER_ROOT_ACCESS: 0x100,
  DENY_MESH_SHADER_ROOT_ACCESS: 0x200,
  CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED: 0x400,
  SAMPLER_HEAP_DIRECTLY_INDEXED: 0x800,
} as const satisfies NamedValues;

/** `D3D12_SHADER_VISIBILITY`. */
export const SHADER_VISIBILITIES = {
  SHADER_VISIBILITY_ALL: 0,
  SHADER_VISIBILITY_VERTEX: 1,
  SHADER_VISIBILITY_HULL: 2,
  SHADER_VISIBILITY_DOMAIN: 3,
  SHADER_VISIBILITY_GEOMETRY: 4,
  SHADER_VISIBILITY_PIXEL: 5,
} as const satisfies NamedValues;

/** Those of shader model 6. */
export const LATER_SHADER_VISIBILITIES = {
  SHADER_VISIBILITY_AMPLIFICATION: 6,
  SHADER_VISIBILITY_MESH: 7,
} as const satisfies NamedValues;

/** `D3D12_ROOT_DESCRIPTOR_FLAGS`, of version 1.1. */
export const ROOT_DESCRIPTOR_FLAGS = {
  DATA_VOLATILE: 0x2,
  DATA_STATIC_WHILE_SET_AT_EXECUTE: 0x4,
  DATA_STATIC: 0x8,
} as const satisfies NamedValues;

/** `D3D12_DESCRIPTOR_RANGE_FLAGS`, of version 1.1. */
export const DESCRIPTOR_RANGE_FLAGS = {
  DESCRIPTORS_VOLATILE: 0x1,
  ...ROOT_DESCRIPTOR_FLAGS,
  DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS: 0x10000,
} as const satisfies NamedValues;

/** The three flags that exclude each other. */
export const DATA_FLAGS =
  ROOT_DESCRIPTOR_FLAGS.DATA_VOLATILE |
  ROOT_DESCRIPTOR_FLAGS.DATA_STATIC_WHILE_SET_AT_EXECUTE |
  ROOT_DESCRIPTOR_FLAGS.DATA_STATIC;

/** The prefixes of names before one of {@link FILTERS}. */
const REDUCTIONS: NamedValues = {
  FILTER_: FilterReduction.none,
  FILTER_COMPARISON_: FilterReduction.comparison,
  FILTER_MINIMUM_: FilterReduction.minimum,
  FILTER_MAXIMUM_: FilterReduction.maximum,
};

/** `D3D12_FILTER`. */
export const SAMPLER_FILTERS: NamedValues = Object.fromEntries(
  Object.entries(REDUCTIONS).flatMap(([prefix, reduction]) =>
    Object.entries(FILTERS).map(([name, filter]) => [prefix + name, reduction | filter]),
  ),
);

/** Whether a filter compares: only then `comparisonFunc` has an effect. */
export function comparesSamples(filter: number): boolean {
  return (filter & FilterReduction.maximum) === FilterReduction.comparison;
}

/** `D3D12_TEXTURE_ADDRESS_MODE`. */
export const TEXTURE_ADDRESS_MODES = {
  TEXTURE_ADDRESS_WRAP: 1,
  TEXTURE_ADDRESS_MIRROR: 2,
  TEXTURE_ADDRESS_CLAMP: 3,
  TEXTURE_ADDRESS_BORDER: 4,
  TEXTURE_ADDRESS_MIRROR_ONCE: 5,
} as const satisfies NamedValues;

/** `D3D12_COMPARISON_FUNC`. */
export const COMPARISON_FUNCTIONS = {
  COMPARISON_NEVER: 1,
  COMPARISON_LESS: 2,
  COMPARISON_EQUAL: 3,
  COMPARISON_LESS_EQUAL: 4,
  COMPARISON_GREATER: 5,
  COMPARISON_NOT_EQUAL: 6,
  COMPARISON_GREATER_EQUAL: 7,
  COMPARISON_ALWAYS: 8,
} as const satisfies NamedValues;

/** `D3D12_STATIC_BORDER_COLOR`. */
export const STATIC_BORDER_COLORS = {
  STATIC_BORDER_COLOR_TRANSPARENT_BLACK: 0,
  STATIC_BORDER_COLOR_OPAQUE_BLACK: 1,
  STATIC_BORDER_COLOR_OPAQUE_WHITE: 2,
} as const satisfies NamedValues;

/** Kinds of descriptors: the names of their ranges and the letters of their registers. */
export const DESCRIPTOR_KINDS = [
  { name: 'SRV', register: 't', rangeType: DescriptorRangeType.srv, parameterType: RootParameterType.srv },
  { name: 'UAV', register: 'u', rangeType: DescriptorRangeType.uav, parameterType: RootParameterType.uav },
  { name: 'CBV', register: 'b', rangeType: DescriptorRangeType.cbv, parameterType: RootParameterType.cbv },
  /** No root parameter has this kind. */
  { name: 'Sampler', register: 's', rangeType: DescriptorRangeType.sampler, parameterType: -1 },
] as const;

export type DescriptorKind = (typeof DESCRIPTOR_KINDS)[number];

/** The defaults of a range. */
export const DEFAULT_RANGE = {
  numDescriptors: 1,
  registerSpace: 0,
  flags: 0,
  offsetInDescriptorsFromTableStart: OFFSET_APPEND,
} as const;

/** The defaults of a static sampler: anisotropic, wrapping, over all levels. */
export const DEFAULT_STATIC_SAMPLER: Omit<StaticSampler, 'shaderRegister'> = {
  filter: SAMPLER_FILTERS.FILTER_ANISOTROPIC!,
  addressU: TEXTURE_ADDRESS_MODES.TEXTURE_ADDRESS_WRAP,
  addressV: TEXTURE_ADDRESS_MODES.TEXTURE_ADDRESS_WRAP,
  addressW: TEXTURE_ADDRESS_MODES.TEXTURE_ADDRESS_WRAP,
  mipLODBias: 0,
  maxAnisotropy: 16,
  comparisonFunc: COMPARISON_FUNCTIONS.COMPARISON_LESS_EQUAL,
  borderColor: STATIC_BORDER_COLORS.STATIC_BORDER_COLOR_OPAQUE_WHITE,
  minLOD: 0,
  /** The largest float. */
  maxLOD: 0x7f7f_ffff,
  registerSpace: 0,
  shaderVisibility: SHADER_VISIBILITIES.SHADER_VISIBILITY_ALL,
};
