/**
 * A listing with its connection to the bytes: the bytes of each line, and the parts of the text that have a role. All
 * of it is typed arrays, so that a worker can pass it at no cost.
 *
 * Not for: making it (worker/listing.ts).
 */

/** The roles of parts of the text; the number of a role is its index. */
export const TEXT_ROLES = ['comment', 'opcode', 'destination', 'source', 'resource', 'immediate', 'control'] as const;

export type TextRole = (typeof TEXT_ROLES)[number];

export interface ListingData {
  readonly text: string;
  /** The number of each line in a listing of `--numbers`; -1 for lines that have none. */
  readonly numbers: Int32Array;
  /** Where the bytes of each line begin, from the start of the shader; -1 for lines without bytes. */
  readonly starts: Int32Array;
  /** Where they end. */
  readonly ends: Int32Array;
  /** Three numbers for each part with a role, in order: first character, end, index in {@link TEXT_ROLES}. */
  readonly roles: Int32Array;
}

/** The range of bytes of a line, 0-based; undefined for lines without bytes. */
export function bytesOfLine(listing: ListingData, line: number): { start: number; end: number } | undefined {
  const start = listing.starts[line] ?? -1;
  return start < 0 ? undefined : { start, end: listing.ends[line]! };
}

/** The lines, 0-based, whose bytes overlap the range; of a range inside one line, that line. */
export function linesOfBytes({ starts, ends }: ListingData, start: number, end: number): number[] {
  const lines: number[] = [];
  const last = Math.max(end, start + 1);
  for (let line = 0; line < starts.length; line++) {
    const from = starts[line]!;
    if (from >= 0 && from < last && ends[line]! > start) lines.push(line);
  }
  return lines;
}

/** The index of the first part, in units of three numbers, that ends after character `at`. */
export function firstRoleAfter(roles: Int32Array, at: number): number {
  let low = 0;
  let high = roles.length / 3;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (roles[3 * middle + 1]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
