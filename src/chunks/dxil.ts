/**
 * Reads what a container of shader model 6 stores about its program besides the code: the header before the LLVM
 * bitcode, the hash of the shader, the version of the compiler. Source: the headers of the public DirectX shader
 * compiler.
 *
 * Not for: the bitcode itself, which is named and not read.
 */

import { type Diagnostics, hex } from '../base/diagnostics.ts';
import { field } from '../base/field.ts';
import { SM4_STAGES, SM4_VERSION } from '../base/profile.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { DX1080 } from '../container/messages.ts';
import { TAG } from '../container/tags.ts';

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

/** The version token of a program of shader model 6: that of models 4 to 5.1 with more stages. */
export const DxilVersionToken = {
  /** Minor version of the shader model. */
  minor: SM4_VERSION.minor,
  /** Major version of the shader model. */
  major: SM4_VERSION.major,
  kind: field('kind', 16, 16),
} as const;

export interface DxilProgram {
  /** `ps_6_0`; undefined for a kind of shader without a profile. */
  readonly profile: string | undefined;
  /** Index in {@link DXIL_SHADER_KINDS}. */
  readonly kind: number;
  readonly major: number;
  readonly minor: number;
  /** The size of the program that its header declares, in bytes, header included. */
  readonly size: number;
  /** The version of the intermediate language. */
  readonly dxilMajor: number;
  readonly dxilMinor: number;
  /** Where the bitcode begins in the chunk's payload, and how long it is, in bytes. */
  readonly bitcodeOffset: number;
  readonly bitcodeSize: number;
}

/** The profile of a version token of shader model 6; undefined for a kind of shader without one. */
export function dxilProfile(version: number): string | undefined {
  const prefix = DXIL_PROFILE_PREFIXES[DxilVersionToken.kind.get(version)];
  if (prefix === undefined) return undefined;
  return `${prefix}_${DxilVersionToken.major.get(version)}_${DxilVersionToken.minor.get(version)}`;
}

const PROGRAM_HEADER = 24;
/** Where the header of the bitcode begins, which its offset counts from. */
const BITCODE_HEADER = 8;

/** Reads the header of `DXIL` or `ILDB`, or of the program that `STAT` holds there; undefined when it is incomplete. */
export function readDxilProgram(container: Container, chunk: Chunk, diagnostics: Diagnostics): DxilProgram | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, PROGRAM_HEADER, 'the header of the program')) return undefined;
  const version = view.u32(0);
  const dxil = view.u32(12);
  const bitcodeOffset = BITCODE_HEADER + view.u32(16);
  const bitcodeSize = view.u32(20);
  if (view.u32(8) !== TAG.DXIL || bitcodeOffset + bitcodeSize > view.size) {
    view.report(DX1080, 8, PROGRAM_HEADER, {
      what: 'the bitcode',
      offset: hex(bitcodeOffset),
      size: view.size,
    });
  }
  return {
    profile: dxilProfile(version),
    kind: DxilVersionToken.kind.get(version),
    major: DxilVersionToken.major.get(version),
    minor: DxilVersionToken.minor.get(version),
    size: 4 * view.u32(4),
    dxilMajor: (dxil >>> 8) & 0xff,
    dxilMinor: dxil & 0xff,
    bitcodeOffset,
    bitcodeSize,
  };
}

/** Reads the header of a program of shader model 6: the chunk `DXIL` or `ILDB`. */
export const parseDxilProgram = /* @__PURE__ */ chunkParser(readDxilProgram);

/** The chunk HASH. */
export interface ShaderHash {
  /** The source is part of what was hashed: flag 1. */
  readonly includesSource: boolean;
  readonly flags: number;
  /** 32 hexadecimal digits. */
  readonly digest: string;
}

const HASH_SIZE = 20;

/** Reads the hash of a shader; undefined when it is incomplete. */
export function readHash(container: Container, chunk: Chunk, diagnostics: Diagnostics): ShaderHash | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, HASH_SIZE, 'the hash')) return undefined;
  const flags = view.u32(0);
  let digest = '';
  for (let at = 4; at < HASH_SIZE; at++) digest += view.u8(at).toString(16).padStart(2, '0');
  return { includesSource: (flags & 1) !== 0, flags, digest };
}

/** Reads the hash of a shader of shader model 6: the chunk `HASH`. */
export const parseHash = /* @__PURE__ */ chunkParser(readHash);

/** The chunk VERS. */
export interface CompilerVersion {
  readonly major: number;
  readonly minor: number;
  /** Bit 0: a debug build; bit 1: not an official build. */
  readonly flags: number;
  readonly commitCount: number;
  /** The hash of the commit. */
  readonly commit: string;
  /** The name of this version. */
  readonly custom: string;
}

const VERSION_SIZE = 16;

/** Reads the version of the compiler; undefined when its numbers are incomplete. */
export function readVers(container: Container, chunk: Chunk, diagnostics: Diagnostics): CompilerVersion | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, VERSION_SIZE, 'the version')) return undefined;
  const stringSize = view.u32(12);
  const commit = stringSize === 0 ? '' : (view.text(VERSION_SIZE, 'the commit') ?? '');
  const nameAt = VERSION_SIZE + commit.length + 1;
  return {
    major: view.u16(0),
    minor: view.u16(2),
    flags: view.u32(4),
    commitCount: view.u32(8),
    commit,
    custom: nameAt < VERSION_SIZE + stringSize ? (view.text(nameAt, 'the name of the version') ?? '') : '',
  };
}

/** Reads the version of the compiler: the chunk `VERS`. */
export const parseVers = /* @__PURE__ */ chunkParser(readVers);
