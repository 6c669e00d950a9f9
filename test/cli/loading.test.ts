/**
 * The modules that a command loads: every use of the program starts it, so a command loads only the modules that it
 * needs.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, test } from 'vitest';

const program = resolve('dist/cli/main.cjs');

/** The names and the text of the built files that a command loads. */
function loaded(...args: string[]): { readonly names: string[]; readonly text: string } {
  const script = `process.argv = ['node', 'dxlens', ...${JSON.stringify(args)}];
    const fs = require('node:fs');
    const { readFileSync } = fs;
    const files = new Set([${JSON.stringify(program)}]);
    fs.readFileSync = (file, ...rest) => (/\\.cjs$/.test(file) && files.add(file), readFileSync(file, ...rest));
    process.on('exit', () => fs.writeSync(2, JSON.stringify([...files])));
    require(${JSON.stringify(program)});`;
  const { stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: 'test/cli/inputs',
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const files = JSON.parse(stderr) as string[];
  return { names: files.map((file) => basename(file)), text: files.map((file) => readFileSync(file, 'utf8')).join('') };
}

/** Strings that are only in these parts. */
const PARTS = {
  threads: 'workerType',
  progress: 'barCompleteChar',
  SARIF: 'partialFingerprints',
  summary: 'notValidated',
  'the validator': 'The stream has no end token',
};

test.each([
  ['disasm', ['tint5.cso'], []],
  ['validate', ['tint5.cso'], ['summary', 'the validator']],
  ['validate', ['tint2.cso', '--format', 'sarif'], ['SARIF', 'summary', 'the validator']],
] as const)('%s %j', (verb, args, expected) => {
  const { names, text } = loaded(verb, ...args);
  expect(names).toContain('run-command.cjs');
  const parts = Object.entries(PARTS).flatMap(([part, sign]) => (text.includes(sign) ? [part] : []));
  expect(parts.sort()).toEqual([...expected].sort());
});

test('every text is in the program', () => {
  const { text } = loaded('validate', '--jobs', '2', '--format', 'sarif', '../../../fixtures/recorded');
  for (const [part, sign] of Object.entries(PARTS)) if (part !== 'progress') expect(text, part).toContain(sign);
});
