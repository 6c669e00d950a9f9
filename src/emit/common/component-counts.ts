/** How many components elements have: alone, and in arrays of the language that have those of several elements. */
import type { IrModule } from '../../ir/index.ts';
import type { PlannedElement } from './plan.ts';

/** Bits of a mask: the components of an element. */
export function countOf(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

/** Components of the elements before `element` that are in the array `value`, where they are in their order and without gaps. */
export function componentsBefore(
  planned: readonly PlannedElement[],
  elements: IrModule['inputs'],
  element: number,
  value: string,
): number {
  let count = 0;
  for (let i = 0; i < element; i++) {
    const { slot } = planned[i]!;
    if (slot.kind === 'builtin' && slot.value === value) count += countOf(elements[i]!.mask);
  }
  return count;
}
