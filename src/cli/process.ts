/** The process of the program: its version, exit statuses, the argument that starts a thread, and its events. */
import manifest from '../../package.json' with { type: 'json' };

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

export const VERSION: string = manifest.version;

/**
 * The argument that starts a thread of the program. Threads run the program's own file: a separate file would share
 * code with it, so the bundler would make twice as many files, and each start of the program would take 2 ms longer
 * (measured).
 */
export const THREAD_ARGUMENT = '--thread';

/** The event of `process` with which main.ts saves compiled code now, and not at the end. */
export const SAVE_CODE = 'dxlens:save-code';
