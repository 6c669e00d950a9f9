/** Ways to open files, and the list of shaders. */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { zipOf } from '../../../smith/archives/stored.ts';
import { disassemble } from '../../../src/text/disassemble.ts';
import { skipFor } from '../../support/skip-for.ts';
import { drop, eventually, lines, missing, paneOf, rowLines, sample, showTab, useExplorer } from './explorer.ts';

const LAKE = sample('lake.cso');
const RIM = sample('rim-light.cso');

/**
 * Listings print literals and comments as `disassemble` does, which is compared with Microsoft's listings elsewhere.
 */
const firstLines = (bytes: Uint8Array, count: number) => disassemble(bytes).text.split('\n').slice(0, count);

skipFor(describe, missing)('opening', { tags: 'slow' }, () => {
  const open = useExplorer();

  test('a dropped file shows its listing', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'See what is in a shader' }).waitFor();
    await drop(page, [LAKE]);
    // The first instruction is at the top; the header is above it.
    await lines(page).filter({ hasText: 'dcl_globalFlags' }).waitFor();
    await lines(page).first().click();
    await page.keyboard.press('Control+Home');
    await eventually(async () => (await lines(page).allTextContents()).slice(0, 5)).toEqual(firstLines(LAKE.bytes, 5));
    await page.getByRole('contentinfo').getByText('valid').waitFor();
  });

  test('a pasted C array is opened', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const source = `const BYTE g_main[] = { ${RIM.bytes.join(', ')} };`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), source);
    await page.keyboard.press('Control+V');
    await lines(page).filter({ hasText: 'ps_3_0' }).waitFor();
    expect((await rowLines(page)).join()).toContain('ps_3_0');
  });

  test('files that are picked are all listed', async () => {
    const page = await open();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open files' }).click();
    const files = [LAKE, RIM].map(({ name, bytes }) => ({ name, mimeType: '', buffer: Buffer.from(bytes) }));
    await (await chooser).setFiles(files);
    await eventually(() => rowLines(page)).toEqual([
      expect.stringMatching(/^lake\.csops_5_0/),
      expect.stringMatching(/^rim-light\.csops_3_0/),
    ]);
  });

  test('a sample is opened', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'prefix-sum.cso' }).click();
    await lines(page).filter({ hasText: 'dcl_thread_group' }).first().waitFor();
  });

  test('an archive with many shaders is searched and sorted', { tags: 'ci' }, async () => {
    const shaders = readRecorded()
      .filter(({ bytes }) => bytes.byteLength < 20_000)
      .slice(0, 400);
    const archive = zipOf(
      shaders.map(({ bytes }, i) => ({ name: `shaders/${String(i).padStart(3, '0')}.cso`, bytes })),
    );
    const page = await open();
    await drop(page, [{ name: 'game.zip', bytes: archive }]);
    const count = paneOf(page, 'Files').locator('.count');
    await eventually(() => count.textContent()).toBe('400');
    // The list has rows for what is in view only.
    expect((await rowLines(page)).length).toBeLessThan(100);

    const search = page.getByRole('searchbox', { name: 'Search shaders' });
    await search.fill('123.cso');
    await eventually(() => rowLines(page)).toEqual([expect.stringMatching(/^shaders\/123\.cso/)]);
    await search.fill('no such shader');
    await page.getByText('No shader matches “no such shader”.').waitFor();
    await search.fill('');

    await page.getByRole('combobox', { name: 'Sort shaders' }).selectOption('Bytes');
    await page.getByRole('button', { name: 'Descending order' }).click();
    const largest = shaders.reduce(
      (most, one, i) => (one.bytes.byteLength > shaders[most]!.bytes.byteLength ? i : most),
      0,
    );
    await page.getByRole('listbox', { name: 'Shaders' }).focus();
    await page.keyboard.press('Home');
    await eventually(async () => (await rowLines(page))[0]).toMatch(`shaders/${String(largest).padStart(3, '0')}.cso`);
    await page
      .getByRole('contentinfo')
      .getByText(`${shaders[largest]!.bytes.byteLength.toLocaleString('en')} bytes`)
      .waitFor();
  });

  test('an effect lists its shaders, and is shown itself', async () => {
    const page = await open();
    await drop(page, [sample('glow.fxo')]);
    await eventually(async () => (await rowLines(page)).length).toBeGreaterThan(2);
    const rows = await rowLines(page);
    expect(rows.join('\n')).toMatch(/vs_[23]_0/);
    expect(rows.join('\n')).toMatch(/ps_[23]_0/);
    await page
      .getByRole('option', { name: /ps_[23]_0/ })
      .first()
      .click();
    await lines(page)
      .filter({ hasText: /^\s*ps_[23]_0/ })
      .waitFor();
    await page
      .getByRole('option', { name: /glow\.fxo/ })
      .first()
      .click();
    await lines(page).filter({ hasText: 'technique Glow' }).waitFor();
    await showTab(page, 'Reflection');
    const reflected = page.getByRole('region', { name: 'Reflected data' });
    await reflected.getByRole('heading', { name: 'Techniques' }).waitFor();
    await reflected.getByText(/^technique Glow/).waitFor();
    await reflected.getByRole('heading', { name: 'Parameters' }).waitFor();
  });

  test('all files are closed', async () => {
    const page = await open();
    await drop(page, [LAKE]);
    await lines(page).first().waitFor();
    await page.getByRole('button', { name: 'Close all' }).click();
    await page.getByRole('heading', { name: 'See what is in a shader' }).waitFor();
  });
});
