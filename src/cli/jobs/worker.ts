/** The code of a thread that threads.ts starts. */
import { worker } from 'workerpool';
import type { Input } from '../inputs/input.ts';
import type { Job } from '../outputs/plan-outputs.ts';
import type { CollectedInput } from '../scan/scan-file.ts';
import type { ScanSettings } from '../scan/settings.ts';
import { validateBatch } from '../validate/validate-file.ts';
import { capturedResult, type JobResult, type ThreadedVerb, type Work } from './run-jobs.ts';

/** What each verb does with one input. Only the module of the verb that runs is loaded. */
// biome-ignore lint/suspicious/noExplicitAny: the settings of a verb come from the module that they are passed to
const WORK: Readonly<Record<ThreadedVerb, () => Promise<Work<any>>>> = {
  asm: async () => (await import('../asm.ts')).assembleFile,
  container: async () => (await import('../container/run.ts')).containerInput,
  debug: async () => (await import('../debug/run.ts')).debugInput,
  disasm: async () => (await import('../disasm.ts')).listFile,
  inspect: async () => (await import('../inspect.ts')).inspectInput,
  reflect: async () => (await import('../reflect.ts')).reflectInput,
  translate: async () => (await import('../translate/run.ts')).translateInput,
};

/** Waits for batches and works on them until the thread is terminated. */
export function serve(): void {
  worker({ validateBatch, runJobBatch, scanBatch });
}

async function scanBatch(inputs: readonly Input[], settings: ScanSettings): Promise<CollectedInput[]> {
  return (await import('../scan/scan-file.ts')).scanBatch(inputs, settings);
}

async function runJobBatch(jobs: readonly Job[], verb: ThreadedVerb, settings: unknown): Promise<JobResult[]> {
  const work = await WORK[verb]();
  const results: JobResult[] = [];
  for (const job of jobs) results.push(await capturedResult(work, job, settings));
  return results;
}
