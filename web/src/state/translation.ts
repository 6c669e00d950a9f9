/** The translation that is shown: its options, and what the worker gave for them. */
import { signal } from '@preact/signals';
import { DEFAULT_CHOICE, type TranslationData } from '../model/translation.ts';
import { followCall } from './follow-call.ts';
import { shader } from './store.ts';

export const choice = signal(DEFAULT_CHOICE);

/** Undefined until the worker has answered. */
export const translation = signal<TranslationData | undefined>(undefined);

/** Keeps {@link translation} up to date. Returns the function that ends this. */
export function followTranslation(): () => void {
  return followCall({
    call: 'translate',
    input: () => {
      const id = shader.value?.id;
      const { value } = choice;
      return id === undefined ? undefined : { id, choice: value };
    },
    result: translation,
  });
}
