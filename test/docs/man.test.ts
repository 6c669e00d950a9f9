/** The man page, which `npm run setup` makes from the definitions of the verbs. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { skipFor } from '../support/skip-for.ts';

/** The page, which is compressed. */
const input = gunzipSync(readFileSync(manifest.man));

const FORMATTERS = [
  ['groff', ['-man', '-ww', '-Tutf8', '-P-c', '-P-b', '-P-u']],
  ['mandoc', ['-T', 'lint', '-W', 'warning']],
] as const;

describe.each(FORMATTERS)('%s', (program, args) => {
  const has = spawnSync(program, ['--help']).error === undefined;
  skipFor(test, !has && `${program} is not installed`)('has nothing to warn of', () => {
    expect(spawnSync(program, args, { input, encoding: 'utf8' }).stderr).toBe('');
  });
});

const hasGroff = spawnSync('groff', ['--version']).error === undefined;

skipFor(test, !hasGroff && 'groff is not installed')('text reads as in the help', () => {
  const [program, args] = FORMATTERS[0];
  const text = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    env: { ...process.env, MANWIDTH: '80' },
  }).stdout;
  expect(text).toContain(`dxlens ${manifest.version}`);
  expect(text).toMatch(/^ {3}dxlens container get \[options\] <file\.\.\.> <part>$/m);
  expect(text).toMatch(/^ {7}-o, --output <path>\n {14}write to this file/m);
  // Lines of examples keep their spaces, quotes and dashes.
  expect(text).toMatch(/^ {9}dxlens disasm --numbers --hex shader\.cso {7}with line numbers/m);
  expect(text).toContain("Microsoft's");
});
