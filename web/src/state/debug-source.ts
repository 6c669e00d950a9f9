/** The source of the shader that is shown, read while its tab is open. */
import { signal } from '@preact/signals';
import type { SourceData } from '../model/debug-source.ts';
import { followCall } from './follow-call.ts';
import { shader } from './store.ts';

/** Undefined until the worker has answered. */
export const debugSource = signal<SourceData | undefined>(undefined);

/** Keeps {@link debugSource} up to date. Returns the function that ends this. */
export function followDebugSource(): () => void {
  return followCall({ call: 'source', input: () => shader.value?.id, result: debugSource });
}
