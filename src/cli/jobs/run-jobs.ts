/**
 * Runs a verb for each of its inputs, one after the other or in several threads, so that a bad input does not stop the
 * others. What is printed has the order of the inputs either way.
 */

import { findInputs, type InputDirectory } from '../inputs/find-inputs.ts';
import { DX0018 } from '../messages.ts';
import { Output } from '../outputs/output.ts';
import { type Job, planOutputs } from '../outputs/plan-outputs.ts';
import { BAD_INPUT, FAULT, raiseStatus, UsageError } from '../process.ts';
import { faultText, reportFault, reportFile, reportInternalError } from '../report.ts';
import { type Captured, captured, OutputError, printCaptured, STANDARD } from '../streams.ts';
import { progressFor } from './progress.ts';
import { runAll } from './run-all.ts';

/**
 * The work of a verb on one input. Returns true on success, false after it has reported an error, and undefined if it
 * has no use for a file that was found in a directory.
 *
 * @param settings plain data, which other threads get a copy of
 */
export type Work<Settings> = (job: Job, settings: Settings) => Promise<boolean | undefined>;

/** Verbs that worker.ts can run in another thread. */
export type ThreadedVerb =
  | 'asm'
  | 'compile'
  | 'container'
  | 'debug'
  | 'decompile'
  | 'disasm'
  | 'inspect'
  | 'optimize'
  | 'reflect'
  | 'translate';

interface RunOptions {
  /** The number of threads; several only on request: the file system takes most of the time. */
  readonly threads: number;
  readonly quiet: boolean;
}

/** The outcome for an input in another thread. */
export interface JobResult {
  readonly outcome: boolean | undefined;
  /** The captured output. */
  readonly printed: readonly Captured[];
  /** The text of an internal error. */
  readonly fault?: string;
  /** The message of a {@link UsageError}. */
  readonly usage?: string;
}

/** How a verb finds its inputs and names its outputs. */
export interface VerbFiles {
  /** Returns the name of an output file from that of its input. */
  readonly nameOf: (name: string) => string;
  /** The bytes of a file that was found in a directory, or undefined if the verb has no use for it. */
  readonly readFound: (path: string) => Uint8Array | undefined;
  /** Whether the verb has the option `--force`. */
  readonly hasForce?: true;
  /** Whether one output file may get the outputs of several inputs, as standard output does. */
  readonly mayShare?: boolean;
  /** Throws a {@link UsageError} if the outputs cannot go where the command line says. */
  readonly check?: (jobs: readonly Job[]) => void;
}

/** The options of a verb that concern its inputs and outputs. */
export interface VerbFlags {
  readonly output?: string;
  readonly force?: true;
  readonly jobs?: number;
  readonly quiet?: true;
}

/**
 * Runs a verb: finds its inputs and runs `work` for each.
 *
 * @param words the inputs as the command line names them
 * @param settingsOf returns what `work` needs besides its input; `lone` if there is one input
 */
export async function runVerb<Settings>(
  verb: ThreadedVerb,
  words: readonly string[],
  { output, force, jobs: threads = 1, quiet }: VerbFlags,
  { nameOf, readFound, check, hasForce, mayShare }: VerbFiles,
  work: Work<Settings>,
  settingsOf: (lone: boolean) => Settings,
): Promise<void> {
  const { inputs, directories } = await findInputs(words);
  const isInput = (path: string) => readFound(path) !== undefined;
  const overInputs = hasForce ? force === true : undefined;
  const jobs = planOutputs(inputs, output, { nameOf, isInput, overInputs, mayShare });
  check?.(jobs);
  const lone = inputs.length === 1 && directories.length === 0;
  await runJobs(verb, jobs, directories, work, settingsOf(lone), { threads, quiet: quiet === true });
}

/** Runs `work` for each of `jobs`, and sets the exit status. */
async function runJobs<Settings>(
  verb: ThreadedVerb,
  jobs: readonly Job[],
  directories: readonly InputDirectory[],
  work: Work<Settings>,
  settings: Settings,
  { threads, quiet }: RunOptions,
): Promise<void> {
  const toFiles = jobs.every(({ output }) => output !== STANDARD);
  const progress = toFiles ? await progressFor(jobs.length, quiet) : undefined;
  const shared = jobs[0]?.isShared ? Output.open(jobs[0]) : undefined;
  if (jobs[0]?.isShared && shared === undefined) return;
  const resultOf = shared === undefined ? directResult : capturedResult;
  const used = new Set<number>();
  const results = runAll<Job, JobResult[]>(
    jobs,
    {
      method: 'runJobBatch',
      args: [verb, settings],
      alone: async (job) => [await resultOf(work, job, settings)],
      remotely: async (job) => [await capturedResult(work, job, settings)],
      joined: (batches) => batches.flat(),
      crashed: (_, fault) => [{ outcome: false, printed: [], fault }],
      isLocal: ({ file }) => file === STANDARD,
    },
    threads,
  );
  let index = 0;
  for await (const batch of results) {
    for (const { outcome, printed, fault, usage } of batch) {
      if (usage !== undefined) throw new UsageError(usage);
      await printCaptured(printed, shared);
      if (fault !== undefined) {
        reportInternalError(fault, jobs[index]!.file);
        raiseStatus(FAULT);
      } else if (outcome === false) raiseStatus(BAD_INPUT);
      if (outcome !== undefined) used.add(index);
      index++;
    }
    await progress?.add(batch.length);
  }
  await shared?.close();
  progress?.stop();
  reportUnused(directories, used);
}

/** Runs `work`, which prints directly. */
async function directResult<Settings>(work: Work<Settings>, job: Job, settings: Settings): Promise<JobResult> {
  try {
    return { outcome: await work(job, settings), printed: [] };
  } catch (error) {
    if (error instanceof OutputError || error instanceof UsageError) throw error;
    reportFault(error, job.file);
    raiseStatus(FAULT);
    return { outcome: true, printed: [] };
  }
}

/** Runs `work` and keeps what it prints. Never rejects. */
export async function capturedResult<Settings>(work: Work<Settings>, job: Job, settings: Settings): Promise<JobResult> {
  const { value, error, printed } = await captured(() => work(job, settings));
  if (error === undefined) return { outcome: value, printed };
  if (error instanceof UsageError) return { outcome: false, printed, usage: error.message };
  return { outcome: true, printed, fault: faultText(error) };
}

/** Reports the directories in which the verb had a use for nothing: most likely the path is wrong. */
function reportUnused(directories: readonly InputDirectory[], used: ReadonlySet<number>): void {
  for (const { directory, start, end } of directories) {
    let index = start;
    while (index < end && !used.has(index)) index++;
    if (index < end) continue;
    reportFile(directory, DX0018, { count: end - start });
    raiseStatus(BAD_INPUT);
  }
}
