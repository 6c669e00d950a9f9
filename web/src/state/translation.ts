/** The translation that is shown: its options, and what the worker gave for them. */
import { effect, signal } from '@preact/signals';
import { type TranslationData, USUAL_CHOICE } from '../model/translation.ts';
import { isAbort } from '../worker/client.ts';
import { worker } from './session.ts';
import { failure, shader } from './store.ts';

export const choice = signal(USUAL_CHOICE);

/** Undefined until the worker has answered. */
export const translation = signal<TranslationData | undefined>(undefined);

/** Keeps {@link translation} up to date. Returns the function that ends this. */
export function followTranslation(): () => void {
  let running: AbortController | undefined;
  const stop = effect(() => {
    const id = shader.value?.id;
    const input = choice.value;
    running?.abort();
    translation.value = undefined;
    if (id === undefined) return;
    const controller = new AbortController();
    running = controller;
    worker()
      .call('translate', { id, choice: input }, { signal: controller.signal })
      .then(
        (data) => {
          translation.value = data;
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
