/**
 * One selection for the entire page. The instruction is the first `rsq` of samples/lake.cso: Microsoft's listing has it
 * at byte 0x12c of the program, and the chunk table has the program at 0x380.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RECORDED } from '../../../fixtures/recorded.ts';
import { STRIP_FLAGS, stripShader } from '../../../src/container/index.ts';
import { skipFor } from '../../support/skip-for.ts';
import { drop, eventually, lines, missing, paneOf, sample, selectedLines, showTab, useExplorer } from './explorer.ts';

const AT = 0x380 + 0x12c;
const RSQ = 'rsq r0.w, r0.w';
const LAKE = sample('lake.cso');
const WORDS = new DataView(LAKE.bytes.buffer);

const hex = (offset: number) => `0x${offset.toString(16).padStart(4, '0')}`;
/** Four bytes as the hex view has them. */
const bytesAt = (offset: number) =>
  Array.from(LAKE.bytes.subarray(offset, offset + 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ');

skipFor(describe, missing)('selecting', { tags: 'slow' }, () => {
  const open = useExplorer();

  async function openLake() {
    const page = await open();
    await drop(page, [LAKE]);
    await lines(page).first().waitFor();
    return page;
  }

  /** The DWORDs of the inspector, as titles with offsets. */
  const wordsOf = (page: Awaited<ReturnType<typeof open>>) =>
    paneOf(page, 'Inspector')
      .getByRole('article')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));

  test('a line shows its DWORDs with their bits, and its bytes', async () => {
    const page = await openLake();
    await lines(page).filter({ hasText: RSQ }).click();
    await eventually(() => selectedLines(page)).toEqual([RSQ]);
    await eventually(async () => (await wordsOf(page)).map((label) => label.slice(-6))).toEqual(
      [0, 4, 8, 12, 16].map((at) => hex(AT + at)),
    );
    // The format of opcode tokens: bits 10 to 0 are the opcode, 30 to 24 the length in DWORDs.
    const token = WORDS.getUint32(AT, true);
    const opcode = paneOf(page, 'Inspector').getByRole('article').first();
    await opcode.getByText(`0x${token.toString(16).padStart(8, '0')}`).waitFor();
    const cells = opcode.locator('.strip [data-bit]');
    const bits = await cells.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.bit).join(''));
    expect(Number.parseInt(bits, 2)).toBe(token);
    await opcode.getByRole('button', { name: /bits 10 to 0: rsq/ }).waitFor();
    await opcode.getByRole('button', { name: /bits 30 to 24: 5/ }).waitFor();
    await eventually(() =>
      page
        .getByRole('region', { name: /^Bytes/ })
        .locator('[aria-pressed=true]')
        .allTextContents(),
    ).toEqual([0, 4, 8, 12, 16].map((at) => bytesAt(AT + at)));
  });

  test('a bit selects its field, and the line stays selected', async () => {
    const page = await openLake();
    await lines(page).filter({ hasText: RSQ }).click();
    const inspector = paneOf(page, 'Inspector');
    const field = inspector.getByRole('button', { name: /bits 10 to 0: rsq/ });
    await field.click();
    await eventually(() => field.getAttribute('aria-pressed')).toBe('true');
    const row = inspector.getByRole('row').and(page.locator('.selected'));
    await row.locator('.doc').waitFor();
    expect(await row.textContent()).toContain('10:0');
    expect(await selectedLines(page)).toEqual([RSQ]);
  });

  test('a DWORD of the bytes selects the line and its fields', async () => {
    const page = await openLake();
    await lines(page).filter({ hasText: RSQ }).click();
    // The second operand of another instruction: `mov r0.y, l(1.000000)` at 0xfc of the program.
    await page.getByRole('button', { name: `${hex(0x380 + 0xfc + 4)}: ` }).click();
    await eventually(() => selectedLines(page)).toEqual(['mov r0.y, l(1.000000)']);
    await eventually(() => wordsOf(page)).toHaveLength(5);
    const selected = paneOf(page, 'Inspector').locator('article.selected');
    await eventually(() => selected.getAttribute('aria-label')).toMatch(hex(0x380 + 0xfc + 4));
  });

  test('the map of chunks selects a chunk, and its records are explained', async () => {
    const page = await openLake();
    const map = page.getByRole('list', { name: 'Map of the file' });
    await map.getByRole('button', { name: 'ISGN' }).click();
    await eventually(() => selectedLines(page)).toEqual([]);
    await paneOf(page, 'Inspector').getByText('tag', { exact: true }).or(page.getByText('ISGN')).first().waitFor();
    await eventually(() => map.getByRole('button', { pressed: true }).textContent()).toBe('ISGN');
  });

  test('a register of the reflection selects its declaration', async () => {
    const page = await openLake();
    await showTab(page, 'Reflection');
    await page.getByRole('button', { name: 't1', exact: true }).click();
    await eventually(() => selectedLines(page)).toEqual(['dcl_resource_texturecube (float,float,float,float) t1']);
  });

  test('a line of the source selects the instruction that comes from it, and the other way', async () => {
    const page = await open();
    const bytes = new Uint8Array(readFileSync(join(RECORDED, 'debug-information.main.ps_5_0.0x1.bin')));
    await drop(page, [{ name: 'debug.cso', bytes }]);
    await showTab(page, 'Source');
    // Microsoft's listing says `#line 14` and `#line 20` before these instructions.
    await page.getByRole('button', { name: 'export float helper(float a) { return a * k.x; }' }).click();
    await eventually(async () => (await selectedLines(page)).join()).toMatch(/^mul r0\.x, v0\.x, cb0\[0\]\.x/);
    await lines(page).filter({ hasText: 'mul o0.xyzw' }).click();
    await eventually(() => page.locator('.source-line.selected').textContent()).toMatch(/20\s*sum \+= helper/);
  });

  test('a line of HLSL selects the instruction, and the other way', async () => {
    const page = await openLake();
    await page.keyboard.press('F4');
    const read = 'sample_indexable(texture2d)(float,float,float,float) r0.xy, r0.xyxx, t0.xyzw, s0';
    await lines(page, 'Translation').filter({ hasText: 'waves.Sample' }).click();
    await eventually(() => selectedLines(page)).toEqual([read]);
    await lines(page).filter({ hasText: 'sample_indexable(texturecube)' }).click();
    await eventually(async () => (await selectedLines(page, 'Translation')).join('\n')).toMatch(/sky\.Sample\(/);
  });

  test('HLSL that does not say everything has diagnostics, and a shader without HLSL says why', async () => {
    const page = await open();
    const recorded = (name: string) => new Uint8Array(readFileSync(join(RECORDED, name)));
    const files = [
      { name: 'preshader.cso', bytes: recorded('preshader-every-operation.bin') },
      // Without reflection data, nothing has the members of classes.
      {
        name: 'interfaces.cso',
        bytes: stripShader(recorded('interfaces.main.ps_5_0.bin'), STRIP_FLAGS.reflection).bytes!,
      },
    ];
    await drop(page, files);
    await page.getByRole('option', { name: /preshader/ }).click();
    await lines(page).first().waitFor();
    await page.keyboard.press('F4');
    const pane = paneOf(page, 'Translation');
    await pane.getByText('Diagnostics: 1').click();
    await pane.getByText('DX6036').waitFor();
    await page.getByRole('option', { name: /interfaces/ }).click();
    await pane.getByRole('status').getByText('DX6005').first().waitFor();
  });

  test('a line of a translation selects the instruction, and the other way', async () => {
    const page = await openLake();
    await page.keyboard.press('F4');
    await paneOf(page, 'Translation').getByLabel('Language', { exact: true }).selectOption('WGSL');
    const read = 'sample_indexable(texture2d)(float,float,float,float) r0.xy, r0.xyxx, t0.xyzw, s0';
    await lines(page, 'Translation').filter({ hasText: 'textureSample' }).first().click();
    await eventually(() => selectedLines(page)).toEqual([read]);
    await lines(page).filter({ hasText: 'sample_indexable(texturecube)' }).click();
    await eventually(async () => (await selectedLines(page, 'Translation')).join('\n')).toMatch(/textureSample\(sky/);
  });
});
