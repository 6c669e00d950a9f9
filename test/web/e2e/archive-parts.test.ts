/** Archives whose data are in several files: dropped together, and served by `dxlens explore`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { vpkOf } from '../../../smith/archives/stored.ts';
import { skipFor } from '../../support/skip-for.ts';
import { drop, eventually, lines, missing, rowLines, sample, useExplorer } from './explorer.ts';

const { tree, part } = vpkOf(
  [
    { name: 'a/lake.cso', bytes: sample('lake.cso').bytes },
    { name: 'b/torch.cso', bytes: sample('torch.cso').bytes },
  ],
  { apart: [0, 1] },
);

skipFor(describe, missing)('an archive in several files', () => {
  const open = useExplorer();

  test('is searched as one when its files are dropped together', async () => {
    const page = await open();
    await drop(page, [
      { name: 'pak01_003.vpk', bytes: part },
      { name: 'pak01_dir.vpk', bytes: tree },
    ]);
    await lines(page).first().waitFor();
    await eventually(async () => (await rowLines(page)).length).toBe(2);
    expect((await rowLines(page)).join()).toMatch(/a\/lake\.cso.*b\/torch\.cso/s);
  });

  test('is read in pieces from the server', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'dxlens-parts-'));
    try {
      const path = join(directory, 'pak01_003.vpk');
      writeFileSync(path, part);
      const page = await open({}, [{ name: 'pak01_dir.vpk', content: tree, parts: [{ name: 'pak01_003.vpk', path }] }]);
      await lines(page).first().waitFor();
      await eventually(async () => (await rowLines(page)).length).toBe(2);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
