/** The tour of a first visit: by the keyboard, skipped, remembered, and on a phone. */
import { describe, expect, test } from 'vitest';
import { TOUR_STEPS } from '../../../web/src/model/tour.ts';
import { skipFor } from '../../support/skip-for.ts';
import { eventually, missing, PHONE, useExplorer } from './explorer.ts';

/** Words that people read in a minute. */
const WORDS_A_MINUTE = 200;

skipFor(describe, missing)('tour', { tags: 'slow' }, () => {
  const open = useExplorer();

  test('the steps point at panes, by the keyboard, and the tour is offered once', async () => {
    expect(
      TOUR_STEPS.flatMap(({ title, text, keys }) => `${title} ${text} ${keys ?? ''}`.split(' ')).length,
    ).toBeLessThan(WORDS_A_MINUTE);
    const page = await open();
    await page.getByRole('button', { name: 'Take the tour' }).focus();
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog');
    for (const { title, target } of TOUR_STEPS) {
      await card.getByRole('heading', { name: title }).waitFor();
      const frame = async () => {
        const [around, inside] = await Promise.all(
          ['.tour-frame', target].map((selector) => page.locator(selector).boundingBox()),
        );
        return (
          around !== null &&
          inside !== null &&
          Math.abs(around.x - inside.x) + Math.abs(around.width - inside.width) < 1
        );
      };
      await eventually(frame).toBe(true);
      const { x, y, width, height } = (await card.boundingBox())!;
      expect(x >= 0 && y >= 0 && x + width <= 1440 && y + height <= 900, title).toBe(true);
      await page.keyboard.press('Enter');
    }
    await eventually(() => card.count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'See what is in a shader' }).waitFor();
    expect(await page.getByRole('button', { name: 'Take the tour' }).count()).toBe(0);
  });

  test('Escape ends it, and the palette starts it again, also on a phone', { tags: 'ci' }, async () => {
    const page = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
    await page.getByRole('button', { name: 'Take the tour' }).tap();
    const card = page.getByRole('dialog');
    for (const { title } of TOUR_STEPS.slice(0, 3)) {
      await card.getByRole('heading', { name: title }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), title).toBeLessThanOrEqual(PHONE.width);
      const { x, width } = (await card.boundingBox())!;
      expect(x >= 0 && x + width <= PHONE.width, title).toBe(true);
      await eventually(() => page.locator('.tour-frame').count()).toBe(1);
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Escape');
    await eventually(() => card.count()).toBe(0);
    await page.getByRole('button', { name: 'Commands' }).tap();
    await page.keyboard.type('tour');
    await page.keyboard.press('Enter');
    await card.getByRole('heading', { name: TOUR_STEPS[0]!.title }).waitFor();
  });
});
