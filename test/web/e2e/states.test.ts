/** Files that are broken, empty, without shaders, or made to do harm; narrow windows. */
import { describe, expect, test } from 'vitest';
import { zipOf } from '../../../smith/archives/stored.ts';
import { explainCode } from '../../../src/base/explain-code.ts';
import { updateChecksum } from '../../../src/container/edit.ts';
import { validate } from '../../../src/validate/validate.ts';
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
  showTab,
  useExplorer,
} from './explorer.ts';

const LAKE = sample('lake.cso');

/** Code that would run if names were taken for markup. */
const MARKUP = '<img src=x onerror="document.title=1">';
const SCRIPT = '<script>document.title=1</script>';
/** Turns the text after it around, so that a name looks like another. */
const OVERRIDE = '\u202e';

skipFor(describe, missing)('states', { tags: 'slow' }, () => {
  const open = useExplorer();

  test('diagnostics of a broken shader lead to its lines', async () => {
    // The second DWORD of `rsq` is its destination; r9 is not declared.
    const bytes = LAKE.bytes.slice();
    const at = 0x380 + 0x12c + 8;
    expect(new DataView(bytes.buffer).getUint32(at, true)).toBe(0);
    bytes[at] = 9;
    const expected = validate(bytes).diagnostics;
    expect(expected.length).toBeGreaterThan(0);

    const page = await open();
    await drop(page, [{ name: 'broken.cso', bytes }]);
    await page
      .getByRole('contentinfo')
      .getByText(/\d+ errors/)
      .click();
    const list = page.getByRole('list', { name: 'Diagnostics' });
    await eventually(() => list.locator('b code').allTextContents()).toEqual(expected.map(({ code }) => code));
    const index = expected.findIndex(({ span }) => span.start >= at - 8 && span.start < at + 12);
    expect(index).toBeGreaterThanOrEqual(0);
    await list.getByRole('button').nth(index).click();
    await eventually(() => selectedLines(page)).toEqual(['rsq r9.w, r0.w']);
    const explanation = list.getByRole('group').first();
    await explanation.getByText(/^What .* means$/).click();
    await explanation.getByText(explainCode(expected[0]!.code)!.text.replace(/{(\w+)}/g, '$1')).waitFor();
    await page.locator('.gutter-diagnostics .error').first().waitFor();
  });

  test.each([
    ['a text without a shader', new TextEncoder().encode('nothing here'), 'No shader was found'],
    ['an empty file', new Uint8Array(0), 'The file is empty'],
    ['a container that is cut off', LAKE.bytes.slice(0, 500), undefined],
  ])('%s says why there is nothing, and shows its bytes', async (_, bytes, text) => {
    const page = await open();
    await drop(page, [{ name: 'thing.bin', bytes }]);
    if (text !== undefined) await page.getByText(text).first().waitFor();
    if (bytes.byteLength === 0) return;
    const first = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    await page
      .getByRole('region', { name: /^Bytes/ })
      .getByText(first, { exact: true })
      .first()
      .waitFor();
  });

  test('markup in names of files, members and variables is text', async () => {
    // The name of a variable is replaced by markup of the same length.
    const shader = LAKE.bytes.slice();
    const names = Buffer.from(shader.buffer);
    const variable = /[a-z]{5,}\0/.exec(names.subarray(0x34, 0x2d0).toString('latin1'))!;
    const inside = '<b>x</b><i>'.slice(0, variable[0].length - 1);
    names.write(inside, 0x34 + variable.index, 'latin1');
    const archive = zipOf([
      { name: `${MARKUP}.cso`, bytes: updateChecksum(shader).bytes! },
      { name: `a/${SCRIPT}/b.cso`, bytes: LAKE.bytes },
      { name: `${OVERRIDE}osc.exe`, bytes: LAKE.bytes },
    ]);
    const page = await open();
    const title = await page.title();
    await drop(page, [{ name: `${MARKUP}${SCRIPT}.zip`, bytes: archive }]);
    await eventually(async () => (await rowLines(page)).length).toBe(3);
    expect((await rowLines(page)).join('\n')).toContain(`${MARKUP}.cso`);
    await lines(page).first().waitFor();
    await showTab(page, 'Reflection');
    await page.getByRole('region', { name: 'Reflected data' }).getByText(inside).first().waitFor();
    await showTab(page, 'Diagnostics');
    await page.keyboard.press('F4');
    await lines(page, 'Translation').first().waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Find a command or a shader' }).fill('onerror');
    await eventually(() => page.getByRole('dialog').getByRole('option').count()).toBeGreaterThan(0);
    expect(await page.title()).toBe(title);
    expect(await page.locator('#app img, #app script, .reflection b').count()).toBe(0);
    expect(await page.locator('body').textContent()).not.toContain(OVERRIDE);
  });

  test('a phone shows one pane at a time', async () => {
    const page = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
    await drop(page, [LAKE]);
    await lines(page).first().waitFor();
    const panes = page.getByRole('navigation', { name: 'Panes' });
    for (const name of ['Files', 'Inspector', 'Details', 'Translation', 'Listing']) {
      await panes.getByRole('button', { name }).tap();
      await paneOf(page, name).waitFor();
      expect(await page.locator('section.pane:visible').count(), name).toBe(1);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBeLessThanOrEqual(PHONE.width);
    }
  });

  test('the theme and the sizes of panes are remembered', async () => {
    const page = await open();
    await drop(page, [LAKE]);
    await lines(page).first().waitFor();
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await eventually(theme).toBe('system');
    await page.keyboard.press('Alt+T');
    await eventually(theme).toBe('light');
    const separator = page.getByRole('separator', { name: 'Width of the list of shaders' });
    await separator.focus();
    await page.keyboard.press('ArrowRight');
    const size = await separator.getAttribute('aria-valuenow');
    await page.reload();
    await drop(page, [LAKE]);
    await eventually(() => separator.getAttribute('aria-valuenow')).toBe(size);
    await eventually(theme).toBe('light');
  });
});
