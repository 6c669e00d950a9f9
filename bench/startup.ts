/** The time to start the program on a small file, as a multiple of the time to start Node on nothing. */
import { spawnSync } from 'node:child_process';
import { alternate, type Candidate, median } from './measure.ts';

export interface StartUp {
  /** The checkout with the program. */
  readonly directory: string;
  readonly nodeMilliseconds: number;
  readonly disasmMilliseconds: number;
  readonly ratio: number;
}

/** The program in a checkout. */
export const PROGRAM = 'dist/cli/main.cjs';

/** @param directories checkouts with a built program */
export async function startUps(directories: readonly string[], file: string, rounds: number): Promise<StartUp[]> {
  const run = (...args: string[]): number => {
    const begin = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
    return performance.now() - begin;
  };
  const candidates: Record<string, Candidate> = { node: () => run('-e', '0') };
  for (const directory of directories) candidates[directory] = () => run(`${directory}/${PROGRAM}`, 'disasm', file);
  const times = await alternate(candidates, rounds);
  const nodeMilliseconds = median(times.node!);
  return directories.map((directory) => {
    const disasmMilliseconds = median(times[directory]!);
    return { directory, nodeMilliseconds, disasmMilliseconds, ratio: disasmMilliseconds / nodeMilliseconds };
  });
}
