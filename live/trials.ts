/**
 * The loop of live comparisons: a number of random trials from a seed, counts of their results, the first differences,
 * a summary, the exit status. Comparisons with loops of their own use the list of differences.
 */
import { Random } from '../smith/random.ts';
import { appendTo } from '../src/base/collections.ts';
import { OracleDied } from '../tools/oracle/client.ts';

/** The options that these comparisons have. */
export interface TrialValues {
  readonly count: number;
  readonly seed: number;
  readonly show: number;
}

/** The seed of trial number `index`. */
export function trialSeed(seed: number, index: number): number {
  return seed * 1_000_003 + index;
}

/** Differences by kind, which are printed at the end: the most frequent first. */
export class Faults {
  readonly #lists = new Map<string, string[]>();

  add(kind: string, where: string, detail: string): void {
    appendTo(this.#lists, kind, `${where}: ${detail}`);
  }

  get kinds(): string[] {
    return [...this.#lists.keys()];
  }

  get count(): number {
    return [...this.#lists.values()].reduce((sum, list) => sum + list.length, 0);
  }

  /** @param show how many of a kind are printed */
  print(show: number): void {
    for (const [kind, list] of [...this.#lists].sort(([, a], [, b]) => b.length - a.length)) {
      console.log(`${list.length} ${kind}`);
      for (const one of list.slice(0, show)) console.log(`    ${one}`);
    }
  }
}

/** Counts results and prints the first differences. */
export class Trials {
  readonly #counts = new Map<string, number>();
  #shown = 0;

  constructor(private readonly values: TrialValues) {}

  count(what: string): void {
    this.#counts.set(what, this.of(what) + 1);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Counts a difference and prints it, if it is one of the first. */
  different(title: string, theirs: string | undefined, ours: string | undefined): void {
    this.count('different');
    if (++this.#shown <= this.values.show) console.log(`--- ${title}\n  theirs: ${theirs}\n  ours:   ${ours}`);
  }

  /** Counts a difference between two strings and prints the first line that differs with those around it. */
  differentStrings(title: string, theirs: string, ours: string): void {
    const a = theirs.split('\n');
    const b = ours.split('\n');
    let at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    const around = (lines: readonly string[]) => lines.slice(Math.max(0, at - 1), at + 2).join(' | ');
    this.different(`${title}, line ${at + 1}`, around(a), around(b));
  }

  /**
   * Makes random inputs until `count` of them could be tried.
   *
   * @param trial returns false where there is nothing to try. A crash of Microsoft's DLL in it is counted.
   */
  async run(trial: (random: Random, index: number) => Promise<boolean>): Promise<void> {
    for (let i = 0, tried = 0; tried < this.values.count; i++) {
      const random = new Random(trialSeed(this.values.seed, i));
      try {
        if (await trial(random, i)) tried++;
      } catch (error) {
        if (!(error instanceof OracleDied)) throw error;
        this.count('crashed');
        tried++;
      }
    }
  }

  /** Prints the counts, and sets the exit status: 1 when more differ than `allowed`. */
  finish(allowed = 0): void {
    console.log([...this.#counts].map(([name, count]) => `${count} ${name}`).join(', '));
    process.exitCode = this.of('different') > allowed ? 1 : 0;
  }
}
