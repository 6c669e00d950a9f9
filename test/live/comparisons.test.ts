/** The registry of comparisons: every row has a module with `run`, and every module of a comparison has a row. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMPARISONS } from '../../live/comparisons.ts';

test('rows and modules', () => {
  const modules = readdirSync('live').filter(
    (file) =>
      file.endsWith('.ts') &&
      /^export (?:async )?function run\((?:[^)]*: Values<'|\))/m.test(readFileSync(`live/${file}`, 'utf8')),
  );
  expect(modules.map((file) => file.replace('.ts', '')).sort()).toEqual(Object.keys(COMPARISONS).sort());
});
