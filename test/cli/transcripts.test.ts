/** Runs the transcripts beside this file against the built program; README.md there says how they are written. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const here = import.meta.dirname;
const transcripts = join(here, 'transcripts');
const work = mkdtempSync(join(tmpdir(), 'dxlens-cli-'));
const bin = join(work, 'bin');
const program = resolve(here, '../../dist/cli/main.cjs');

mkdirSync(bin);
writeFileSync(join(bin, 'dxlens'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });
afterAll(() => rmSync(work, { recursive: true }));

/** What `command` does in `folder`, as lines of a transcript. */
function run(command: string, directory: string): string {
  const { NO_COLOR, FORCE_COLOR, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: directory,
    encoding: 'latin1',
    env: { ...inherited, PATH: bin + delimiter + process.env.PATH },
  });
  return `$ ${command}\n${marked('!', stderr)}${marked('|', stdout)}${status === 0 ? '' : `= ${status}\n`}`;
}

function marked(mark: string, output: string): string {
  if (output === '') return '';
  const text = output.replaceAll('\x1b', '␛').replaceAll(manifest.version, '{VERSION}');
  const lines = text.replace(/\n$/, '').split('\n');
  const end = text.endsWith('\n') ? '' : `${mark}\\ no line end\n`;
  return lines.map((line) => (line === '' ? `${mark}\n` : `${mark} ${line}\n`)).join('') + end;
}

const files = readdirSync(transcripts).filter((name) => name.endsWith('.txt'));

test.skipIf(process.platform === 'win32').each(files)('%s', (name) => {
  const directory = join(work, name);
  cpSync(join(here, 'inputs'), directory, { recursive: true });
  const path = join(transcripts, name);
  const expected = readFileSync(path, 'utf8');
  let actual = '';
  for (const line of expected.split('\n')) {
    if (line.startsWith('$ ')) actual += run(line.slice(2), directory);
    else if (line === '' || line.startsWith('#')) actual += `${line}\n`;
  }
  actual = actual.replace(/\n+$/, '\n');
  if (process.env.BLESS) writeFileSync(path, actual);
  else expect(actual).toBe(expected);
});
