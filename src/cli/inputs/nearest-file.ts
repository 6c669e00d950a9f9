/** Finds the file that a misspelt name means. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nearestName } from '../../base/nearest-name.ts';

/** Length of the longest name of a file that is compared. */
const MAX_LENGTH = 80;

/** The path of the file in the same directory whose name is nearest to that of `path`; undefined if none is near. */
export function nearestFile(path: string): string | undefined {
  const directory = dirname(path);
  try {
    const name = nearestName(basename(path), readdirSync(directory).sort(), MAX_LENGTH);
    return name === undefined ? undefined : join(directory, name);
  } catch {
    // There is no such directory, or it cannot be read.
    return undefined;
  }
}
