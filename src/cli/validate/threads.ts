/**
 * Judges files in several threads, this one among them, with the verdicts in the order of the files whichever thread is first.
 *
 * Not for: a few files, which take less time than a thread takes to start (judge-all.ts).
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

/** Files of one message to a thread, which idles until the next one has come. */
const BATCH = 64;
/** Batches that another thread has been given: one that it judges, and one that it gets as soon as it is done. */
const GIVEN = 2;
/** Milliseconds for which this thread judges before it looks what has come from others. */
const OWN_TURN = 5;
/** Files that are under way or wait for their turn, for each thread: what is held is bounded by these. */
const AHEAD = 4 * BATCH;

/** What a thread runs: the program, which lies beside this once it is built, and does what {@link THREAD_ARGUMENT} says. */
const PROGRAM = join(import.meta.dirname, 'main.cjs');

/** Files that somebody judges, in the order of their verdicts. */
interface Part {
  readonly files: number;
  readonly done: Promise<Batch>;
  /** Once it is there. */
  batch: Batch | undefined;
}

/**
 * Judges `sources` and gives their verdicts in order.
 *
 * @param count how many threads, this one included
 * @param script what the others run
 * @param judge what this one does
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

/** Standard input belongs to this thread: other threads get the files in front of it. */
function endOfBatch(sources: readonly Source[], from: number, size: number): number {
  const end = Math.min(from + size, sources.length);
  for (let at = from; at < end; at++) if (sources[at]!.file === STANDARD) return at;
  return end;
}

/** Judges files from `from` on for a while, one at least. */
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

/** Never rejects: where a thread breaks down over a batch, each of its files is tried in another one alone. */
async function validated(threads: Pool, sources: readonly Source[], options: FileValidationOptions): Promise<Batch> {
  try {
    return (await threads.exec('validateBatch', [sources, options])) as Batch;
  } catch (error) {
    const [first] = sources;
    if (sources.length === 1) return { outcomes: [{ faultOn: first!.file, fault: brokenDown(error) }], rules: [] };
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

function brokenDown(error: unknown): string {
  return `a thread ended: ${error instanceof Error ? error.message : String(error)}`;
}
