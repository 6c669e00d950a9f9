/** The time to start the program on a small file, as a multiple of the time to start Node on nothing. */
import { spawnSync } from 'node:child_process';
import { alternate, median } from './measure.ts';

export interface StartUp {
  readonly nodeMilliseconds: number;
  readonly disasmMilliseconds: number;
  readonly ratio: number;
}

/** @param program the built `dist/cli/main.cjs` */
export async function startUp(program: string, file: string, rounds: number): Promise<StartUp> {
  const run = (...args: string[]): number => {
    const begin = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
    return performance.now() - begin;
  };
  const times = await alternate({ node: () => run('-e', '0'), disasm: () => run(program, 'disasm', file) }, rounds);
  const nodeMilliseconds = median(times.node);
  const disasmMilliseconds = median(times.disasm);
  return { nodeMilliseconds, disasmMilliseconds, ratio: disasmMilliseconds / nodeMilliseconds };
}
