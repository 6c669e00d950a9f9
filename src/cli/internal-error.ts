/** Reports internal errors of dxlens, with what a bug report needs. */

import { writeError } from './streams.ts';
import { VERSION } from './version.ts';

/** @param input the file that was being processed, if any */
export function reportFault(error: unknown, input?: string): void {
  reportInternalError(faultText(error), input);
}

/** The error with its stack trace. */
export function faultText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The same as {@link reportFault} for an error that another thread has formatted. */
export function reportInternalError(what: string, input?: string): void {
  writeError(`dxlens: internal error${input === undefined ? '' : ` on ${input}`}: ${what}`);
  writeError(
    'This is a bug in dxlens, even if the input is damaged. Please report it with the lines above,\n' +
      `the command, the input file, and: dxlens ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}.`,
  );
}
