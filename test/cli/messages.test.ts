/** The codes of messages: parallel changes may choose the same number. */

import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { MESSAGE_LIST } from '../../src/cli/all-messages.ts';

test('no code has two messages, and each constant has the name of its code', () => {
  const constants = globSync('src/**/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^export const (D?X\d{4}) = .*?\(\s*'(\w+)'/gm)].map(
      ([, ...names]) => names,
    ),
  );
  expect(constants.filter(([name, code]) => name !== code)).toEqual([]);
  const codes = constants.map(([name]) => name!);
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
  expect(MESSAGE_LIST.map(({ code }) => code).sort()).toEqual(codes.sort());
});
