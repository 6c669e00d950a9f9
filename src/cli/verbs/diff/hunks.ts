/** The parts of a comparison that are printed: lines that differ, with lines around them. */
import type { LineChange, LineDiff } from '../../../diff/compare-listings.ts';

/** Lines that are printed together. */
export interface Hunk {
  /** Index of the first line, and past the last. */
  readonly start: number;
  readonly end: number;
}

/** The hunks of a comparison with up to `context` equal lines before and after each difference. */
export function hunksOf(lines: readonly LineDiff[], context: number): Hunk[] {
  const hunks: { start: number; end: number }[] = [];
  for (const [index, { change }] of lines.entries()) {
    if (change === 'same') continue;
    const start = Math.max(0, index - context);
    const end = Math.min(lines.length, index + context + 1);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else hunks.push({ start, end });
  }
  return hunks;
}

/** How many lines there are of each change. */
export type LineCounts = Readonly<Record<LineChange, number>>;

/** Counts the lines of a comparison by what became of them. */
export function countLines(lines: readonly LineDiff[]): LineCounts {
  const counts = { same: 0, renamed: 0, encoding: 0, changed: 0, removed: 0, added: 0 };
  for (const { change } of lines) counts[change]++;
  return counts;
}
