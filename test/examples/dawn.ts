/** Dawn for examples that run in Node: its driver, and the packages that an application imports. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { GPU_TOOLS, tintMissing } from '../../tools/gpu/tint.ts';

/** Vulkan on the processor, new enough for Dawn. */
export const DAWN_DRIVERS = [
  join(GPU_TOOLS, 'swiftshader', 'vk_swiftshader_icd.json'),
  '/usr/lib/chromium/vk_swiftshader_icd.json',
].filter(existsSync);

/** Why Dawn cannot run here; undefined where it can. */
export function dawnMissing(): string | undefined {
  return tintMissing() ?? (DAWN_DRIVERS.length === 0 ? 'there is no SwiftShader: run tools/gpu/browser.sh' : undefined);
}

/** Makes the packages that an application imports, and the samples, available in a directory. */
export function linkPackages(directory: string): void {
  for (const [name, target] of Object.entries({
    'node_modules/dxlens': resolve('.'),
    'node_modules/webgpu': join(GPU_TOOLS, 'node_modules', 'webgpu'),
    samples: resolve('samples'),
  })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    symlinkSync(target, join(directory, name));
  }
}
