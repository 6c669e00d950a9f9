/**
 * Makes the pictures of docs/explorer.md: the views of the built explorer in light and dark, in a window and on a
 * phone.
 *
 * usage: npx tsx tools/web/pictures.ts [NAME...]      after `npm run build:web`; all pictures without names
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { RECORDED, readRecorded } from '../../fixtures/recorded.ts';
import { ROOT, SAMPLES } from '../../fixtures/sources.ts';
import { zipOf } from '../../smith/archives/stored.ts';
import { servePage } from '../../src/cli/verbs/explore/explore.ts';
import { startChromium } from '../chromium.ts';
import { withPalette } from './palette-png.ts';

const OUTPUT = join(ROOT, 'docs/images/explorer');
const PATIENCE = 30_000;
const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

const sample = (name: string) => ({ name, content: join(SAMPLES, name) });

const ARCHIVED = 400;

/** Shaders in an archive, as a game has them. */
function archive() {
  const shaders = readRecorded()
    .filter(({ bytes }) => bytes.byteLength < 10_000)
    .slice(0, ARCHIVED);
  const content = zipOf(shaders.map(({ bytes }, i) => ({ name: `shaders/effect-${i}.cso`, bytes })));
  return { name: 'game.zip', content };
}

/** A shader of the recorded answers by its name there. */
function recorded(name: string, id: string) {
  return { name, content: readRecorded().find(({ provenance }) => provenance.id === id)!.bytes };
}

/** A shader in which a register of an instruction is not declared. */
function broken() {
  const content = new Uint8Array(readFileSync(join(SAMPLES, 'lake.cso')));
  content[0x380 + 0x12c + 8] = 9;
  return { name: 'broken.cso', content };
}

/** The open files in the pictures; a page that is shown again takes less time than a new one. */
const FILES = {
  none: [],
  shaders: [
    ...['lake.cso', 'torch.cso', 'rim-light.cso', 'prefix-sum.cso', 'glow.fxo'].map(sample),
    recorded('branches.cso', 'flow.main.ps_5_0'),
    { name: 'debug.cso', content: join(RECORDED, 'debug-information.main.ps_5_0.0x1.bin') },
    broken(),
    { name: 'waves.hlsl', content: join(ROOT, 'examples/hlsl-page/waves.hlsl') },
  ],
  archive: [archive()],
  text: [{ name: 'notes.txt', content: new TextEncoder().encode('There is no shader in this text.\n') }],
};

interface Picture {
  readonly files: keyof typeof FILES;
  /** The file whose shader is shown. */
  readonly shader?: string;
  /** The pane that a phone shows; undefined for what is above the panes. */
  readonly pane?: string;
  readonly show: (page: Page) => Promise<void>;
  /** Brings the page back to what the next picture expects. */
  readonly end?: (page: Page) => Promise<void>;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).dispatchEvent('click');
const lineOf = (page: Page, text: string, pane = 'Listing') =>
  page.locator(`section[aria-label="${pane}"] .cm-line`).filter({ hasText: text }).first();
const click = (page: Page, text: string) => lineOf(page, text).click({ position: { x: 40, y: 8 } });

/** Waits until a picture is drawn as well as it will be. */
async function drawn(page: Page): Promise<void> {
  await page.locator('button.picture[data-state=drawn]').waitFor();
  await page.waitForTimeout(500);
  await page.locator('.run-now').waitFor({ state: 'detached' });
}

const PICTURES: Readonly<Record<string, Picture>> = {
  start: { files: 'none', show: async (page) => page.getByRole('heading', { name: 'See what' }).waitFor() },
  listing: {
    files: 'shaders',
    shader: 'lake.cso',
    pane: 'Listing',
    show: async (page) => {
      await click(page, 'rsq r0.w');
      await page.locator('.inspector article').first().waitFor({ state: 'attached' });
    },
  },
  inspector: {
    files: 'shaders',
    shader: 'lake.cso',
    pane: 'Inspector',
    show: async (page) => {
      await page.keyboard.press('F2');
      await click(page, 'mov r0.y, l(1.0');
      await page.locator('.inspector .literals').waitFor({ state: 'attached' });
    },
    end: (page) => page.keyboard.press('F2'),
  },
  reflection: {
    files: 'shaders',
    shader: 'lake.cso',
    pane: 'Details',
    show: async (page) => {
      await tab(page, 'Reflection');
      await page.locator('.reflection').first().waitFor({ state: 'attached' });
    },
  },
  graph: {
    files: 'shaders',
    shader: 'branches.cso',
    pane: 'Details',
    show: async (page) => {
      await tab(page, 'Flow graph');
      const block = page.locator('.flow-block').filter({ hasText: 'discard_nz l(-1)' }).first();
      await block.waitFor();
      await block.dispatchEvent('click');
    },
  },
  statistics: {
    files: 'shaders',
    shader: 'lake.cso',
    pane: 'Details',
    show: async (page) => {
      await tab(page, 'Statistics');
      await page.locator('#details-panel h3').first().waitFor();
    },
  },
  effect: {
    files: 'shaders',
    shader: 'glow.fxo',
    pane: 'Details',
    show: async (page) => {
      await tab(page, 'Reflection');
      await page.locator('#details-panel').getByText('Glow').first().waitFor();
    },
  },
  diagnostics: {
    files: 'shaders',
    shader: 'broken.cso',
    pane: 'Details',
    show: async (page) => {
      await tab(page, 'Diagnostics');
      const explanation = page.getByText(/^What .* means$/).first();
      await explanation.waitFor({ state: 'attached' });
      await explanation.dispatchEvent('click');
    },
  },
  translation: {
    files: 'shaders',
    shader: 'lake.cso',
    pane: 'Translation',
    show: async (page) => {
      if (page.viewportSize()!.width > 800) await page.keyboard.press('F4');
      await lineOf(page, 'waves.Sample', 'Translation').waitFor();
      await lineOf(page, 'waves.Sample', 'Translation').click({ position: { x: 60, y: 8 } });
    },
    end: async (page) => {
      if (page.viewportSize()!.width > 800) await page.keyboard.press('F4');
    },
  },
  hlsl: {
    files: 'shaders',
    shader: 'waves.hlsl',
    pane: 'HLSL',
    show: async (page) => {
      await lineOf(page, 'float wave', 'HLSL').click();
      await page.keyboard.press('End');
      await page.keyboard.type('\n    wave *= glow;');
      await page.getByText('glow is not declared').waitFor();
    },
  },
  compare: {
    files: 'shaders',
    shader: 'lake.cso',
    pane: 'Details',
    show: async (page) => {
      await page.keyboard.press('Alt+C');
      await page.getByRole('dialog').getByRole('option', { name: /torch/ }).click();
      await page.locator('.diff-list, .diff').first().waitFor({ state: 'attached' });
    },
  },
  run: {
    files: 'shaders',
    shader: 'rim-light.cso',
    pane: 'Details',
    show: async (page) => {
      await tab(page, 'Run');
      await drawn(page);
    },
  },
  debug: {
    files: 'shaders',
    shader: 'rim-light.cso',
    pane: 'Details',
    show: async (page) => {
      await tab(page, 'Run');
      await drawn(page);
      await page.locator('button.picture').click({ position: { x: 84, y: 64 } });
      await page.getByRole('table', { name: 'Registers' }).waitFor();
      for (let i = 0; i < 6; i++) await page.keyboard.press('F11');
    },
  },
  compute: {
    files: 'shaders',
    shader: 'prefix-sum.cso',
    pane: 'Details',
    show: async (page) => {
      await tab(page, 'Run');
      await page.getByRole('region', { name: 'Buffers' }).getByRole('button', { name: 'Run' }).click();
      await page
        .getByRole('columnheader', { name: /after$/ })
        .first()
        .waitFor();
    },
  },
  archive: {
    files: 'archive',
    pane: 'Files',
    show: async (page) => {
      await page.locator('.files .count').getByText(`${ARCHIVED}`).waitFor({ state: 'attached' });
      await page.getByRole('combobox', { name: 'Sort shaders' }).selectOption('Instructions');
      await page.getByRole('button', { name: 'Descending order' }).click();
    },
  },
  source: {
    files: 'shaders',
    shader: 'debug.cso',
    pane: 'Details',
    show: async (page) => {
      await tab(page, 'Source');
      await page.locator('.source-line').first().waitFor({ state: 'attached' });
    },
  },
  error: {
    files: 'text',
    pane: 'Files',
    show: async (page) => page.getByText('No shader was found').first().waitFor({ state: 'attached' }),
  },
  palette: {
    files: 'shaders',
    shader: 'lake.cso',
    show: async (page) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
    end: (page) => page.keyboard.press('Escape'),
  },
  edit: {
    files: 'shaders',
    shader: 'lake.cso',
    pane: 'Listing',
    show: async (page) => {
      await click(page, 'mov r0.y, l(1.0');
      await page.keyboard.press('Alt+E');
      await page.getByRole('textbox', { name: 'Listing, editable' }).waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.type('mul r0.x, r0.x, l(0.5)\n');
      await page.getByText('1 instruction changed').waitFor();
    },
  },
};

const names = process.argv.slice(2);
mkdirSync(OUTPUT, { recursive: true });
const browser = await startChromium({ graphics: true });
let total = 0;
for (const [device, viewport] of Object.entries(SIZES))
  for (const [files, served] of Object.entries(FILES)) {
    const pictures = Object.entries(PICTURES).filter(
      ([name, picture]) => picture.files === files && (names.length === 0 || names.includes(name)),
    );
    if (pictures.length === 0) continue;
    const server = await servePage(join(ROOT, 'dist/explorer.zip'), served);
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', colorScheme: 'light' });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    await page.goto(server.url);
    for (const [name, picture] of pictures)
      try {
        await take(page, name, device, picture);
      } catch (error) {
        process.exitCode = 1;
        console.error(`${name} ${device}: ${String(error).slice(0, 400)}`);
      }
    await context.close();
    await server.close();
  }
await browser.close();
console.log(`${String(total).padStart(8)}  all`);

/** Makes the picture in light and in dark. */
async function take(page: Page, name: string, device: string, { shader, pane, show, end }: Picture): Promise<void> {
  const showPane = async (one: string) => {
    const bar = page.getByRole('navigation', { name: 'Panes' });
    if (device === 'phone') await bar.getByRole('button', { name: one }).click();
  };
  if (shader !== undefined) {
    await showPane('Files');
    await page.getByRole('option', { name: shader }).first().click();
    await page.locator('.crumbs b').filter({ hasText: shader }).waitFor({ state: 'attached' });
    await showPane('Listing');
    await page.locator('.listing .cm-line').first().waitFor();
  }
  if (pane === 'HLSL' || pane === 'Details' || pane === 'Translation' || pane === 'Files') await showPane(pane);
  await show(page);
  if (pane !== undefined) await showPane(pane);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const png = withPalette(await page.screenshot({ animations: 'disabled' }));
    total += png.byteLength;
    writeFileSync(join(OUTPUT, `${name}-${device}-${colorScheme}.png`), png);
    console.log(`${String(png.byteLength).padStart(8)}  ${name}-${device}-${colorScheme}.png`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await end?.(page);
}
