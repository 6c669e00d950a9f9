/**
 * Our side of the comparison `sources`, in a thread, so that a source that takes too long can be ended: compiles a
 * source and compares the result with that of Microsoft's compiler.
 */
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { optionsOfFlags } from '../smith/checks/compile-flags.ts';
import { compareCode2, compareEffects2 } from '../smith/checks/effect2-comparison.ts';
import { compareEffects4 } from '../smith/checks/effect4-comparison.ts';
import { compile, compileEffect } from '../src/hlsl/index.ts';
import { comparePair, type PairComparison, TOLERANCE } from './compiled-pairs.ts';

export interface Job {
  readonly code: string;
  readonly includes: Readonly<Record<string, string>>;
  /** Empty for an effect. */
  readonly entry: string;
  readonly profile: string;
  readonly flags: number;
  readonly defines: Readonly<Record<string, string>>;
  /** The output of Microsoft's compiler; undefined where it refuses the source. */
  readonly theirs: Uint8Array | undefined;
  readonly runs: number;
}

export interface Report {
  readonly milliseconds: number;
  /** The first error; undefined for an accepted source. */
  readonly refusal?: { readonly code: string; readonly at: string; readonly message: string } | undefined;
  /** Of a shader that both accept. */
  readonly pair?: PairComparison;
  /** Of an effect that both accept: the first difference of its contents, and the results of its code. */
  readonly effect?: { readonly content: string | undefined; readonly results: readonly string[] };
  readonly exception?: string;
}

/** Threads do not inherit the loader of TypeScript. */
const LOADER = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(import.meta.url)})))`;

/** The thread: one job at a time. */
export class SourceWorker {
  #worker: Worker | undefined;

  /** @returns `hang` for compilation, `slow` for comparison, when it takes more than `limit` seconds */
  run(job: Job, limit: number): Promise<Report | 'hang' | 'slow'> {
    this.#worker ??= new Worker(LOADER, { eval: true });
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      let isCompiled = false;
      const timer = setTimeout(() => {
        this.stop();
        resolve(isCompiled ? 'slow' : 'hang');
      }, limit * 1000);
      worker.removeAllListeners();
      worker.on('error', (error) => {
        clearTimeout(timer);
        this.#worker = undefined;
        reject(error);
      });
      worker.on('message', (message: Report | 'compiled') => {
        isCompiled = true;
        if (message === 'compiled') return;
        clearTimeout(timer);
        resolve(message);
      });
      worker.postMessage(job);
    });
  }

  stop(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function answer(job: Job): Report {
  const { code, includes, entry, profile, flags, defines, theirs, runs } = job;
  const include = (path: string) => (path in includes ? { name: path, text: includes[path]! } : undefined);
  const options = { profile, defines, include, ...optionsOfFlags(flags) };
  const begin = performance.now();
  const made = entry === '' ? compileEffect(code, options) : compile(code, { ...options, entry });
  const milliseconds = performance.now() - begin;
  const error = made.diagnostics.find(({ severity }) => severity === 'error');
  const at = `${error?.line}:${error?.column}`;
  const refusal = error && { code: error.code, at, message: error.message };
  parentPort!.postMessage('compiled');
  const { bytes } = made;
  if (bytes === undefined || theirs === undefined) return { milliseconds, refusal };
  if (entry !== '') return { milliseconds, pair: comparePair(theirs, bytes, profile, runs) };
  if (profile === 'fx_2_0') return { milliseconds, effect: effect2(theirs, bytes, runs) };
  const { content, shaders, expressions } = compareEffects4(theirs, bytes, runs, TOLERANCE);
  return { milliseconds, effect: { content, results: [...shaders, ...expressions] } };
}

function effect2(theirs: Uint8Array, ours: Uint8Array, runs: number): NonNullable<Report['effect']> {
  const { content, codes } = compareEffects2(theirs, ours);
  const results = codes.map(([code, other]) => {
    for (let seed = 1; seed <= runs; seed++) {
      const result = compareCode2(code, other, seed);
      if (typeof result !== 'string') return result.difference;
    }
    return 'same';
  });
  return { content, results: content === undefined ? results : [] };
}

if (!isMainThread)
  parentPort!.on('message', (job: Job) => {
    try {
      parentPort!.postMessage(answer(job));
    } catch (error) {
      const at = String((error as Error).stack)
        .split('\n')
        .slice(0, 4)
        .join(' ');
      parentPort!.postMessage({ milliseconds: 0, exception: at });
    }
  });
