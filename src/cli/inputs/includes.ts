/**
 * The preprocessor's options on the command line: macros, and directories with included files.
 */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { IncludedText } from '../../assemble/assemble.ts';
import { latin1Text } from '../../base/words.ts';
import { withoutByteOrderMark } from '../foreign-files.ts';
import { UsageError } from '../process.ts';
import { STANDARD } from '../streams.ts';

/** Collects the values of `-D`. */
export function addDefine(value: string, defines: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = value.indexOf('=');
  const name = at < 0 ? value : value.slice(0, at);
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new UsageError(`-D ${value}: '${name}' is not a valid macro name`);
  return { ...defines, [name]: at < 0 ? '1' : value.slice(at + 1) };
}

/** Collects the values of `-I`. */
export function addDirectory(directory: string, directories: readonly string[] = []): string[] {
  return [...directories, directory];
}

/** Finds the files that `#include` names: in the directory of the including file, then in the directories of `-I`. */
export class Includes {
  readonly #directories: readonly string[];
  readonly #sources = new Map<string, string>();

  /** The paths of the files that were read. */
  get paths(): string[] {
    return [...this.#sources.keys()];
  }

  constructor(directories: readonly string[]) {
    this.#directories = directories;
  }

  /**
   * @param file the name in the directive
   * @param from the including file; its directory is not searched for `<file>`
   */
  read(file: string, from: string, kind: 'local' | 'system'): IncludedText | undefined {
    const directories = kind === 'system' ? [] : [from === STANDARD ? '.' : dirname(from)];
    const paths = isAbsolute(file)
      ? [file]
      : [...directories, ...this.#directories].map((directory) => join(directory, file));
    for (const path of paths) {
      try {
        const bytes = withoutByteOrderMark(readFileSync(path));
        const text = latin1Text(bytes, 0, bytes.byteLength);
        this.#sources.set(path, text);
        return { name: path, text };
      } catch {
        // The next directory may have it. The assembler reports a file that is in none.
      }
    }
    return undefined;
  }

  text(path: string): string | undefined {
    return this.#sources.get(path);
  }
}
