/**
 * SPIRV-Tools: spirv-val, which says whether modules of SPIR-V are valid, and spirv-as, which reads them as text.
 * `tools/gpu/setup.sh` installs it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessDied } from '../executor/framed-process.ts';

/** The environments that the versions are for. */
const ENVIRONMENTS: Readonly<Record<string, string>> = { '1.3': 'vulkan1.1', '1.6': 'vulkan1.3' };

/** The exit statuses that a shell gives to a command that a signal ended; spirv-as itself has some from 239 on. */
const [FIRST_SIGNAL, LAST_SIGNAL] = [129, 192];

/** Why there are no SPIRV-Tools; undefined where they are installed. */
export function spirvToolsMissing(): string | undefined {
  const { error } = spawnSync('spirv-val', ['--version']);
  return error === undefined ? undefined : 'spirv-val is not installed: run tools/gpu/setup.sh';
}

/**
 * The errors of a module; empty for one that is valid. Modules that are checked at the same time share a shell; each
 * has its process.
 */
export async function spirvErrors(code: Uint32Array, version = '1.3'): Promise<string[]> {
  const bytes = new Uint8Array(code.buffer, code.byteOffset, code.byteLength);
  const { status, errors } = await runTool(['spirv-val', '--target-env', ENVIRONMENTS[version]!], bytes);
  return status === 0 ? [] : errors;
}

/** Assembles a text with spirv-as: the words, or its errors. Ids keep their numbers. */
export async function assembleSpirv(text: string, version = '1.3'): Promise<Uint32Array | string[]> {
  const words = ['spirv-as', '--preserve-numeric-ids', '--target-env', `spv${version}`, '-o', 'OUT'];
  const { status, output, errors } = await runTool(words, text);
  return status === 0 ? new Uint32Array(new Uint8Array(output).buffer) : errors;
}

interface ToolResult {
  readonly status: number;
  readonly output: Buffer;
  /** Lines. */
  readonly errors: string[];
}

interface Waiting {
  readonly command: string;
  readonly input: Uint8Array | string;
  readonly resolve: (result: ToolResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Calls that wait until the caller awaits something: a shell starts many processes in the time that Node needs for one.
 */
let waiting: Waiting[] = [];

/** @param words the tool and its options; `OUT` is the file that it writes */
function runTool(words: readonly string[], input: Uint8Array | string): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    if (waiting.push({ command: words.join(' '), input, resolve, reject }) === 1) setImmediate(runAll);
  });
}

/** Runs the calls that wait in one shell, which prints the exit status of each. */
async function runAll(): Promise<void> {
  const calls = waiting;
  waiting = [];
  const directory = mkdtempSync(join(tmpdir(), 'spirv-'));
  const file = (i: number, kind: string) => join(directory, `${i}.${kind}`);
  try {
    for (const [i, { input }] of calls.entries()) writeFileSync(file(i, 'in'), input);
    const lines = calls.map(
      ({ command }, i) => `${command.replace('OUT', `${i}.out`)} ${i}.in 2> ${i}.errors; echo $?`,
    );
    const statuses = await linesOf(`${lines.join('\n')}\n`, directory);
    for (const [i, { resolve, reject }] of calls.entries()) {
      const status = Number.parseInt(statuses[i]!, 10);
      if (Number.isNaN(status) || (status >= FIRST_SIGNAL && status <= LAST_SIGNAL)) reject(new ProcessDied('crash'));
      else
        resolve({
          status,
          output: existsSync(file(i, 'out')) ? readFileSync(file(i, 'out')) : Buffer.alloc(0),
          errors: status === 0 ? [] : readFileSync(file(i, 'errors'), 'utf8').trim().split('\n'),
        });
    }
  } catch (error) {
    for (const { reject } of calls) reject(error as Error);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The lines that a script of `sh` prints. */
function linesOf(script: string, directory: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-s'], { cwd: directory, stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', () => resolve(output.split('\n')));
    child.stdin.end(script);
  });
}
