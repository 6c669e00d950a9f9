/** Simplifies and removes what is dead, until nothing changes or often enough: later rounds find little. */
import type { IrModule } from '../module.ts';
import { removeDead } from './dce.ts';
import { simplify } from './simplify.ts';

/** Rounds at most: each costs the same, and the third one changes almost nothing. */
const MAX_ROUNDS = 3;

export function clean(module: IrModule): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const hasChanged = simplify(module);
    const removed = removeDead(module);
    if (!hasChanged && removed === 0) return;
  }
}
