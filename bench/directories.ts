/**
 * How many files a second `dxlens validate` validates in a directory, as a separate process, with one thread and with
 * several.
 *
 *     npx tsx bench/directories.ts [--files 10000] [--jobs 1,2] [--rounds 3]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRecorded } from '../fixtures/recorded.ts';
import { alternate, median } from './measure.ts';

const PROGRAM = 'dist/cli/main.cjs';
const FILES_PER_DIRECTORY = 500;

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    jobs: { type: 'string', default: '1,2' },
    rounds: { type: 'string', default: '3' },
  },
});
const count = Number(values.files);

const work = mkdtempSync(join(tmpdir(), 'dxlens-bench-'));
try {
  const megabytes = copyFixtures(work) / 1e6;
  const jobs = values.jobs.split(',');
  const runs = Object.fromEntries(jobs.map((threads) => [threads, () => check(threads)]));
  const results = await alternate(runs, Number(values.rounds));
  console.log(`Node ${process.version}, ${count} files, ${megabytes.toFixed(1)} MB`);
  for (const threads of jobs) {
    const seconds = median(results[threads]!);
    const rates = `${Math.round(count / seconds)} files/s, ${(megabytes / seconds).toFixed(1)} MB/s`;
    console.log(`--jobs ${threads}: ${seconds.toFixed(2)} s, ${rates}`);
  }
} finally {
  rmSync(work, { recursive: true });
}

/** Copies the fixtures until there are enough files, in subdirectories. Returns the bytes of all files. */
function copyFixtures(directory: string): number {
  const fixtures = readRecorded();
  let size = 0;
  for (let i = 0; i < count; i++) {
    const { bytes } = fixtures[i % fixtures.length]!;
    const inner = join(directory, `${Math.floor(i / FILES_PER_DIRECTORY)}`);
    if (i % FILES_PER_DIRECTORY === 0) mkdirSync(inner);
    writeFileSync(join(inner, `${i}.cso`), bytes);
    size += bytes.byteLength;
  }
  return size;
}

/** Seconds of a complete run. */
function check(threads: string): number {
  const begin = performance.now();
  const args = [PROGRAM, 'validate', work, '--json', '--jobs', threads];
  const { stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  // Some fixtures are damaged on purpose; their diagnostics are in the JSON.
  if (stderr.byteLength > 0) throw new Error(`${stderr}`);
  return (performance.now() - begin) / 1000;
}
