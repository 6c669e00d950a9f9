/**
 * Judges files in threads, with the verdicts in the order of the files whichever thread is first.
 *
 * Not for: a few files, which take less time than a thread takes to start (judge-all.ts).
 */
import { join } from 'node:path';
import { type Pool, pool } from 'workerpool';
import { STANDARD } from '../files.ts';
import { THREAD_ARGUMENT } from '../thread-argument.ts';
import { type Batch, type JudgeOptions, judgeBatch, type Outcome, type RuleText, type Source } from './judge.ts';

/** Files of one message to a thread, which idles until the next one has come. */
const BATCH = 64;
/** Batches that are under way or done before their turn, for each thread: what is held is bounded by these. */
const AHEAD = 4;

/** What a thread runs: the program, which lies beside this once it is built, and does what {@link THREAD_ARGUMENT} says. */
const PROGRAM = join(import.meta.dirname, 'main.cjs');

/**
 * Judges `sources` and gives their verdicts in order.
 *
 * @param count how many threads
 * @param script what they run
 */
export async function* judgeInThreads(
  sources: readonly Source[],
  options: JudgeOptions,
  count: number,
  script = PROGRAM,
): AsyncGenerator<Batch> {
  const threads = pool(script, {
    workerType: 'thread',
    maxWorkers: count,
    workerThreadOpts: { argv: [THREAD_ARGUMENT] },
  });
  try {
    const size = Math.max(1, Math.min(BATCH, Math.ceil(sources.length / (count * AHEAD))));
    const ahead: Promise<Batch>[] = [];
    let next = 0;
    while (next < sources.length || ahead.length > 0) {
      while (next < sources.length && ahead.length < count * AHEAD) {
        const end = endOfBatch(sources, next, size);
        ahead.push(judged(threads, sources.slice(next, end), options));
        next = end;
      }
      yield await ahead.shift()!;
    }
  } finally {
    await threads.terminate(true);
  }
}

/** Standard input belongs to the first thread: it is a batch of its own. */
function endOfBatch(sources: readonly Source[], from: number, size: number): number {
  const end = Math.min(from + size, sources.length);
  for (let at = from; at < end; at++) if (sources[at]!.file === STANDARD) return Math.max(at, from + 1);
  return end;
}

/** Never rejects: where a thread breaks down over a batch, each of its files is tried in another one alone. */
async function judged(threads: Pool, sources: readonly Source[], options: JudgeOptions): Promise<Batch> {
  if (sources[0]!.file === STANDARD) return judgeBatch(sources, options);
  try {
    return (await threads.exec('judgeBatch', [sources, options])) as Batch;
  } catch (error) {
    const [first] = sources;
    if (sources.length === 1) return { outcomes: [{ faultOn: first!.file, fault: brokenDown(error) }], rules: [] };
    const outcomes: Outcome[] = [];
    const rules: RuleText[] = [];
    for (const source of sources) {
      const batch = await judged(threads, [source], options);
      outcomes.push(...batch.outcomes);
      rules.push(...batch.rules);
    }
    return { outcomes, rules };
  }
}

function brokenDown(error: unknown): string {
  return `a thread ended: ${error instanceof Error ? error.message : String(error)}`;
}
