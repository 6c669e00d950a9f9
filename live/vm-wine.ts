/**
 * Compares the interpreters with Wine's Direct3D 11 and 9, live.
 *
 * Random programs of all families (wine/) run on both with the same inputs; the results are compared by the tolerance
 * table of wine/trial.ts. What Wine is not trusted with is in wine/untrusted.ts. Exit status 1 if anything differs.
 */
import { Random } from '../smith/random.ts';
import { Executor, type ExecutorApi, ExecutorDied, ExecutorRefused } from '../tools/executor/client.ts';
import type { Values } from './comparisons.ts';
import { FAMILIES } from './wine/families.ts';
import { difference, type Family, shownText, type Trial } from './wine/trial.ts';

type Outcome = 'same' | 'different' | 'refused' | 'crashed';

/** How many requests are under way: the executor works while the interpreter does. */
const WINDOW = 4;

async function differenceOf(executor: Executor, trial: Trial, code: readonly string[]): Promise<string | undefined> {
  try {
    const other = trial.rebuild ? trial.rebuild(code) : trial;
    return other && difference(other, await executor.run(other.request));
  } catch {
    return undefined;
  }
}

export async function run(values: Values<'vm-wine'>): Promise<void> {
  const { only } = values;
  const families = FAMILIES.filter(({ name, api }) => only === undefined || api === only || name.startsWith(only));
  const total = families.reduce((sum, { share }) => sum + share, 0);
  const counts = new Map<string, Record<Outcome, number>>();
  const executors = new Map<ExecutorApi, Promise<Executor>>();
  let shown = 0;

  if (values.list) for (const { name, share } of families) console.log(`${share}\t${name}`);
  else await compareAll();

  async function compareAll(): Promise<void> {
    for (const [number, family] of families.entries()) {
      const count = Math.max(1, Math.round((values.count * family.share) / total));
      await compareFamily(family, count, values.seed * 1_000_003 + number * 7_919_000);
      report(family);
    }
    for (const executor of executors.values()) (await executor).stop();
    const sum = (outcome: Outcome) => [...counts.values()].reduce((all, one) => all + one[outcome], 0);
    console.log(
      `${sum('same')} same, ${sum('different')} different, ${sum('refused')} refused, ${sum('crashed')} crashed`,
    );
    process.exitCode = sum('different') + sum('refused') > 0 ? 1 : 0;
  }

  async function compareFamily(family: Family, count: number, seed: number): Promise<void> {
    const outcomes = { same: 0, different: 0, refused: 0, crashed: 0 };
    counts.set(family.name, outcomes);
    const running = new Set<Promise<void>>();
    for (let i = 0, made = 0; made < count; i++) {
      const trial = family.make(new Random(seed + i));
      if (trial === undefined) continue;
      made++;
      const one = compare(family, trial, seed + i).then((outcome) => {
        outcomes[outcome]++;
        running.delete(one);
      });
      running.add(one);
      if (running.size >= WINDOW) await Promise.race(running);
    }
    await Promise.all(running);
  }

  async function compare({ name, api }: Family, trial: Trial, seed: number): Promise<Outcome> {
    const executor = executors.get(api) ?? Executor.start(api);
    executors.set(api, executor);
    try {
      const theirs = await (await executor).run(trial.request);
      const found = difference(trial, theirs);
      if (found === undefined) return 'same';
      if (values.reduce) await showReduced(await executor, name, seed, trial);
      else show(`${name}, seed ${seed}\n${shownText(trial)}\n${found}`);
      return 'different';
    } catch (error) {
      if (error instanceof ExecutorRefused) {
        show(`${name}, seed ${seed}: ${error.message}\n${shownText(trial)}`);
        return 'refused';
      }
      if (!(error instanceof ExecutorDied)) throw error;
      show(`${name}, seed ${seed}: ${error.message}\n${shownText(trial)}`);
      return 'crashed';
    }
  }

  /** Removes lines of the code as long as something differs, and shows what is left. */
  async function showReduced(executor: Executor, name: string, seed: number, trial: Trial): Promise<void> {
    let code = trial.code ?? [];
    let last = await differenceOf(executor, trial, code);
    for (let size = code.length; size >= 1; size = size > 1 ? size >> 1 : 0) {
      for (let at = 0; at < code.length; ) {
        const shorter = [...code.slice(0, at), ...code.slice(at + size)];
        const found = await differenceOf(executor, trial, shorter);
        if (found === undefined) at += size;
        else [code, last] = [shorter, found];
      }
    }
    show(`${name}, seed ${seed}\n${code.join('\n')}\n${last}`);
  }

  function show(text: string): void {
    if (shown++ < values.show) console.log(`--- ${text}\n`);
  }

  function report({ name }: Family): void {
    const outcomes = counts.get(name)!;
    const parts = Object.entries(outcomes).filter(([, count]) => count > 0);
    console.log(`${name}: ${parts.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`);
  }
}
