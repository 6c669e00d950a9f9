/**
 * `list.push(...other)` and `Uint32Array.of(...other)` pass each entry as an argument, which throws for some 100,000 of
 * them. No source passes a list this way whose length comes from a file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');
/** Lists that have a few entries for any input. */
const SHORT = [
  // One for each format of debug information.
  'programs.push(...informationIn(',
  // At most three extended tokens.
  'extensions.push(...viewTokens(',
  // One for each field of a description.
  'diagnostics.push(...formatFaults(',
  'diagnostics.push(...rangeFaults(',
  // One instruction.
  'Uint32Array.of(version, ...words)',
  'Uint32Array.of(version, words.length + 2, ...words)',
];

test('lists of any length are not spread into arguments', () => {
  const found: string[] = [];
  for (const path of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    for (const [i, line] of readFileSync(join(SOURCE, path), 'utf8').split('\n').entries())
      if (/\.push\(\.\.\.|Array\.of\(.*\.\.\./.test(line) && !SHORT.some((short) => line.includes(short)))
        found.push(`${path}:${i + 1}: ${line.trim()}`);
  }
  expect(found).toEqual([]);
});
