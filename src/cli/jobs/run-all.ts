/** Works on many items: in this thread, or in several threads if it takes long.  */
import { SAVE_CODE } from '../process.ts';
import type { Task } from './threads.ts';

/** Milliseconds of work between two turns of the event loop. */
const PAUSE_INTERVAL = 50;

/** Milliseconds since the program started. Loading `performance` would take a millisecond of 40 (measured). */
function now(): number {
  return 1000 * process.uptime();
}

/** Lets long work yield to the event loop now and then, so that handlers of signals and timers run. */
export class Pause {
  #last = now();

  /** Whether it is time for {@link take}. */
  get due(): boolean {
    return now() - this.#last > PAUSE_INTERVAL;
  }

  async take(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#last = now();
  }
}

/** Milliseconds of work after which the remaining time can be estimated. */
const PATIENCE = 150;
/** Remaining milliseconds for which threads are worth their start-up time (measured). */
const LONG = 500;
/** Fewer remaining items never start threads. */
const FEW = 8;

/**
 * How much code a function runs before V8 optimizes it, in bytes: six times V8's own number. Some hundred files end
 * before most of what V8 would optimize for them pays: with this they take three quarters of the processor time and no
 * more time (measured), and thousands take the same.
 */
const OPTIMIZE_AFTER = 400_000;

/** Makes V8 optimize later. It takes no compiled code that was saved with other flags, so that is saved before. */
function optimizeLater(): void {
  (process as NodeJS.EventEmitter).emit(SAVE_CODE);
  process.getBuiltinModule('node:v8').setFlagsFromString(`--interrupt-budget=${OPTIMIZE_AFTER}`);
}

/**
 * Yields the results for `items` in order.
 *
 * @param threads the number of threads; 1 is this thread only. Undefined: one per processor if it takes long
 */
export async function* runAll<Item, Batch>(
  items: readonly Item[],
  task: Task<Item, Batch>,
  threads: number | undefined,
): AsyncGenerator<Batch> {
  // Loading node:os takes a millisecond of the 90 of a short command (measured).
  const few = task.longItems ? 2 : FEW;
  const count = items.length < few ? 1 : (threads ?? (await import('node:os')).availableParallelism());
  const start = now();
  const pause = new Pause();
  for (const [index, item] of items.entries()) {
    const left = items.length - index;
    if (count > 1 && left >= few && (threads !== undefined || isLong(now() - start, index, left))) {
      const { runInThreads } = await import('./threads.ts');
      yield* runInThreads(items.slice(index), task, count);
      return;
    }
    yield await task.alone(item);
    // All that the first item needs is loaded. Threads would load it anew, and long items are worth optimized code.
    if (index === 0 && count === 1 && items.length >= few && !task.longItems) optimizeLater();
    if (pause.due) await pause.take();
  }
}

/** Whether `left` more items are worth starting threads, if `done` of them took `elapsed` milliseconds. */
function isLong(elapsed: number, done: number, left: number): boolean {
  return elapsed > PATIENCE && (elapsed / done) * left > LONG;
}
