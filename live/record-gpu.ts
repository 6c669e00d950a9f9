/**
 * Records what GPU drivers answer to translated random programs of every family (live/gpu) as
 * fixtures/gpu/answers.json, which the tests compare with the interpreters. `tools/gpu/setup.sh` installs the drivers.
 *
 * A row has the family, the seed, a digest of the program and what each driver gave: some words of each result at equal
 * distances, or all words of draws. When a generator changes, the digests differ and the answers have to be recorded
 * again. With `--only` the rows of families whose names do not begin so stay.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Random } from '../smith/random.ts';
import { type GpuExecutor, GpuUnsupported } from '../tools/gpu/trial.ts';
import type { Values } from './comparisons.ts';
import { type GpuDriver, type GpuDriverName, gpuDriver } from './gpu/drivers.ts';
import { GPU_FAMILIES } from './gpu/families.ts';
import { NoTrial } from './gpu/from-request.ts';
import { gpuTrialOf } from './gpu/trials.ts';
import { GPU_ANSWERS, type GpuAnswers, recorded, textDigest } from './recorded-answers.ts';
import { difference, type Family, type Trial } from './wine/trial.ts';

const NAMES: readonly GpuDriverName[] = [
  'naga',
  'dawn',
  'lavapipe',
  'swiftshader',
  'opengl',
  'opengl-330',
  'gles',
  'gles-310',
  'gles-300',
];
/** Programs of a family that are tried until there are enough that run on a driver. */
const MAX_TRIED = 40;

interface Started {
  readonly name: GpuDriverName;
  readonly driver: GpuDriver;
  readonly executor: GpuExecutor;
}

async function runOn({ driver, executor }: Started, trial: Trial): Promise<Uint8Array[] | undefined> {
  try {
    return await executor.run(gpuTrialOf(trial, { ...driver.options, profile: 'guarded', robustness: 'd3d' }));
  } catch (error) {
    if (error instanceof NoTrial || error instanceof GpuUnsupported) return undefined;
    throw error;
  }
}

export async function run(values: Values<'record-gpu'>): Promise<void> {
  const started = NAMES.map((name): Started => {
    const driver = gpuDriver(name);
    if (driver.missing !== undefined) throw new Error(driver.missing);
    return { name, driver, executor: driver.start() };
  });
  const { only } = values;
  const before = only === undefined ? [] : (JSON.parse(readFileSync(GPU_ANSWERS, 'utf8')) as GpuAnswers[]);
  const rows: GpuAnswers[] = [];
  for (const family of GPU_FAMILIES)
    if (only === undefined || family.name.startsWith(only)) await recordFamily(family);
    else rows.push(...before.filter((row) => row.family === family.name));
  for (const { executor } of started) executor.stop();
  mkdirSync(new URL('.', GPU_ANSWERS), { recursive: true });
  writeFileSync(GPU_ANSWERS, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
  console.log(`${rows.length} programs`);

  async function recordFamily(family: Family): Promise<void> {
    const first = values.seed * 1_000_000;
    for (let seed = first, made = 0; made < values.count && seed < first + MAX_TRIED; seed++) {
      const row = await recordTrial(family, seed);
      if (row === undefined) continue;
      rows.push(row);
      made++;
    }
  }

  /** The answers of all drivers that run a program; undefined where none does, or there is none for the seed. */
  async function recordTrial({ name: family, make }: Family, seed: number): Promise<GpuAnswers | undefined> {
    const byResult = new Map<string, GpuDriverName[]>();
    let digest = '';
    for (const one of started) {
      if (one.driver.faults.includes(family)) continue;
      // Each has its own trial, because the interpreter writes the buffers of its trial.
      const trial = make(new Random(seed));
      const theirs = trial && (await runOn(one, trial));
      if (theirs === undefined) continue;
      // Differences are for live/vm-gpu.ts, before anything is recorded.
      if (difference(trial!, theirs) !== undefined) throw new Error(`${family}, seed ${seed} differs on ${one.name}`);
      digest = textDigest(trial!.text);
      const key = JSON.stringify(recorded(trial!, theirs));
      const same = byResult.get(key);
      if (same === undefined) byResult.set(key, [one.name]);
      else same.push(one.name);
    }
    if (byResult.size === 0) return undefined;
    const answers = Array.from(byResult, ([key, drivers]) => ({ drivers, results: JSON.parse(key) as string[] }));
    return { family, seed, digest, answers };
  }
}
