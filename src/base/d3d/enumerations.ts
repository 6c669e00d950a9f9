/**
 * The enumerations of Direct3D that shaders store: names by number. The names are those of d3dcommon.h without their
 * prefix, in camelCase, which is also how reflection spells them. Different names in listings are in tables by these
 * names where they are printed.
 *
 * Not for: system values (system-values.ts), or the enumerations of root signatures and of shader model 6.
 */

/** An enumeration: its numbers by name. */
export type Enumeration = Readonly<Record<string, number>>;

/** The names of `enumeration` by number; undefined for a number without a name. */
export function namesByNumber<Numbers extends Enumeration>(
  enumeration: Numbers,
): readonly ((keyof Numbers & string) | undefined)[] {
  const names: ((keyof Numbers & string) | undefined)[] = [];
  for (const [name, number] of Object.entries(enumeration)) {
    while (names.length <= number) names.push(undefined);
    names[number] = name;
  }
  return names;
}

/** A list by number with a text for every name of an enumeration. */
export type NamesByNumber<Numbers extends Enumeration, Text = string> = {
  readonly [Name in keyof Numbers as Numbers[Name]]: Text;
};

/** The names of `enumeration` by number, for an enumeration with large or few numbers. */
export function recordByNumber(enumeration: Enumeration): Readonly<Record<number, string>> {
  return Object.fromEntries(Object.entries(enumeration).map(([name, number]) => [number, name]));
}

/** `D3D_CBUFFER_TYPE`. */
export const BufferType = { cbuffer: 0, tbuffer: 1, interfacePointers: 2, resourceBindInfo: 3 } as const;

/** `D3D_SHADER_INPUT_TYPE`. */
export const InputType = {
  cbuffer: 0,
  tbuffer: 1,
  texture: 2,
  sampler: 3,
  uavRwTyped: 4,
  structured: 5,
  uavRwStructured: 6,
  byteAddress: 7,
  uavRwByteAddress: 8,
  uavAppendStructured: 9,
  uavConsumeStructured: 10,
  uavRwStructuredWithCounter: 11,
} as const;

/**
 * `D3D_RESOURCE_RETURN_TYPE` and `D3D10_SB_RESOURCE_RETURN_TYPE`. 0 is not an enumerator; only declarations have
 * `unused`.
 */
export const ReturnType = {
  none: 0,
  unorm: 1,
  snorm: 2,
  sint: 3,
  uint: 4,
  float: 5,
  mixed: 6,
  double: 7,
  continued: 8,
  unused: 9,
} as const;

/** `D3D_SRV_DIMENSION`. */
export const SrvDimension = {
  unknown: 0,
  buffer: 1,
  texture1D: 2,
  texture1DArray: 3,
  texture2D: 4,
  texture2DArray: 5,
  texture2DMS: 6,
  texture2DMSArray: 7,
  texture3D: 8,
  textureCube: 9,
  textureCubeArray: 10,
  bufferEx: 11,
} as const;

/** `D3D10_SB_RESOURCE_DIMENSION`, of declarations. Names that `SrvDimension` has too mean the same. */
export const ResourceDimension = {
  unknown: 0,
  buffer: 1,
  texture1D: 2,
  texture2D: 3,
  texture2DMS: 4,
  texture3D: 5,
  textureCube: 6,
  texture1DArray: 7,
  texture2DArray: 8,
  texture2DMSArray: 9,
  textureCubeArray: 10,
  rawBuffer: 11,
  structuredBuffer: 12,
} as const;

/** `D3D_REGISTER_COMPONENT_TYPE`. */
export const ComponentType = { unknown: 0, uint32: 1, sint32: 2, float32: 3 } as const;

/** `D3D_MIN_PRECISION` and `D3D11_SB_OPERAND_MIN_PRECISION`. */
export const MinPrecision = { default: 0, float16: 1, float2_8: 2, reserved: 3, sint16: 4, uint16: 5 } as const;

/** `D3D_INTERPOLATION_MODE` and `D3D10_SB_INTERPOLATION_MODE`. */
export const InterpolationMode = {
  undefined: 0,
  constant: 1,
  linear: 2,
  linearCentroid: 3,
  linearNoperspective: 4,
  linearNoperspectiveCentroid: 5,
  linearSample: 6,
  linearNoperspectiveSample: 7,
} as const;

/** `D3D_TESSELLATOR_DOMAIN`. */
export const TessellatorDomain = { undefined: 0, isoline: 1, tri: 2, quad: 3 } as const;

/** `D3D_TESSELLATOR_PARTITIONING`. */
export const TessellatorPartitioning = {
  undefined: 0,
  integer: 1,
  pow2: 2,
  fractionalOdd: 3,
  fractionalEven: 4,
} as const;

/** `D3D_TESSELLATOR_OUTPUT_PRIMITIVE`. */
export const TessellatorOutputPrimitive = { undefined: 0, point: 1, line: 2, triangleCw: 3, triangleCcw: 4 } as const;

/** `D3D_PRIMITIVE_TOPOLOGY` of geometry shader outputs, spelled as in listings. */
export const PrimitiveTopology = { undefined: 0, pointlist: 1, linestrip: 3, trianglestrip: 5 } as const;

/** `D3D_PRIMITIVE`, spelled as in listings; 8 to 39 are patches of 1 to 32 control points. */
export const Primitive: Enumeration = {
  undefined: 0,
  point: 1,
  line: 2,
  triangle: 3,
  lineadj: 6,
  triangleadj: 7,
  ...Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`patch${i + 1}`, 8 + i])),
};

/** `D3D_SHADER_VARIABLE_CLASS`, which continues `D3DXPARAMETER_CLASS`. Constant tables have the first six. */
export const VariableClass = {
  scalar: 0,
  vector: 1,
  matrixRows: 2,
  matrixColumns: 3,
  object: 4,
  struct: 5,
  interfaceClass: 6,
  interfacePointer: 7,
} as const;

/** `D3D_FEATURE_LEVEL`. */
export const FeatureLevel = {
  '9_1': 0x9100,
  '9_3': 0x9300,
  '10_0': 0xa000,
  '10_1': 0xa100,
  '11_0': 0xb000,
  '11_1': 0xb100,
} as const;

/** `D3DCOMPILE_*` by bit, without the optimization level (bits 14 and 15); the lower ones are `D3DXSHADER_*`, too. */
export const CompileFlag = {
  debug: 0,
  skipValidation: 1,
  skipOptimization: 2,
  packMatrixRowMajor: 3,
  packMatrixColumnMajor: 4,
  partialPrecision: 5,
  forceVsSoftwareNoOpt: 6,
  forcePsSoftwareNoOpt: 7,
  noPreshader: 8,
  avoidFlowControl: 9,
  preferFlowControl: 10,
  enableStrictness: 11,
  enableBackwardsCompatibility: 12,
  ieeeStrictness: 13,
  warningsAreErrors: 18,
  resourcesMayAlias: 19,
  enableUnboundedDescriptorTables: 20,
  allResourcesBound: 21,
  debugNameForSource: 22,
  debugNameForBinary: 23,
} as const;

/** `D3DCOMPILE_OPTIMIZATION_LEVEL*`: bits 14 and 15 of the compiler's flags; 0 is level 1, the default. */
export const OPTIMIZATION_LEVELS = [1, 0, 3, 2] as const;
export const OPTIMIZATION_LEVEL_BIT = 14;

/** `D3D_SHADER_CBUFFER_FLAGS` by bit. */
export const BufferFlag = { userPacked: 0 } as const;

/** `D3D_SHADER_VARIABLE_FLAGS` by bit. */
export const VariableFlag = { userPacked: 0, used: 1, interfacePointer: 2, interfaceParameter: 3 } as const;

/** `D3D_SHADER_INPUT_FLAGS` by bit. Bits 2 and 3 together count the components of a texture, less one. */
export const InputFlag = { userPacked: 0, comparisonSampler: 1, unused: 4 } as const;

/** `D3D_PARAMETER_FLAGS` by bit. */
export const ParameterFlag = { in: 0, out: 1 } as const;

/** The part of a name after `FILTER_`, `FILTER_COMPARISON_` and so on, and its bits. */
export const FILTERS = {
  MIN_MAG_MIP_POINT: 0x00,
  MIN_MAG_POINT_MIP_LINEAR: 0x01,
  MIN_POINT_MAG_LINEAR_MIP_POINT: 0x04,
  MIN_POINT_MAG_MIP_LINEAR: 0x05,
  MIN_LINEAR_MAG_MIP_POINT: 0x10,
  MIN_LINEAR_MAG_POINT_MIP_LINEAR: 0x11,
  MIN_MAG_LINEAR_MIP_POINT: 0x14,
  MIN_MAG_MIP_LINEAR: 0x15,
  ANISOTROPIC: 0x55,
} as const;

/** The reduction of the samples of a filter, in bits 7 and 8. */
export const FilterReduction = { none: 0, comparison: 0x80, minimum: 0x100, maximum: 0x180 } as const;
