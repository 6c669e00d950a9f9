/**
 * The enumerators of D3D as reflection names them: those of d3dcommon.h without their prefix, in camelCase; types of
 * variables as HLSL spells them. Each table is indexed by number, so that `indexOf` returns the number of a name.
 *
 * Not for: what listings print (`text/dxbc`).
 */
import {
  BufferType,
  ComponentType,
  FeatureLevel,
  InputType,
  InterpolationMode,
  MinPrecision,
  namesByNumber,
  Primitive,
  PrimitiveTopology,
  ReturnType,
  recordByNumber,
  SrvDimension,
  TessellatorDomain,
  TessellatorOutputPrimitive,
  TessellatorPartitioning,
  VariableClass,
} from '../base/d3d/enumerations.ts';
import { SYSTEM_VALUES, type SystemValueName } from '../base/d3d/system-values.ts';
import { ALL_VARIABLE_TYPE_NAMES } from '../base/d3d/variable-types.ts';

/**
 * The name of a value, or the number itself where it has none. Tables are indexed at each use, which is fast.
 */
export type Named = string | number;

/** `D3DCOMPILE_*` from bit 0, and `D3DXSHADER_*`, whose bits are the same (source: d3dcompiler.h, d3dx9shader.h). */
export const COMPILE_FLAG_NAMES = [
  'debug',
  'skipValidation',
  'skipOptimization',
  'packMatrixRowMajor',
  'packMatrixColumnMajor',
  'partialPrecision',
  'forceVsSoftwareNoOpt',
  'forcePsSoftwareNoOpt',
  'noPreshader',
  'avoidFlowControl',
  'preferFlowControl',
  'enableStrictness',
  'enableBackwardsCompatibility',
  'ieeeStrictness',
  // Level 1 has neither bit, level 2 both.
  'optimizationLevel0',
  'optimizationLevel3',
  'reserved16',
  'reserved17',
  'warningsAreErrors',
  'resourcesMayAlias',
  'enableUnboundedDescriptorTables',
  'allResourcesBound',
  'debugNameForSource',
  'debugNameForBinary',
] as const;

/**
 * Returns the names of the bits of `flags` that are set.
 *
 * @param names of the bits from bit 0; others have no name and are left out
 */
export function flagNames(names: readonly string[], flags: number): readonly string[] {
  return names.filter((_, bit) => (flags & (1 << bit)) !== 0);
}

/** Returns {@link flagNames} for each value of a few flags, so that a reflection with many of them shares the lists. */
export function flagTable(names: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: 1 << names.length }, (_, flags) => flagNames(names, flags));
}

/** `D3D_SHADER_VARIABLE_CLASS`. */
export const D3D_VARIABLE_CLASSES = /* @__PURE__ */ namesByNumber(VariableClass);

/** `D3DXPARAMETER_CLASS`: those that constant tables have. */
export const PARAMETER_CLASSES = D3D_VARIABLE_CLASSES.slice(0, VariableClass.interfaceClass);

/** `D3D_SHADER_VARIABLE_TYPE` as HLSL spells it: `float`, `Texture2D`, `interface`; `void` for structures. */
export const D3D_VARIABLE_TYPES: readonly (string | undefined)[] = ALL_VARIABLE_TYPE_NAMES;

/** `D3D_CBUFFER_TYPE`. */
export const D3D_BUFFER_TYPES = /* @__PURE__ */ namesByNumber(BufferType);

/** `D3D_SHADER_INPUT_TYPE`. */
export const D3D_INPUT_TYPES = /* @__PURE__ */ namesByNumber(InputType);

/** `D3D_RESOURCE_RETURN_TYPE`; 0, which is not an enumerator, is `none`. */
export const D3D_RETURN_TYPES = /* @__PURE__ */ namesByNumber(ReturnType).slice(0, ReturnType.unused);

/** `D3D_SRV_DIMENSION`. */
export const D3D_DIMENSIONS = /* @__PURE__ */ namesByNumber(SrvDimension);

/** `D3D_REGISTER_COMPONENT_TYPE`. */
export const D3D_COMPONENT_TYPES = /* @__PURE__ */ namesByNumber(ComponentType);

/** `D3D_MIN_PRECISION`. */
export const D3D_MIN_PRECISIONS = /* @__PURE__ */ namesByNumber(MinPrecision);

/** `D3D_NAME`: system values of all stages, and from 64 on those of pixel shader outputs. */
export const D3D_NAMES: readonly (SystemValueName | undefined)[] = /* @__PURE__ */ namesByNumber(
  Object.fromEntries(SYSTEM_VALUES.map(({ name, code }) => [name, code])) as Record<SystemValueName, number>,
);

/** `D3D_PRIMITIVE` as listings spell it: `triangle`, `lineadj`, `patch3`. */
export const D3D_PRIMITIVES = /* @__PURE__ */ recordByNumber(Primitive);

/** `D3D_PRIMITIVE_TOPOLOGY` of geometry shader outputs, as listings spell it. */
export const D3D_TOPOLOGIES = /* @__PURE__ */ recordByNumber(PrimitiveTopology);

/** `D3D_TESSELLATOR_OUTPUT_PRIMITIVE`. */
export const D3D_HULL_PRIMITIVES = /* @__PURE__ */ namesByNumber(TessellatorOutputPrimitive);

/** `D3D_TESSELLATOR_PARTITIONING`. */
export const D3D_PARTITIONINGS = /* @__PURE__ */ namesByNumber(TessellatorPartitioning);

/** `D3D_TESSELLATOR_DOMAIN`. */
export const D3D_DOMAINS = /* @__PURE__ */ namesByNumber(TessellatorDomain);

/** `D3D_INTERPOLATION_MODE`. */
export const D3D_INTERPOLATIONS = /* @__PURE__ */ namesByNumber(InterpolationMode);

/** `D3D_FEATURE_LEVEL` by its number. */
export const D3D_FEATURE_LEVELS = /* @__PURE__ */ recordByNumber(FeatureLevel);
