/** Judges all inputs, in this thread while that is fastest and in several where there is much to do. */
import { availableParallelism } from 'node:os';
import { Pause } from '../inputs.ts';
import { type Batch, type FileValidationOptions, type Source, validateBatch } from './validate-file.ts';

/** Milliseconds of work after which it can be told how long the rest will take. */
const PATIENCE = 150;
/** A rest that takes as long is worth threads, whose code has to be compiled anew in each (measured). */
const LONG = 500;
/** Fewer files are never worth it. */
const FEW = 8;

/**
 * The verdicts on `sources`, in order.
 *
 * @param jobs how many threads judge; 1 is this one. Undefined: as many as the machine runs at a time, once it takes long
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

/** Whether `left` more files are worth threads, when `done` took `elapsed` milliseconds. */
function isLong(elapsed: number, done: number, left: number): boolean {
  return elapsed > PATIENCE && (elapsed / done) * left > LONG;
}
