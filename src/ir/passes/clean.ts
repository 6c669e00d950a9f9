/** Simplifies and removes what is dead, until nothing changes or often enough: later rounds find little. */
import type { IrModule } from '../module.ts';
import { removeDead } from './dce.ts';
import { simplify } from './simplify.ts';

/** Rounds at most: a second one finds what the first one has made possible, a third one almost nothing. */
const MAX_ROUNDS = 2;

/** Returns whether another round may find something. */
export function clean(module: IrModule): boolean {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { hasChanged, isFinal } = simplify(module);
    // Also where the walk changed nothing: it may have left what only the first walk used.
    const hasChoice = removeDead(module);
    if (round > 0 && !hasChanged) return false;
    if (isFinal && !hasChoice) return false;
  }
  return true;
}

/** Cleans a module that was clean before untyped words got a type: most of it still is. */
export function cleanTypes(module: IrModule): boolean {
  const { isFinal, leavesUnused } = simplify(module, true);
  if (!isFinal) return clean(module);
  if (leavesUnused && removeDead(module)) return clean(module);
  return false;
}
