/**
 * The state of the run view: the plan of the shader, its settings, the pixel or thread that is debugged, and the worker
 * that runs it.
 */
import { batch, computed, effect, signal } from '@preact/signals';
import type { Diagnostic } from 'dxlens';
import type { RunPlan } from '../../model/run/controls.ts';
import type { PixelPosition, RunSetup } from '../../model/run/job.ts';
import { planOf } from '../../model/run/plan.ts';
import { assumedSettings, carriedSettings, type RunSettings } from '../../model/run/settings.ts';
import type { ShaderId } from '../../model/shader-row.ts';
import { startDebugging, stopDebugging } from '../../state/debug.ts';
import { current as currentId, reflection, shader } from '../../state/store.ts';
import { isAbort, WorkerClient } from '../../worker/client.ts';
import type { InputOf, ResultOf } from '../../worker/protocol.ts';
import type { RunCalls } from '../../worker/run/run-protocol.ts';

/** The plan, or why the shader does not run here; undefined until the reflection is there. */
export const plan = computed<RunPlan | string | undefined>(() =>
  reflection.value === undefined ? undefined : planOf(reflection.value.reflection),
);
export const settings = signal<RunSettings | undefined>(undefined);

/** The pixel that is debugged, in a picture of {@link PICTURE_SIZE}. */
export const pixel = signal<Pick<PixelPosition, 'x' | 'y'>>({ x: 128, y: 128 });
/** The thread that is debugged. */
export const thread = signal<{ readonly group: readonly [number, number, number]; readonly thread: number }>({
  group: [0, 0, 0],
  thread: 0,
});
/** Pixels of the picture along each side. */
export const PICTURE_SIZE = 256;

/** The current run of the interpreter, and the function that cancels it. */
export const running = signal<{ readonly what: string; readonly cancel: () => void } | undefined>(undefined);
/** Seconds that are the time for the shader; then it begins again. */
export const MAX_TIME = 60;
/** Whether the time runs; the user starts it. */
export const playing = signal(false);
/** The current drawing of a device. */
export const drawing: typeof running = signal(undefined);
/** The diagnostics of the last run. */
export const runDiagnostics = signal<readonly Diagnostic[]>([]);

/** The shader with its settings; undefined where it does not run. */
export const setup = computed<RunSetup | undefined>(() => {
  const data = shader.value;
  const current = plan.value;
  if (data === undefined || typeof current !== 'object' || settings.value === undefined) return undefined;
  return { bytes: data.bytes, plan: current, settings: settings.value };
});

/** The shader that the settings are of. */
const settingsOf: { id: ShaderId | undefined } = { id: undefined };

/** Gives each shader settings of its own; an edited one keeps them. Returns the function that ends this. */
export function followShader(): () => void {
  return effect(() => {
    const current = plan.value;
    // While a shader is read again after an edit, there is no reflection for a moment.
    if (current === undefined) return;
    const id = currentId.peek();
    const kept = settingsOf.id === id ? settings.peek() : undefined;
    batch(() => {
      settingsOf.id = id;
      if (typeof current !== 'object') settings.value = undefined;
      else settings.value = kept === undefined ? assumedSettings(current) : carriedSettings(current, kept);
      runDiagnostics.value = [];
      playing.value = false;
      stopDebugging();
    });
  });
}

/** Changes settings. What was recorded belongs to the old ones. */
export function change(part: Partial<RunSettings>): void {
  const before = settings.peek();
  if (before === undefined) return;
  batch(() => {
    settings.value = { ...before, ...part };
    stopDebugging();
  });
}

/** A worker that runs shaders; it starts with the first call, and again after it was ended. */
class RunWorker {
  #client: { readonly worker: Worker; readonly calls: WorkerClient<RunCalls> } | undefined;

  call<Name extends keyof RunCalls>(name: Name, input: InputOf<RunCalls, Name>, signal: AbortSignal) {
    if (this.#client === undefined) {
      const worker = new Worker(new URL('../../worker/worker.ts', import.meta.url), { type: 'module', name: 'run' });
      this.#client = { worker, calls: new WorkerClient<RunCalls>(worker) };
    }
    return this.#client.calls.call(name, input, { signal });
  }

  end(): void {
    this.#client?.worker.terminate();
    this.#client = undefined;
  }
}

const interpreter = new RunWorker();
/** Draws with a device. It keeps what it has opened and translated, so it ends only when the user cancels. */
const device = new RunWorker();

/** Runs a call; undefined where it was cancelled or failed, which is reported. A call cancels the one before it. */
export async function runCall<Name extends keyof RunCalls>(
  name: Name,
  what: string,
  input: InputOf<RunCalls, Name>,
): Promise<ResultOf<RunCalls, Name> | undefined> {
  running.peek()?.cancel();
  // An interpreter that runs hears nothing: its worker ends.
  return follow(interpreter, running, name, what, input);
}

/** Runs a call of the worker that draws with a device; undefined as above. One call at a time. */
export async function deviceCall<Name extends keyof RunCalls>(
  name: Name,
  what: string,
  input: InputOf<RunCalls, Name>,
): Promise<ResultOf<RunCalls, Name> | undefined> {
  return follow(device, drawing, name, what, input);
}

async function follow<Name extends keyof RunCalls>(
  worker: RunWorker,
  shown: typeof running,
  name: Name,
  what: string,
  input: InputOf<RunCalls, Name>,
): Promise<ResultOf<RunCalls, Name> | undefined> {
  const controller = new AbortController();
  const own = {
    what,
    cancel: () => {
      controller.abort();
      worker.end();
    },
  };
  shown.value = own;
  try {
    return await worker.call(name, input, controller.signal);
  } catch (error) {
    if (!isAbort(error)) reportFailure(error);
    return undefined;
  } finally {
    if (shown.peek() === own) shown.value = undefined;
  }
}

/** Reports that a file that was chosen or dropped cannot be used. */
export function reportFile(file: string, what: string, reason: string): void {
  const span = { unit: 'char', start: 0, end: 0 } as const;
  runDiagnostics.value = [
    { code: '', severity: 'error', message: `${file} cannot be read as ${what}: ${reason}`, span, notes: [] },
  ];
}

function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const span = { unit: 'char', start: 0, end: 0 } as const;
  runDiagnostics.value = [{ code: '', severity: 'error', message: `The run failed: ${message}`, span, notes: [] }];
}

/** Records the lanes of the chosen pixel or thread and shows the first instruction. */
export async function debug(): Promise<void> {
  const current = setup.peek();
  if (current === undefined) return;
  // The debugged picture is the one that was clicked.
  playing.value = false;
  const isCompute = current.plan.stage === 'cs';
  const { x, y } = pixel.peek();
  const place = isCompute ? thread.peek() : { x, y, size: PICTURE_SIZE };
  const result = await runCall('record', 'Recording', { setup: current, place });
  if (result === undefined || setup.peek() !== current) return;
  runDiagnostics.value = result.diagnostics;
  const shownLane = isCompute ? thread.peek().thread & 3 : (x & 1) + 2 * (y & 1);
  if (result.trace !== undefined) startDebugging(result.trace, shownLane);
}
