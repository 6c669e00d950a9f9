/** Links to shaders: copied, opened by someone else, pasted, and those that cannot be opened. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { skipFor } from '../../support/skip-for.ts';
import {
  drop,
  eventually,
  lines,
  missing,
  PHONE,
  paneOf,
  rowLines,
  sample,
  selectedLines,
  useExplorer,
} from './explorer.ts';

const LAKE = sample('lake.cso');
const PERMISSIONS = ['clipboard-read', 'clipboard-write'];

skipFor(describe, missing)('sharing', { tags: 'slow' }, () => {
  const open = useExplorer();

  test('a link opens the shader as it was shown', async () => {
    const page = await open({ permissions: PERMISSIONS });
    await drop(page, [LAKE, sample('rim-light.cso')]);
    await lines(page).filter({ hasText: 'sample_indexable' }).first().click();
    await eventually(async () => (await selectedLines(page)).join()).toMatch('sample_indexable');
    const [selected] = await selectedLines(page);
    await page.keyboard.press('F2');
    await page.keyboard.press('F4');
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'GLSL 4.50' });
    await page.getByRole('tab', { name: 'Reflection' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link to this shader' });
    await dialog.getByText(/^Copied\./).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(await dialog.getByRole('textbox', { name: 'Link' }).inputValue());
    expect(link).toBe(page.url());
    expect(link.length).toBeLessThan(3000);

    const other = await open();
    await other.evaluate((hash) => (location.hash = hash), new URL(link).hash);
    await eventually(() => rowLines(other)).toEqual([expect.stringMatching(/^lake\.csops_5_0/)]);
    await eventually(() => selectedLines(other)).toEqual([selected]);
    await other.getByRole('tab', { name: 'Reflection', selected: true }).waitFor();
    await other.locator('.gutter-bytes').first().waitFor();
    await lines(other, 'Translation').filter({ hasText: '#version 450' }).waitFor();

    // The address is that of the shader as long as it is shown.
    expect(new URL(other.url()).hash).toBe(new URL(link).hash);
    await drop(other, [sample('rim-light.cso')]);
    await other.getByRole('option', { name: /rim-light/ }).click();
    await eventually(async () => new URL(other.url()).hash).toBe('');
  });

  test('a link that is pasted opens its shader, also on a phone', { tags: 'ci' }, async () => {
    const page = await open({ viewport: PHONE, hasTouch: true, isMobile: true, permissions: PERMISSIONS });
    await page.getByRole('button', { name: 'rim-light.cso' }).click();
    await lines(page).first().waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Copied\./)
      .waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(page.url().replace(/#.*/, '#'));
    await page.reload();
    await page.getByRole('heading', { name: 'See what is in a shader' }).waitFor();
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `https://elsewhere.example/${new URL(link).hash}`,
    );
    await page.keyboard.press('Control+V');
    await lines(page).filter({ hasText: 'ps_3_0' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });

  test('an edited shader is shared as it is now', { tags: 'ci' }, async () => {
    const page = await open({ permissions: PERMISSIONS });
    await drop(page, [LAKE]);
    await lines(page).filter({ hasText: 'sample_indexable' }).first().waitFor();
    await page.keyboard.press('Alt+E');
    await lines(page, 'Listing, editable').filter({ hasText: 'sample_indexable' }).first().click();
    await page.keyboard.press('Home');
    await page.keyboard.type('mov r0.x, l(0.625000)\n');
    await page.locator('.edit-bar').getByText('1 instruction changed').waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Copied\./)
      .waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await open();
    await other.evaluate((hash) => (location.hash = hash), new URL(link).hash);
    await lines(other)
      .filter({ hasText: /^ *sqrt / })
      .waitFor();
  });

  test('a shader that is too large for a link says so', async () => {
    const page = await open();
    const bytes = Buffer.concat([LAKE.bytes, Buffer.alloc(2 ** 20 + 1)]);
    await drop(page, [{ name: 'long.bin', bytes: bytes.subarray(4) }]);
    await paneOf(page, 'Details').waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog', { name: 'This shader is too large for a link' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  test.each([
    ['damaged', 's1.AAAA', 'A part of it is missing'],
    ['hostile', `s1.${deflateRawSync(Buffer.alloc(16 * 2 ** 20)).toString('base64url')}`, 'larger than links can have'],
    ['of another version', 's9.abc', 'another version'],
  ])('a link that is %s gives an error and nothing else', async (_, fragment, text) => {
    const page = await open();
    await page.evaluate((hash) => (location.hash = hash), fragment);
    const dialog = page.getByRole('dialog', { name: 'This link cannot be opened' });
    await dialog.getByRole('alert').getByText(text).waitFor();
    await eventually(async () => new URL(page.url()).hash).toBe('');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'See what is in a shader' }).waitFor();
    expect(await rowLines(page)).toEqual([]);
  });
});
