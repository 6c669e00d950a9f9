/** The page of reflection for a shader whose reflection data was removed. */
import { describe, expect, test } from 'vitest';
import { stripShader } from '../../../src/index.ts';
import { skipFor } from '../../support/skip-for.ts';
import { drop, eventually, lines, missing, sample, selectedLines, showTab, useExplorer } from './explorer.ts';

skipFor(describe, missing)('a stripped shader', () => {
  const open = useExplorer();

  test('has the bindings that its program declares, which select their declarations', async () => {
    const page = await open();
    const { name, bytes } = sample('lake.cso');
    await drop(page, [{ name, bytes: stripShader(bytes, 1).bytes! }]);
    await lines(page).first().waitFor();
    await showTab(page, 'Reflection');
    const table = page.getByRole('table', { name: 'Bindings from declarations' });
    await table.waitFor();
    expect(await table.locator('tbody td:first-child').allTextContents()).toEqual(['b0', 's0', 't0', 't1']);
    await page.getByText('This shader has no reflection data.').waitFor();
    await table.getByRole('button', { name: 't1' }).click();
    await eventually(() => selectedLines(page)).toEqual([expect.stringMatching(/^dcl_resource_texturecube .* t1$/)]);
    await table.getByRole('button', { name: 'b0' }).click();
    await eventually(() => selectedLines(page)).toEqual([expect.stringMatching(/^dcl_constantbuffer /)]);
  });
});
