/** Accessibility checks with axe-core of each view, light and dark; and the page without a pointer. */
import { describe, expect, test } from 'vitest';
import { skipFor } from '../../support/skip-for.ts';
import { axeFaults } from './axe.ts';
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

skipFor(describe, missing)('accessibility', { tags: 'slow' }, () => {
  const open = useExplorer();

  test('axe sees an image without a text', async () => {
    const page = await open();
    await page.evaluate(() => document.querySelector('main')!.append(new Image()));
    expect((await axeFaults(page)).join('\n')).toMatch(/^image-alt \(light\)/m);
  });

  test('axe finds nothing in a listing with its bytes and fields', { tags: 'ci' }, async () => {
    const page = await open();
    await drop(page, [sample('lake.cso')]);
    await lines(page).filter({ hasText: 'sample_indexable' }).first().click();
    await paneOf(page, 'Inspector').getByRole('article').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });

  test('axe finds nothing in any view', { tags: 'ci' }, async () => {
    const page = await open();
    const found: Record<string, string[]> = {};
    found.start = await axeFaults(page);
    await drop(page, [sample('lake.cso'), sample('rim-light.cso'), sample('glow.fxo')]);
    await lines(page).filter({ hasText: 'sample_indexable' }).first().click();
    await paneOf(page, 'Inspector').getByRole('article').first().waitFor();
    found.bytes = await axeFaults(page);
    for (const tab of ['Reflection', 'Diagnostics']) {
      await showTab(page, tab);
      found[tab] = await axeFaults(page);
    }
    await page.keyboard.press('F2');
    await page.keyboard.press('F4');
    await lines(page, 'Translation').first().waitFor();
    found.hlsl = await axeFaults(page);
    await page.getByLabel('Language', { exact: true }).selectOption('WGSL');
    await page.locator('.facts-box summary').click();
    found.translation = await axeFaults(page);
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').waitFor();
    found.palette = await axeFaults(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    found.help = await axeFaults(page);
    await page.keyboard.press('Escape');
    for (const name of [/rim-light/, /glow\.fxo/]) {
      await showTab(page, 'Reflection');
      await page.getByRole('option', { name }).first().click();
      await eventually(() => page.locator('.crumbs').textContent()).toMatch(name);
      found[String(name)] = await axeFaults(page);
    }
    await page.setViewportSize(PHONE);
    for (const name of ['Files', 'Listing', 'Inspector', 'Details']) {
      await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).click();
      found[`phone: ${name}`] = await axeFaults(page);
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
    await page.keyboard.type('translation next to');
    await press('Enter');
    await lines(page, 'Translation').first().waitFor();

    // Lines of the listing with the arrow keys.
    await page.getByRole('textbox', { name: 'Listing', exact: true }).focus();
    await press('ArrowDown', 'ArrowDown');
    await eventually(async () => (await selectedLines(page)).join()).toContain('dcl_sampler');
    await press('Control+F');
    await page.keyboard.type('dp3');
    await eventually(() => page.locator('.cm-searchMatch').count()).toBeGreaterThan(0);

    await press('Escape');

    // Editing: the list with the arrow keys, a change of the text, and its result.
    await page.getByRole('listbox', { name: 'Shaders' }).focus();
    await press('ArrowDown', 'Home', 'Alt+E');
    const editor = page.getByRole('textbox', { name: 'Listing, editable' });
    await editor.waitFor();
    await editor.focus();
    await press('Control+Home', 'Control+F');
    await page.keyboard.type('rsq r0.w');
    await press('Enter', 'Escape', 'Home');
    await page.keyboard.type('mul r0.x, r0.x, l(0.5)\n');
    await page.getByText('1 instruction changed').waitFor();
    // A change that takes long is more than one step.
    const isSame = page.getByText('Same as the original');
    for (let i = 0; i < 30 && !(await isSame.isVisible()); i++) await press('Control+Z');
    await isSame.waitFor();
    await press('Alt+E', 'F4');
    await page.getByRole('textbox', { name: 'Listing', exact: true }).waitFor();

    // Running and debugging: from the tab to the picture with Tab, a pixel with the arrow keys, Enter debugs it.
    await press('Alt+6');
    await page.locator('button.picture[data-state=drawn]').waitFor();
    await page.getByRole('tab', { selected: true }).focus();
    const picture = page.locator('button.picture');
    for (let i = 0; i < 20 && !(await picture.evaluate((one) => one === document.activeElement)); i++)
      await press('Tab');
    await press('ArrowRight', 'Shift+ArrowDown');
    await eventually(() => picture.getAttribute('aria-label')).toMatch('pixel 129, 144 is marked');
    await press('Enter');
    await page.getByRole('table', { name: 'Registers' }).waitFor();
    await press('F11', 'F11', 'Shift+F11');
    await eventually(() => page.locator('.run-timeline output').textContent()).toMatch(/^1 of /);

    // The focus can be seen wherever it is.
    for (let i = 0; i < 60; i++) {
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
