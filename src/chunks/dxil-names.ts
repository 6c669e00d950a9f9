/**
 * The names of the numbers in the parts of shader model 6, each table indexed by the number; `undefined` where a number
 * has none. Source: the headers of the public DirectX shader compiler; spellings are those of the enumerations in
 * camelCase.
 *
 * Not for: numbers that shader models 4 to 6 share (`D3D_*`), which reflection names.
 */
import { SM4_STAGES } from '../base/profile.ts';

/** The stage of a program or function. */
export const DXIL_SHADER_KINDS = [
  'pixel',
  'vertex',
  'geometry',
  'hull',
  'domain',
  'compute',
  'library',
  'rayGeneration',
  'intersection',
  'anyHit',
  'closestHit',
  'miss',
  'callable',
  'mesh',
  'amplification',
  'node',
] as const;

/**
 * Prefix of a profile by stage: `ps_6_0`. The first numbers are those of shader models 4 to 5.1; stages of ray tracing
 * have none: they are in libraries.
 */
export const DXIL_PROFILE_PREFIXES: Readonly<Record<number, string>> = {
  ...SM4_STAGES,
  6: 'lib',
  13: 'ms',
  14: 'as',
};

/** How a resource is bound, in PSV0. */
export const PSV_RESOURCE_TYPES = [
  'invalid',
  'sampler',
  'cbv',
  'srvTyped',
  'srvRaw',
  'srvStructured',
  'uavTyped',
  'uavRaw',
  'uavStructured',
  'uavStructuredWithCounter',
] as const;

/** Kinds of resources. */
export const DXIL_RESOURCE_KINDS = [
  'invalid',
  'texture1D',
  'texture2D',
  'texture2DMS',
  'texture3D',
  'textureCube',
  'texture1DArray',
  'texture2DArray',
  'texture2DMSArray',
  'textureCubeArray',
  'typedBuffer',
  'rawBuffer',
  'structuredBuffer',
  'cBuffer',
  'sampler',
  'tBuffer',
  'rtAccelerationStructure',
  'feedbackTexture2D',
  'feedbackTexture2DArray',
] as const;

/** Which table of a root signature a resource belongs to, in RDAT. */
export const DXIL_RESOURCE_CLASSES = ['srv', 'uav', 'cBuffer', 'sampler', 'invalid'] as const;

/** Semantics of signature elements, in PSV0. */
export const DXIL_SEMANTIC_KINDS = [
  'arbitrary',
  'vertexID',
  'instanceID',
  'position',
  'renderTargetArrayIndex',
  'viewPortArrayIndex',
  'clipDistance',
  'cullDistance',
  'outputControlPointID',
  'domainLocation',
  'primitiveID',
  'gsInstanceID',
  'sampleIndex',
  'isFrontFace',
  'coverage',
  'innerCoverage',
  'target',
  'depth',
  'depthLessEqual',
  'depthGreaterEqual',
  'stencilRef',
  'dispatchThreadID',
  'groupID',
  'groupIndex',
  'groupThreadID',
  'tessFactor',
  'insideTessFactor',
  'viewID',
  'barycentrics',
  'shadingRate',
  'cullPrimitive',
  'startVertexLocation',
  'startInstanceLocation',
] as const;

/** D3D_REGISTER_COMPONENT_TYPE as signatures of shader model 6 extend it. */
export const DXIL_SIGNATURE_TYPES = [
  'unknown',
  'uint32',
  'sint32',
  'float32',
  'uint16',
  'sint16',
  'float16',
  'uint64',
  'sint64',
  'float64',
] as const;

/** How an input is interpolated. */
export const DXIL_INTERPOLATIONS = [
  'undefined',
  'constant',
  'linear',
  'linearCentroid',
  'linearNoperspective',
  'linearNoperspectiveCentroid',
  'linearSample',
  'linearNoperspectiveSample',
] as const;

/** Kinds of subobjects of libraries, in RDAT. Libraries do not hold the numbers 3 to 7, and 13 and above. */
export const DXIL_SUBOBJECT_KINDS: Readonly<Record<number, string>> = {
  0: 'stateObjectConfig',
  1: 'globalRootSignature',
  2: 'localRootSignature',
  8: 'subobjectToExportsAssociation',
  9: 'raytracingShaderConfig',
  10: 'raytracingPipelineConfig',
  11: 'hitGroup',
  12: 'raytracingPipelineConfig1',
};

/** Bits of SFI0 from 14 on, which came with shader model 6; the lower ones are `FEATURES` (sfi0.ts). */
export const DXIL_FEATURES = {
  waveOps: 14,
  int64Ops: 15,
  viewID: 16,
  barycentrics: 17,
  nativeLowPrecision: 18,
  shadingRate: 19,
  raytracingTier1_1: 20,
  samplerFeedback: 21,
  atomicInt64OnTypedResource: 22,
  atomicInt64OnGroupShared: 23,
  derivativesInMeshAndAmpShaders: 24,
  resourceDescriptorHeapIndexing: 25,
  samplerDescriptorHeapIndexing: 26,
  atomicInt64OnHeapResource: 28,
  advancedTextureOps: 29,
  writeableMSAATextures: 30,
  sampleCmpGradientOrBias: 31,
  extendedCommandInfo: 32,
} as const satisfies Record<string, number>;

export type DxilFeature = keyof typeof DXIL_FEATURES;
