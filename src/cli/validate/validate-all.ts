/** Validates all inputs: in this thread, or in several threads if it takes long. */
import { availableParallelism } from 'node:os';
import { Pause } from '../inputs.ts';
import { type Batch, type FileValidationOptions, type Source, validateBatch } from './validate-file.ts';

/** Milliseconds of work after which the remaining time can be estimated. */
const PATIENCE = 150;
/** Remaining milliseconds for which threads are worth their start-up time (measured). */
const LONG = 500;
/** Fewer remaining files never start threads. */
const FEW = 8;

/**
 * Yields the results for `sources` in order.
 *
 * @param jobs the number of threads; 1 is this thread only. Undefined: one per processor if it takes long
 */
export async function* validateAll(
  sources: readonly Source[],
  options: FileValidationOptions,
  jobs: number | undefined,
): AsyncGenerator<Batch> {
  const count = jobs ?? availableParallelism();
  const start = performance.now();
  const pause = new Pause();
  for (const [index, source] of sources.entries()) {
    const left = sources.length - index;
    if (count > 1 && left >= FEW && (jobs !== undefined || isLong(performance.now() - start, index, left))) {
      const { validateInThreads } = await import('./threads.ts');
      yield* validateInThreads(sources.slice(index), options, count);
      return;
    }
    yield await validateBatch([source], options);
    if (pause.due) await pause.take();
  }
}

/** Whether `left` more files are worth starting threads, if `done` files took `elapsed` milliseconds. */
function isLong(elapsed: number, done: number, left: number): boolean {
  return elapsed > PATIENCE && (elapsed / done) * left > LONG;
}
