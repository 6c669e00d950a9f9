/**
 * The pages of the examples in Chromium: what the translated shaders draw is what the interpreter draws from the
 * compiled ones, with the same data.
 *
 *     PICTURES=docs/images npx vitest run --project examples     writes the pictures of the documentation
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MESH } from '../../examples/shared/mesh.ts';
import { RIPPLE } from '../../examples/shared/ripple.ts';
import type { Scene } from '../../examples/shared/scene.ts';
import { chromiumMissing, servePage, startChromium } from '../../tools/chromium.ts';
import { skipFor } from '../support/skip-for.ts';
import { interpretedPixels } from './scene-job.ts';

const SCENES = { mesh: MESH, ripple: RIPPLE };
/** Where the sliders of the pages are at first. */
const TIME = 0.1;
const LOADING = 60_000;

/** Differences of components, 0 to 255, that the tolerances of functions and filters explain. */
const TOLERANCE = 3;
/** The maximum average: pictures that are moved by a part of a pixel differ by more. */
const MAX_MEAN = 0.25;
/** Pixels that may differ by more, of 1, where a sample is on the other side of an edge. */
const MAX_AT_EDGES = 0.002;
/** Pixels from an edge: colors change fast near the outline of the ring. */
const NEAR = [-2, -1, 0, 1, 2];

const missing = chromiumMissing();

skipFor(describe, missing)('pages of examples', () => {
  let chromium: Browser;
  const expected = new Map<string, Uint8Array>();

  beforeAll(async () => {
    chromium = await startChromium({ graphics: true });
    for (const [name, scene] of Object.entries(SCENES)) expected.set(name, interpretedPixels(scene, TIME));
  });
  afterAll(() => chromium?.close());

  const check = async (directory: string) => {
    const served = await servePage(`examples/${directory}`);
    const page = await chromium.newPage();
    try {
      await page.goto(served.url);
      const count = Object.keys(SCENES).length;
      await page.waitForFunction(
        `document.querySelectorAll('canvas[data-state=drawn]').length === ${count} || document.querySelector('output').textContent !== ''`,
        undefined,
        { timeout: LOADING },
      );
      expect(await page.evaluate(`document.querySelector('output').textContent`)).toBe('');
      for (const [i, [name, scene]] of Object.entries(SCENES).entries()) {
        const drawn = await pixelsOf(page, i);
        savePicture(`${directory}-${name}`, scene, drawn);
        const { others, atEdges, mean } = differences(expected.get(name)!, drawn, scene.size);
        expect(others, `${name}: x, y and difference of pixels that are not at edges`).toEqual([]);
        expect(mean, `${name}: the mean of differences`).toBeLessThan(MAX_MEAN);
        expect(atEdges, `${name}: pixels at edges`).toBeLessThanOrEqual(MAX_AT_EDGES * scene.size ** 2);
      }
    } finally {
      await page.close();
      await served.close();
    }
  };
  const NAME = '%s draws what the interpreter draws';
  test.for(['webgpu-page'])(NAME, { tags: 'slow' }, check);
  // Tests of the explorer draw with WebGL 2, too.
  test.for(['webgl2-page'])(NAME, { tags: ['slow', 'ci'] }, check);
});

async function pixelsOf(page: Page, index: number) {
  const numbers = await page.evaluate<number[]>(`(() => {
    const canvas = document.querySelectorAll('canvas')[${index}];
    return [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data];
  })()`);
  return Uint8Array.from(numbers);
}

/** Pixels beyond the tolerance: those that are not at edges, and how many are; and the mean of all differences. */
function differences(expected: Uint8Array, actual: Uint8Array, size: number) {
  expect(actual.length).toBe(expected.length);
  const others: [x: number, y: number, difference: number][] = [];
  let atEdges = 0;
  let sum = 0;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = 4 * (size * y + x);
      const difference = Math.max(...COMPONENTS.map((i) => Math.abs(expected[at + i]! - actual[at + i]!)));
      sum += difference;
      if (difference <= TOLERANCE) continue;
      if (isAtEdge(expected, actual, x, y, size)) atEdges++;
      else others.push([x, y, difference]);
    }
  return { others, atEdges, mean: sum / size ** 2 };
}

const COMPONENTS = [0, 1, 2, 3];

/** Whether a pixel is what the expected picture has in pixels near it, or between them. */
function isAtEdge(expected: Uint8Array, actual: Uint8Array, x: number, y: number, size: number): boolean {
  const clamped = (value: number) => Math.min(Math.max(value, 0), size - 1);
  return COMPONENTS.every((i) => {
    const around = NEAR.flatMap((v) => NEAR.map((u) => expected[4 * (size * clamped(y + v) + clamped(x + u)) + i]!));
    const value = actual[4 * (size * y + x) + i]!;
    return value >= Math.min(...around) - TOLERANCE && value <= Math.max(...around) + TOLERANCE;
  });
}

function savePicture(name: string, { size }: Scene, pixels: Uint8Array): void {
  const { PICTURES } = process.env;
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  const data = pixels.filter((_, i) => i % 4 !== 3);
  writeFileSync(join(PICTURES, `${name}.png`), encode({ width: size, height: size, data, channels: 3 }));
}
