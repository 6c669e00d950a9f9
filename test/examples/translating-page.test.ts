/**
 * The program at the beginning of docs/translating.md, as an application: in a directory of its own, with the packages
 * that it imports.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { codeBlocks } from '../support/code-blocks.ts';
import { skipFor } from '../support/skip-for.ts';
import { DAWN_DRIVERS, dawnMissing, linkPackages } from './dawn.ts';

const missing = dawnMissing();

const [program, output] = codeBlocks('docs/translating.md');

test('the page begins with a program of less than fifty lines', () => {
  expect([program!.language, program!.file, output!.language, output!.follows]).toEqual([
    'js',
    'draw.mjs',
    'text',
    true,
  ]);
  expect(program!.text.trimEnd().split('\n').length).toBeLessThan(50);
});

skipFor(describe, missing)('the program of docs/translating.md', () => {
  const directory = mkdtempSync(join(tmpdir(), 'dxlens-example-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test('draws what the page shows', { tags: 'slow' }, () => {
    linkPackages(directory);
    writeFileSync(join(directory, 'draw.mjs'), program!.text);
    const env = { ...process.env, VK_ICD_FILENAMES: DAWN_DRIVERS[0] };
    const { stdout, stderr, status } = spawnSync(process.execPath, ['draw.mjs'], {
      ...{ cwd: directory, env, encoding: 'utf8' },
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toBe(output!.text);
  });
});
