/** Files of the command line of `dxlens explore`, which the page fetches from the server. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SAMPLES } from '../../../fixtures/sources.ts';
import { skipFor } from '../../support/skip-for.ts';
import { eventually, lines, missing, rowLines, selectedLines, useExplorer } from './explorer.ts';

skipFor(describe, missing)('files of the command line', { tags: 'slow' }, () => {
  const open = useExplorer();

  test('they are opened, and a file without shaders is named', async () => {
    const lake = join(SAMPLES, 'lake.cso');
    const page = await open({}, [
      { name: 'notes.txt', content: new TextEncoder().encode('no shader') },
      { name: '<b>"lake"&.cso', content: lake },
      { name: 'rim-light.cso', content: join(SAMPLES, 'rim-light.cso') },
    ]);
    await eventually(() => selectedLines(page)).toEqual(['ps_5_0']);
    await eventually(() => rowLines(page)).toEqual([
      expect.stringMatching(/^<b>"lake"&\.csops_5_0/),
      expect.stringMatching(/^rim-light\.csops_3_0/),
    ]);
    await page.getByText('have no shader: notes.txt').waitFor();
    await lines(page).first().waitFor();
  });
});
