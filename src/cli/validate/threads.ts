/**
 * Validates files in several threads, including this one, and yields the results in the order of the files.
 *
 * Not for: a few files, which take less time than the start of a thread (validate-all.ts).
 */
import { join } from 'node:path';
import { type Pool, pool } from 'workerpool';
import { STANDARD } from '../files.ts';
import { THREAD_ARGUMENT } from '../thread-argument.ts';
import {
  type Batch,
  type FileValidationOptions,
  type Outcome,
  type RuleText,
  type Source,
  validateBatch,
} from './validate-file.ts';

/** Files in one message to a thread. */
const BATCH = 64;
/** Batches given to another thread at a time: one that it works on, and the next one. */
const GIVEN = 2;
/** Milliseconds for which this thread validates files before it collects results of other threads. */
const OWN_TURN = 5;
/** Files for each thread that may be in work or waiting for their turn, which bounds the memory. */
const AHEAD = 4 * BATCH;

/** The built program, which a thread runs with {@link THREAD_ARGUMENT}. It is beside this file in the build. */
const PROGRAM = join(import.meta.dirname, 'main.cjs');

/** Consecutive files that one thread validates. */
interface Part {
  readonly files: number;
  readonly done: Promise<Batch>;
  /** The results, when they are available. */
  batch: Batch | undefined;
}

/**
 * Validates `sources` and yields the results in order.
 *
 * @param count the number of threads, including this one
 * @param script the program that the other threads run
 * @param check validates a batch in this thread
 */
export async function* validateInThreads(
  sources: readonly Source[],
  options: FileValidationOptions,
  count: number,
  script = PROGRAM,
  check = validateBatch,
): AsyncGenerator<Batch> {
  const others = count - 1;
  const threads = pool(script, {
    workerType: 'thread',
    maxWorkers: others,
    workerThreadOpts: { argv: [THREAD_ARGUMENT] },
  });
  const size = Math.max(1, Math.min(BATCH, Math.ceil(sources.length / (count * GIVEN * 2))));
  const parts: Part[] = [];
  let [next, held, given] = [0, 0, 0];
  const add = (files: number, done: Promise<Batch>): Part => {
    const part: Part = { files, done, batch: undefined };
    parts.push(part);
    next += files;
    held += files;
    return part;
  };
  try {
    while (next < sources.length || parts.length > 0) {
      while (given < others * GIVEN && held < count * AHEAD) {
        const end = endOfBatch(sources, next, size);
        if (end === next) break;
        given++;
        const part = add(end - next, validated(threads, sources.slice(next, end), options));
        void part.done.then((batch) => {
          part.batch = batch;
          given--;
        });
      }
      const [first] = parts;
      if (first?.batch !== undefined) {
        parts.shift();
        held -= first.files;
        yield first.batch;
      } else if (next < sources.length && (held < count * AHEAD || first === undefined)) {
        const batch = await ownTurn(sources, next, options, check);
        add(batch.outcomes.length, Promise.resolve(batch)).batch = batch;
        await new Promise((resolve) => setImmediate(resolve));
      } else await first!.done;
    }
  } finally {
    await threads.terminate(true);
  }
}

/** The end of a batch for another thread. Only this thread can read standard input, so the batch ends before it. */
function endOfBatch(sources: readonly Source[], from: number, size: number): number {
  const end = Math.min(from + size, sources.length);
  for (let at = from; at < end; at++) if (sources[at]!.file === STANDARD) return at;
  return end;
}

/** Validates files from index `from` for a while, at least one. */
async function ownTurn(
  sources: readonly Source[],
  from: number,
  options: FileValidationOptions,
  check: typeof validateBatch,
): Promise<Batch> {
  const end = performance.now() + OWN_TURN;
  const batches: Batch[] = [];
  for (let at = from; at < sources.length; at++) {
    batches.push(await check([sources[at]!], options));
    if (performance.now() > end) break;
  }
  return joined(batches);
}

/** Validates a batch in another thread. Never rejects: if the thread crashes, each file is validated alone in a new one. */
async function validated(threads: Pool, sources: readonly Source[], options: FileValidationOptions): Promise<Batch> {
  try {
    return (await threads.exec('validateBatch', [sources, options])) as Batch;
  } catch (error) {
    const [first] = sources;
    if (sources.length === 1) return { outcomes: [{ faultOn: first!.file, fault: crashText(error) }], rules: [] };
    const batches: Batch[] = [];
    for (const source of sources) batches.push(await validated(threads, [source], options));
    return joined(batches);
  }
}

function joined(batches: readonly Batch[]): Batch {
  const outcomes: Outcome[] = [];
  const rules: RuleText[] = [];
  for (const batch of batches) {
    outcomes.push(...batch.outcomes);
    rules.push(...batch.rules);
  }
  return { outcomes, rules };
}

function crashText(error: unknown): string {
  return `a thread ended: ${error instanceof Error ? error.message : String(error)}`;
}
