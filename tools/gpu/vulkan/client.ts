/**
 * The client of the executor of Vulkan, on drivers for the processor: Mesa's lavapipe or Chromium's SwiftShader.
 * `tools/gpu/setup.sh` builds it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FramedProcess, ProcessDied, resultsOf } from '../../executor/framed-process.ts';
import { GPU_TOOLS } from '../tint.ts';
import { GpuDied, type GpuExecutor, GpuRefused, type GpuTrial, GpuUnsupported } from '../trial.ts';
import { ICDS, type VulkanDriver } from '../webgpu/client.ts';
import { frameOf, STATUS } from './protocol.ts';

const EXECUTOR = join(GPU_TOOLS, 'vulkan-executor');

/** Features that drivers have not, which they do not refuse. */
const LACKING: Readonly<Record<VulkanDriver, readonly string[]>> = {
  lavapipe: [
    'VK_EXT_conservative_rasterization',
    'runtimeDescriptorArray',
    'shaderSampledImageArrayDynamicIndexing',
    'shaderStorageImageArrayDynamicIndexing',
    'shaderUniformBufferArrayNonUniformIndexing',
  ],
  swiftshader: ['shaderImageGatherExtended', 'geometryShader', 'tessellationShader', 'shaderFloat64'],
};

export const VULKAN_DRIVERS = Object.keys(ICDS) as VulkanDriver[];

/** How long one trial may take. */
const LIMIT_SECONDS = 60;

/** Why the executor cannot be used; undefined where it can. */
export function vulkanMissing(driver: VulkanDriver): string | undefined {
  const missing = [EXECUTOR, ICDS[driver]].find((file) => !existsSync(file));
  return missing === undefined ? undefined : `${missing} is missing: run tools/gpu/setup.sh`;
}

/** Makes the executor; the process itself starts with the first trial. */
export function vulkanExecutor(driver: VulkanDriver): GpuExecutor {
  const child = new FramedProcess(
    () =>
      spawn(EXECUTOR, [], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {
          ...process.env,
          VK_ICD_FILENAMES: ICDS[driver],
          LP_NUM_THREADS: '1',
          // Compiles faster without optimization; samples textures as floats.
          GALLIVM_PERF: 'nopt,no_aos_sampling,no_rho_approx,no_brilinear',
        },
      }),
    LIMIT_SECONDS,
  );
  return {
    description: `Vulkan, ${driver}`,
    run: async (trial) => {
      const features = trial.stages.flatMap(({ map }) => map.requires.features);
      const lacking = features.find((name) => LACKING[driver].includes(name));
      if (lacking !== undefined) throw new GpuUnsupported(`the device has no ${lacking}`);
      return run(child, trial);
    },
    stop: () => child.stop(new Uint8Array(4).fill(0xff)),
  };
}

async function run(child: FramedProcess, trial: GpuTrial): Promise<Uint8Array[]> {
  const { status, body } = await child.call(frameOf(trial)).catch((error: unknown) => {
    throw error instanceof ProcessDied ? new GpuDied(error.how) : error;
  });
  if (status === STATUS.done) return resultsOf(body);
  const text = body.toString('utf8');
  throw status === STATUS.unsupported ? new GpuUnsupported(text) : new GpuRefused(text);
}
