/** spirv-val, which says whether modules of SPIR-V are valid. `tools/gpu/setup.sh` installs it. */
import { spawn, spawnSync } from 'node:child_process';
import { ProcessDied } from '../executor/framed-process.ts';

/** The environments that the versions are for. */
const ENVIRONMENTS: Readonly<Record<string, string>> = { '1.3': 'vulkan1.1', '1.6': 'vulkan1.3' };

/** Why there is no spirv-val; undefined where it is installed. */
export function spirvValMissing(): string | undefined {
  const { error } = spawnSync('spirv-val', ['--version']);
  return error === undefined ? undefined : 'spirv-val is not installed: run tools/gpu/setup.sh';
}

/** The errors of a module; empty for one that is valid. Modules can be checked at the same time: each has a process of its own. */
export function spirvErrors(code: Uint32Array, version = '1.3'): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const arguments_ = ['--target-env', ENVIRONMENTS[version]!, '-'];
    const child = spawn('spirv-val', arguments_, { stdio: ['pipe', 'inherit', 'pipe'] });
    const parts: Buffer[] = [];
    child.stderr.on('data', (part: Buffer) => parts.push(part));
    child.on('error', reject);
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    child.on('close', (status) => {
      if (status === null) reject(new ProcessDied('crash'));
      else resolve(status === 0 ? [] : String(Buffer.concat(parts)).trim().split('\n'));
    });
    child.stdin.end(new Uint8Array(code.buffer, code.byteOffset, code.byteLength));
  });
}
