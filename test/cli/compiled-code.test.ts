/** The compiled code that the program saves for its next start (src/cli/main.ts). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INPUTS, PROGRAM } from '../support/shell.ts';

let caches: string;

beforeEach(() => {
  caches = mkdtempSync(join(tmpdir(), 'dxlens-compiled-'));
});

afterEach(() => rmSync(caches, { recursive: true }));

/** Runs the program with a directory for caches, and returns everything that it answers. */
function run(args: readonly string[], directory = caches, variables: Readonly<Record<string, string>> = {}): string {
  const env = { PATH: process.env['PATH'], XDG_CACHE_HOME: directory, ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: INPUTS,
    env,
    encoding: 'latin1',
  });
  return JSON.stringify({ status, stdout, stderr });
}

const DISASM = ['disasm', 'tint5.cso'];

/** The file with the compiled code of `disasm`. */
function savedFile(): string {
  return join(caches, 'dxlens', `disasm-${process.versions.modules}.bin`);
}

/** The time and number of the file: both change when it is written again. */
function fileState(): string {
  const { mtimeMs, ino } = statSync(savedFile());
  return `${mtimeMs} ${ino}`;
}

test('the second start uses the code of the first one', () => {
  const first = run(DISASM);
  expect(first).toContain('"status":0');
  const state = fileState();
  expect(run(DISASM)).toBe(first);
  expect(fileState()).toBe(state);
});

test.each([
  ['is cut off', () => truncateSync(savedFile(), 5000)],
  ['has only its first line', () => truncateSync(savedFile(), readFileSync(savedFile()).indexOf('\n'))],
  ['is something else', () => writeFileSync(savedFile(), 'no code\n')],
  ['is of another build', () => editIndex((text) => text.replaceAll(/ \d+"/g, ' 1"'))],
  ['has sizes that are too large', () => editIndex((text) => text.replaceAll(/,\d+\]/g, ',99999999]'))],
])('a file that %s is replaced', (_, damage) => {
  const first = run(DISASM);
  const { size } = statSync(savedFile());
  damage();
  const state = fileState();
  expect(run(DISASM)).toBe(first);
  expect(fileState()).not.toBe(state);
  expect(statSync(savedFile()).size).toBeGreaterThan(0.9 * size);
});

function editIndex(edit: (text: string) => string): void {
  const bytes = readFileSync(savedFile());
  const end = bytes.indexOf('\n');
  writeFileSync(savedFile(), Buffer.concat([Buffer.from(edit(bytes.toString('latin1', 0, end))), bytes.subarray(end)]));
}

test('a run with many files, which changes flags of V8, saves code that others use', () => {
  const list = run([...DISASM, ...Array.from({ length: 9 }, () => 'tint5.cso')]);
  expect(list).toContain('"status":0');
  const state = fileState();
  run(DISASM);
  expect(fileState()).toBe(state);
});

test('without a directory nothing is saved, and the answer is the same', () => {
  const file = join(caches, 'file');
  writeFileSync(file, '');
  expect(run(DISASM, file)).toBe(run(DISASM));
  expect(readFileSync(file, 'latin1')).toBe('');
});

test('NODE_DISABLE_COMPILE_CACHE turns it off', () => {
  run(DISASM, caches, { NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(readdirSync(caches)).toEqual([]);
});

test('words that are no verb share one file, also those that look like a path', () => {
  for (const word of ['--version', '../../x', 'nothing', 'info']) run([word]);
  expect(readdirSync(join(caches, 'dxlens'))).toEqual([`main-${process.versions.modules}.bin`]);
});
