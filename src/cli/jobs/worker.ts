/** The code of a thread that threads.ts starts. */
import { worker } from 'workerpool';
import type { Input } from '../inputs/read-input.ts';
import type { Job } from '../outputs/plan-outputs.ts';
import type { CollectedInput } from '../verbs/scan/scan-file.ts';
import type { ScanSettings } from '../verbs/scan/settings.ts';
import { validateBatch } from '../verbs/validate/validate-file.ts';
import { capturedResult, type JobResult, type ThreadedVerb, type Work } from './run-jobs.ts';

/** The work of each verb on one input. Only the module of the verb that runs is loaded. */
// biome-ignore lint/suspicious/noExplicitAny: the settings of a verb come from the module that they are passed to
const WORK: Readonly<Record<ThreadedVerb, () => Promise<Work<any>>>> = {
  asm: async () => (await import('../verbs/asm/asm.ts')).assembleFile,
  compile: async () => (await import('../verbs/compile/compile.ts')).compileFile,
  container: async () => (await import('../verbs/container/run.ts')).containerInput,
  debug: async () => (await import('../verbs/debug/run.ts')).debugInput,
  decompile: async () => (await import('../verbs/decompile/decompile.ts')).decompileInput,
  disasm: async () => (await import('../verbs/disasm/disasm.ts')).listFile,
  inspect: async () => (await import('../verbs/inspect/inspect.ts')).inspectInput,
  optimize: async () => (await import('../verbs/optimize/optimize.ts')).optimizeInput,
  reflect: async () => (await import('../verbs/reflect/reflect.ts')).reflectInput,
  translate: async () => (await import('../verbs/translate/run.ts')).translateInput,
};

/** Waits for batches and works on them until the thread is terminated. */
export function serve(): void {
  worker({ validateBatch, runJobBatch, scanBatch });
}

async function scanBatch(inputs: readonly Input[], settings: ScanSettings): Promise<CollectedInput[]> {
  return (await import('../verbs/scan/scan-file.ts')).scanBatch(inputs, settings);
}

async function runJobBatch(jobs: readonly Job[], verb: ThreadedVerb, settings: unknown): Promise<JobResult[]> {
  const work = await WORK[verb]();
  const results: JobResult[] = [];
  for (const job of jobs) results.push(await capturedResult(work, job, settings));
  return results;
}
