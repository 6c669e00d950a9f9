/**
 * How often each target ran: counts of a run, and a file in which runs add up.
 *
 * Not for: running them.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The counts of runs with one target. */
export interface TargetCounts {
  executions: number;
  /** Of these, executions of a coverage-guided run. */
  guided: number;
  faults: number;
  /** The slowest case, in milliseconds, and how to repeat it. */
  slowest: number;
  slowestCase: string;
}

export type Counts = Record<string, TargetCounts>;

export function noCounts(): TargetCounts {
  return { executions: 0, guided: 0, faults: 0, slowest: 0, slowestCase: '' };
}

/** Adds the counts of a run to those in `file`, which is made if it is missing; returns the sums. */
export function addToRecord(file: string, run: Counts): Counts {
  const all: Counts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  for (const [name, counts] of Object.entries(run)) {
    const sum = all[name] ?? noCounts();
    all[name] = sum;
    sum.executions += counts.executions;
    sum.guided += counts.guided;
    sum.faults += counts.faults;
    if (counts.slowest > sum.slowest) {
      sum.slowest = counts.slowest;
      sum.slowestCase = counts.slowestCase;
    }
  }
  writeFileSync(`${file}.new`, `${JSON.stringify(all, null, 1)}\n`);
  renameSync(`${file}.new`, file);
  return all;
}

/** A table of counts, one line a target, and their sum. */
export function tableOf(counts: Counts): string {
  const rows = Object.entries(counts).map(([name, { executions, guided, faults, slowest, slowestCase }]) => [
    name,
    `${executions}`,
    `${guided}`,
    `${faults}`,
    slowest === 0 ? '' : `${slowest.toFixed(0)} ms (${slowestCase})`,
  ]);
  const head = ['target', 'executions', 'guided', 'faults', 'slowest (seed:case)'];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i === 0 || i === 4 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [line(head), ...rows.map(line)].join('\n');
}

/** Executions and faults of all targets. */
export function totalOf(counts: Counts): { readonly executions: number; readonly faults: number } {
  let [executions, faults] = [0, 0];
  for (const one of Object.values(counts)) {
    executions += one.executions;
    faults += one.faults;
  }
  return { executions, faults };
}
