/**
 * Tint, the WGSL compiler of Dawn, on no device: says whether shaders and pipelines are valid. `tools/gpu/setup.sh`
 * installs it.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the tools are installed. */
export const GPU_TOOLS = process.env.DXLENS_GPU ?? join(homedir(), '.cache', 'dxlens-gpu');

const WEBGPU = join(GPU_TOOLS, 'node_modules', 'webgpu', 'index.js');

/** Why there is no Tint; undefined where it is installed. */
export function tintMissing(): string | undefined {
  return existsSync(WEBGPU) ? undefined : 'Tint is not installed: run tools/gpu/setup.sh';
}

export interface Tint {
  /** The errors of a text; empty for one that is valid. */
  readonly errorsOf: (code: string) => Promise<string[]>;
  /** For pipelines, whose layouts it checks. */
  readonly device: GpuDevice;
}

/** The part of a WebGPU device that is used. */
export interface GpuDevice {
  createShaderModule(descriptor: { code: string }): {
    getCompilationInfo(): Promise<{
      messages: readonly { type: string; message: string; lineNum: number; linePos: number }[];
    }>;
  };
  pushErrorScope(filter: 'validation'): void;
  popErrorScope(): Promise<{ message: string } | null>;
  createBindGroupLayout(descriptor: object): object;
  createPipelineLayout(descriptor: object): object;
  createComputePipeline(descriptor: object): object;
  createRenderPipeline(descriptor: object): object;
}

interface Adapter {
  readonly features: Iterable<string>;
  readonly limits: Readonly<Record<string, number>>;
  requestDevice(descriptor: object): Promise<GpuDevice>;
}

const referenced: object[] = [];

/** Starts Tint with all features of its adapter. */
export async function startTint(): Promise<Tint> {
  const { create } = (await import(pathToFileURL(WEBGPU).href)) as {
    create: (flags: string[]) => { requestAdapter(): Promise<Adapter> };
  };
  const gpu = create(['backend=null']);
  // Promises of a collected instance are never settled.
  referenced.push(gpu);
  const adapter = await gpu.requestAdapter();
  const limits = [
    'maxComputeInvocationsPerWorkgroup',
    'maxComputeWorkgroupSizeX',
    'maxComputeWorkgroupSizeY',
    'maxComputeWorkgroupStorageSize',
  ];
  const device = await adapter.requestDevice({
    requiredFeatures: [...adapter.features],
    requiredLimits: Object.fromEntries(limits.map((name) => [name, adapter.limits[name]])),
  });
  return {
    device,
    errorsOf: async (code) => {
      device.pushErrorScope('validation');
      const module = device.createShaderModule({ code });
      const { messages } = await module.getCompilationInfo();
      await device.popErrorScope();
      return messages
        .filter(({ type }) => type === 'error')
        .map(({ message, lineNum, linePos }) => `${lineNum}:${linePos} ${message}`);
    },
  };
}
