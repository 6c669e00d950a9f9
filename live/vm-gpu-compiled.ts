/**
 * Compares compiled programs with the interpreter on GPU interfaces, live.
 *
 * The kinds are the recorded fixtures and those of random-programs.ts; a 9 is for shader models 1 to 3 only. With
 * --files, the programs are those in the files of a directory. Programs run in the interpreter and, translated, on the
 * driver, with the same data: compute shaders write views, pixel shaders draw points and triangles, other stages points
 * (compiled/); those of models 1 to 3 draw triangles (compiled/legacy/). Where results differ, they have to be in the
 * range of what Direct3D leaves open (noise.ts of both); `open` counts such words. The drivers are those of vm-gpu.ts.
 * Exit status 1 if anything differs or is refused.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { detectFormat } from '../src/file/index.ts';
import type { TranslateOptions } from '../src/translate/index.ts';
import { validate } from '../src/validate/index.ts';
import type { Values } from './comparisons.ts';
import { compareResults } from './compiled/results.ts';
import { type CompiledTrial, UnsuitableData } from './compiled/trial.ts';
import { compiledTrials } from './compiled/trials.ts';
import { gpuDriver } from './gpu/drivers.ts';
import { NoTrial } from './gpu/from-request.ts';
import { failureOf } from './gpu/outcome.ts';
import { type ProgramKind, randomPrograms } from './random-programs.ts';
import { type ShaderOfFile, shadersIn } from './shader-files.ts';

/** The beginning of outcomes of data that a program cannot be run with. */
const UNSUITABLE = 'unsuitable data';
/** How many times as many data are tried, where a program does not end with some, or does something undefined. */
const TRIES = 4;

export async function run(values: Values<'vm-gpu-compiled'>): Promise<void> {
  const positionals = values.names;

  const driver = gpuDriver(values.driver);
  if (driver.missing !== undefined) {
    console.error(driver.missing);
    process.exit(1);
  }
  const options = { ...driver.options, profile: values.profile, robustness: values.robust } as TranslateOptions;
  const executor = driver.start();
  const end = values.seconds > 0 ? Date.now() + 1000 * values.seconds : Number.POSITIVE_INFINITY;
  const outcomes = new Map<string, number>();
  const programs = { all: 0, run: 0 };
  let words = 0;
  let open = 0;
  let shown = 0;
  const runs = values.runs;

  for await (const { name, bytes } of programsOf(values.kind)) {
    if (Date.now() > end) break;
    programs.all++;
    if (validate(bytes).valid === false) {
      noTrial(name, 'the program is not valid');
      continue;
    }
    let isRun = false;
    for (let run = 0, tries = 0; run < runs && tries < TRIES * runs; tries++) {
      const found = await compareProgram(name, bytes, values.seed + tries);
      if (found !== 'unsuitable') run++;
      isRun ||= found === 'run';
    }
    if (isRun) programs.run++;
  }
  executor.stop();
  console.log(`${programs.run} of ${programs.all} programs ran; ${words} words, ${open} of them open`);
  console.log(Array.from(outcomes, ([outcome, count]) => `${count} ${outcome}`).join(', '));
  process.exitCode = ['different', 'refused', 'crashed'].some((name) => outcomes.has(name)) ? 1 : 0;

  /** Those in files, or of a kind; kinds that end in 9 are of models 1 to 3 only. */
  function programsOf(kind: string): Iterable<ShaderOfFile> | AsyncIterable<ShaderOfFile> {
    if (values.files !== undefined) return named(shadersIn(values.files));
    if (!kind.startsWith('fixtures')) return random(kind as ProgramKind);
    return fixtures(kind === 'fixtures9');
  }

  /** The fixtures whose name has the argument in it. */
  function* fixtures(isLegacy: boolean): Generator<ShaderOfFile> {
    for (const { id, listings } of readProvenance()) {
      if (!id.includes(positionals[0] ?? '') || listings['0x00']!.startsWith('!')) continue;
      const bytes = new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
      if (isLegacy && detectFormat(bytes).format !== 'sm1') continue;
      yield { name: id, bytes };
    }
  }

  /** Random programs, whose names have the profile. */
  function random(kind: ProgramKind): AsyncGenerator<ShaderOfFile> {
    return named(randomPrograms(kind, values.seed, values.count));
  }

  /** Programs whose name has the argument in it. */
  async function* named(programs: Iterable<ShaderOfFile> | AsyncIterable<ShaderOfFile>): AsyncGenerator<ShaderOfFile> {
    for await (const program of programs) if (program.name.includes(positionals[0] ?? '')) yield program;
  }

  /** Runs the trials of a program; returns whether one ran, or whether other data might do. */
  async function compareProgram(name: string, bytes: Uint8Array, seed: number): Promise<'run' | 'unsuitable' | 'none'> {
    let trials: readonly CompiledTrial[] = [];
    try {
      trials = compiledTrials(name, bytes, seed);
    } catch (error) {
      if (!(error instanceof NoTrial)) throw error;
      noTrial(name, error.message);
    }
    let isRun = false;
    let isUnsuitable = false;
    for (const trial of trials) {
      const outcome = await outcomeOf(trial, seed);
      count(outcome);
      if (values.verbose && outcome !== 'same') console.log(`${trial.name}: ${outcome}`);
      isRun ||= outcome === 'same' || outcome === 'different';
      isUnsuitable ||= outcome.startsWith(UNSUITABLE);
    }
    return isRun ? 'run' : isUnsuitable ? 'unsuitable' : 'none';
  }

  function noTrial(name: string, reason: string): void {
    count(`no trial (${reason})`);
    if (values.verbose) console.log(`${name}: ${reason}`);
  }

  function count(outcome: string): void {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  async function outcomeOf(trial: CompiledTrial, seed: number): Promise<string> {
    if (driver.faults.some((name) => trial.name.startsWith(name))) return 'a fault of the driver';
    try {
      const gpu = trial.gpu(options);
      // First, because it notices loops without an end.
      const ours = trial.run();
      const found = compareResults(trial.results, ours, await executor.run(gpu), trial.run);
      words += found.words;
      open += found.open;
      if (found.difference === undefined) return 'same';
      show(trial, seed, found.difference);
      return 'different';
    } catch (error) {
      if (error instanceof UnsuitableData) return `${UNSUITABLE} (${error.message})`;
      const { outcome, text } = failureOf(error);
      if (text !== undefined) show(trial, seed, text);
      return outcome;
    }
  }

  function show(trial: CompiledTrial, seed: number, text: string): void {
    if (shown++ >= values.show) return;
    console.log(`--- ${trial.name}, seed ${seed}\n${text}`);
    if (values.code)
      console.log(
        trial
          .gpu(options)
          .stages.map(({ code }) => String(code))
          .join('\n'),
      );
  }
}
