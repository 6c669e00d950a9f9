/** How a fault of dxlens itself is told: what happened, and what a report of it needs. */

import { writeError } from './streams.ts';
import { VERSION } from './version.ts';

/** @param input the file under way, if there is one */
export function reportFault(error: unknown, input?: string): void {
  reportInternalError(faultText(error), input);
}

/** What went wrong, with the place in the program. */
export function faultText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The same as {@link reportFault} for a fault that another thread has put into words. */
export function reportInternalError(what: string, input?: string): void {
  writeError(`dxlens: internal fault${input === undefined ? '' : ` on ${input}`}: ${what}`);
  writeError(
    'This is a fault of dxlens, whatever the input is. Please report it to the project with the lines above,\n' +
      `the command, the input file, and: dxlens ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}.`,
  );
}
