/** What runs: the plan of the shader, its settings, the pixel or thread that is debugged, and the worker that runs it. */
import { batch, computed, effect, signal } from '@preact/signals';
import type { Diagnostic } from 'dxlens';
import type { PixelPlace, RunSetup } from '../../model/run/job.ts';
import { planOf, type RunPlan } from '../../model/run/plan.ts';
import { assumedSettings, keptSettings, type RunSettings } from '../../model/run/settings.ts';
import { startDebugging, stopDebugging } from '../../state/debug.ts';
import { current as currentId, reflection, shader } from '../../state/store.ts';
import { isAbort, WorkerClient } from '../../worker/client.ts';
import type { InputOf, ResultOf, ShaderId } from '../../worker/protocol.ts';
import type { RunCalls } from '../../worker/run/run-protocol.ts';

/** The plan, or why the shader does not run here; undefined until the reflection is there. */
export const plan = computed<RunPlan | string | undefined>(() =>
  reflection.value === undefined ? undefined : planOf(reflection.value.reflection),
);
export const settings = signal<RunSettings | undefined>(undefined);

/** The pixel that is debugged, in a picture of {@link PICTURE_SIZE}. */
export const pixel = signal<Pick<PixelPlace, 'x' | 'y'>>({ x: 128, y: 128 });
/** The thread that is debugged. */
export const thread = signal<{ readonly group: readonly [number, number, number]; readonly thread: number }>({
  group: [0, 0, 0],
  thread: 0,
});
/** Pixels of the picture along each side. */
export const PICTURE_SIZE = 256;

/** What runs now, and the function that cancels it. */
export const running = signal<{ readonly what: string; readonly cancel: () => void } | undefined>(undefined);
/** What is wrong with the last run. */
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
      else settings.value = kept === undefined ? assumedSettings(current) : keptSettings(current, kept);
      runDiagnostics.value = [];
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

let client: { readonly worker: Worker; readonly calls: WorkerClient<RunCalls> } | undefined;

function runWorker() {
  if (client !== undefined) return client;
  const worker = new Worker(new URL('../../worker/run/run-worker.ts', import.meta.url), { type: 'module' });
  client = { worker, calls: new WorkerClient<RunCalls>(worker) };
  return client;
}

/** Runs a call; undefined where it was cancelled or failed, which is reported. A call cancels the one before it. */
export async function runCall<Name extends keyof RunCalls>(
  name: Name,
  what: string,
  input: InputOf<RunCalls, Name>,
): Promise<ResultOf<RunCalls, Name> | undefined> {
  running.peek()?.cancel();
  const controller = new AbortController();
  const { worker, calls } = runWorker();
  const own = {
    what,
    cancel: () => {
      controller.abort();
      // An interpreter that runs hears nothing: its worker ends.
      worker.terminate();
      if (client?.worker === worker) client = undefined;
    },
  };
  running.value = own;
  try {
    return await calls.call(name, input, { signal: controller.signal });
  } catch (error) {
    if (!isAbort(error)) reportFailure(error);
    return undefined;
  } finally {
    if (running.peek() === own) running.value = undefined;
  }
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
  const isCompute = current.plan.stage === 'cs';
  const { x, y } = pixel.peek();
  const place = isCompute ? thread.peek() : { x, y, size: PICTURE_SIZE };
  const result = await runCall('record', 'Recording', { setup: current, place });
  if (result === undefined || setup.peek() !== current) return;
  runDiagnostics.value = result.diagnostics;
  const shownLane = isCompute ? thread.peek().thread & 3 : (x & 1) + 2 * (y & 1);
  if (result.trace !== undefined) startDebugging(result.trace, shownLane);
}
