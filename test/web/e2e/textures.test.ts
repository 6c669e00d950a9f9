/** The inputs of a pixel shader in the run view: pictures from files, patterns and constants. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SAMPLES } from '../../../fixtures/sources.ts';
import { skipFor } from '../../support/skip-for.ts';
import { colorsOf, drop, eventually, missing, sample, showTab, useExplorer } from './explorer.ts';

const SEPIA = { name: 'sepia.cso', bytes: new Uint8Array(readFileSync(join(SAMPLES, 'run/sepia.cso'))) };
const COLOR = [200, 100, 52, 255];

/** A file with a picture of one color. */
function png(name: string): { name: string; mimeType: string; buffer: Buffer } {
  const data = Uint8Array.from({ length: 4 * 16 }, (_, i) => COLOR[i % 4]!);
  return { name, mimeType: 'image/png', buffer: Buffer.from(encode({ width: 4, height: 4, data, channels: 4 })) };
}

async function setNumber(page: Page, name: string, value: number): Promise<void> {
  const field = page.locator('input:not([type=range])').and(page.getByLabel(name, { exact: true }));
  await field.fill(String(value));
  await field.press('Enter');
}

skipFor(describe, missing)('what a pixel shader gets', { tags: 'slow' }, () => {
  const open = useExplorer();

  async function run(): Promise<Page> {
    const page = await open();
    await drop(page, [SEPIA]);
    await showTab(page, 'Run');
    await eventually(async () => (await colorsOf(page)).length).toBeGreaterThan(1);
    return page;
  }

  test('is a picture from a file, changed by constants', async () => {
    const page = await run();
    await setNumber(page, 'strength', 0);
    await page.getByLabel('File for image').setInputFiles(png('one-color.png'));
    // Without strength the shader gives the texture as it is.
    await eventually(() => colorsOf(page)).toEqual([COLOR]);
    expect(await page.getByRole('combobox', { name: 'Content of image' }).inputValue()).toBe('file');
    await setNumber(page, 'strength', 1_000_000);
    // With much of it, the brightness in the tint: a quarter of red and blue and half of green.
    for (const axis of ['x', 'y', 'z']) await setNumber(page, `tint ${axis}`, axis === 'x' ? 1 : 0);
    await eventually(() => colorsOf(page)).toEqual([[113, 0, 0, 255]]);
    await page.getByRole('combobox', { name: 'Content of image' }).selectOption({ index: 0 });
    await eventually(async () => (await colorsOf(page)).length).toBeGreaterThan(1);
  });

  test('is a picture that is dropped on its row; a file that is none says so', { tags: 'ci' }, async () => {
    const page = await run();
    await setNumber(page, 'strength', 0);
    const { buffer } = png('dropped.png');
    const row = page.locator('.run-row').filter({ has: page.getByRole('combobox', { name: 'Content of image' }) });
    await drop(page, [{ name: 'dropped.png', bytes: buffer }], row);
    await eventually(() => colorsOf(page)).toEqual([COLOR]);
    await drop(page, [{ name: 'notes.txt', bytes: Buffer.from('no picture') }], row);
    await page.getByText(/notes\.txt cannot be read as a picture/).waitFor();
    // The one before stays.
    expect(await colorsOf(page)).toEqual([COLOR]);
  });
});

skipFor(describe, missing)('the tree of an effect', { tags: 'slow' }, () => {
  const open = useExplorer();

  test('opens the shaders of its passes', async () => {
    const page = await open();
    await drop(page, [sample('glow.fxo')]);
    await page
      .getByRole('option', { name: /glow\.fxo/ })
      .first()
      .click();
    await showTab(page, 'Reflection');
    const tree = page.getByRole('region', { name: 'Reflected data' });
    await tree.getByTitle('Open Glow/Blur/ps').first().click();
    const selected = page.getByRole('listbox', { name: 'Shaders' }).getByRole('option', { selected: true });
    await eventually(async () => (await selected.textContent()) ?? '').toMatch(/^Glow\/Blur\/psps_3_0/);
  });
});
