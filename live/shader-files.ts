/** Compiled shaders that someone has: the files of a directory and below it, such as those of a game. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { detectFormat } from '../src/file/index.ts';

export interface ShaderOfFile {
  /** The path below the directory. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The shaders of all models, in the order of their paths; other files are left out. */
export function* shadersIn(directory: string): Generator<ShaderOfFile> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.sort()) {
    const bytes = new Uint8Array(readFileSync(path));
    const { format } = detectFormat(bytes);
    if (format === 'sm1' || format === 'dxbc') yield { name: relative(directory, path), bytes };
  }
}
