/** Runs jobs: resources, shaders, commands in order, outputs. */
import { checkOptions, type OptionTypes } from '../../base/check-options.ts';
import type { ShaderEngine } from '../engine.ts';
import { wasmEngine } from '../wasm/engine.ts';
import { runClear, runCopy, runGenerateMips, runResolve } from './commands/copy.ts';
import { runDispatch } from './commands/dispatch.ts';
import { runDraw } from './commands/draw.ts';
import { runInvoke } from './commands/invoke.ts';
import { JobBudget, type JobContext, type JobObserver, spend } from './context.ts';
import type { Job, JobCommand } from './job-shape.ts';
import type { JsonPath } from './json-text.ts';
import { makeResources } from './make-resources.ts';
import { type JobOutput, makeOutputs } from './outputs.ts';
import { validateJob } from './parse-job.ts';
import { type JobDiagnostic, JobReport } from './report.ts';
import { JobResources } from './resources.ts';
import { type JobHost, readShaders } from './shaders.ts';
import { type TraceEvent, traceObserver } from './trace.ts';

/** Functions that {@link run} calls, among them the observer of instructions. */
export interface RunOptions extends JobHost {
  /** Is called after each instruction. It slows the run down. */
  readonly trace?: (event: TraceEvent) => void;
  /**
   * Runs shaders. `wasm`, the default, compiles those that do much work to WebAssembly; others, and those that are
   * traced, run in the interpreter. Results have the same bits.
   */
  readonly engine?: RunEngine;
}

/** The engines that run shaders. */
export const RUN_ENGINES = ['wasm', 'interpreter'] as const;
export type RunEngine = (typeof RUN_ENGINES)[number];

export interface RunResult {
  /** By name, in the order of the job; empty where there are errors. */
  readonly outputs: Readonly<Record<string, JobOutput>>;
  readonly diagnostics: readonly JobDiagnostic[];
  /**
   * Instructions that were executed; one of a quad counts once for its four lanes. Compiled shaders count those that
   * are left after optimization.
   */
  readonly instructions: number;
}

export const DEFAULT_INSTRUCTIONS = 1e9;
export const DEFAULT_MEMORY = 2 ** 28;

const RUN_OPTIONS: OptionTypes<RunOptions> = {
  readFile: 'function',
  assemble: 'function',
  compile: 'function',
  decodePng: 'function',
  trace: 'function',
  engine: RUN_ENGINES,
};

/**
 * Runs a job on the CPU. The result is the same on every machine and every time.
 *
 * @param job an object as docs/running.md describes it; `parseJob` makes one from JSON
 * @param options functions that the job needs for files, listings and PNG images
 * @returns the outputs; what is wrong with the job, its files and shaders, and limits that were reached, are
 *   diagnostics
 * @throws TypeError for an unknown option
 */
export function run(job: Job, options: RunOptions = {}): RunResult {
  checkOptions(options, RUN_OPTIONS, 'run');
  const { trace, engine = 'wasm' } = options;
  return runObserved(job, options, trace && traceObserver(trace), engine === 'wasm' ? wasmEngine() : undefined);
}

/** {@link run} with an observer and an engine. */
function runObserved(
  job: Job,
  host: JobHost,
  observer: JobObserver | undefined,
  engine: ShaderEngine | undefined,
): RunResult {
  const { context, diagnostics } = prepareJob(job, host, observer, engine);
  if (context === undefined) return { outputs: {}, diagnostics, instructions: 0 };
  const { report, budget } = context;
  for (const [index, command] of job.commands.entries()) {
    if (report.hasErrors) break;
    runCommand(context, command, index);
  }
  const outputs = report.hasErrors ? {} : makeOutputs(job, context);
  return {
    outputs: report.hasErrors ? {} : outputs,
    diagnostics: report.list,
    instructions: budget.instructions - Math.max(budget.instructionsLeft, 0),
  };
}

/** The resources and shaders of a job; without a context there are errors. */
export function prepareJob(
  job: Job,
  host: JobHost,
  observer: JobObserver | undefined,
  engine?: ShaderEngine,
): { readonly context?: JobContext; readonly diagnostics: readonly JobDiagnostic[] } {
  const checked = validateJob(job);
  if (checked.job === undefined) return { diagnostics: checked.diagnostics };
  const { limits = {} } = job;
  const report = new JobReport();
  const context: JobContext = {
    resources: new JobResources(limits.memory ?? DEFAULT_MEMORY),
    shaders: readShaders(job, host, report),
    report,
    budget: new JobBudget(
      limits.instructions ?? DEFAULT_INSTRUCTIONS,
      limits.seconds === undefined ? Number.POSITIVE_INFINITY : Number(limits.seconds),
    ),
    results: new Map(),
    observer,
    engine,
  };
  makeResources(job, context.resources, context.shaders, host, report);
  return report.hasErrors ? { diagnostics: report.list } : { context, diagnostics: report.list };
}

export function runCommand(context: JobContext, command: JobCommand, index: number): void {
  const path: JsonPath = ['commands', index];
  switch (command.command) {
    case 'dispatch':
      runDispatch(context, command, index, path);
      break;
    case 'draw':
      runDraw(context, command, index, path);
      break;
    case 'invoke':
      runInvoke(context, command, index, path);
      break;
    case 'clear':
      runClear(context, command, path);
      break;
    case 'copy':
      runCopy(context, command, path);
      break;
    case 'resolve':
      runResolve(context, command, path);
      break;
    case 'generate-mips':
      runGenerateMips(context, command, path);
      break;
  }
  // Also commands without instructions take time.
  if (!context.report.hasErrors) spend(context, 0, path);
}
