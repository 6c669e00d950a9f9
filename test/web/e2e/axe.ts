/** The violations that axe-core finds in a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  var axe: typeof Axe;
}

/** The rules that are broken in light or dark, with the elements. Colors are all that differs between the two. */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const light = await run(page, 'light', []);
  expect(light.passed).toBeGreaterThan(10);
  const dark = await run(page, 'dark', ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(dark.passed).toBe(1);
  return [...light.faults, ...dark.faults];
}

/** Checks rules, all where none are named. */
async function run(page: Page, colorScheme: 'light' | 'dark', rules: string[]) {
  await page.emulateMedia({ colorScheme });
  return page.evaluate(
    async ([scheme, values]) => {
      // Passed checks are not sent: they are a megabyte.
      const { violations, passes } = await globalThis.axe.run({
        resultTypes: ['violations'],
        ...(values.length > 0 ? { runOnly: { type: 'rule', values } } : {}),
      });
      const faults = violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html }) => `${id} (${scheme}): ${help}: ${html.slice(0, 200)}`),
      );
      return { faults, passed: passes.length };
    },
    [colorScheme, rules] as const,
  );
}
