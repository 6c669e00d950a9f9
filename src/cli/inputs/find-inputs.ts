/**
 * Finds the inputs that a command line names: files, standard input, directories, and patterns such as
 * `'shaders/*.cso'`.
 */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { reasonOf } from '../file-errors.ts';
import { STANDARD } from '../streams.ts';
import { filesIn, isDirectory } from './directories.ts';
import type { Input } from './read-input.ts';

/** A directory of the command line, with the index range of its files: `end` is exclusive. */
export interface InputDirectory {
  readonly directory: string;
  readonly start: number;
  readonly end: number;
}

export interface FoundInputs {
  readonly inputs: readonly Input[];
  readonly directories: readonly InputDirectory[];
}

/** Returns the inputs that `words` name, in order; the files of a directory or pattern are sorted by their names. */
export async function findInputs(words: readonly string[]): Promise<FoundInputs> {
  const inputs: Input[] = [];
  const directories: InputDirectory[] = [];
  for (const word of words) {
    const start = inputs.length;
    if (word !== STANDARD && isDirectory(word)) {
      for (const input of inputsIn(word)) inputs.push(input);
      directories.push({ directory: word, start, end: inputs.length });
    } else if (isPattern(word)) {
      const { filesMatching } = await import('./patterns.ts');
      for (const input of await filesMatching(word)) inputs.push(input);
    } else inputs.push({ file: word, found: false });
  }
  return { inputs, directories };
}

function* inputsIn(directory: string): Generator<Input> {
  for (const { path, kind, error } of filesIn(directory)) {
    const input = { file: path, found: true, below: relative(directory, path) };
    if (kind === 'unreadable') yield { ...input, unreadable: reasonOf(error) };
    else yield kind === 'other' ? { ...input, isSpecial: true } : input;
  }
}

/**
 * Whether `word` has wildcards. A file with such a name is that file: the shell may have expanded a pattern already.
 */
function isPattern(word: string): boolean {
  return /[*?]|\[.+\]|\{.+\}/.test(word) && word !== STANDARD && !existsSync(word);
}
