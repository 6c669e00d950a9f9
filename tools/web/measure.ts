/**
 * Measures how fast the built explorer is in Chromium: from the drop to the first view, tasks that block the main
 * thread, a long list. Tasks are measured by the processor's time of their thread, too, which other programs do not
 * change much. Nothing is compared with a limit, because times depend on the machine.
 *
 * usage: npx tsx tools/web/measure.ts [--runs N] [--rows N]      after `npm run build:web`; the lowest and the middle
 * of N runs (3)
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { ROOT, SAMPLES } from '../../fixtures/sources.ts';
import { zipOf } from '../../smith/archives/stored.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { servePage } from '../../src/cli/verbs/explore/explore.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { startChromium } from '../chromium.ts';
import { firstDownload } from './download.ts';

/** Milliseconds until something must have happened. */
const PATIENCE = 300_000;
const VIEW = { width: 1440, height: 900 };

/** The measurements that the page notes. */
interface Notes {
  /** Milliseconds between frames. */
  readonly frames: number[];
  /** Milliseconds from keys until the frame after them was painted. */
  readonly keys: number[];
  /** When the first line of a listing was painted. */
  painted: number | undefined;
}
declare global {
  var measured: Notes;
  var droppedFiles: File[];
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const notes: Notes = { frames: [], keys: [], painted: undefined };
  const afterPaint = (action: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = action;
    port2.postMessage(undefined);
  };
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    requestAnimationFrame(() => afterPaint(() => notes.keys.push(performance.now() - timeStamp)));
  };
  addEventListener('keydown', onKey, true);
  globalThis.measured = notes;
  let last = performance.now();
  const frame = (now: number) => {
    notes.frames.push(now - last);
    last = now;
    if (notes.painted === undefined && document.querySelector('.listing .cm-line') !== null) {
      // After the frame that has the line.
      notes.painted = Number.NaN;
      afterPaint(() => {
        notes.painted = performance.now();
      });
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** A shader of at least `size` bytes: the instructions of a sample, again and again. */
function shaderOf(size: number): Uint8Array {
  const { text } = disassemble(readFileSync(join(SAMPLES, 'lake.cso')));
  const lines = text.split('\n');
  const first = lines.findLastIndex((line) => /^\s*dcl_/.test(line)) + 1;
  const last = lines.findLastIndex((line) => /^\s*ret\b/.test(line));
  const body = lines.slice(first, last);
  const of = (count: number) => {
    const repeated = Array.from({ length: count }, () => body).flat();
    const { bytes, diagnostics } = assemble([...lines.slice(0, first), ...repeated, ...lines.slice(last)].join('\n'));
    if (bytes === undefined) throw new Error(diagnostics[0]?.message);
    return bytes;
  };
  const one = of(1).byteLength;
  const each = of(2).byteLength - one;
  return of(1 + Math.ceil((size - one) / each));
}

interface Session {
  readonly page: Page;
  close(): Promise<void>;
}

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, rows: { type: 'string', default: '100000' } },
});
const runs = Number(options.runs);
const browser = await startChromium({ graphics: false });

/** The page in a new profile. */
async function open(files: Parameters<typeof servePage>[1] = []): Promise<Session> {
  const server = await servePage(join(ROOT, 'dist/explorer.zip'), files);
  const context = await browser.newContext({ viewport: VIEW, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  // Functions that are sent to the page are compiled with calls of this one.
  await page.addInitScript('globalThis.__name = (it) => it');
  await page.addInitScript(observe);
  await page.goto(server.url);
  const close = async () => {
    await context.close();
    await server.close();
  };
  return { page, close };
}

/** Drops a file, and returns the milliseconds until its listing was painted. */
async function dropped(page: Page, name: string, bytes: Uint8Array): Promise<number> {
  await page.evaluate(
    ([file, base64]) => {
      globalThis.droppedFiles = [
        new File([Uint8Array.from(atob(base64!), (character) => character.charCodeAt(0))], file!),
      ];
    },
    [name, Buffer.from(bytes).toString('base64')],
  );
  const begin = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    for (const file of globalThis.droppedFiles) dataTransfer.items.add(file);
    const now = performance.now();
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    return now;
  });
  await page.waitForFunction(() => globalThis.measured.painted! > 0);
  return page.evaluate((from) => globalThis.measured.painted! - from, begin);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds by the clock. */
  readonly dur?: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Notes the longest task on the main thread of the page while `action` runs. */
async function noteTasks(page: Page, title: string, action: () => Promise<unknown>): Promise<void> {
  await browser.startTracing(page, { categories: ['__metadata', 'toplevel', 'disabled-by-default-devtools.timeline'] });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const mains = new Set(threads.map(({ pid, tid }) => `${pid}.${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid}.${tid}`));
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  note(`${title}: longest task, processor`, Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000);
  note(`${title}: longest task, clock`, Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000);
}

/** Turns the wheel above something that scrolls. */
async function scroll(page: Page, selector: string, steps: number, each: number): Promise<void> {
  const scrolled = page.locator(selector).first();
  const box = (await scrolled.boundingBox())!;
  const top = () => scrolled.evaluate((one) => one.scrollTop);
  const before = await top();
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 100));
  for (let i = 0; i < steps; i++) {
    await page.mouse.wheel(0, each);
    await page.waitForTimeout(16);
  }
  if (!((await top()) > before)) throw new Error(`${selector} did not scroll`);
}

async function settled(page: Page): Promise<void> {
  await page
    .getByRole('contentinfo')
    .getByText(/valid|errors/)
    .waitFor();
  await page.waitForTimeout(1000);
}

/** The value that 95 % are not above. */
function share(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(0.95 * (values.length - 1))]!;
}

const figures = new Map<string, number[]>();
function note(name: string, value: number): void {
  console.error(`${value.toFixed(0).padStart(8)} ms  ${name}`);
  figures.set(name, [...(figures.get(name) ?? []), value]);
}

const KB = 1000;
const small = shaderOf(50 * KB);
const large = shaderOf(500 * KB);
for (let run = 0; run < runs; run++) {
  for (const [title, wait] of [
    ['as soon as the page is there', 0],
    ['after a second', 1000],
  ] as const) {
    const { page, close } = await open();
    await page.waitForTimeout(wait);
    note(`50 KB, dropped ${title}: first view`, await dropped(page, 'small.cso', small));
    await close();
  }
  const { page, close } = await open();
  await page.waitForTimeout(1000);
  await noteTasks(page, '500 KB, opening', async () => {
    note('500 KB: first view', await dropped(page, 'large.cso', large));
    await settled(page);
  });
  const tasks = (title: string, action: () => Promise<unknown>) => noteTasks(page, `500 KB, ${title}`, action);
  await tasks('scrolling the listing', () => scroll(page, '.listing .cm-scroller', 60, 400));
  await tasks('scrolling the bytes', () => scroll(page, '.details .scroll', 60, 400));
  await tasks('selecting lines', async () => {
    for (let i = 0; i < 10; i++) await page.keyboard.press('Alt+ArrowRight');
  });
  await tasks('jumping to the end and back', async () => {
    await page.locator('.listing .cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Home');
  });
  await tasks('reflection', async () => {
    await page.getByRole('tab', { name: 'Reflection' }).click();
    await page.locator('.reflection').first().waitFor();
  });
  await tasks('translation', async () => {
    await page.keyboard.press('F4');
    await page.locator('.translation .cm-line').first().waitFor();
    await page.waitForTimeout(1000);
  });
  await page.keyboard.press('F4');
  await page.getByRole('tab', { name: 'Bytes' }).click();
  await page.keyboard.press('Alt+E');
  const editor = page.getByRole('textbox', { name: 'Listing, editable' });
  await editor.waitFor();
  await tasks('typing a comment', async () => {
    await editor.focus();
    await page.keyboard.press('Control+Home');
    for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.evaluate(() => {
      globalThis.measured.keys.length = 0;
    });
    await page.keyboard.type('// twenty characters', { delay: 40 });
    await page.waitForTimeout(2000);
  });
  note(
    '500 KB, typing: from a key to the frame with it, 95 %',
    share(await page.evaluate(() => globalThis.measured.keys)),
  );
  await tasks('undoing it', async () => {
    await page.keyboard.press('Control+Z');
    await page.waitForTimeout(2000);
  });
  await close();
}

const count = Number(options.rows);
const shader = new Uint8Array(readFileSync(join(SAMPLES, 'rim-light.cso')));
/** Members that an archive can have without its 64-bit records. */
const MAX_MEMBERS = 50_000;
const parts = Array.from({ length: Math.ceil(count / MAX_MEMBERS) }, (_, part) => {
  const numbers = Array.from(
    { length: Math.min(MAX_MEMBERS, count - part * MAX_MEMBERS) },
    (_, i) => part * MAX_MEMBERS + i,
  );
  return { name: `${part}.zip`, bytes: zipOf(numbers.map((i) => ({ name: `shaders/${i}.cso`, bytes: shader }))) };
});
const archive = zipOf(parts);
for (let run = 0; run < runs; run++) {
  const { page, close } = await open([{ name: 'game.zip', content: archive }]);
  const title = `${count.toLocaleString('en')} rows`;
  await noteTasks(page, `${title}, finding them`, async () => {
    const begin = performance.now();
    await page.waitForFunction(
      (all) => document.querySelector('.files .count')?.textContent === all,
      count.toLocaleString('en'),
    );
    note(`${title}: until all are found`, performance.now() - begin);
    await settled(page);
  });
  await page.evaluate(() => {
    globalThis.measured.frames.length = 0;
  });
  await noteTasks(page, `${title}, scrolling`, () => scroll(page, '.files .scroll', 100, 1000));
  note(`${title}, scrolling: time of a frame, 95 %`, share(await page.evaluate(() => globalThis.measured.frames)));
  await noteTasks(page, `${title}, searching`, async () => {
    await page.getByRole('searchbox', { name: 'Search shaders' }).pressSequentially('77', { delay: 50 });
    await page.waitForTimeout(500);
  });
  await noteTasks(page, `${title}, sorting by name`, async () => {
    await page.getByRole('searchbox', { name: 'Search shaders' }).fill('');
    await page.getByRole('combobox', { name: 'Sort shaders' }).selectOption('Name');
    await page.waitForTimeout(500);
  });
  await close();
}
await browser.close();

console.log(`shaders of ${small.byteLength} and ${large.byteLength} bytes; ${runs} runs`);
console.log('lowest  middle');
for (const [name, values] of figures) {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, middle] = [sorted[0]!, sorted[sorted.length >>> 1]!].map((value) => value.toFixed(0).padStart(6));
  console.log(`${low}  ${middle} ms  ${name}`);
}
console.log(`${firstDownload().total} bytes of first download after gzip`);
