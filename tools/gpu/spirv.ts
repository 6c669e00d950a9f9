/** spirv-val, which says whether modules of SPIR-V are valid. `tools/gpu/setup.sh` installs it. */
import { spawnSync } from 'node:child_process';

/** The environments that the versions are for. */
const ENVIRONMENTS: Readonly<Record<string, string>> = { '1.3': 'vulkan1.1', '1.6': 'vulkan1.3' };

/** Why there is no spirv-val; undefined where it is installed. */
export function spirvValMissing(): string | undefined {
  const { error } = spawnSync('spirv-val', ['--version']);
  return error === undefined ? undefined : 'spirv-val is not installed: run tools/gpu/setup.sh';
}

/** The errors of a module; empty for one that is valid. */
export function spirvErrors(code: Uint32Array, version = '1.3'): string[] {
  const input = new Uint8Array(code.buffer, code.byteOffset, code.byteLength);
  const { status, stderr } = spawnSync('spirv-val', ['--target-env', ENVIRONMENTS[version]!, '-'], { input });
  return status === 0 ? [] : String(stderr).trim().split('\n');
}
