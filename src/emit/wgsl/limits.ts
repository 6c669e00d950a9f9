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
const COUNTED_INPUTS: readonly string[] = ['front_facing', 'sample_index', 'sample_mask', 'primitive_index'];

/**
 * The limit of variables between stages that a stage needs: locations are below it, and their count with builtins that
 * count does not exceed it (WebGPU, section 10.1.1, "validating inter-stage interfaces").
 */
export function stageVariables({ stage, outputs }: IrModule, plan: EmitPlan): number {
  const isVertex = stage === 'vs';
  if (!isVertex && stage !== 'ps') return 0;
  // A bit for each location and for each of the system values: sets take longer (measured).
  let locations = 0;
  let builtins = 0;
  let distances = 0;
  for (const { slot, element } of isVertex ? plan.outputs : plan.inputs)
    if (slot.kind === 'location') locations |= 1 << slot.location;
    else if (slot.kind === 'builtin') {
      const counted = COUNTED_INPUTS.indexOf(slot.value);
      if (counted >= 0) builtins |= 1 << counted;
      else if (slot.value === 'clip_distances') distances += countOf(outputs[element]!.mask);
    }
  const others = isVertex ? Math.ceil(distances / 4) : countOf(builtins);
  const end = 32 - Math.clz32(locations);
  return Math.max(end + (isVertex ? others : 0), countOf(locations) + others);
}
