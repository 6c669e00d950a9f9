/**
 * Two listings side by side: rows with a line of one or of both, and the parts of lines that differ.
 *
 * Not for: aligning lines (`dxlens/internals/diff`).
 */
import type { LineChange, LineDiff, ListingLine } from 'dxlens/internals/diff';

/** A row of two lines. */
export interface DiffRow {
  readonly change: LineChange;
  readonly before: DiffLine | undefined;
  readonly after: DiffLine | undefined;
}

/** A line of one side. */
export interface DiffLine {
  readonly number: number | null;
  /** In bytes from the start of the shader; null in a text without instructions. */
  readonly offset: number | null;
  readonly text: string;
  /** Ranges of characters that differ from the other side, in order: start, end, start, end. */
  readonly marks: readonly number[];
}

/** Two lines of a comparison. */
export interface LinePair {
  readonly change: LineChange;
  readonly before: ListingLine | undefined;
  readonly after: ListingLine | undefined;
}

/** The lines of a comparison, with removed lines next to the added ones that replace them. */
export function pairLines(lines: readonly LineDiff[]): LinePair[] {
  const pairs: LinePair[] = [];
  let removed: ListingLine[] = [];
  const flush = () => {
    for (const before of removed) pairs.push({ change: 'removed', before, after: undefined });
    removed = [];
  };
  for (const { change, before, after } of lines) {
    if (change === 'removed') {
      removed.push(before!);
      continue;
    }
    if (change === 'added' && removed.length > 0) {
      pairs.push({ change: 'changed', before: removed.shift(), after });
      continue;
    }
    flush();
    pairs.push({ change, before, after });
  }
  flush();
  return pairs;
}

/** The rows of a comparison. */
export function diffRows(lines: readonly LineDiff[]): DiffRow[] {
  return pairLines(lines).map(({ change, before, after }) => {
    const [one, other] =
      before === undefined || after === undefined ? [[], []] : differentParts(before.text, after.text);
    return { change, before: before && lineOf(before, one), after: after && lineOf(after, other) };
  });
}

function lineOf({ number, offset, text }: ListingLine, marks: readonly number[]): DiffLine {
  return { number, offset, text, marks };
}

/** Words, numbers and single other characters. */
const TOKEN = /[\w.]+|\s+|[^\w\s]/g;

/**
 * The ranges of characters that differ: operands one by one if both lines have the same number of parts, else
 * everything between what is equal at the start and at the end.
 */
export function differentParts(before: string, after: string): [number[], number[]] {
  const one = before.match(TOKEN) ?? [];
  const other = after.match(TOKEN) ?? [];
  const marks: [number[], number[]] = [[], []];
  if (one.length === other.length) {
    let at = 0;
    let to = 0;
    for (const [i, token] of one.entries()) {
      if (token !== other[i]) {
        addRange(marks[0], at, at + token.length);
        addRange(marks[1], to, to + other[i]!.length);
      }
      at += token.length;
      to += other[i]!.length;
    }
    return marks;
  }
  const most = Math.min(one.length, other.length);
  let first = 0;
  while (first < most && one[first] === other[first]) first++;
  let last = 0;
  while (last < most - first && one.at(-1 - last) === other.at(-1 - last)) last++;
  for (const [side, tokens] of [one, other].entries()) {
    const start = lengthOf(tokens.slice(0, first));
    addRange(marks[side]!, start, start + lengthOf(tokens.slice(first, tokens.length - last)));
  }
  return marks;
}

function lengthOf(tokens: readonly string[]): number {
  return tokens.reduce((sum, { length }) => sum + length, 0);
}

/** Adds a range, joined with the one that ends where it starts. */
function addRange(marks: number[], start: number, end: number): void {
  if (end <= start) return;
  if (marks.at(-1) === start) marks[marks.length - 1] = end;
  else marks.push(start, end);
}

/** A row that is shown: a line of the comparison, or a number of equal lines that are left out. */
export type ShownRow = { readonly row: number } | { readonly hidden: number; readonly from: number };

/** Equal lines that are shown around a difference. */
const CONTEXT = 3;

/** The rows without equal ones that are far from every difference. */
export function shownRows(rows: readonly DiffRow[], showsAll: boolean): ShownRow[] {
  if (showsAll) return rows.map((_, row) => ({ row }));
  const isNear = new Uint8Array(rows.length);
  for (const [i, { change }] of rows.entries())
    if (change !== 'same') isNear.fill(1, Math.max(i - CONTEXT, 0), i + CONTEXT + 1);
  const shown: ShownRow[] = [];
  for (let row = 0; row < rows.length; ) {
    if (isNear[row]) {
      shown.push({ row: row++ });
      continue;
    }
    const from = row;
    while (row < rows.length && !isNear[row]) row++;
    shown.push({ hidden: row - from, from });
  }
  return shown;
}
