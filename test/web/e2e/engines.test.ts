/** Pictures of a pixel shader: the device of the browser draws what the interpreter draws. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { skipFor } from '../../support/skip-for.ts';
import { colorsOf, drop, eventually, missing, sample, showTab, useExplorer } from './explorer.ts';

/** Differences of components, 0 to 255: filters and functions of devices have a precision of their own. */
const TOLERANCE = 1;
/** Pixels of 1 that may differ at all. */
const MAX_DIFFERENT = 0.1;
/** Pixels of the pictures that are compared. */
const COMPARED = 128 * 128;

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

skipFor(describe, missing)('engines', { tags: 'slow' }, () => {
  const open = useExplorer({ graphics: true });

  const compare = async ([name, count]: readonly [string, number | undefined]): Promise<void> => {
    const page = await open();
    await drop(page, [sample(name)]);
    await showTab(page, 'Run');
    await eventually(() => page.locator('button.picture').getAttribute('data-engine')).toBe('webgpu');
    expect((await colorsOf(page)).length).toBeGreaterThan(20);
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
    expect((await colorsOf(page)).length).toBeGreaterThan(20);
  };
  const NAME = '%s is drawn alike by WebGPU, WebGL 2 and the interpreter';
  test.for([['lake.cso', COMPARED]] as const)(NAME, compare);
  test.for([
    ['torch.cso', COMPARED],
    // On a sphere, with the constants and the power function of Direct3D 9.
    ['rim-light.cso', undefined],
  ] as const)(NAME, { tags: 'ci' }, compare);

  test('a mesh that is dropped is drawn and turned, and the time runs when asked', { tags: 'ci' }, async () => {
    const page = await open({ reducedMotion: 'no-preference' });
    await drop(page, [sample('lake.cso')]);
    await showTab(page, 'Run');
    const shown = page.locator('button.picture');
    await eventually(() => shown.getAttribute('data-state')).toBe('drawn');
    const text = 'v -1 -1 0\nv 1 -1 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n';
    await drop(page, [{ name: 'triangle.obj', bytes: Buffer.from(text) }], page.locator('.run-picture'));
    await page.getByText('1 triangle.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Surface' }).inputValue()).toBe('mesh');
    const covered = () =>
      shown.locator('canvas').evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
        return new Uint32Array(data.buffer).filter((one) => one !== 0).length / (width * height);
      });
    // The triangle has the legs 2 and 2 in a circle with the radius of the square root of 2; that of the picture is
    // 0.9.
    const share = (2 * 0.9 ** 2) / 2 / 4;
    await eventually(covered).toBeCloseTo(share, 2);
    await page.getByRole('slider', { name: 'Turn' }).fill('60');
    await eventually(covered).toBeCloseTo(share / 2, 2);

    const time = page.getByRole('slider', { name: 'Time in seconds' });
    expect(await time.inputValue()).toBe('0');
    await page.getByRole('button', { name: 'Play' }).click();
    await eventually(async () => Number(await time.inputValue())).toBeGreaterThan(0.2);
    await page.getByRole('button', { name: 'Pause' }).click();
    const stopped = await time.inputValue();
    await page.waitForTimeout(300);
    expect(await time.inputValue()).toBe(stopped);
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
