/** The drivers that translated shaders run on, by the names of `--driver`. */
import type { TranslateOptions } from '../../src/translate/index.ts';
import { openglMissing } from '../../tools/gpu/opengl/client.ts';
import { OPENGL_DRIVERS, type OpenGlDriverName, openglExecutor } from '../../tools/gpu/opengl/executor.ts';
import type { GpuExecutor } from '../../tools/gpu/trial.ts';
import { VULKAN_DRIVERS, vulkanExecutor, vulkanMissing } from '../../tools/gpu/vulkan/client.ts';
import {
  type VulkanDriver,
  vulkanOf,
  type WebgpuDriver,
  webgpuExecutor,
  webgpuMissing,
} from '../../tools/gpu/webgpu/client.ts';
import { DRIVER_FAULTS } from './families.ts';

/** The names of all drivers. */
export type GpuDriverName = VulkanDriver | OpenGlDriverName | WebgpuDriver;

export interface GpuDriver {
  /** Why it cannot be used; undefined where it can. */
  readonly missing: string | undefined;
  /** The language of translations for the driver. */
  readonly options: Pick<TranslateOptions, 'to' | 'version'>;
  /** Families and compiled programs that it gets wrong. */
  readonly faults: readonly string[];
  readonly start: () => GpuExecutor;
}

/** Versions of GLSL in which buffers that are read are textures. */
const WITHOUT_BUFFERS: readonly string[] = ['330', '300'];

/** The driver of a name; others than those of Vulkan and OpenGL are implementations of WebGPU. */
export function gpuDriver(name: string): GpuDriver {
  const vulkan = VULKAN_DRIVERS.find((one) => one === name);
  if (vulkan !== undefined)
    return {
      missing: vulkanMissing(vulkan),
      options: { to: 'spirv' },
      faults: DRIVER_FAULTS[vulkan],
      start: () => vulkanExecutor(vulkan),
    };
  if (name in OPENGL_DRIVERS) {
    const { to, version } = OPENGL_DRIVERS[name as OpenGlDriverName];
    return {
      missing: openglMissing(),
      options: { to, version },
      faults: WITHOUT_BUFFERS.includes(version) ? [] : DRIVER_FAULTS.llvmpipe,
      start: () => openglExecutor(name as OpenGlDriverName),
    };
  }
  const webgpu = name as WebgpuDriver;
  return {
    missing: webgpuMissing(webgpu),
    options: { to: 'wgsl' },
    faults: DRIVER_FAULTS[vulkanOf(webgpu)],
    start: () => webgpuExecutor(webgpu),
  };
}
