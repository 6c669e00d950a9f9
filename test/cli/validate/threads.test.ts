/** Many files: results are in order whichever thread is first, and a crashing thread affects one file at most. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Input } from '../../../src/cli/inputs/read-input.ts';
import { runInThreads } from '../../../src/cli/jobs/threads.ts';
import { type FileValidationOptions, type Outcome, validation } from '../../../src/cli/verbs/validate/validate-file.ts';

const inputs = join(import.meta.dirname, '../inputs');
const program = resolve(import.meta.dirname, '../../../dist/cli/main.cjs');
const work = mkdtempSync(join(tmpdir(), 'dxlens-threads-'));
afterAll(() => rmSync(work, { recursive: true }));

const COUNT = 300;
const NAMES = ['tint2.cso', 'bad.cso', 'tint5.cso', 'tint.hlsl', 'root.cso', 'tint5.h'];

beforeAll(() => {
  for (let i = 0; i < COUNT; i++) {
    const directory = join(work, 'many', `${i % 7}`);
    mkdirSync(directory, { recursive: true });
    cpSync(join(inputs, NAMES[i % NAMES.length]!), join(directory, `${i}-${NAMES[i % NAMES.length]}`));
  }
});

function validate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'validate', ...args], {
    cwd: work,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    input: readFileSync(join(inputs, 'tint2.cso')),
  });
  return { status, stdout, stderr };
}

describe('one thread or several', () => {
  test.each([
    ['text', ['many']],
    ['text, without valid files', ['many', '-q']],
    ['JSON lines', ['many', '--json', 'many/0', '-', 'many/3']],
    ['SARIF', ['many', 'missing.cso', '--format', 'sarif']],
    ['against a root signature', ['many', '--json', '--root-signature', join(inputs, 'root.cso')]],
  ])('say the same: %s', (_, args) => {
    const one = validate(...args, '--jobs', '1');
    expect(one.status).toBe(1);
    expect(one.stdout).not.toBe('');
    expect(validate(...args, '--jobs', '3')).toEqual(one);
  });

  test('every file has its line, in the order of the walk', () => {
    const lines = validate('many', '--json', '--jobs', '2').stdout.trimEnd().split('\n');
    const names = lines.map((line) => (JSON.parse(line) as { file: string }).file);
    expect(names).toHaveLength((COUNT / NAMES.length) * (NAMES.length - 1));
    expect(names).toEqual([...names].sort());
  });

  test('an output file is the same as standard output', () => {
    const path = join(work, 'results.json');
    expect(validate('many', '--json', '--jobs', '2', '-o', path).stdout).toBe('');
    expect(readFileSync(path, 'utf8')).toBe(validate('many', '--json').stdout);
  });
});

test('output keeps its order if its reader is slow', () => {
  const directories = Array.from({ length: 12 }, () => 'many');
  const slowly = (jobs: string) =>
    spawnSync(
      'sh',
      [
        '-c',
        '"$@" 2>&1 >/dev/null | (for i in 1 2 3 4 5 6 7 8; do sleep 0.1; dd bs=4096 count=4 2>/dev/null; done; cat)',
        'sh',
        process.execPath,
        program,
        'validate',
        '--jobs',
        jobs,
        ...directories,
      ],
      {
        cwd: work,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      },
    ).stdout;
  const one = slowly('1');
  // More than a pipe holds.
  expect(one.length).toBeGreaterThan(0x1_0000);
  expect(slowly('3') === one).toBe(true);
});

describe('threads that break down', () => {
  // A substitute for the program: the name of the file determines the result, and some names make it crash.
  const script = join(work, 'worker.cjs');
  const workerpool = resolve(import.meta.dirname, '../../../node_modules/workerpool');
  beforeAll(() =>
    writeFileSync(
      script,
      `require(${JSON.stringify(workerpool)}).worker({ validateBatch: (sources) => {
        if (sources.some(({ file }) => file.startsWith('exit'))) process.exit(3);
        if (sources.some(({ file }) => file.startsWith('throw'))) throw new Error('thrown');
        return { outcomes: sources.map(({ file }) => ({ skipped: file })), rules: [] };
      } });`,
    ),
  );

  async function outcomes(names: readonly string[]): Promise<Outcome[]> {
    const sources = names.map((file): Input => ({ file, found: true }));
    // This thread does not break down.
    const remotely = async ({ file }: Input) => ({
      outcomes: [file === 'exit' || file === 'throw' ? { faultOn: file, fault: 'own' } : { skipped: file }],
      rules: [],
    });
    const all: Outcome[] = [];
    const task = { ...validation({} as FileValidationOptions), remotely };
    for await (const batch of runInThreads(sources, task, 3, script)) {
      all.push(...batch.outcomes);
      // Others get their turn.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return all;
  }

  test('do not take other files along', async () => {
    const names = Array.from({ length: 200 }, (_, i) => (i === 0 ? 'exit' : i === 150 ? 'throw' : `${i}`));
    const all = await outcomes(names);
    expect(all.map((one) => ('skipped' in one ? one.skipped : 'faultOn' in one ? one.faultOn : '?'))).toEqual(names);
    expect(all.flatMap((one, i) => ('fault' in one ? [i] : []))).toEqual([0, 150]);
    const faults = all.flatMap((one) => ('fault' in one ? [one.fault] : []));
    expect(faults[0]).toMatch(/^a thread ended: /);
  });
});
