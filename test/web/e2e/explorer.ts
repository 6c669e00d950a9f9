/**
 * The built explorer in Chromium, served as `dxlens explore` serves it, so that everything runs under its content
 * security policy. `npm run build:web` comes first.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Download, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { ROOT, SAMPLES } from '../../../fixtures/sources.ts';
import { type PageServer, type ServedFile, servePage } from '../../../src/cli/verbs/explore/explore.ts';
import { chromiumMissing, connectChromium, startChromium } from '../../../tools/chromium.ts';

const BUILT = join(ROOT, 'dist/explorer.zip');
/**
 * Milliseconds until something that a test waits for is late: a busy machine takes twenty times as long as a quiet one.
 */
const PATIENCE = 120_000;

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Why the pages cannot be opened; undefined where they can. */
export const missing = chromiumMissing();

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A sample shader of the package. */
export function sample(name: string): NamedBytes {
  return { name, bytes: new Uint8Array(readFileSync(join(SAMPLES, name))) };
}

/** A browser with the page that tests use one after the other: a new window takes three times as long as an address. */
interface Reused {
  readonly browser: Browser;
  page?: Page;
}

/** The Chromium of this worker, which the set-up of the project has started; files that it runs share the page. */
let ofWorker: Promise<Reused> | undefined;

function reusedBrowser(): Promise<Reused> {
  ofWorker ??= connectChromium(addressOfWorker()).then((browser) => ({ browser }));
  return ofWorker;
}

/** The address of the browser that no other worker uses. */
function addressOfWorker(): string {
  const addresses = inject('chromium');
  return addresses[Number(process.env.VITEST_POOL_ID) % addresses.length]!;
}

/** Opens windows of this worker's Chromium. `useExplorer` closes them after the test. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const { browser } = await reusedBrowser();
  return browser.newContext(options);
}

/**
 * Returns what opens the explorer, with a server and an origin of its own, which has nothing stored. After each test,
 * the page must have reported no exception, no error and no violation of its policy. What it shows when a test fails is
 * printed.
 *
 * @param options `graphics`: whether the tests need WebGPU and WebGL, with which all takes twice as long
 */
export function useExplorer({ graphics = false } = {}) {
  let reused: Reused;
  let isUsed = false;
  const servers: PageServer[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    if (!existsSync(BUILT)) throw new Error('dist/explorer.zip is missing; run `npm run build:web` first');
    reused = graphics ? { browser: await startChromium({ graphics }) } : await reusedBrowser();
  });
  afterEach(async ({ task }) => {
    const { browser, page } = reused;
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed)
      for (const shown of browser.contexts().flatMap((context) => context.pages()))
        console.log(`${task.name}: the page shows\n${await shown.locator('body').innerText()}`);
    isUsed = false;
    if (page !== undefined && !hasFailed) await leave(page);
    else delete reused.page;
    const others = browser.contexts().filter((context) => context !== reused.page?.context());
    await Promise.all(others.map((context) => context.close()));
    await Promise.all(servers.splice(0).map((server) => server.close()));
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    if (graphics) await reused?.browser.close();
  });

  /** The page that is reused, unless the test has it already or needs another kind of device. */
  async function pageFor(options: BrowserContextOptions): Promise<Page> {
    const { viewport = DESKTOP, reducedMotion = 'reduce', permissions = [], ...device } = options;
    const isReused = !isUsed && Object.keys(device).length === 0;
    if (isReused && reused.page !== undefined) {
      isUsed = true;
      await reused.page.setViewportSize(viewport!);
      await reused.page.emulateMedia({ colorScheme: null, reducedMotion });
      await reused.page.context().grantPermissions(permissions);
      return reused.page;
    }
    const context = await reused.browser.newContext({ ...device, viewport, reducedMotion, permissions });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    if (isReused) {
      isUsed = true;
      reused.page = page;
    }
    return page;
  }

  return async (options: BrowserContextOptions = {}, files: readonly ServedFile[] = []): Promise<Page> => {
    const server = await servePage(BUILT, files);
    servers.push(server);
    const page = await pageFor(options);
    page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) faults.push(request.url());
    });
    await page.goto(server.url);
    return page;
  };
}

/** Makes a page ready for the next test. */
async function leave(page: Page): Promise<void> {
  const opened = page.context().pages();
  await Promise.all(opened.filter((other) => other !== page).map((other) => other.close()));
  for (const event of ['pageerror', 'console', 'request']) page.removeAllListeners(event);
  await page.mouse.move(0, 0);
  await page.context().clearPermissions();
  await page.goto('about:blank');
}

/** The content of a file that the page gives. */
export async function contentOf(download: Download): Promise<Uint8Array<ArrayBuffer>> {
  const content = await (await download.createReadStream()).toArray();
  return new Uint8Array(Buffer.concat(content as Buffer[]));
}

/** Drops files on the page or on a part of it, as from a file manager. */
export async function drop(page: Page, files: readonly NamedBytes[], on = page.locator('body')): Promise<void> {
  const packed = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const dataTransfer = await page.evaluateHandle(async (all) => {
    const data = new DataTransfer();
    for (const { name, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    return data;
  }, packed);
  await on.dispatchEvent('drop', { dataTransfer });
}

/** The colors of the picture that a shader draws, each once, as its components. */
export function colorsOf(page: Page): Promise<number[][]> {
  return page.locator('button.picture canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
    const words = new Set(new Uint32Array(data.buffer));
    return Array.from(words, (word) => [word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24]);
  });
}

/** Waits until something holds, as often as it takes. */
export function eventually<Value>(read: () => Promise<Value>) {
  return expect.poll(read, { timeout: PATIENCE, interval: 50 });
}

/** A pane by its name. */
export function paneOf(page: Page, name: string): Locator {
  return page.locator('section.pane').and(page.getByLabel(name, { exact: true }));
}

/** The lines of the listing or of a translation that are in view. */
export function lines(page: Page, name = 'Listing'): Locator {
  return page.getByRole('textbox', { name, exact: true }).locator('.cm-line');
}

/** The lines that are selected. */
export async function selectedLines(page: Page, name = 'Listing'): Promise<string[]> {
  const selected = await lines(page, name).and(page.locator('.line-selected')).allTextContents();
  return selected.map((text) => text.trim());
}

/** Rows of the list of shaders that exist, as name and format. */
export async function rowLines(page: Page): Promise<string[]> {
  const rows = page.getByRole('listbox', { name: 'Shaders' }).getByRole('option');
  return (await rows.allTextContents()).map((text) => text.replaceAll('\u00d7', '').trim());
}

/** Shows a tab below the listing. */
export async function showTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}
