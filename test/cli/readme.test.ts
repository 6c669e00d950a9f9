/** The example of the README is what the program prints. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the listing in the README', () => {
  const readme = readFileSync('README.md', 'utf8');
  const [, command, expected] = /```console\n\$ dxlens (.*)\n([^`]*)\.\.\.\n```/.exec(readme)!;
  const printed = execFileSync(process.execPath, ['dist/cli/main.cjs', ...command!.split(' ')], { encoding: 'latin1' });
  expect(printed.startsWith(expected!)).toBe(true);
});
