import type { GuaranteedLimits } from '../common/limits.ts';

/** The limits that every device has: WebGPU, section 3.6.2. */
export const WEBGPU_LIMITS: GuaranteedLimits = {
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
