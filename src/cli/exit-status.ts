/** Exit statuses other than 0, all good: scripts build on them. The highest one that applies is the one given. */

/** Something in the input is wrong, or an output cannot be written. */
export const BAD_INPUT = 1;
/** The command line is wrong; nothing was done. */
export const USAGE = 2;
/** A fault of dxlens itself. */
export const FAULT = 70;

/** Makes the program end with at least `status`. */
export function raiseStatus(status: number): void {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), status);
}

/** The command line asks for something that cannot be meant: told on standard error, ends with {@link USAGE}. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
