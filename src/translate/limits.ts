/** What a shader needs of a device beyond what every one has. */
import type { IrModule } from '../ir/index.ts';
import type { TranslationBinding } from './map-shape.ts';
import type { TargetLanguage } from './options.ts';

/** What is counted, or how large something is. */
type Need =
  | 'textures'
  | 'samplers'
  | 'storageBuffers'
  | 'storageTextures'
  | 'uniformBuffers'
  | 'bindings'
  | 'groupMemory'
  | 'threads'
  | 'threadsX'
  | 'threadsY'
  | 'threadsZ';

type Limits = Readonly<Partial<Record<Need, readonly [name: string, guaranteed: number]>>>;

/** The limits that every device has: WebGPU, section 3.6.2. */
const OF_WEBGPU: Limits = {
  textures: ['maxSampledTexturesPerShaderStage', 16],
  samplers: ['maxSamplersPerShaderStage', 16],
  storageBuffers: ['maxStorageBuffersPerShaderStage', 8],
  storageTextures: ['maxStorageTexturesPerShaderStage', 4],
  uniformBuffers: ['maxUniformBuffersPerShaderStage', 12],
  bindings: ['maxBindingsPerBindGroup', 1000],
  groupMemory: ['maxComputeWorkgroupStorageSize', 16384],
  threads: ['maxComputeInvocationsPerWorkgroup', 256],
  threadsX: ['maxComputeWorkgroupSizeX', 256],
  threadsY: ['maxComputeWorkgroupSizeY', 256],
  threadsZ: ['maxComputeWorkgroupSizeZ', 64],
};

/** The same of Vulkan: the table "Required Limits" of its specification. */
const OF_VULKAN: Limits = {
  textures: ['maxPerStageDescriptorSampledImages', 16],
  samplers: ['maxPerStageDescriptorSamplers', 16],
  storageBuffers: ['maxPerStageDescriptorStorageBuffers', 4],
  storageTextures: ['maxPerStageDescriptorStorageImages', 4],
  uniformBuffers: ['maxPerStageDescriptorUniformBuffers', 12],
  groupMemory: ['maxComputeSharedMemorySize', 16384],
  threads: ['maxComputeWorkGroupInvocations', 128],
  threadsX: ['maxComputeWorkGroupSize[0]', 128],
  threadsY: ['maxComputeWorkGroupSize[1]', 128],
  threadsZ: ['maxComputeWorkGroupSize[2]', 64],
};

/** Those of OpenGL depend on the version (src/emit/glsl). */
const LIMITS: Readonly<Partial<Record<TargetLanguage, Limits>>> = { wgsl: OF_WEBGPU, spirv: OF_VULKAN };

const COUNTED: Readonly<Record<TranslationBinding['kind'], Need>> = {
  uniformBuffer: 'uniformBuffers',
  storageBuffer: 'storageBuffers',
  readOnlyStorageBuffer: 'storageBuffers',
  texture: 'textures',
  depthTexture: 'textures',
  storageTexture: 'storageTextures',
  texelBuffer: 'textures',
  storageTexelBuffer: 'storageTextures',
  sampler: 'samplers',
  comparisonSampler: 'samplers',
};

/** The limits that exceed what is guaranteed. */
export function requiredLimits(
  module: IrModule,
  rows: readonly TranslationBinding[],
  language: TargetLanguage,
): Record<string, number> {
  const needs: Partial<Record<Need, number>> = {};
  for (const { kind, binding, count = 1 } of rows) {
    const name = COUNTED[kind];
    needs[name] = (needs[name] ?? 0) + count;
    needs.bindings = Math.max(needs.bindings ?? 0, binding + 1);
  }
  const { threadGroupSize } = module.facts;
  if (threadGroupSize !== undefined) {
    const [x, y, z] = threadGroupSize;
    needs.threads = x * y * z;
    needs.threadsX = x;
    needs.threadsY = y;
    needs.threadsZ = z;
  }
  let bytes = 0;
  for (const { kind, dimension, stride = 0, size = 0 } of module.bindings)
    if (kind === 'group') bytes += dimension === 'rawBuffer' ? size : size * stride;
  needs.groupMemory = bytes;
  const limits: Record<string, number> = {};
  for (const [need, value] of Object.entries(needs)) {
    const limit = LIMITS[language]?.[need as Need];
    if (limit !== undefined && value > limit[1]) limits[limit[0]] = value;
  }
  return limits;
}
