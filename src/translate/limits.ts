/** Device limits that a shader needs beyond the guaranteed ones. */
import type { GuaranteedLimits, Need } from '../emit/common/plan.ts';
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
  stageVariables = 0,
): Record<string, number> {
  const needs = new Map<Need, number>([['stageVariables', stageVariables]]);
  for (const { kind, group, binding, count = 1 } of rows) {
    const name = COUNTED[kind];
    needs.set(name, (needs.get(name) ?? 0) + count);
    needs.set('bindings', Math.max(needs.get('bindings') ?? 0, binding + 1));
    needs.set('groups', Math.max(needs.get('groups') ?? 0, group + 1));
  }
  const { threadGroupSize } = module.facts;
  if (threadGroupSize !== undefined) {
    const [x, y, z] = threadGroupSize;
    needs.set('threads', x * y * z);
    needs.set('threadsX', x);
    needs.set('threadsY', y);
    needs.set('threadsZ', z);
  }
  let bytes = 0;
  for (const { kind, dimension, stride = 0, size = 0 } of module.bindings)
    if (kind === 'group') bytes += dimension === 'rawBuffer' ? size : size * stride;
  needs.set('groupMemory', bytes);
  const limits: Record<string, number> = {};
  for (const [need, value] of needs) {
    const limit = guaranteed[need];
    if (limit !== undefined && value > limit[1]) limits[limit[0]] = value;
  }
  return limits;
}
