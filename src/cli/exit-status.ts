/** Exit statuses other than 0. Scripts depend on them. The program ends with the highest one that applies. */

/** An input is wrong, or an output cannot be written. */
export const BAD_INPUT = 1;
/** The command line is wrong; nothing was done. */
export const USAGE = 2;
/** An internal error of dxlens. */
export const FAULT = 70;

/** Makes the program end with at least `status`. */
export function raiseStatus(status: number): void {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), status);
}

/** The command line is wrong. The message goes to standard error and the program ends with {@link USAGE}. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
