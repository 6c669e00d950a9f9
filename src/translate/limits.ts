/** What a shader needs of a device beyond what WebGPU guarantees. */
import type { IrModule } from '../ir/index.ts';
import type { TranslationBinding } from './map-shape.ts';

/** The limits that every device has (WebGPU, section 3.6.2). */
const GUARANTEED = {
  maxSampledTexturesPerShaderStage: 16,
  maxSamplersPerShaderStage: 16,
  maxStorageBuffersPerShaderStage: 8,
  maxStorageTexturesPerShaderStage: 4,
  maxUniformBuffersPerShaderStage: 12,
  maxBindingsPerBindGroup: 1000,
  maxComputeWorkgroupStorageSize: 16384,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupSizeY: 256,
  maxComputeWorkgroupSizeZ: 64,
} as const;

type LimitName = keyof typeof GUARANTEED;

const COUNTED: Readonly<Record<TranslationBinding['kind'], LimitName>> = {
  uniformBuffer: 'maxUniformBuffersPerShaderStage',
  storageBuffer: 'maxStorageBuffersPerShaderStage',
  readOnlyStorageBuffer: 'maxStorageBuffersPerShaderStage',
  texture: 'maxSampledTexturesPerShaderStage',
  depthTexture: 'maxSampledTexturesPerShaderStage',
  storageTexture: 'maxStorageTexturesPerShaderStage',
  sampler: 'maxSamplersPerShaderStage',
  comparisonSampler: 'maxSamplersPerShaderStage',
};

/** The limits that exceed what is guaranteed. */
export function requiredLimits(module: IrModule, rows: readonly TranslationBinding[]): Record<string, number> {
  const needs: Partial<Record<LimitName, number>> = {};
  for (const { kind, binding } of rows) {
    const name = COUNTED[kind];
    needs[name] = (needs[name] ?? 0) + 1;
    needs.maxBindingsPerBindGroup = Math.max(needs.maxBindingsPerBindGroup ?? 0, binding + 1);
  }
  const { threadGroupSize } = module.facts;
  if (threadGroupSize !== undefined) {
    const [x, y, z] = threadGroupSize;
    needs.maxComputeInvocationsPerWorkgroup = x * y * z;
    needs.maxComputeWorkgroupSizeX = x;
    needs.maxComputeWorkgroupSizeY = y;
    needs.maxComputeWorkgroupSizeZ = z;
  }
  let bytes = 0;
  for (const { kind, dimension, stride = 0, size = 0 } of module.bindings)
    if (kind === 'group') bytes += dimension === 'rawBuffer' ? size : size * stride;
  needs.maxComputeWorkgroupStorageSize = bytes;
  const limits: Record<string, number> = {};
  for (const [name, need] of Object.entries(needs)) if (need > GUARANTEED[name as LimitName]) limits[name] = need;
  return limits;
}
