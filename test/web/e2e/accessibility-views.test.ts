/**
 * Accessibility checks with axe-core of views that need a separate file, a run or a dialog, in a window and on a phone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { RECORDED } from '../../../fixtures/recorded.ts';
import { zipOf } from '../../../smith/archives/stored.ts';
import { skipFor } from '../../support/skip-for.ts';
import { axeFaults } from './axe.ts';
import { DESKTOP, drop, eventually, lines, missing, PHONE, paneOf, sample, showTab, useExplorer } from './explorer.ts';

const LAKE = sample('lake.cso');
const DEBUG = {
  name: 'debug.cso',
  bytes: new Uint8Array(readFileSync(join(RECORDED, 'debug-information.main.ps_5_0.0x1.bin'))),
};

skipFor(describe, missing)('accessibility of all views', { tags: ['slow', 'ci'] }, () => {
  const open = useExplorer();

  /**
   * Collects what axe finds in a view, in a window and on a phone, where the page must not be wider than the screen.
   */
  function collector(page: Page) {
    const found: Record<string, string[]> = {};
    return {
      async check(view: string, pane?: string): Promise<void> {
        found[view] = await axeFaults(page);
        await page.setViewportSize(PHONE);
        if (pane !== undefined)
          await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: pane }).click();
        found[`${view}, phone`] = await axeFaults(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > PHONE.width) found[`${view}, phone`]!.push(`the page is ${width} pixels wide`);
        await page.setViewportSize(DESKTOP);
      },
      end(): void {
        expect(Object.keys(found).length).toBeGreaterThan(0);
        expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
      },
    };
  }

  test('compare, source and edit', async () => {
    const page = await open();
    const { check, end } = collector(page);
    await drop(page, [DEBUG, LAKE, sample('torch.cso')]);
    await lines(page).first().waitFor();
    await showTab(page, 'Source');
    await page.locator('.source-line').first().waitFor();
    await check('source', 'Details');
    await page.getByRole('option', { name: /lake/ }).click();
    await eventually(() => page.locator('.crumbs').textContent()).toMatch('lake');
    await check('no source', 'Details');
    await page.keyboard.press('Alt+C');
    await page.getByRole('dialog').getByRole('option', { name: /torch/ }).click();
    await page.locator('.diff').first().waitFor();
    await check('compare', 'Details');
    await page.keyboard.press('Alt+E');
    const editor = page.getByRole('textbox', { name: 'Listing, editable' });
    await editor.locator('.cm-line').filter({ hasText: 'mov r0.y, l(1.0' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('mul r0.x, r0.x, l(0.5)\n');
    await page.getByText('1 instruction changed').waitFor();
    await check('edit', 'Listing');
    await editor.focus();
    await page.keyboard.type('no such instruction\n');
    await page.locator('.text-error').first().waitFor();
    await check('edit with an error', 'Listing');
    end();
  });

  test('run, debug and compute', async () => {
    const page = await open();
    const { check, end } = collector(page);
    await drop(page, [LAKE, sample('prefix-sum.cso'), sample('run/patch.hs.cso')]);
    await showTab(page, 'Run');
    const picture = page.locator('button.picture[data-state=drawn]');
    await picture.waitFor();
    await check('run', 'Details');
    await picture.click();
    await page.getByRole('table', { name: 'Registers' }).waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('F11');
    await page.getByRole('checkbox', { name: 'All lanes' }).check();
    await check('debug', 'Details');
    await page.getByRole('option', { name: /prefix-sum/ }).click();
    await page.getByRole('region', { name: 'Buffers' }).getByRole('button', { name: 'Run', exact: true }).click();
    await page
      .getByRole('columnheader', { name: /after$/ })
      .first()
      .waitFor();
    await check('compute', 'Details');
    await page.getByRole('option', { name: /patch/ }).click();
    await page.getByText(/Hull shaders run between other stages/).waitFor();
    await check('a stage that does not run', 'Details');
    end();
  });

  test('tour, dialogs, lists and errors', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { check, end } = collector(page);
    await check('start');
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await page.getByRole('dialog').getByRole('heading').waitFor();
    await check('tour');
    await page.keyboard.press('Escape');
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Close all' }).click();
    await drop(page, [{ name: 'empty.bin', bytes: new Uint8Array(0) }]);
    await page.getByText('The file is empty').first().waitFor();
    await check('an empty file', 'Files');
    await drop(page, [{ name: 'notes.txt', bytes: new TextEncoder().encode('no shader in here') }]);
    await page.getByText('No shader was found').first().waitFor();
    await check('a text without a shader', 'Listing');
    await drop(page, [{ name: 'cut.cso', bytes: LAKE.bytes.slice(0, 500) }]);
    await page.getByRole('option', { name: /cut/ }).click();
    await check('a container that is cut off', 'Files');
    const members = Array.from({ length: 200 }, (_, i) => ({ name: `shaders/${i}.cso`, bytes: LAKE.bytes }));
    await drop(page, [{ name: 'game.zip', bytes: zipOf(members) }]);
    await page.getByRole('option', { name: 'shaders/0.cso' }).click();
    await lines(page).first().waitFor();
    await check('many shaders', 'Files');
    await page.getByRole('searchbox', { name: 'Search shaders' }).fill('no such shader');
    await page.getByText('No shader matches').waitFor();
    await check('no match', 'Files');
    await page.getByRole('button', { name: 'Share' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Copied\./)
      .waitFor();
    await check('share');
    await page.keyboard.press('Escape');
    await paneOf(page, 'Files').waitFor();
    await page.keyboard.press('Alt+C');
    await page.getByRole('dialog').waitFor();
    await check('choice of a shader');
    await page.keyboard.press('Escape');
    await page.evaluate(() => (location.hash = 's1.AAAA'));
    await page.getByRole('dialog', { name: 'This link cannot be opened' }).waitFor();
    await check('a link that cannot be opened');
    end();
  });
});
