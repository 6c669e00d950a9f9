/** The conditions (`#if`, `#ifdef`, `#ifndef`) that are open, by file. */

/** Bits of an open condition. */
export const ConditionBit = {
  /** One of its groups was read or is read. */
  taken: 1,
  inElse: 2,
  /** It is inside a skipped group. */
  skipped: 4,
} as const;

export class ConditionStack {
  /** The innermost one is last. */
  readonly #open: number[] = [];
  /** How many were open when the current file began. */
  #fileStart = 0;

  /** The bits of the innermost condition of the current file; -1 for none. */
  get innermost(): number {
    return this.#open.length > this.#fileStart ? this.#open[this.#open.length - 1]! : -1;
  }

  set innermost(bits: number) {
    this.#open[this.#open.length - 1] = bits;
  }

  push(bits: number): void {
    this.#open.push(bits);
  }

  pop(): void {
    this.#open.pop();
  }

  /** Begins an included file. Returns the state to give to {@link leaveFile}. */
  enterFile(): number {
    const outer = this.#fileStart;
    this.#fileStart = this.#open.length;
    return outer;
  }

  /** Ends a file: its open conditions are closed. */
  leaveFile(outer: number): void {
    this.#open.length = this.#fileStart;
    this.#fileStart = outer;
  }
}
