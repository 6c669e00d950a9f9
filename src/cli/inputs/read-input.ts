/** Reads the inputs of a verb.  */
import { readFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.ts';
import { isMissing, reasonOf } from '../file-errors.ts';
import { DX0004 } from '../messages.ts';
import { readIn, STANDARD } from '../streams.ts';

/** An input of a verb. */
export interface Input {
  /** Its path, or `-` for standard input. */
  readonly file: string;
  /** It was found in a directory, where the files that the verb has no use for are skipped. */
  readonly found: boolean;
  /**
   * Its path below the directory that was named, or below the part of a pattern before the first wildcard. An output
   * directory gets the same tree. Undefined for a file that was named.
   */
  readonly below?: string;
  /** It is a pipe, a device or the like, which may never end. */
  readonly isSpecial?: true;
  /** It is a part of another input, which is searched with that one. */
  readonly isPart?: true;
  /** Why it cannot be read, if that is already known. */
  readonly unreadable?: string;
}

/** The bytes of a file or of standard input, or the diagnostic if it cannot be read. */
export async function readInput(name: string): Promise<Uint8Array | Diagnostic> {
  try {
    return name === STANDARD ? await readIn() : readFileSync(name);
  } catch (error) {
    const nearest = isMissing(error) ? (await import('./nearest-file.ts')).nearestFile(name) : undefined;
    return unreadable(reasonOf(error) + (nearest === undefined ? '' : `; did you mean ${nearest}?`));
  }
}

/**
 * The bytes of an input, the diagnostic if it cannot be read, or undefined if it was found in a directory and is
 * skipped.
 *
 * @param readFound returns the bytes of a file that was found in a directory, or undefined if the verb has no use for
 *   it
 */
export async function readFoundInput(
  input: Input,
  readFound: (path: string) => Uint8Array | undefined,
): Promise<Uint8Array | Diagnostic | undefined> {
  if (input.isSpecial) return undefined;
  if (input.unreadable !== undefined) return unreadable(input.unreadable);
  if (!input.found) return readInput(input.file);
  try {
    return readFound(input.file);
  } catch (error) {
    return unreadable(reasonOf(error));
  }
}

function unreadable(reason: string): Diagnostic {
  return diagnostic(DX0004, { unit: 'byte', start: 0, end: 0 }, { reason });
}

/** The name of an input in text for people. */
export function displayName(name: string): string {
  return name === STANDARD ? 'standard input' : name;
}
