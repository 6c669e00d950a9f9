/** Features of the page on a phone. */
import { describe, expect, test } from 'vitest';
import { skipFor } from '../../support/skip-for.ts';
import { drop, lines, missing, PHONE, paneOf, sample, useExplorer } from './explorer.ts';

skipFor(describe, missing)('on a phone', () => {
  const open = useExplorer();

  test('live registers are shown beside the listing, and nothing is wider than the window', async () => {
    const page = await open({ viewport: PHONE });
    await drop(page, [sample('lake.cso')]);
    await lines(page).first().waitFor();
    const live = paneOf(page, 'Listing').getByRole('button', { name: 'Live' });
    await live.click();
    await page.locator('.lanes .lane[class*="lane-"]').first().waitFor();
    expect(await live.getAttribute('aria-pressed')).toBe('true');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const box = (await live.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
  });
});

skipFor(describe, missing)('what a code means', () => {
  const open = useExplorer();

  test('has names in place of values', async () => {
    const page = await open();
    const { name, bytes } = sample('lake.cso');
    const broken = bytes.slice();
    broken[8]! ^= 1;
    await drop(page, [{ name, bytes: broken }]);
    await page.getByRole('tab', { name: /Diagnostics/ }).click();
    await page.getByText('What DX1003 means').click();
    const text = paneOf(page, 'Details').getByText(/^Digest mismatch: stored found, computed expected/);
    await text.waitFor();
    expect(await text.locator('var').allTextContents()).toEqual(['found', 'expected']);
  });
});
