/** Runs the transcripts next to this file against the built program; README.md there says how they are written. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, type ExpectStatic, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { INPUTS, Shell } from '../support/shell.ts';
import { ON_WINDOWS, skipFor } from '../support/skip-for.ts';

const transcripts = join(import.meta.dirname, 'transcripts');
const shell = new Shell('transcripts');
afterAll(() => shell.remove());

/** The result of `command` in `directory`, as lines of a transcript. */
async function run(command: string, directory: string): Promise<string> {
  const { status, stdout, stderr } = await shell.run(command, directory);
  return `$ ${command}\n${marked('!', stderr)}${marked('|', stdout)}${status === 0 ? '' : `= ${status}\n`}`;
}

function marked(mark: string, output: string): string {
  if (output === '') return '';
  const text = output.replaceAll('\x1b', '␛').replaceAll(manifest.version, '{VERSION}');
  const lines = text.replace(/\n$/, '').split('\n');
  const end = text.endsWith('\n') ? '' : `${mark}\\ no line end\n`;
  return lines.map((line) => (line === '' ? `${mark}\n` : `${mark} ${line}\n`)).join('') + end;
}

/** Transcripts that give verbs of the other ones more inputs, outputs and mistakes. */
const REPEATING: readonly string[] = [
  'asm-into.txt',
  'asm-sm4.txt',
  'debug-edit.txt',
  'directories.txt',
  'effects.txt',
  'file-system.linux.txt',
  'file-system.txt',
  'many-files.txt',
  'mistakes.txt',
  'wrong-files.txt',
  'wrong-input.txt',
];

/** Transcripts of a single system are in files such as `devices.linux.txt`. */
const files = readdirSync(transcripts).filter(
  (name) => /^[^.]+\.txt$/.test(name) || name.endsWith(`.${process.platform}.txt`),
);

// Each transcript has a directory of its own, so that they run side by side; the commands of one run in order.
skipFor(describe.concurrent, ON_WINDOWS)('transcripts', () => {
  const check = async (name: string, { expect }: { readonly expect: ExpectStatic }): Promise<void> => {
    const directory = join(shell.directory, name);
    cpSync(INPUTS, directory, { recursive: true });
    const path = join(transcripts, name);
    const expected = readFileSync(path, 'utf8');
    let actual = '';
    for (const line of expected.split('\n')) {
      if (line.startsWith('$ ')) actual += await run(line.slice(2), directory);
      else if (line === '' || line.startsWith('#')) actual += `${line}\n`;
    }
    actual = actual.replace(/\n+$/, '\n');
    if (process.env.BLESS) writeFileSync(path, actual);
    else expect(actual).toBe(expected);
  };
  test.for(files.filter((name) => !REPEATING.includes(name)))('%s', check);
  test.for(files.filter((name) => REPEATING.includes(name)))('%s', { tags: 'ci' }, check);
});
