/** Expands patterns, because the shells of Windows leave that to the program. */
import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { glob } from 'tinyglobby';
import type { Input } from './read-input.ts';

/** An interpreted pattern. */
export interface Pattern {
  /** The directory before its first wildcard. */
  readonly base: string;
  /**
   * The pattern as the library takes it: with slashes, and with quotes before characters that mean nothing in a shell.
   */
  readonly glob: string;
}

/**
 * Returns the files that match `pattern`, sorted, or one input that says that there are none. As with the patterns of a
 * shell, these files are named, so a file that is no shader is an error.
 *
 * @param platform of whose paths it is: on Windows, a backslash separates directories; elsewhere it quotes the next
 *   character
 */
export async function filesMatching(pattern: string, platform: NodeJS.Platform = process.platform): Promise<Input[]> {
  const { base, glob: library } = readPattern(pattern, platform);
  const files = await glob(library, {
    absolute: pathsOf(platform).isAbsolute(base),
    expandDirectories: false,
    caseSensitiveMatch: platform !== 'win32',
  });
  if (files.length === 0) return [{ file: pattern, found: false, unreadable: 'no file matches this pattern' }];
  return files.sort().map((file) => matchedInput(file, base, platform));
}

/** The input for a file that the library found for a pattern with this base. */
export function matchedInput(file: string, base: string, platform: NodeJS.Platform): Input {
  const paths = pathsOf(platform);
  return { file: file.replaceAll('/', paths.sep), found: false, below: paths.relative(base, file) };
}

/**
 * Interprets a pattern. The wildcards are `*`, `**`, `?`, `[...]` and `{...}`. The name of an existing directory is no
 * pattern, even if it contains wildcards.
 *
 * @param exists whether there is a file or directory with this name
 */
export function readPattern(
  pattern: string,
  platform: NodeJS.Platform,
  exists: (path: string) => boolean = existsSync,
): Pattern {
  const parts = (platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern).split('/');
  let literal = 0;
  while (literal < parts.length - 1 && (isLiteral(parts[literal]!) || exists(pathOf(parts, literal + 1)))) literal++;
  return {
    base: pathOf(parts, literal),
    glob: parts.map((part, index) => quoted(part, index < literal)).join('/'),
  };
}

/** The path of the first `count` parts. */
function pathOf(parts: readonly string[], count: number): string {
  return count === 0 ? '.' : parts.slice(0, count).join('/') || '/';
}

function isLiteral(part: string): boolean {
  return !/[*?[{\\]/.test(part);
}

/**
 * `part` with a backslash before what only the library takes for a wildcard, or before every wildcard if it is a name.
 */
function quoted(part: string, isName: boolean): string {
  if (isName) return part.replaceAll(/[*?[\]{}()!+@|\\]/g, '\\$&');
  return part.replaceAll(/\\.|\[[^\]]*\]|[()!+@|]/g, (found) => (found.length === 1 ? `\\${found}` : found));
}

function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
