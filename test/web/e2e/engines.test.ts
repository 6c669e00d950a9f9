/** Pictures of a pixel shader: the device of the browser draws what the interpreter draws. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drop, eventually, missing, sample, showTab, useExplorer } from './explorer.ts';

/** Differences of components, 0 to 255: filters and functions of devices have a precision of their own. */
const TOLERANCE = 1;
/** Pixels of 1 that may differ at all. */
const MAX_DIFFERENT = 0.1;
/** Pixels of the pictures that are compared. */
const COMPARED = 64 * 64;

async function chooseEngine(page: Page, engine: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Drawn by' }).selectOption(engine);
  await eventually(() => page.locator('button.picture').getAttribute('data-engine')).toBe(engine);
}

/** Draws with the engine that is chosen and with another, and returns how the pictures differ. */
async function differenceTo(page: Page, other: string) {
  await page.getByRole('button', { name: other, exact: true }).click();
  const text = page.locator('[data-largest]');
  await text.waitFor();
  const numbers = await text.evaluate(({ dataset }) => ({ ...(dataset as Record<string, string>) }));
  await page.getByRole('button', { name: 'Show the picture' }).click();
  return { pixels: Number(numbers.pixels), different: Number(numbers.different), largest: Number(numbers.largest) };
}

/** The colors of the picture that is shown. */
function colorsOf(page: Page): Promise<number> {
  return page.locator('button.picture canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
}

describe.skipIf(missing !== undefined)('engines', { tags: 'slow' }, () => {
  const open = useExplorer();

  test.for([
    ['torch.cso', COMPARED],
    ['lake.cso', COMPARED],
    // On a sphere, with the constants and the power function of Direct3D 9.
    ['rim-light.cso', undefined],
  ] as const)('%s is drawn alike by WebGPU, WebGL 2 and the interpreter', async ([name, count]) => {
    const page = await open();
    await drop(page, [sample(name)]);
    await showTab(page, 'Run');
    await eventually(() => page.locator('button.picture').getAttribute('data-engine')).toBe('webgpu');
    expect(await colorsOf(page)).toBeGreaterThan(20);
    for (const [engine, other] of [
      ['webgpu', 'Interpreter'],
      ['webgl2', 'Interpreter'],
      ['webgl2', 'WebGPU'],
    ] as const) {
      await chooseEngine(page, engine);
      const { pixels, different, largest } = await differenceTo(page, other);
      expect(pixels).toBe(count ?? pixels);
      expect(largest, `${engine} and ${other}: the largest difference`).toBeLessThanOrEqual(TOLERANCE);
      expect(different, `${engine} and ${other}: pixels that differ`).toBeLessThanOrEqual(MAX_DIFFERENT * pixels);
    }
    await chooseEngine(page, 'interpreter');
    expect(await colorsOf(page)).toBeGreaterThan(20);
  });

  test('with less motion the time does not run by itself', async () => {
    const page = await open();
    await drop(page, [sample('lake.cso')]);
    await showTab(page, 'Run');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await page.getByRole('button', { name: 'Play' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Play' }).getAttribute('title')).toMatch(/less motion/);
  });
});
