/**
 * The enumerators of D3D as reflection names them: those of d3dcommon.h without their prefix, in camelCase; types of variables as
 * HLSL spells them. Each table stands in the order of its numbers, so that `indexOf` gives the number back.
 *
 * Not for: what listings print (`text/dxbc`).
 */
import { VARIABLE_TYPE_NAMES } from '../container/variable-types.ts';
import { SM4_INPUT_PRIMITIVES, SM4_INTERPOLATION_MODES, SM4_OUTPUT_TOPOLOGIES } from '../isa/sm4/names.ts';

/** The name of a value, or the value as it stands where it has none. Tables are looked into where they are used: each place its own, which is fast. */
export type Named = string | number;

/** D3DXPARAMETER_CLASS by its number: what constant tables know. */
export const PARAMETER_CLASSES = ['scalar', 'vector', 'matrixRows', 'matrixColumns', 'object', 'struct'] as const;

/** `D3D_SHADER_VARIABLE_CLASS`, which continues it. */
export const D3D_VARIABLE_CLASSES = [...PARAMETER_CLASSES, 'interfaceClass', 'interfacePointer'] as const;

/** `D3D_SHADER_VARIABLE_TYPE`s that listings have no name for: from this number on. */
const FIRST_RESOURCE_TYPE = 40;
const RESOURCE_TYPES = [
  ...['RWTexture1D', 'RWTexture1DArray', 'RWTexture2D', 'RWTexture2DArray', 'RWTexture3D', 'RWBuffer'],
  ...['ByteAddressBuffer', 'RWByteAddressBuffer', 'StructuredBuffer', 'RWStructuredBuffer'],
  ...['AppendStructuredBuffer', 'ConsumeStructuredBuffer'],
];
const BUFFER_TYPES: Readonly<Record<number, string>> = { 26: 'cbuffer', 27: 'tbuffer' };

/** `D3D_SHADER_VARIABLE_TYPE` as HLSL spells it: `float`, `Texture2D`, `interface`; `void` for structures. */
export const D3D_VARIABLE_TYPES: readonly (string | undefined)[] = VARIABLE_TYPE_NAMES.map(
  (name, type) => name ?? BUFFER_TYPES[type] ?? RESOURCE_TYPES[type - FIRST_RESOURCE_TYPE],
);

/** `D3D_CBUFFER_TYPE`. */
export const D3D_BUFFER_TYPES = ['cbuffer', 'tbuffer', 'interfacePointers', 'resourceBindInfo'] as const;

/** `D3D_SHADER_INPUT_TYPE`. */
export const D3D_INPUT_TYPES = [
  ...(['cbuffer', 'tbuffer', 'texture', 'sampler', 'uavRwTyped', 'structured', 'uavRwStructured'] as const),
  ...(['byteAddress', 'uavRwByteAddress', 'uavAppendStructured', 'uavConsumeStructured'] as const),
  'uavRwStructuredWithCounter',
] as const;

/** `D3D_RESOURCE_RETURN_TYPE`; 0, which is none of its enumerators, is `none`. */
export const D3D_RETURN_TYPES = [
  ...(['none', 'unorm', 'snorm', 'sint', 'uint', 'float', 'mixed', 'double', 'continued'] as const),
] as const;

/** `D3D_SRV_DIMENSION`. */
export const D3D_DIMENSIONS = [
  ...(['unknown', 'buffer', 'texture1D', 'texture1DArray', 'texture2D', 'texture2DArray'] as const),
  ...(['texture2DMS', 'texture2DMSArray', 'texture3D', 'textureCube', 'textureCubeArray', 'bufferEx'] as const),
] as const;

/** `D3D_REGISTER_COMPONENT_TYPE`. */
export const D3D_COMPONENT_TYPES = ['unknown', 'uint32', 'sint32', 'float32'] as const;

/** `D3D_MIN_PRECISION`. */
export const D3D_MIN_PRECISIONS = ['default', 'float16', 'float2_8', 'reserved', 'sint16', 'uint16'] as const;

/** `D3D_NAME`: up to 16 what any stage has, from 64 on what pixel shaders put out. */
export const D3D_NAMES: readonly (string | undefined)[] = [
  ...(['undefined', 'position', 'clipDistance', 'cullDistance', 'renderTargetArrayIndex'] as const),
  ...(['viewportArrayIndex', 'vertexId', 'primitiveId', 'instanceId', 'isFrontFace', 'sampleIndex'] as const),
  ...(['finalQuadEdgeTessFactor', 'finalQuadInsideTessFactor', 'finalTriEdgeTessFactor'] as const),
  ...(['finalTriInsideTessFactor', 'finalLineDetailTessFactor', 'finalLineDensityTessFactor'] as const),
  ...Array<undefined>(64 - 17),
  ...(['target', 'depth', 'coverage', 'depthGreaterEqual', 'depthLessEqual', 'stencilRef', 'innerCoverage'] as const),
];

/** `D3D_PRIMITIVE` as listings spell it: `triangle`, `lineadj`, `patch3`. */
export const D3D_PRIMITIVES = SM4_INPUT_PRIMITIVES;

/** `D3D_PRIMITIVE_TOPOLOGY` of what geometry shaders put out, likewise. */
export const D3D_TOPOLOGIES = SM4_OUTPUT_TOPOLOGIES;

/** `D3D_TESSELLATOR_OUTPUT_PRIMITIVE`. */
export const D3D_HULL_PRIMITIVES = ['undefined', 'point', 'line', 'triangleCw', 'triangleCcw'] as const;

/** `D3D_TESSELLATOR_PARTITIONING`. */
export const D3D_PARTITIONINGS = ['undefined', 'integer', 'pow2', 'fractionalOdd', 'fractionalEven'] as const;

/** `D3D_TESSELLATOR_DOMAIN`. */
export const D3D_DOMAINS = ['undefined', 'isoline', 'tri', 'quad'] as const;

/** `D3D_INTERPOLATION_MODE`. */
export const D3D_INTERPOLATIONS: readonly string[] = SM4_INTERPOLATION_MODES.map((mode) =>
  mode.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
);

/** `D3D_FEATURE_LEVEL` by its number. */
export const D3D_FEATURE_LEVELS: Readonly<Record<number, string>> = {
  37120: '9_1',
  37632: '9_3',
  40960: '10_0',
  41216: '10_1',
  45056: '11_0',
  45312: '11_1',
};
