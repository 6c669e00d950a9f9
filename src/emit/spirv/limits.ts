import type { GuaranteedLimits } from '../common/limits.ts';

/** The limits that every device has: Vulkan, the table "Required Limits" of its specification. */
export const VULKAN_LIMITS: GuaranteedLimits = {
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
