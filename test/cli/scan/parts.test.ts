/** Parts of the scan: shards, the cache, rows that wait, the table, sources of files, times. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileSource } from '../../../src/cli/inputs/siblings.ts';
import { timeText } from '../../../src/cli/jobs/progress.ts';
import { CollectingSink } from '../../../src/cli/verbs/scan/row-sink.ts';
import { Table } from '../../../src/cli/verbs/scan/run.ts';
import { ContentCache } from '../../../src/cli/verbs/scan/scan-file.ts';
import { isInShard, sampleHash } from '../../../src/cli/verbs/scan/settings.ts';
import { sourceOfBytes } from '../../../src/find/source.ts';

function inDirectory(work: (directory: string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'dxlens-scan-'));
  try {
    work(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test('every hash is in exactly one shard, and shards are of similar size', () => {
  const counts = new Array<number>(7).fill(0);
  for (let i = 0; i < 7000; i++) {
    const sha256 = Math.imul(i + 1, 0x9e3779b1)
      .toString(16)
      .replace('-', '')
      .padStart(12, '7')
      .concat('0'.repeat(52));
    const shards = [1, 2, 3, 4, 5, 6, 7].filter((index) => isInShard({ index, count: 7, by: 'file' }, sha256));
    expect(shards).toHaveLength(1);
    counts[shards[0]! - 1]!++;
  }
  for (const count of counts) expect(count).toBeGreaterThan(700);
});

test('the sample of a file is its size, its beginning and its end', async () => {
  const bytes = new Uint8Array(300_000);
  const original = await sampleHash(sourceOfBytes(bytes));
  const changed = async (at: number) => {
    const copy = bytes.slice();
    copy[at] = 1;
    return (await sampleHash(sourceOfBytes(copy))) !== original;
  };
  expect(await Promise.all([0, 0xffff, 150_000, 299_999].map(changed))).toEqual([true, true, false, true]);
  expect(await sampleHash(sourceOfBytes(bytes.subarray(1)))).not.toBe(original);
  for (const size of [0, 1, 0x1_0000, 0x1_0001, 0x1_8000, 0x2_0000])
    expect(await sampleHash(sourceOfBytes(bytes.subarray(0, size)))).toMatch(/^[0-9a-f]{64}$/);
});

test('identical shaders are decoded once, and memory is bounded', () => {
  const shader = (number: number) => new Uint8Array(Uint32Array.of(0xffff0200, number << 16, 0xffff).buffer);
  const cache = new ContentCache(['slots', 'profile'], 10_000);
  for (let round = 0; round < 3; round++) for (let i = 0; i < 5; i++) cache.contentsOf(`${i}`, shader(i));
  expect(cache.decoded).toBe(5);
  for (let i = 0; i < 50; i++) cache.contentsOf(`${i}`, shader(i));
  expect(cache.decoded).toBe(50);
  // The first ones were dropped, the last ones are there.
  cache.contentsOf('49', shader(49));
  expect(cache.decoded).toBe(50);
  expect(cache.contentsOf('0', shader(0)).get('profile')).toBe('ps_2_0');
  expect(cache.decoded).toBe(51);
});

test('rows that are many wait in a file', () => {
  inDirectory((directory) => {
    const few = new CollectingSink(directory);
    few.add('a\n');
    expect(few.finish()).toEqual({ lines: 'a\n', file: undefined });
    const many = new CollectingSink(join(directory, 'new'));
    const line = `${'ä'.repeat(999)}\n`;
    for (let i = 0; i < 1000; i++) many.add(line);
    const { lines, file } = many.finish();
    expect(readFileSync(file!, 'utf8') + lines).toBe(line.repeat(1000));
    expect(lines.length).toBeLessThan(300_000);
  });
});

test('a file is read at offsets, whole or in parts', () => {
  inDirectory((directory) => {
    for (const size of [0, 10, 2 ** 20, 2 ** 20 + 5]) {
      const path = join(directory, `${size}`);
      const bytes = Uint8Array.from({ length: size }, (_, at) => at * 7);
      writeFileSync(path, bytes);
      const source = new FileSource(path);
      expect(source.size).toBe(size);
      for (const [offset, length] of [
        [0, size],
        [3, 4],
        [size - 2, 10],
        [size, 1],
        [size + 10, 1],
      ] as const)
        if (offset >= 0)
          expect(Buffer.compare(source.read(offset, length), bytes.subarray(offset, offset + length))).toBe(0);
      source.close();
    }
    expect(() => new FileSource(join(directory, 'missing'))).toThrow(/ENOENT/);
    expect(existsSync(directory)).toBe(true);
  });
});

test('a table has the widths of its first rows', () => {
  const table = new Table(['path', 'slots', 'valid', 'bindings']);
  expect(table.add(['a\tb', 5, true, ['x', 'y']])).toBe('');
  expect(table.add(['abcdefgh', null, false, []])).toBe('');
  expect(table.finish()).toBe(
    ['path      slots  valid  bindings', 'a\\x09b        5  yes    x, y', 'abcdefgh      -  no     -', ''].join('\n'),
  );
  expect(table.add(['a much longer path', 1, null, null])).toBe('a much longer path      1  -      -\n');
  expect(new Table(['path']).finish()).toBe('');
  const long = new Table(['path']);
  let text = '';
  for (let i = 0; i < 1000; i++) text += long.add([`${i}`]);
  expect(text + long.finish()).toBe(`path\n${Array.from({ length: 1000 }, (_, i) => `${i}\n`).join('')}`);
});

test.each([
  [0.2, '0 s'],
  [59.4, '59 s'],
  [200, '3 min 20 s'],
  [7500, '2 h 5 min'],
  [Number.POSITIVE_INFINITY, '?'],
] as const)('%d seconds', (seconds, text) => expect(timeText(seconds)).toBe(text));
