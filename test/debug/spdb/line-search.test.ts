/**
 * The search for the line of an instruction: records in order are searched in logarithmic time, with the result of the
 * search of all.
 */
import { expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { openSpdb, type PdbModule, type Spdb } from '../../../src/debug/spdb/spdb.ts';

function database(): Spdb {
  for (const { bytes } of readRecorded()) {
    const chunk = readContainer(bytes, new Diagnostics())?.find(TAG.SPDB);
    const spdb = chunk && openSpdb(chunk.data, new Diagnostics());
    if (spdb !== undefined) return spdb;
  }
  throw new Error('no fixture has a program database');
}

test('records in order give what a search of all records gives', { tags: 'slow' }, () => {
  const spdb = database();
  let found = 0;
  for (let seed = 0; seed < 400; seed++) {
    const random = new Random(seed);
    const blocks = Array.from({ length: random.between(1, 3) }, (_, file) => {
      let offset = random.below(8);
      const lines = Array.from({ length: random.below(12) }, (__, line) => {
        offset += random.pick([0, 0, 1, 4, 8]);
        const statement = random.oneIn(2);
        return { offset, section: 1, file, line, lineEnd: line, statement, column: 0, columnEnd: 0 };
      });
      return { section: 1, start: random.below(8), length: random.below(60), file, lines, sorted: true };
    });
    const moduleOf = (sorted: boolean) =>
      ({
        lines: { blocks: blocks.map((block) => ({ ...block, sorted })), blocksIntact: true },
      }) as unknown as PdbModule;
    for (let start = 0; start < 64; start++) {
      const end = start + random.pick([1, 4, 8]);
      const fast = spdb.lineAt(moduleOf(true), [], start, end);
      expect(fast).toBe(spdb.lineAt(moduleOf(false), [], start, end));
      if (fast !== undefined) found++;
    }
  }
  expect(found).toBeGreaterThan(1000);
});
