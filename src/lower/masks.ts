/** Write masks as tables: how many components they have, and which one is the first. */
import { FULL_MASK } from '../isa/components.ts';

const BITS = [1, 2, 4, 8] as const;

/** How many components a mask has. */
export const WIDTH_OF_MASK: readonly number[] = Array.from({ length: FULL_MASK + 1 }, (_, mask) =>
  BITS.reduce((sum, bit) => sum + ((mask & bit) === 0 ? 0 : 1), 0),
);

/** The first component of a mask; 0 of an empty one. */
export const FIRST_OF_MASK: readonly number[] = Array.from({ length: FULL_MASK + 1 }, (_, mask) =>
  Math.max(
    0,
    BITS.findIndex((bit) => (mask & bit) !== 0),
  ),
);

/** The components of `mask` from `component` on without a gap. */
export function runFrom(mask: number, component: number): number {
  let run = 1 << component;
  for (let c = component + 1; mask & (1 << c); c++) run |= 1 << c;
  return run;
}

/** The components of `mask` that have no gap to `component`, in both directions. */
export function runAround(mask: number, component: number): number {
  let first = component;
  while (first > 0 && mask & (1 << (first - 1))) first--;
  return runFrom(mask, first);
}
