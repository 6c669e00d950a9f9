/** Expands patterns, because the shells of Windows leave that to the program. */
import { posix, win32 } from 'node:path';
import { glob } from 'tinyglobby';
import type { Input } from './input.ts';

/** The wildcards of a pattern begin here. */
const WILDCARD = /[*?[{]/;

/**
 * Returns the files that match `pattern`, sorted, or one input that says that there are none. As with the patterns of a shell, these
 * files are named, so a file that is no shader is an error.
 *
 * @param platform of whose paths it is: on Windows, a backslash separates directories; elsewhere it quotes the next character
 */
export async function filesMatching(pattern: string, platform: NodeJS.Platform = process.platform): Promise<Input[]> {
  const posixPattern = posixPatternOf(pattern, platform);
  const base = baseOf(posixPattern);
  const files = await glob(posixPattern, { expandDirectories: false, caseSensitiveMatch: platform !== 'win32' });
  if (files.length === 0) return [{ file: pattern, found: false, unreadable: 'no file matches this pattern' }];
  const separator = platform === 'win32' ? win32.sep : posix.sep;
  return files.sort().map((file) => ({
    file: file.replaceAll('/', separator),
    found: false,
    below: posix.relative(base, file).replaceAll('/', separator),
  }));
}

/** `pattern` with slashes between its directories. */
export function posixPatternOf(pattern: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern;
}

/** The directory that a pattern with slashes names before its first wildcard. */
export function baseOf(pattern: string): string {
  const start = pattern.search(WILDCARD);
  return posix.dirname(`${pattern.slice(0, start)}x`);
}
