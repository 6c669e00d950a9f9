/** `provenance.json` says how each compiled shader was made from the source next to it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compilesIn } from '../../fixtures/sources.ts';

test.for(['samples/run', 'examples/shaders'])('%s', (directory) => {
  const rows: { file: string; source: string; entry: string; profile: string; sha256: string; size: number }[] =
    JSON.parse(readFileSync(`${directory}/provenance.json`, 'utf8'));
  const products = compilesIn(directory);
  expect(rows.map(({ source, entry, profile }) => `${directory}/${source} ${entry} ${profile}`)).toEqual(
    products.map(({ source, entry, profile }) => `${source} ${entry} ${profile}`),
  );
  expect(rows.map(({ file }) => file).sort()).toEqual(readdirSync(directory).filter((name) => name.endsWith('.cso')));
  for (const { file, sha256, size } of rows) {
    const bytes = readFileSync(`${directory}/${file}`);
    expect([file, bytes.length]).toEqual([file, size]);
    expect(createHash('sha256').update(bytes).digest('hex'), file).toBe(sha256);
  }
});
