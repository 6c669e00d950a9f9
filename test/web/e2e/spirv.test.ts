/** SPIR-V in the built page: its text, linked with the listing, and the module that is saved. */
import { describe, expect, test } from 'vitest';
import { translate } from '../../../src/translate/index.ts';
import { skipFor } from '../../support/skip-for.ts';
import { contentOf, drop, eventually, lines, missing, paneOf, sample, selectedLines, useExplorer } from './explorer.ts';

skipFor(describe, missing)('SPIR-V', () => {
  const open = useExplorer();

  test('is a language of the translation, whose lines select instructions', async () => {
    const page = await open();
    await drop(page, [sample('lake.cso')]);
    await lines(page).first().waitFor();
    await page.keyboard.press('F4');
    const pane = paneOf(page, 'Translation');
    await pane.getByLabel('Language', { exact: true }).selectOption('SPIR-V 1.6');
    await lines(page, 'Translation').filter({ hasText: '; Version: 1.6' }).waitFor();

    await lines(page)
      .filter({ hasText: /^\s*rsq r1/ })
      .click();
    await eventually(() => selectedLines(page, 'Translation')).toEqual([expect.stringContaining('InverseSqrt')]);
    await lines(page, 'Translation')
      .filter({ hasText: /%\d+ Sqrt %\d+/ })
      .last()
      .click();
    await eventually(() => selectedLines(page)).toEqual([expect.stringMatching(/^sqrt /)]);

    const started = page.waitForEvent('download');
    await pane.getByRole('button', { name: 'Download' }).click();
    const saved = await started;
    expect(saved.suggestedFilename()).toBe('lake.spv');
    const { code } = translate(sample('lake.cso').bytes, { to: 'spirv', version: '1.6' }).stages[0]!;
    const words = new Uint32Array((await contentOf(saved)).buffer);
    expect(words).toEqual(code);
  });
});
