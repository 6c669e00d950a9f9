/** What axe-core finds in each view, light and dark; and the page without a pointer. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  DESKTOP,
  drop,
  eventually,
  lines,
  missing,
  PHONE,
  paneOf,
  sample,
  selectedLines,
  showTab,
  useExplorer,
} from './explorer.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that are broken, with the elements. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate<AxeResults>('axe.run()');
  expect(passes.length).toBeGreaterThan(10);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
}

describe.skipIf(missing !== undefined)('accessibility', { tags: 'slow' }, () => {
  const open = useExplorer();

  test('axe sees an image without a text', async () => {
    const page = await open();
    await page.evaluate(() => document.querySelector('main')!.append(new Image()));
    expect((await faults(page)).join('\n')).toMatch(/^image-alt/m);
  });

  test.each(['light', 'dark'] as const)('%s: axe finds nothing in any view', async (colorScheme) => {
    const page = await open({ colorScheme });
    const found: Record<string, string[]> = {};
    found.start = await faults(page);
    await drop(page, [sample('lake.cso'), sample('rim-light.cso'), sample('glow.fxo')]);
    await lines(page).filter({ hasText: 'sample_indexable' }).first().click();
    await paneOf(page, 'Inspector').getByRole('article').first().waitFor();
    found.bytes = await faults(page);
    for (const tab of ['Reflection', 'Diagnostics']) {
      await showTab(page, tab);
      found[tab] = await faults(page);
    }
    await page.keyboard.press('F2');
    await page.keyboard.press('F4');
    await lines(page, 'Translation').first().waitFor();
    await page.locator('.facts-box summary').click();
    found.translation = await faults(page);
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').waitFor();
    found.palette = await faults(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    found.help = await faults(page);
    await page.keyboard.press('Escape');
    for (const name of [/rim-light/, /glow\.fxo/]) {
      await showTab(page, 'Reflection');
      await page.getByRole('option', { name }).first().click();
      await eventually(() => page.locator('.crumbs').textContent()).toMatch(name);
      found[String(name)] = await faults(page);
    }
    await page.setViewportSize(PHONE);
    for (const name of ['Files', 'Listing', 'Inspector', 'Details']) {
      await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).click();
      found[`phone: ${name}`] = await faults(page);
    }
    await page.setViewportSize(DESKTOP);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((view) => [view, []])));
  });

  test('everything is reached by the keyboard', async () => {
    const page = await open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    // The first sample is opened from the start page.
    const chosen = page.getByRole('button', { name: 'lake.cso' });
    for (let i = 0; i < 20 && !(await chosen.evaluate((one) => one === document.activeElement)); i++)
      await press('Tab');
    await press('Enter');
    await lines(page).first().waitFor();
    await eventually(() => selectedLines(page)).toEqual(['ps_5_0']);

    await press('Alt+ArrowRight', 'Alt+ArrowRight');
    await eventually(() => selectedLines(page)).toEqual(['dcl_constantbuffer CB0[3], immediateIndexed']);
    await press('Alt+.');
    const word = () => paneOf(page, 'Inspector').locator('article.selected').getAttribute('aria-label');
    await eventually(word).toMatch('0x0390');
    await press('Alt+,', 'Alt+ArrowLeft');
    await eventually(() => selectedLines(page)).toEqual(['dcl_globalFlags refactoringAllowed']);

    await press('Alt+2');
    await page.getByRole('region', { name: 'Reflected data' }).waitFor();
    await page.getByRole('tab', { selected: true }).focus();
    await press('ArrowRight');
    await page.getByRole('tab', { name: 'Diagnostics', selected: true }).waitFor();
    await press('Alt+1', 'F2');
    await page.locator('.gutter-bytes').first().waitFor();

    // The palette takes words of a command, and the arrow keys choose.
    await press('Control+K');
    await page.getByRole('combobox', { name: 'Find a command or a shader' }).waitFor();
    await page.keyboard.type('translation beside');
    await press('Enter');
    await lines(page, 'Translation').first().waitFor();

    // Lines of the listing with the arrow keys.
    await page.getByRole('textbox', { name: 'Listing', exact: true }).focus();
    await press('ArrowDown', 'ArrowDown');
    await eventually(async () => (await selectedLines(page)).join()).toContain('dcl_sampler');
    await press('Control+F');
    await page.keyboard.type('dp3');
    await eventually(() => page.locator('.cm-searchMatch').count()).toBeGreaterThan(0);

    // The focus can be seen wherever it is.
    await press('Escape');
    for (let i = 0; i < 30; i++) {
      await press('Tab');
      const outline = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
        const editor = document.activeElement!.closest('.cm-editor');
        return (
          editor !== null ||
          document.activeElement === document.body ||
          (outlineStyle !== 'none' && outlineWidth !== '0px')
        );
      });
      expect(outline, await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 200))).toBe(true);
    }
  });
});
