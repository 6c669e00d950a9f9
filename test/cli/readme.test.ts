/** The examples of the README and of the pages written by hand are what the program prints. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const program = resolve('dist/cli/main.cjs');
const pages = ['README.md', 'docs/containers.md', 'docs/validating.md']
  .map((page) => readFileSync(page, 'utf8'))
  .join('\n');
const examples = [...pages.matchAll(/```console\n\$ dxlens (.*)\n([^`]*)```/g)].map(
  ([, command, expected]) => [command!, expected!] as const,
);

test.each(examples)('dxlens %s', (command, expected) => {
  const args = command.split(' ');
  const here = args.some((arg) => existsSync(arg));
  const cwd = here ? '.' : join(import.meta.dirname, 'inputs');
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'latin1' });
  // Three points stand for lines that are left out.
  let rest = stderr + stdout;
  for (const part of expected.split('...\n')) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
});

test('there are examples of listing, assembling and validating', () => expect(examples.length).toBeGreaterThan(2));
