/** Lines that are compared have the numbers of numbered listings, which the golden tests compare with Microsoft's. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { listingParts } from '../../src/diff/listing-lines.ts';
import { readShaderFile } from '../../src/file/shader-file.ts';
import { disassemble } from '../../src/index.ts';

/** The number and the mnemonic of each numbered line. */
function numberedLines(bytes: Uint8Array): string[] {
  const { text } = disassemble(bytes, { header: false, numbers: true, exact: true });
  return text.split('\n').flatMap((line) => {
    const match = /^ *(\d+):\s+(\S+)/.exec(line);
    return match === null ? [] : [`${match[1]} ${match[2]}`];
  });
}

test('numbers are those of numbered listings', { tags: 'slow' }, () => {
  const seen = { sm1: 0, dxbc: 0 };
  for (const name of readdirSync(RECORDED).filter((name) => name.endsWith('.bin'))) {
    const bytes = Uint8Array.from(readFileSync(join(RECORDED, name)));
    const file = readShaderFile(bytes, new Diagnostics());
    if (file.format !== 'sm1' && file.format !== 'dxbc') continue;
    const program = listingParts(file).find((part) => part.name === 'program');
    if (program === undefined) continue;
    const lines = program.lines();
    // A co-issued instruction has the number of the other, which its listing does not repeat.
    const numbered = lines.filter(({ number, text }) => number !== null && !text.startsWith('+ '));
    expect(
      numbered.map(({ number, text }) => `${number} ${text.split(' ')[0]}`),
      name,
    ).toEqual(numberedLines(bytes));
    seen[file.format]++;
  }
  expect(seen.sm1).toBeGreaterThan(50);
  expect(seen.dxbc).toBeGreaterThan(50);
});
