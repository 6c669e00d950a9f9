/**
 * Which bytes of a file a reader has read: tests ask it for the bytes that no reader accounts for.
 *
 * Not for: reading.
 */

/** Is informed of what a reader reads. */
export interface ReadObserver {
  /** Bytes from `start` to `end` (exclusive). */
  add(start: number, end: number): void;
  /** Code that begins at `start`; the DWORD at `field` refers to it. */
  code?(start: number, field: number): void;
}

/** A set of bytes of one file. */
export class Coverage implements ReadObserver {
  readonly #read: Uint8Array;

  /** @param size bytes of the file */
  constructor(size: number) {
    this.#read = new Uint8Array(size);
  }

  /** Enters the bytes from `start` to `end` (exclusive); those outside of the file are left out. */
  add(start: number, end: number): void {
    this.#read.fill(1, start, end);
  }

  /** Returns the ranges of bytes that were not entered, `end` exclusive, in their order. */
  gaps(): { start: number; end: number }[] {
    const gaps: { start: number; end: number }[] = [];
    const read = this.#read;
    for (let at = 0; at < read.length; at++) {
      if (read[at] === 1) continue;
      const last = gaps.at(-1);
      if (last?.end === at) last.end++;
      else gaps.push({ start: at, end: at + 1 });
    }
    return gaps;
  }
}
