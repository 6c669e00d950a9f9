/**
 * Aligns the lines of two strings in order, for a text and an edited copy of it. Lines that occur once in
 * both are anchors; the longest increasing sequence of them is used. Between anchors, equal lines next to aligned ones
 * are aligned, too. Takes n log n for n lines.
 *
 * Not for: the shortest list of differences.
 */

import { firstWhere } from './collections.ts';

/** For each line of `after`, the index of its line in `before`, or -1. Indices increase. */
export function alignLines(before: readonly string[], after: readonly string[]): Int32Array {
  const aligned = new Int32Array(after.length).fill(-1);
  const common = extend(
    before,
    after,
    aligned,
    { before: -1, after: -1 },
    { before: before.length, after: after.length },
  );
  let from = common.from;
  for (const anchor of anchors(before, after, common.from, common.to)) {
    aligned[anchor.after] = anchor.before;
    extend(before, after, aligned, from, anchor);
    from = anchor;
  }
  extend(before, after, aligned, from, common.to);
  return aligned;
}

/** Aligns equal lines after `from` and before `to`; returns the last aligned lines on either side. */
function extend(
  before: readonly string[],
  after: readonly string[],
  aligned: Int32Array,
  from: Anchor,
  to: Anchor,
): { readonly from: Anchor; readonly to: Anchor } {
  let firstBefore = from.before;
  let firstAfter = from.after;
  while (firstBefore + 1 < to.before && firstAfter + 1 < to.after) {
    if (before[firstBefore + 1] !== after[firstAfter + 1]) break;
    aligned[++firstAfter] = ++firstBefore;
  }
  let lastBefore = to.before;
  let lastAfter = to.after;
  while (lastBefore - 1 > firstBefore && lastAfter - 1 > firstAfter) {
    if (before[lastBefore - 1] !== after[lastAfter - 1]) break;
    aligned[--lastAfter] = --lastBefore;
  }
  return { from: { before: firstBefore, after: firstAfter }, to: { before: lastBefore, after: lastAfter } };
}

interface Anchor {
  readonly before: number;
  readonly after: number;
}

/**
 * The longest sequence of lines between `from` and `to` that occur there once in both strings and in the same order.
 */
function anchors(before: readonly string[], after: readonly string[], from: Anchor, to: Anchor): Anchor[] {
  const inBefore = uniqueLines(before, from.before + 1, to.before);
  const inAfter = uniqueLines(after, from.after + 1, to.after);
  const pairs: Anchor[] = [];
  for (const [line, index] of inAfter) {
    const other = inBefore.get(line);
    if (index >= 0 && other !== undefined && other >= 0) pairs.push({ before: other, after: index });
  }
  // Ascending in `after`, since a map keeps the order in which lines first occurred.
  return longestIncreasing(pairs);
}

/** The index of each line between `from` and `end`; -1 for a line that occurs more than once. */
function uniqueLines(lines: readonly string[], from: number, end: number): Map<string, number> {
  const indices = new Map<string, number>();
  for (let i = from; i < end; i++) indices.set(lines[i]!, indices.has(lines[i]!) ? -1 : i);
  return indices;
}

/** The longest part of `pairs` in which `before` increases. */
function longestIncreasing(pairs: readonly Anchor[]): Anchor[] {
  /** Indices of the pairs that end a run of each length, with the smallest `before`. */
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (let i = 0; i < pairs.length; i++) {
    const length = firstWhere(ends.length, (k) => pairs[ends[k]!]!.before >= pairs[i]!.before);
    if (length > 0) previous[i] = ends[length - 1]!;
    ends[length] = i;
  }
  const run: Anchor[] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i]!) run.push(pairs[i]!);
  return run.reverse();
}
