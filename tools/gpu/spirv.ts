/**
 * SPIRV-Tools: spirv-val, which says whether modules of SPIR-V are valid, and spirv-as, which reads them as text.
 * `tools/gpu/setup.sh` installs it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { ProcessDied } from '../executor/framed-process.ts';

/** The environments that the versions are for. */
const ENVIRONMENTS: Readonly<Record<string, string>> = { '1.3': 'vulkan1.1', '1.6': 'vulkan1.3' };

/** Why there are no SPIRV-Tools; undefined where they are installed. */
export function spirvToolsMissing(): string | undefined {
  const { error } = spawnSync('spirv-val', ['--version']);
  return error === undefined ? undefined : 'spirv-val is not installed: run tools/gpu/setup.sh';
}

/**
 * The errors of a module; empty for one that is valid. Modules can be checked at the same time: each has a process of
 * its own.
 */
export async function spirvErrors(code: Uint32Array, version = '1.3'): Promise<string[]> {
  const bytes = new Uint8Array(code.buffer, code.byteOffset, code.byteLength);
  const { status, errors } = await runTool('spirv-val', ['--target-env', ENVIRONMENTS[version]!, '-'], bytes);
  return status === 0 ? [] : errors;
}

/** Assembles a text with spirv-as: the words, or its errors. Ids keep their numbers. */
export async function assembleSpirv(text: string, version = '1.3'): Promise<Uint32Array | string[]> {
  const arguments_ = ['--preserve-numeric-ids', '--target-env', `spv${version}`, '-o', '-', '-'];
  const { status, output, errors } = await runTool('spirv-as', arguments_, text);
  return status === 0 ? new Uint32Array(new Uint8Array(output).buffer) : errors;
}

interface ToolResult {
  readonly status: number;
  readonly output: Buffer;
  /** Lines. */
  readonly errors: string[];
}

function runTool(name: string, arguments_: readonly string[], input: Uint8Array | string): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, arguments_, { stdio: ['pipe', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => output.push(part));
    child.stderr.on('data', (part: Buffer) => errors.push(part));
    child.on('error', reject);
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    child.on('close', (status) => {
      if (status === null) reject(new ProcessDied('crash'));
      else resolve({ status, output: Buffer.concat(output), errors: String(Buffer.concat(errors)).trim().split('\n') });
    });
    child.stdin.end(input);
  });
}
