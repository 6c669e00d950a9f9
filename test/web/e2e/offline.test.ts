/** The page from a server of static files, in a subdirectory, without a network after the first visit. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { lookup } from 'mrmime';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../../fixtures/sources.ts';
import { skipFor } from '../../support/skip-for.ts';
import { eventually, lines, missing, newContext, showTab, useExplorer } from './explorer.ts';

const BUILT = join(ROOT, 'dist/web');
const DIRECTORY = '/tools/dxlens/';
const SCRIPT = 'service-worker.js';

/** A server of the built page whose files can be replaced. */
async function serveBuilt() {
  const replaced = new Map<string, string>();
  const server: Server = createServer(({ url = '' }, response) => {
    const path = new URL(url, 'http://host').pathname;
    const name = path === DIRECTORY ? 'index.html' : path.slice(DIRECTORY.length);
    try {
      if (!path.startsWith(DIRECTORY) || name.includes('..')) throw new Error(path);
      const content = replaced.get(name) ?? readFileSync(join(BUILT, name));
      response.writeHead(200, { 'content-type': lookup(name) ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}${DIRECTORY}`, replaced, stop };
}

/** Waits until the service worker has all files. */
async function isCached(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.ready;
    const worker = installing ?? waiting ?? active!;
    while (worker.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

skipFor(describe, missing)('without a network', () => {
  const open = useExplorer();
  const stops: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
  });

  test('the page opens samples, translates and runs them after one visit', async () => {
    const { url, stop } = await serveBuilt();
    stops.push(stop);
    const context = await newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(url);
    await isCached(page);
    await context.setOffline(true);
    await stop();
    await page.reload();
    await page.getByRole('button', { name: 'lake.cso' }).click();
    await lines(page).filter({ hasText: 'rsq' }).first().waitFor();
    await page.keyboard.press('F4');
    await lines(page, 'Translation').filter({ hasText: 'main(' }).first().waitFor();
    await showTab(page, 'Run');
    await eventually(() => page.getByText(/interpreter|WebG/).count()).toBeGreaterThan(0);
    await page.locator('canvas').first().waitFor();
    await page.getByRole('button', { name: 'Close all files' }).click();
    await page.getByRole('button', { name: 'lake.hlsl' }).click();
    await page.getByRole('status').getByText('Compiled').waitFor();
    expect(faults).toEqual([]);
  });

  test('a new build replaces the old one once no page shows it', { tags: 'ci' }, async () => {
    const { url, replaced, stop } = await serveBuilt();
    stops.push(stop);
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(url);
    await isCached(page);
    const [first] = await cacheNames(page);
    const index = readFileSync(join(BUILT, 'index.html'), 'utf8');
    const script = readFileSync(join(BUILT, SCRIPT), 'utf8');
    replaced.set('index.html', index.replace(/<title>.*<\/title>/, '<title>new build</title>'));
    replaced.set(SCRIPT, script.replace(/"version":"\w+"/, '"version":"new"'));
    await page.reload();
    expect(await page.title()).toBe('new build');
    await eventually(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state),
    ).toBe('installed');
    await page.close();
    // The browser needs a moment until it knows that the page is closed.
    await eventually(async () => {
      const another = await context.newPage();
      await another.goto(url);
      const names = await cacheNames(another);
      await another.close();
      return names;
    }).toEqual([first!.replace(/\w+$/, 'new')]);
    const later = await context.newPage();
    await later.goto(url);
    await context.setOffline(true);
    await later.reload();
    expect(await later.title()).toBe('new build');
  });

  test('the page of dxlens explore keeps nothing', async () => {
    const page = await open();
    await page.waitForTimeout(1000);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    expect(await cacheNames(page)).toEqual([]);
  });
});
