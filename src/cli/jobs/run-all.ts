/** Works on many items: in this thread, or in several threads if it takes long.  */
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

/** Items after which the program has loaded what it needs; with {@link MANY} of them, V8 optimizes later. */
const WARM = 16;
const MANY = 100;
/** How much a function of V8 11 runs before it is optimized, and by default. */
const LATE = 500_000;
const DEFAULT = 67_584;

/**
 * Sets when V8 optimizes. With Node 20 optimizing takes more time than it saves in runs of a few seconds: later, 600
 * translations take 22% less processor time and 600 listings 18% (measured); with Node 22 nearly nothing, and its
 * option has another name. Code that was compiled with another setting than at the start cannot be saved.
 */
async function optimizeAfter(budget: number): Promise<void> {
  if (process.versions.v8.startsWith('11.'))
    (await import('node:v8')).setFlagsFromString(`--interrupt-budget=${budget}`);
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
  const isMany = items.length >= MANY;
  try {
    for (const [index, item] of items.entries()) {
      const left = items.length - index;
      if (count > 1 && left >= few && (threads !== undefined || isLong(now() - start, index, left))) {
        const { runInThreads } = await import('./threads.ts');
        // Threads load the program's files, whose compiled code was saved with the default.
        if (isMany) await optimizeAfter(DEFAULT);
        yield* runInThreads(items.slice(index), task, count);
        return;
      }
      if (index === WARM && isMany) await optimizeAfter(LATE);
      yield await task.alone(item);
      if (pause.due) await pause.take();
    }
  } finally {
    if (isMany) await optimizeAfter(DEFAULT);
  }
}

/** Whether `left` more items are worth starting threads, if `done` of them took `elapsed` milliseconds. */
function isLong(elapsed: number, done: number, left: number): boolean {
  return elapsed > PATIENCE && (elapsed / done) * left > LONG;
}
