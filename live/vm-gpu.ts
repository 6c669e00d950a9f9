/**
 * Compares translated shaders on GPU interfaces with the interpreter, live.
 *
 * Random programs of the families (gpu/families.ts) run in the interpreter and, translated, on the driver, with the
 * same data; the results are compared by the tolerance table of wine/trial.ts. `--reduce` removes lines of a program
 * while it differs, is refused or crashes. `--program` makes the program of each family that has this seed, which the
 * output of another run names; `--code` shows the text of the last stage. Families that the driver gets wrong
 * (gpu/families.ts) run only where `--only` names them. Exit status 1 if anything differs or is refused.
 */
import { Random } from '../smith/random.ts';
import type { TranslateOptions } from '../src/translate/index.ts';
import type { Values } from './comparisons.ts';
import { gpuDriver } from './gpu/drivers.ts';
import { GPU_FAMILIES } from './gpu/families.ts';
import { failureOf, type Outcome } from './gpu/outcome.ts';
import { gpuTrialOf } from './gpu/trials.ts';
import { difference, type Family, shownText, type Trial } from './wine/trial.ts';

/** In how many turns the families run, so that a run that ends early has something of each. */
const TURNS = 8;

/** How many trials are under way: the executor works while the interpreter does. */
const WINDOW = 3;

/** The progress of a family. */
interface Progress {
  readonly family: Family;
  readonly count: number;
  /** Of the next program. */
  seed: number;
  made: number;
  readonly outcomes: Map<string, number>;
}

function countsText(counts: ReadonlyMap<string, number>): string {
  return Array.from(counts, ([outcome, count]) => `${count} ${outcome}`).join(', ');
}

export async function run(values: Values<'vm-gpu'>): Promise<void> {
  const driver = gpuDriver(values.driver);
  if (driver.missing !== undefined) {
    console.error(driver.missing);
    process.exit(1);
  }
  const options = { ...driver.options, profile: values.profile, robustness: values.robust } as TranslateOptions;
  const { faults } = driver;
  const { only } = values;
  const families = GPU_FAMILIES.filter(({ name, api }) => {
    if (only === undefined || only === 'd3d9' || only === 'd3d11')
      return (only ?? api) === api && !faults.includes(name);
    return name.startsWith(only);
  });
  const total = families.reduce((sum, { share }) => sum + share, 0);
  const executor = driver.start();
  const end = values.seconds > 0 ? Date.now() + 1000 * values.seconds : Number.POSITIVE_INFINITY;
  const sums = new Map<string, number>();
  let shown = 0;

  if (values.list) for (const { name, share } of families) console.log(`${share}\t${name}`);
  else await compareAll();

  async function compareAll(): Promise<void> {
    const list = families.map(
      (family, number): Progress => ({
        family,
        count: values.program === undefined ? Math.max(1, Math.round((values.count * family.share) / total)) : 1,
        seed: values.program === undefined ? values.seed * 1_000_003 + number * 7_919_000 : Number(values.program),
        made: 0,
        outcomes: new Map(),
      }),
    );
    for (let turn = 1; turn <= TURNS; turn++)
      for (const one of list) await compareFamily(one, Math.ceil((one.count * turn) / TURNS));
    executor.stop();
    for (const { family, outcomes } of list) console.log(`${family.name}: ${countsText(outcomes)}`);
    console.log(`all (${executor.description}): ${countsText(sums)}`);
    process.exitCode = ['different', 'refused', 'crashed'].some((name) => sums.has(name)) ? 1 : 0;
  }

  /** Compares programs of a family until `count` were made. */
  async function compareFamily(progress: Progress, count: number): Promise<void> {
    const { family, outcomes } = progress;
    const running = new Set<Promise<void>>();
    while (progress.made < count && Date.now() < end) {
      const seed = progress.seed++;
      const trial = family.make(new Random(seed));
      if (trial === undefined) continue;
      progress.made++;
      const one = compare(family, trial, seed).then((outcome) => {
        for (const counts of [outcomes, sums]) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        running.delete(one);
      });
      running.add(one);
      if (running.size >= WINDOW) await Promise.race(running);
    }
    await Promise.all(running);
  }

  async function compare({ name }: Family, trial: Trial, seed: number): Promise<string> {
    const { outcome, text } = await outcomeOf(trial);
    if (text === undefined) return outcome;
    const title = `${name}, seed ${seed}: ${outcome}`;
    if (values.reduce && trial.rebuild !== undefined) await showReduced(title, trial, outcome, text);
    else show(`${title}\n${shownText(trial)}\n${values.code ? codeOf(trial) : ''}\n${text}`);
    return outcome;
  }

  /** The outcome of a trial, with what is wrong where something is. */
  async function outcomeOf(trial: Trial): Promise<Outcome> {
    try {
      const text = difference(trial, await executor.run(gpuTrialOf(trial, options)));
      return text === undefined ? { outcome: 'same' } : { outcome: 'different', text };
    } catch (error) {
      return failureOf(error);
    }
  }

  /** The text of the last stage. */
  function codeOf(trial: Trial): string {
    return String(gpuTrialOf(trial, options).stages.at(-1)!.code);
  }

  /** Removes lines of the code as long as the outcome is the same, and shows what is left. */
  async function showReduced(title: string, trial: Trial, outcome: string, first: string): Promise<void> {
    let code = trial.code ?? [];
    let last = first;
    for (let size = code.length; size >= 1; size = size > 1 ? size >> 1 : 0) {
      for (let at = 0; at < code.length; ) {
        const shorter = [...code.slice(0, at), ...code.slice(at + size)];
        const found = await outcomeOfLines(trial, shorter);
        if (found?.outcome !== outcome) at += size;
        else [code, last] = [shorter, found.text!];
      }
    }
    show(`${title}\n${shownText({ ...trial, text: code.join('\n') })}\n${last}`);
  }

  /** The outcome of the trial with other lines; undefined where they are no program. */
  async function outcomeOfLines(trial: Trial, code: readonly string[]): Promise<Outcome | undefined> {
    try {
      const other = trial.rebuild!(code);
      return other && (await outcomeOf(other));
    } catch {
      return undefined;
    }
  }

  function show(text: string): void {
    if (shown++ < values.show) console.log(`--- ${text}\n`);
  }
}
