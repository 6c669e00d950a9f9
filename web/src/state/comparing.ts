/**
 * The comparison of the shader that is shown with another one, or with its original where it was edited.
 *
 * Not for: how it looks (views/compare).
 */
import { computed, signal } from '@preact/signals';
import type { ShaderId } from '../model/shader-row.ts';
import type { ComparedShader, ComparisonData } from '../worker/protocol.ts';
import { followCall } from './follow-call.ts';
import * as store from './store.ts';

/** The shader that the user chose to compare with. */
const chosen = signal<ShaderId | undefined>(undefined);

/** The other shader: what was chosen, else the original of a shader that was edited. */
export const compared = computed<ComparedShader | undefined>(() => {
  const { value: current } = store.current;
  const { value: id } = chosen;
  if (id !== undefined && id !== current) return { id, isOriginal: false };
  return current !== undefined && store.currentRow.value?.isEdited ? { id: current, isOriginal: true } : undefined;
});

/** Undefined until the worker has answered. */
export const comparison = signal<ComparisonData | undefined>(undefined);

/** Moves to the next (1) or the previous (-1) difference; undefined where none is shown. */
export const moveToDifference = signal<((step: 1 | -1) => void) | undefined>(undefined);

/** Compares the shader that is shown with another one. */
export function compareWith(id: ShaderId): void {
  chosen.value = id;
  store.tab.value = 'compare';
  store.pane.value = 'details';
}

/** Compares an edited shader with its original, as long as no other one is chosen. */
export function compareWithOriginal(): void {
  chosen.value = undefined;
}

/** Keeps {@link comparison} up to date. Returns the function that ends this. */
export function followComparison(): () => void {
  return followCall({
    call: 'compare',
    input: () => {
      const after = store.shader.value?.id;
      const before = compared.value;
      return after === undefined || before === undefined ? undefined : { before, after };
    },
    result: comparison,
    keepsLast: true,
  });
}
