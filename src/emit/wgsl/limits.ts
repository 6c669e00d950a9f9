import type { IrModule } from '../../ir/index.ts';
import { countOf } from '../common/component-counts.ts';
import type { GuaranteedLimits } from '../common/limits.ts';
import type { EmitPlan } from '../common/plan.ts';

/** The limits that every device has: WebGPU, section 3.6.2. */
export const WEBGPU_LIMITS: GuaranteedLimits = {
  textures: ['maxSampledTexturesPerShaderStage', 16],
  samplers: ['maxSamplersPerShaderStage', 16],
  storageBuffers: ['maxStorageBuffersPerShaderStage', 8],
  storageTextures: ['maxStorageTexturesPerShaderStage', 4],
  uniformBuffers: ['maxUniformBuffersPerShaderStage', 12],
  bindings: ['maxBindingsPerBindGroup', 1000],
  groups: ['maxBindGroups', 4],
  stageVariables: ['maxInterStageShaderVariables', 16],
  groupMemory: ['maxComputeWorkgroupStorageSize', 16384],
  threads: ['maxComputeInvocationsPerWorkgroup', 256],
  threadsX: ['maxComputeWorkgroupSizeX', 256],
  threadsY: ['maxComputeWorkgroupSizeY', 256],
  threadsZ: ['maxComputeWorkgroupSizeZ', 64],
};

/** System values of pixel shaders that count as variables from the stage before. */
const COUNTED_INPUTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'front_facing',
  'sample_index',
  'sample_mask',
  'primitive_index',
]);

/**
 * What a stage needs of the limit of variables between stages: locations are below it, and they and what else counts are not more (WebGPU, section 10.1.1,
 * "validating inter-stage interfaces").
 */
export function stageVariables({ stage, outputs }: IrModule, plan: EmitPlan): number {
  const isVertex = stage === 'vs';
  if (!isVertex && stage !== 'ps') return 0;
  const locations = new Set<number>();
  const builtins = new Set<string>();
  let distances = 0;
  for (const { place, element } of isVertex ? plan.outputs : plan.inputs)
    if (place.kind === 'location') locations.add(place.location);
    else if (place.kind === 'builtin' && COUNTED_INPUTS.has(place.value)) builtins.add(place.value);
    else if (place.kind === 'builtin' && place.value === 'clip_distances') distances += countOf(outputs[element]!.mask);
  const others = isVertex ? Math.ceil(distances / 4) : builtins.size;
  const end = Math.max(-1, ...locations) + 1;
  return Math.max(end + (isVertex ? others : 0), locations.size + others);
}
