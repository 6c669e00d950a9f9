/**
 * A listing whose text is edited: its connection to the bytes moves along with the text until the worker has assembled
 * it.
 *
 * Not for: assembling (worker/edit.ts).
 */
import { firstRoleAfter, type ListingData } from './listing.ts';

/** A replacement in a text: the characters from `from` to `to` become `insert`. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * The listing after a change. Lines that the change touches keep their bytes where their number stays the same; new
 * ones have none.
 */
export function changedListing(listing: ListingData, { from, to, insert }: TextChange): ListingData {
  const { text, numbers, starts, ends, roles } = listing;
  const line = linesIn(text, 0, from);
  const removed = linesIn(text, from, to);
  const added = linesIn(insert, 0, insert.length);
  // Complete lines that are inserted before a line, such as a line feed at its start, leave that line as it is.
  const isBefore = removed === 0 && added > 0 && (from === 0 || text[from - 1] === '\n') && insert.endsWith('\n');
  const first = isBefore ? line : line + 1;
  const splice = (values: Int32Array) => {
    const result = new Int32Array(values.length - removed + added).fill(-1);
    result.set(values.subarray(0, first));
    result.set(values.subarray(first + removed), first + added);
    return result;
  };
  return {
    text: text.slice(0, from) + insert + text.slice(to),
    numbers: splice(numbers),
    starts: splice(starts),
    ends: splice(ends),
    roles: movedRoles(roles, from, to, insert.length),
  };
}

/** The listing with another text: what is equal at the start and at the end keeps its bytes. */
export function listingWithText(listing: ListingData, text: string): ListingData {
  return changedListing(listing, textChange(listing.text, text));
}

/** The smallest single replacement that makes one text another. */
export function textChange(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let rest = 0;
  while (rest < most - from && before.at(-1 - rest) === after.at(-1 - rest)) rest++;
  return { from, to: before.length - rest, insert: after.slice(from, after.length - rest) };
}

/** Line feeds between two characters. */
function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Parts before the change stay, parts after it move, and parts that it touches grow or shrink with it. */
function movedRoles(roles: Int32Array, from: number, to: number, length: number): Int32Array {
  const shift = length - (to - from);
  const moved = roles.slice();
  const end = roles.length / 3;
  let used = 3 * firstRoleAfter(roles, Math.max(from - 1, 0));
  for (let i = used / 3; i < end; i++) {
    const start = roles[3 * i]!;
    const last = roles[3 * i + 1]!;
    const newStart = start >= to && start > from ? start + shift : Math.min(start, from);
    const newEnd = last >= to ? last + shift : Math.min(last, from);
    if (newEnd <= newStart) continue;
    moved[used++] = newStart;
    moved[used++] = newEnd;
    moved[used++] = roles[3 * i + 2]!;
  }
  return moved.slice(0, used);
}
