/**
 * Aligns the lines of two listings: with Myers' algorithm of the package `diff`, which finds the shortest list of differences, as long
 * as there are not too many; with anchors otherwise, which takes n log n.
 */
import { diffArrays } from 'diff';
import { alignLines } from '../../../base/alignment.ts';
import type { Aligner } from '../../../diff/compare-listings.ts';

/** Differences that are searched for in one alignment, and in all of a program: the time grows with their square. */
const MAX_DIFFERENCES = 1000;
const MAX_TOTAL = 4000;
/** Differences that are always searched for: short gaps cost nothing. */
const MIN_DIFFERENCES = 16;

/** Returns an aligner for one pair of programs. What it returns depends on its arguments and those of earlier calls only. */
export function boundedAligner(): Aligner {
  let left = MAX_TOTAL;
  return (before, after) => {
    const limit = Math.max(MIN_DIFFERENCES, Math.min(MAX_DIFFERENCES, left >> 1));
    const changes = diffArrays(before as string[], after as string[], { maxEditLength: limit });
    if (changes === undefined) {
      left -= limit;
      return alignLines(before, after);
    }
    const aligned = new Int32Array(after.length).fill(-1);
    let from = 0;
    let to = 0;
    for (const { added, removed, count } of changes) {
      if (added) to += count;
      else if (removed) from += count;
      else for (let i = 0; i < count; i++) aligned[to++] = from++;
      if (added || removed) left -= count;
    }
    return aligned;
  };
}
