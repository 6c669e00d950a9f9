/**
 * Debugging and compute shaders in Chromium: what the page shows is what the interpreter gives in Node for the same
 * job.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createStepper, type InvocationResult, run, type Stepper } from '../../../src/vm/index.ts';
import { dispatchJob, type PixelPosition, quadJob, type RunSetup } from '../../../web/src/model/run/job.ts';
import { skipFor } from '../../support/skip-for.ts';
import { LIMITS, setupOf } from '../run/support.ts';
import {
  drop,
  eventually,
  lines,
  missing,
  type NamedBytes,
  sample,
  selectedLines,
  showTab,
  useExplorer,
} from './explorer.ts';

/** Pixels of the pictures of the page along each side. */
const SIZE = 256;

/** The words of registers by name, a list for each lane. */
type Registers = Readonly<Record<string, readonly (readonly number[])[]>>;

/**
 * The state that the debugger shows: the instructions that were executed and of how many, and the registers of all
 * lanes as numbers.
 */
async function shownBy(page: Page): Promise<{ at: number; count: number; registers: Registers }> {
  const { text, rows } = await page.getByRole('region', { name: 'Debugger' }).evaluate((one) => ({
    text: one.querySelector('.run-timeline output')!.textContent!,
    rows: Array.from(one.querySelectorAll('table.registers tbody tr'), (row) => ({
      name: row.querySelector('button')!.textContent!,
      words: Array.from(row.querySelectorAll('td.code'), (cell) => cell.textContent!),
    })),
  }));
  const [, at, count] = /^(\d+) of (\d+)/.exec(text)!;
  const registers = rows.map(({ name, words }) => {
    const numbers = words.map(Number);
    return [name, [0, 1, 2, 3].map((lane) => numbers.slice(4 * lane, 4 * lane + 4))] as const;
  });
  return { at: Number(at), count: Number(count), registers: Object.fromEntries(registers) };
}

/** The words of the interpreter's registers with these names. */
function wordsOf(stepper: Stepper, names: readonly string[]): Registers {
  return Object.fromEntries(names.map((name) => [name, stepper.words(name)!]));
}

/** Moves with a key, and returns the registers at step `at`. */
async function press(page: Page, key: string, at: number): Promise<Registers> {
  await page.keyboard.press(key);
  let shown = await shownBy(page);
  // Asked again at once: a pause in each of many steps would take most of the time.
  for (let i = 0; shown.at !== at && i < 1000; i++) shown = await shownBy(page);
  expect(shown.at).toBe(at);
  return shown.registers;
}

/** Chooses a pixel in the fields and debugs it, all lanes as hexadecimal numbers. */
async function debugPixel(page: Page, { x, y }: PixelPosition): Promise<void> {
  const debuggerPane = page.getByRole('region', { name: 'Debugger' });
  for (const [axis, value] of Object.entries({ x, y })) {
    const field = debuggerPane.getByRole('spinbutton', { name: axis, exact: true });
    await field.fill(`${value}`);
    await field.press('Tab');
  }
  await debuggerPane.getByRole('button', { name: /^Debug/ }).click();
  await page.getByRole('combobox', { name: 'Numbers' }).selectOption('Hexadecimal');
  await page.getByRole('checkbox', { name: 'All lanes' }).check();
  await eventually(async () => (await shownBy(page)).at).toBe(0);
}

/** Steps of a stepper that runs to the end. */
function stepsOf(
  setup: RunSetup,
  pixel: PixelPosition,
): { count: number; registersAt: (names: readonly string[][]) => Registers[] } {
  const stepper = () => createStepper(quadJob(setup, pixel, LIMITS)).stepper!;
  const counted = stepper();
  let count = 0;
  while (counted.state === 'paused') {
    counted.step();
    count++;
  }
  return {
    count,
    registersAt: (names) => {
      const one = stepper();
      return names.map((list, step) => {
        if (step > 0) one.step();
        return wordsOf(one, list);
      });
    },
  };
}

skipFor(describe, missing)('debugging', { tags: 'slow' }, () => {
  const open = useExplorer();

  /** Opens a shader and shows its run. A narrow window has nothing else to draw in each of many steps. */
  async function openRun(shader: NamedBytes): Promise<Page> {
    const page = await open({ viewport: { width: 700, height: 900 } });
    await drop(page, [shader]);
    await lines(page).first().waitFor();
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Details' }).click();
    await showTab(page, 'Run');
    return page;
  }

  const compare = async ([name, pixels, output]: readonly [string, readonly (readonly [number, number])[], RegExp]) => {
    const shader = sample(name);
    const setup = setupOf(shader.bytes);
    const page = await openRun(shader);
    for (const [x, y] of pixels) {
      const pixel = { x, y, size: SIZE };
      const { count, registersAt } = stepsOf(setup, pixel);
      await debugPixel(page, pixel);
      const start = await shownBy(page);
      expect([start.at, start.count]).toEqual([0, count]);
      const shown = [start.registers];
      for (let step = 1; step <= count; step++) {
        shown.push(await press(page, 'F11', step));
      }
      const expected = registersAt(shown.map((registers) => Object.keys(registers)));
      expect(shown).toEqual(expected);
      // The outputs of the shader are among them.
      const outputs = Object.keys(shown.at(-1)!).filter((register) => output.test(register));
      expect(outputs).toHaveLength(1);
      expect(Object.keys(shown.at(-1)!).filter((register) => /^r\d+$/.test(register)).length).toBeGreaterThan(0);

      // The numbers at the end are those that `run` gives.
      await page.getByRole('combobox', { name: 'Numbers' }).selectOption('Float');
      const floats = (await shownBy(page)).registers[outputs[0]!]!;
      const result = Object.values(run(quadJob(setup, pixel, LIMITS)).outputs)[0]! as unknown as {
        value: InvocationResult;
      };
      for (const [lane, values] of result.value.outputs.entries()) {
        const [color] = Object.values(values);
        expect(floats[lane]!.slice(0, color!.length).map(Math.fround)).toEqual(
          color!.map((one) => Math.fround(Number(one))),
        );
      }
      await page.getByRole('combobox', { name: 'Numbers' }).selectOption('Hexadecimal');

      for (let step = count - 1; step >= 0; step--) {
        expect(await press(page, 'Shift+F11', step), `back before step ${step}`).toEqual(expected[step]);
      }
      // The timeline goes to any step at once.
      const middle = count >> 1;
      await page.getByRole('slider', { name: 'Instructions that were executed' }).fill(`${middle}`);
      await eventually(async () => (await shownBy(page)).registers).toEqual(expected[middle]);
      await page.getByRole('button', { name: 'Stop' }).click();
    }
  };
  const NAME = 'the registers of %s are those of the interpreter, forwards and backwards';
  test.for([['torch.cso', [[128, 128]], /^oC0$/]] as const)(NAME, compare);
  test.for([
    // A cube map, branches, the quad at the edge of the picture, and one in the middle.
    [
      'lake.cso',
      [
        [37, 200],
        [255, 0],
      ],
      /^o0$/,
    ],
    // Direct3D 9, on a sphere: a pixel on it and one next to it.
    [
      'rim-light.cso',
      [
        [100, 91],
        [3, 2],
      ],
      /^oC0$/,
    ],
  ] as const)(NAME, { tags: 'ci' }, compare);

  test('a click on the picture debugs that pixel; breakpoints and the line stop where the listing says', async () => {
    const page = await open();
    await drop(page, [sample('lake.cso')]);
    await showTab(page, 'Run');
    const picture = page.locator('button.picture[data-state=drawn]');
    await picture.waitFor();
    const { width, height } = (await picture.boundingBox())!;
    await picture.click({ position: { x: 0.3 * width, y: 0.2 * height } });
    await page.getByRole('table', { name: 'Registers' }).waitFor();
    const debuggerPane = page.getByRole('region', { name: 'Debugger' });
    for (const [axis, share] of [
      ['x', 0.3],
      ['y', 0.2],
    ] as const) {
      const value = await debuggerPane.getByRole('spinbutton', { name: axis, exact: true }).inputValue();
      // Clicks are at integer pixels of the page, which are not those of the picture.
      expect(Math.abs(Number(value) - share * SIZE), axis).toBeLessThanOrEqual(1.5);
    }
    await lines(page)
      .filter({ hasText: /^\s*rsq r0\.w/ })
      .first()
      .click();
    await page.keyboard.press('F9');
    await page.locator('.gutter-breakpoints .breakpoint:visible').first().waitFor();
    await page.keyboard.press('F5');
    await eventually(() => page.locator('.run-next').textContent()).toBe('rsq r0.w, r0.w');
    await eventually(() => selectedLines(page)).toEqual(['rsq r0.w, r0.w']);
    const { at } = await shownBy(page);
    await page.keyboard.press('F5');
    await eventually(async () => (await shownBy(page)).at).toBeGreaterThan(at);
    await page.keyboard.press('Shift+F5');
    await eventually(async () => (await shownBy(page)).at).toBe(at);
  });

  test('steps of a source that is compiled on the page are its lines, with its variables', async () => {
    const text = `float2 cube(float2 x)
{
  float2 root = sqrt(x);
  return root * root * root;
}
float4 main(float2 at : TEXCOORD0) : SV_Target
{
  float2 big = cube(at);
  float2 dim = sqrt(big);
  return dim.xyxy * big.x;
}
`;
    const page = await open();
    await drop(page, [{ name: 'steps.hlsl', bytes: new TextEncoder().encode(text) }]);
    await lines(page).filter({ hasText: 'ps_5_0' }).waitFor();
    await showTab(page, 'Run');
    const pane = page.getByRole('region', { name: 'Debugger' });
    await pane.getByRole('button', { name: /^Debug/ }).click();
    const next = () => pane.locator('.source-line[aria-current=step] .number').textContent();
    const variable = (name: string) =>
      pane.locator('table.variables tbody tr').filter({ has: page.locator('th code', { hasText: name }) });
    await eventually(next).toBe('3');
    await page.keyboard.press('F11');
    await eventually(next).toBe('4');
    await variable('root').waitFor();
    await page.keyboard.press('F10');
    await eventually(next).toBe('9');
    await variable('big').waitFor();
    expect(await page.evaluate(() => document.scrollingElement!.scrollTop)).toBe(0);
    expect(await variable('root').count()).toBe(0);
    const numbers = (await variable('big').locator('td').first().textContent())!.match(/[\d.]+/g)!.map(Number);
    const at = (await variable('at').locator('td').first().textContent())!.match(/[\d.]+/g)!.map(Number);
    for (const [i, number] of numbers.entries()) expect(number).toBeCloseTo(at[i]! ** 1.5, 3);
    const cell = await variable('big').locator('td').first().textContent();
    const word = pane.locator('.source-line[aria-current=step] .variable', { hasText: /^big$/ });
    expect(await word.getAttribute('title')).toBe(`big = ${cell}`);
    // Over the call backwards, and into it.
    await page.keyboard.press('Shift+F11');
    await eventually(next).toBe('4');
    await page.keyboard.press('Shift+F5');
    await eventually(next).toBe('3');
    await pane.getByRole('button', { name: 'Breakpoint at line 9' }).click();
    await page.keyboard.press('F5');
    await eventually(next).toBe('9');
    // By instruction, the line may stay.
    await pane.getByRole('checkbox', { name: 'By source line' }).uncheck();
    const { at: step } = await shownBy(page);
    for (const count of [1, 2]) {
      await page.keyboard.press('F11');
      await eventually(async () => (await shownBy(page)).at).toBe(step + count);
      await eventually(next).toBe('10');
    }
  });

  test('the tables of a compute shader have what `run` gives', async () => {
    const shader = sample('prefix-sum.cso');
    const setup = setupOf(shader.bytes, { groups: [2, 1, 1] });
    const page = await openRun(shader);
    const input = setup.plan.buffers.find(({ register }) => register === 't0')!;
    const output = setup.plan.buffers.find(({ register }) => register === 'u0')!;
    const given = [...setup.settings.buffers.t0!];
    const buffers = page.getByRole('region', { name: 'Buffers' });
    const set = async (label: string, value: number) => {
      const field = buffers.getByRole('spinbutton', { name: label, exact: true });
      await field.fill(`${value}`);
      await field.press('Tab');
    };
    await set('Groups along x', 2);
    for (const [row, value] of [
      [0, 41],
      [7, 1000],
      [63, 5],
    ] as const) {
      given[row] = value;
      await set(`${input.name}[${row}] ${input.columns[0]}`, value);
    }
    await buffers.getByRole('button', { name: 'Run', exact: true }).click();
    const table = buffers.getByRole('region', { name: `Elements of ${output.name}` });
    await table.getByRole('columnheader', { name: /after$/ }).waitFor();
    const shown = await table.locator('tbody tr td:last-child').allTextContents();
    const { outputs, diagnostics } = run(
      dispatchJob(
        { ...setup, settings: { ...setup.settings, buffers: { ...setup.settings.buffers, t0: given } } },
        LIMITS,
      ),
    );
    expect(diagnostics).toEqual([]);
    const { u0 } = outputs as unknown as Record<string, { value: number[] }>;
    expect(shown.map(Number)).toEqual(u0!.value.slice(0, shown.length));
    // The shader adds up what is before each element of its group.
    expect(shown.slice(0, 64).map(Number)).toEqual(
      given.slice(0, 64).map((_, i) => given.slice(0, i).reduce((a, b) => a + b, 0)),
    );
  });

  test('a thread of a compute shader has the registers of the interpreter', { tags: 'ci' }, async () => {
    const shader = sample('prefix-sum.cso');
    const setup = setupOf(shader.bytes);
    const page = await openRun(shader);
    const debuggerPane = page.getByRole('region', { name: 'Debugger' });
    const field = debuggerPane.getByRole('spinbutton', { name: 'Number of the thread in its group' });
    await field.fill('22');
    await field.press('Tab');
    await debuggerPane.getByRole('button', { name: /^Debug/ }).click();
    await page.getByRole('combobox', { name: 'Numbers' }).selectOption('Hexadecimal');
    await page.getByRole('checkbox', { name: 'All lanes' }).check();
    const { stepper } = createStepper(dispatchJob(setup, LIMITS));
    let step = 0;
    while (stepper!.state === 'paused') {
      if (stepper!.quad === 22 >> 2) {
        const shown = await press(page, step === 0 ? 'Shift+F5' : 'F11', step);
        expect(shown, `before step ${step}`).toEqual(wordsOf(stepper!, Object.keys(shown)));
        step++;
      }
      stepper!.step();
    }
    expect((await shownBy(page)).count).toBe(step);
  });
});
