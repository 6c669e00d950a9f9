/**
 * Works on items in several threads, including this one, and yields the results in the order of the items.
 *
 * Not for: a few items, which take less time than the start of a thread (run-all.ts).
 */
import { join } from 'node:path';
import { type Pool, pool } from 'workerpool';
import { THREAD_ARGUMENT } from '../process.ts';

/** Items in one message to a thread. */
const BATCH = 64;
/** Items in one message if an item may take long. */
const LONG_BATCH = 8;
/** Batches given to another thread at a time: one that it works on, and the next one. */
const GIVEN = 2;
/** Milliseconds for which this thread works on items before it collects results of other threads. */
const LOCAL_TURN = 5;
/** Batches for each thread that may be in work or waiting for their turn, which bounds the memory. */
const BATCHES_AHEAD = 4;

/** The built program, which a thread runs with {@link THREAD_ARGUMENT}. It is next to this file in the build. */
const PROGRAM = join(import.meta.dirname, 'main.cjs');

/** Work that several threads share. Items, arguments and results are plain data. */
export interface Task<Item, Batch> {
  /** The function of worker.ts that works on a list of items. */
  readonly method: string;
  /** Its arguments after the items. */
  readonly args: readonly unknown[];
  /** Works on an item in this thread while there are no others, so that it may print. */
  readonly alone: (item: Item) => Promise<Batch>;
  /** Works on an item in this thread while others run: nothing may be printed before its turn. */
  readonly remotely: (item: Item) => Promise<Batch>;
  /** The results of several lists of items as one. */
  readonly joined: (batches: readonly Batch[]) => Batch;
  /** The result for an item on which a thread ended. */
  readonly crashed: (item: Item, error: string) => Batch;
  /** Whether only this thread can work on the item: only it can read standard input. */
  readonly isLocal: (item: Item) => boolean;
  /** An item may take seconds: other threads get few at a time, and this one only hands them out. */
  readonly longItems?: true;
}

/** Consecutive items that one thread works on. */
interface Part<Batch> {
  readonly items: number;
  readonly done: Promise<Batch>;
  /** The results, when they are available. */
  batch: Batch | undefined;
}

/**
 * Works on `items` and yields the results in order.
 *
 * @param count the number of threads, including this one
 * @param script the program that the other threads run
 */
export async function* runInThreads<Item, Batch>(
  items: readonly Item[],
  task: Task<Item, Batch>,
  count: number,
  script = PROGRAM,
): AsyncGenerator<Batch> {
  const batchSize = task.longItems ? LONG_BATCH : BATCH;
  const ahead = count * BATCHES_AHEAD * batchSize;
  const others = task.longItems ? count : count - 1;
  const threads = pool(script, {
    workerType: 'thread',
    maxWorkers: others,
    workerThreadOpts: { argv: [THREAD_ARGUMENT] },
  });
  const size = Math.max(1, Math.min(batchSize, Math.ceil(items.length / (count * GIVEN * 2))));
  const parts: Part<Batch>[] = [];
  let [next, held, given] = [0, 0, 0];
  const add = (count: number, done: Promise<Batch>): Part<Batch> => {
    const part: Part<Batch> = { items: count, done, batch: undefined };
    parts.push(part);
    next += count;
    held += count;
    return part;
  };
  const isLocal = (index: number) => !task.longItems || task.isLocal(items[index]!);
  try {
    while (next < items.length || parts.length > 0) {
      while (given < others * GIVEN && held < ahead) {
        const end = endOfBatch(items, next, size, task);
        if (end === next) break;
        given++;
        const part = add(end - next, inOtherThread(threads, items.slice(next, end), task));
        void part.done.then((batch) => {
          part.batch = batch;
          given--;
        });
      }
      const [first] = parts;
      if (first?.batch !== undefined) {
        parts.shift();
        held -= first.items;
        yield first.batch;
      } else if (next < items.length && (held < ahead || first === undefined) && isLocal(next)) {
        const { batch, done } = await localTurn(items, next, task);
        add(done, Promise.resolve(batch)).batch = batch;
        await new Promise((resolve) => setImmediate(resolve));
      } else if (task.longItems) await Promise.race(parts.flatMap((part) => (part.batch ? [] : [part.done])));
      else await first!.done;
    }
  } finally {
    await threads.terminate(true);
  }
}

/** The end of a batch for another thread, which ends before an item that only this thread can work on. */
function endOfBatch<Item, Batch>(
  items: readonly Item[],
  from: number,
  size: number,
  { isLocal }: Task<Item, Batch>,
): number {
  const end = Math.min(from + size, items.length);
  for (let at = from; at < end; at++) if (isLocal(items[at]!)) return at;
  return end;
}

/** Works on items from index `from` for a while, at least on one. */
async function localTurn<Item, Batch>(
  items: readonly Item[],
  from: number,
  task: Task<Item, Batch>,
): Promise<{ batch: Batch; done: number }> {
  const end = performance.now() + LOCAL_TURN;
  const batches: Batch[] = [];
  for (let at = from; at < items.length; at++) {
    batches.push(await task.remotely(items[at]!));
    if (performance.now() > end) break;
  }
  return { batch: task.joined(batches), done: batches.length };
}

/** Works on a batch in another thread. Never rejects: if the thread ends, each item is worked on alone in a new one. */
async function inOtherThread<Item, Batch>(
  threads: Pool,
  items: readonly Item[],
  task: Task<Item, Batch>,
): Promise<Batch> {
  try {
    return (await threads.exec(task.method, [items, ...task.args])) as Batch;
  } catch (error) {
    const [first] = items;
    if (items.length === 1) return task.crashed(first!, crashText(error));
    const batches: Batch[] = [];
    for (const item of items) batches.push(await inOtherThread(threads, [item], task));
    return task.joined(batches);
  }
}

function crashText(error: unknown): string {
  return `a thread ended: ${error instanceof Error ? error.message : String(error)}`;
}
