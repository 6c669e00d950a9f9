/** The codes of messages: parallel changes may choose the same number. */

import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';

test('no code has two messages', () => {
  const codes = globSync('src/**/messages.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^ {2}((?:DX|X)\d{4}): /gm)].map(([, code]) => code!),
  );
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
});
