/**
 * Clients of the executors of WebGPU: Deno (wgpu with naga, on Vulkan) and Dawn (Tint). `tools/gpu/setup.sh` installs
 * both.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { webgpuPipeline } from '../../../src/translate/index.ts';
import { type FramedChild, FramedProcess, ProcessDied, resultsOf } from '../../executor/framed-process.ts';
import { GPU_TOOLS } from '../tint.ts';
import { GpuDied, type GpuExecutor, GpuRefused, type GpuTrial, GpuUnsupported } from '../trial.ts';
import { frameOf, STATUS } from './protocol.ts';

/**
 * An implementation of WebGPU with a Vulkan driver. What differs on both SwiftShaders and not on lavapipe is the
 * driver's.
 */
export type WebgpuDriver = 'naga' | 'naga-swiftshader' | 'dawn';

const SERVE = join(import.meta.dirname, 'serve.mjs');
const DENO = join(GPU_TOOLS, 'node_modules', '@deno', 'linux-x64-glibc', 'deno');
const DAWN = join(GPU_TOOLS, 'node_modules', 'webgpu', 'index.js');
/** The descriptions of Vulkan drivers for the processor: Mesa's and Chromium's. */
export const ICDS = {
  lavapipe: '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json',
  swiftshader: join(GPU_TOOLS, 'swiftshader', 'vk_swiftshader_icd.json'),
} as const;

export type VulkanDriver = keyof typeof ICDS;

interface DriverRow {
  readonly description: string;
  readonly isDeno: boolean;
  readonly vulkan: VulkanDriver;
}

const DRIVERS: Readonly<Record<WebgpuDriver, DriverRow>> = {
  naga: {
    description: "wgpu and naga of Deno 2.9.6, Mesa's lavapipe",
    isDeno: true,
    vulkan: 'lavapipe',
  },
  'naga-swiftshader': {
    description: "wgpu and naga of Deno 2.9.6, Chromium's SwiftShader",
    isDeno: true,
    vulkan: 'swiftshader',
  },
  dawn: {
    description: "Dawn and Tint (npm webgpu 0.6.2), Chromium's SwiftShader",
    isDeno: false,
    vulkan: 'swiftshader',
  },
};

/** The Vulkan driver under an implementation. */
export function vulkanOf(driver: WebgpuDriver): VulkanDriver {
  return DRIVERS[driver].vulkan;
}

/** Why a driver cannot be used; undefined where it can. */
export function webgpuMissing(driver: WebgpuDriver): string | undefined {
  const { isDeno, vulkan } = DRIVERS[driver];
  const needed = [isDeno ? DENO : DAWN, ICDS[vulkan]];
  const missing = needed.find((file) => !existsSync(file));
  return missing === undefined ? undefined : `${missing} is missing: run tools/gpu/setup.sh`;
}

/** How long one trial may take. */
const LIMIT_SECONDS = 60;

/** A compiler of WGSL: gives the errors of a text, none for one that is valid. */
export interface WgslCompiler {
  readonly errorsOf: (code: string) => Promise<string[]>;
  readonly stop: () => void;
}

/** Starts the compiler of an implementation of WebGPU. */
export function wgslCompiler(driver: WebgpuDriver): WgslCompiler {
  const child = new FramedProcess(() => launch(driver), LIMIT_SECONDS);
  return {
    errorsOf: async (code) => {
      const { status, body } = await child.call(frameOf({ check: code })).catch((error: unknown) => {
        if (!(error instanceof ProcessDied)) throw error;
        return { status: STATUS.refused, body: Buffer.from(error.message) };
      });
      return status === STATUS.done ? [] : [body.toString('utf8')];
    },
    stop: () => child.stop(FAREWELL),
  };
}

/** Ends the process. */
const FAREWELL = new Uint8Array(4).fill(0xff);

/** Starts the executor of a driver; the process itself starts with the first trial. */
export function webgpuExecutor(driver: WebgpuDriver): GpuExecutor {
  const child = new FramedProcess(() => launch(driver), LIMIT_SECONDS);
  return {
    description: DRIVERS[driver].description,
    run: (trial) => run(child, trial),
    stop: () => child.stop(FAREWELL),
  };
}

async function run(child: FramedProcess, trial: GpuTrial): Promise<Uint8Array[]> {
  if (trial.draw?.isAdded) throw new GpuUnsupported('targets of 32-bit floats are not blended');
  const pipeline = webgpuPipeline(...trial.stages.map(({ map }) => map));
  const { status, body } = await child.call(frameOf({ trial, pipeline })).catch((error: unknown) => {
    throw error instanceof ProcessDied ? new GpuDied(error.how) : error;
  });
  if (status === STATUS.done) return resultsOf(body);
  const text = body.toString('utf8');
  throw status === STATUS.unsupported ? new GpuUnsupported(text) : new GpuRefused(text);
}

function launch(driver: WebgpuDriver): FramedChild {
  const { isDeno, vulkan } = DRIVERS[driver];
  const [program, words] = isDeno
    ? [DENO, ['run', '--quiet', '--no-config', '--no-lock', '--unstable-webgpu', '-A', SERVE]]
    : [process.execPath, ['--import', 'tsx', SERVE, DAWN]];
  return spawn(program, words, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      VK_ICD_FILENAMES: ICDS[vulkan],
      DENO_NO_UPDATE_CHECK: '1',
      DENO_NO_PACKAGE_JSON: '1',
      LP_NUM_THREADS: '1',
      // Compiles faster without optimization; samples textures as floats.
      GALLIVM_PERF: 'nopt,no_aos_sampling,no_rho_approx,no_brilinear',
    },
  });
}
