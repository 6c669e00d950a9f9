/** The control flow graph, statistics and root signatures in Chromium: pointer, keyboard, list, and what axe finds. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { assembleRootSignature } from '../../../src/assemble/root-signature/assemble-root-signature.ts';
import { skipFor } from '../../support/skip-for.ts';
import { axeFaults } from './axe.ts';
import {
  drop,
  eventually,
  lines,
  missing,
  type NamedBytes,
  PHONE,
  sample,
  selectedLines,
  showTab,
  useExplorer,
} from './explorer.ts';

function recorded(id: string): NamedBytes {
  return { name: `${id}.cso`, bytes: readRecorded().find(({ provenance }) => provenance.id === id)!.bytes };
}

const blocks = (page: Page) => page.locator('.flow-block');
const transform = (page: Page) => page.locator('.flow-canvas > g').getAttribute('transform');

skipFor(describe, missing)('flow graph and statistics', { tags: 'slow' }, () => {
  const open = useExplorer();

  test('blocks and lines select each other; keys, wheel and buttons move the graph', async () => {
    const page = await open();
    await drop(page, [recorded('flow.main.ps_5_0')]);
    await lines(page).first().waitFor();
    await showTab(page, 'Flow graph');
    await eventually(() => blocks(page).count()).toBe(47);

    await lines(page).filter({ hasText: 'breakc_nz' }).first().click();
    const selected = page.locator('.flow-block.selected');
    await eventually(() => selected.allTextContents()).toEqual([expect.stringContaining('breakc_nz')]);
    await page.getByRole('button', { name: 'Fit' }).click();
    await blocks(page).filter({ hasText: 'discard_nz l(-1)' }).click();
    await eventually(() => selectedLines(page)).toEqual(['discard_nz l(-1)']);

    const before = await transform(page);
    await page.keyboard.press('+');
    await eventually(() => transform(page)).not.toBe(before);
    const zoomed = await transform(page);
    await page.mouse.wheel(0, -100);
    await eventually(() => transform(page)).not.toBe(zoomed);
    await page.keyboard.press('0');
    await eventually(() => transform(page)).toBe(before);
    // The arrow keys move between blocks, Enter selects.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(() => selectedLines(page)).not.toEqual(['discard_nz l(-1)']);

    await page.getByRole('button', { name: 'List', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'discard_nz l(-1)' }).getByRole('button');
    await row.click();
    await eventually(() => selectedLines(page)).toEqual(['discard_nz l(-1)']);
    expect(await row.getAttribute('aria-pressed')).toBe('true');
  });

  test('a large graph is shown in part, and what it is a part of is said', async () => {
    const page = await open();
    await drop(page, [recorded('long-function-tables.methods.ps_5_0')]);
    await lines(page).first().waitFor();
    await showTab(page, 'Flow graph');
    await page.getByText('391 blocks. Here are the 60 nearest').waitFor();
    expect(await blocks(page).count()).toBe(60);
  });

  test('a click on the curve of live registers selects an instruction', async () => {
    const page = await open();
    await drop(page, [sample('lake.cso')]);
    await lines(page).first().waitFor();
    await showTab(page, 'Statistics');
    const table = page.getByRole('table', { name: 'Instructions by what they do' });
    await table.getByRole('row', { name: /^arithmetic/ }).waitFor();
    const before = await selectedLines(page);
    const chart = page.locator('.live-chart .u-over');
    await chart.scrollIntoViewIfNeeded();
    await chart.click({ position: { x: 100, y: 40 } });
    await eventually(() => selectedLines(page)).not.toEqual(before);
  });

  test('axe finds nothing, and a phone does not scroll sideways', { tags: 'ci' }, async () => {
    const page = await open();
    const root = assembleRootSignature(
      'rootsig_1_1\nCBV(b0), DescriptorTable(SRV(t0, numDescriptors=4)), StaticSampler(s0)',
    );
    await drop(page, [recorded('flow.main.ps_5_0')]);
    await lines(page).first().waitFor();
    const found: Record<string, string[]> = {};
    await showTab(page, 'Flow graph');
    await blocks(page).first().waitFor();
    found.graph = await axeFaults(page);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('list', { name: 'Blocks of the program' }).waitFor();
    found.list = await axeFaults(page);
    await showTab(page, 'Statistics');
    await page.locator('.u-over').waitFor();
    found.statistics = await axeFaults(page);
    await page.setViewportSize(PHONE);
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Details' }).click();
    found.phone = await axeFaults(page);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(PHONE.width);
    await showTab(page, 'Flow graph');
    expect(await width()).toBe(PHONE.width);
    await showTab(page, 'Reflection');
    // A dropped file is shown at once.
    await drop(page, [{ name: 'root.cso', bytes: root.bytes! }]);
    await eventually(() => page.locator('.crumbs').textContent()).toMatch('root.cso');
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Details' }).click();
    await page.getByRole('table', { name: 'Parameters' }).waitFor();
    found.rootSignature = await axeFaults(page);
    expect(await width()).toBe(PHONE.width);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((view) => [view, []])));
  });
});
