/** A shader with interfaces in the built page: its translation is for class instances that can be chosen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RECORDED } from '../../../fixtures/recorded.ts';
import { skipFor } from '../../support/skip-for.ts';
import { drop, eventually, lines, missing, paneOf, useExplorer } from './explorer.ts';

skipFor(describe, missing)('class instances', () => {
  const open = useExplorer();

  test('are chosen for each interface pointer', async () => {
    const page = await open();
    const bytes = new Uint8Array(readFileSync(join(RECORDED, 'interfaces.main.ps_5_0.bin')));
    await drop(page, [{ name: 'interfaces.cso', bytes }]);
    await lines(page).first().waitFor();
    await page.keyboard.press('F4');
    const pane = paneOf(page, 'Translation');
    const bindings = pane.getByRole('table').filter({ hasText: 'texture' });
    await pane.getByLabel('Language', { exact: true }).selectOption('WGSL');
    await pane.getByText('Options, bindings and differences').click();
    await bindings.waitFor();
    const material = pane.getByLabel('Class instance of material');
    expect(await material.locator('option').allTextContents()).toEqual(['textured', 'plain']);
    await material.selectOption('plain');
    await eventually(() => bindings.count()).toBe(0);
  });
});
