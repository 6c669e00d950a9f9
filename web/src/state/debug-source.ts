/** The source of the shader that is shown, read while its tab is open. */
import { effect, signal } from '@preact/signals';
import type { SourceData } from '../model/debug-source.ts';
import { isAbort } from '../worker/client.ts';
import { worker } from './session.ts';
import { failure, shader } from './store.ts';

/** Undefined until the worker has answered. */
export const debugSource = signal<SourceData | undefined>(undefined);

/** Keeps {@link debugSource} up to date. Returns the function that ends this. */
export function followDebugSource(): () => void {
  let running: AbortController | undefined;
  const stop = effect(() => {
    const id = shader.value?.id;
    running?.abort();
    debugSource.value = undefined;
    if (id === undefined) return;
    const controller = new AbortController();
    running = controller;
    worker()
      .call('source', id, { signal: controller.signal })
      .then(
        (data) => {
          debugSource.value = data;
        },
        (error: unknown) => {
          if (!isAbort(error)) failure.value = String(error);
        },
      );
  });
  return () => {
    stop();
    running?.abort();
  };
}
