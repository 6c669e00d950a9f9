/** What axe-core finds in a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that are broken, with the elements. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate<AxeResults>('axe.run()');
  expect(passes.length).toBeGreaterThan(10);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
}
