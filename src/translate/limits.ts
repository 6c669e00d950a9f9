/** What a shader needs of a device beyond what every one has. */
import type { GuaranteedLimits, Need } from '../emit/common/limits.ts';
import type { IrModule } from '../ir/index.ts';
import type { TranslationBinding } from './map-shape.ts';

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
  guaranteed: GuaranteedLimits,
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
    const limit = guaranteed[need as Need];
    if (limit !== undefined && value > limit[1]) limits[limit[0]] = value;
  }
  return limits;
}
