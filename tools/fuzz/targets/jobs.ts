/**
 * Targets that run things: jobs of `dxlens run` with random changes of their JSON, and damaged programs with small
 * limits.
 *
 * Not for: whether results are right (test/vm).
 */
import { readFileSync } from 'node:fs';
import type { Random } from '../../../smith/random.ts';
import { parseJob } from '../../../src/vm/job/parse-job.ts';
import { run } from '../../../src/vm/job/run.ts';
import { targets } from '../target.ts';
import { changedProgram, changedStream } from './bytes.ts';

const DIRECTORY = 'samples/run';
const JOBS = ['prefix-sum', 'sepia', 'shadow', 'patch'].map(
  (name) => JSON.parse(readFileSync(`${DIRECTORY}/${name}.json`, 'utf8')) as object,
);
/** Values that replace others. */
const VALUES: readonly unknown[] = [
  ...[null, true, 0, 1, -1, 0.5, 1e9, 16384, 'NaN', '', 'x', 'R8_UINT', 'BC1_UNORM', 'D24_UNORM_S8_UINT'],
  ...[[], {}, [1], [1, 2, 3, 4], 'linear', 'cube', '3d', 'png', 'dds', 'draw', 'clear'],
];
/** Limits that end each case soon. */
const LIMITS = { instructions: 20_000, memory: 2 ** 22, seconds: 2 };

const HOST = {
  readFile: (file: string) => {
    try {
      return new Uint8Array(readFileSync(`${DIRECTORY}/${file}`));
    } catch {
      return { reason: 'missing' };
    }
  },
};

/** A job whose JSON has some values replaced, moved or removed. */
function changedJob(random: Random): Uint8Array {
  const job = structuredClone(random.pick(JOBS)) as Record<string, unknown>;
  for (let i = random.between(1, 4); i > 0; i--) change(job, random);
  let text = JSON.stringify({ ...job, limits: LIMITS });
  if (random.oneIn(8)) {
    const at = random.below(text.length);
    text = text.slice(0, at) + random.pick(['', '"', '}', ',', '\\', '0']) + text.slice(at + 1);
  }
  return new TextEncoder().encode(text);
}

function change(job: Record<string, unknown>, random: Random): void {
  let at = job;
  for (;;) {
    const key = random.pick([...Object.keys(at), 'x']);
    const next = at[key];
    if (typeof next === 'object' && next !== null && !random.oneIn(5)) {
      at = next as Record<string, unknown>;
      continue;
    }
    if (random.oneIn(6) && !Array.isArray(at)) delete at[key];
    else if (typeof next === 'number' && random.oneIn(2)) at[key] = next + random.between(-3, 3);
    else at[key] = structuredClone(random.pick(VALUES));
    return;
  }
}

function runText(text: string): { size: number; diagnostics: number } {
  const { job, diagnostics } = parseJob(text);
  if (job === undefined) {
    if (diagnostics.length === 0) throw new Error('no job and no diagnostics');
    return { size: 0, diagnostics: 0 };
  }
  const result = run(job, HOST);
  if (result.diagnostics.some(({ path }) => !path.startsWith('$'))) throw new Error('a diagnostic without a path');
  return { size: 0, diagnostics: 0 };
}

/** A job that runs a program of any stage on some inputs. */
function jobOf(bytes: Uint8Array): object {
  const shader = { base64: Buffer.from(bytes).toString('base64') };
  return {
    version: 1,
    buffers: { data: { format: 'R32G32B32A32_FLOAT', data: [0, 1, -1, 0.5, 1e9, 'NaN', 'Infinity', 3] } },
    textures: { image: { width: 2, height: 2, data: [1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0] } },
    samplers: { sampler: {} },
    shaders: { s: shader },
    limits: LIMITS,
    commands: [{ command: 'invoke', name: 'r', shader: 's' }],
  };
}

export const JOB_TARGETS = targets({
  jobs: { input: changedJob, run: (bytes) => runText(new TextDecoder().decode(bytes)) },
  runPrograms: {
    input: (random: Random) => (random.oneIn(2) ? changedProgram(random) : changedStream(random)),
    run: (bytes, flags) => {
      const job = jobOf(bytes) as { commands: object[] };
      runText(JSON.stringify(job));
      const commands = [{ command: 'dispatch', shader: 's', groups: [2], ...(flags & 1 ? { seed: flags } : {}) }];
      return runText(JSON.stringify({ ...job, commands }));
    },
  },
});
