/**
 * The listing as text that is changed: errors, the words of the result, undo, download, constants; two shaders
 * compared.
 */
import { describe, expect, test } from 'vitest';
import { updateChecksum } from '../../../src/container/edit.ts';
import { disassemble } from '../../../src/text/disassemble.ts';
import { skipFor } from '../../support/skip-for.ts';
import { contentOf, drop, eventually, lines, missing, paneOf, sample, showTab, useExplorer } from './explorer.ts';

const LAKE = sample('lake.cso');
/** Microsoft's listing has `mov r0.y, l(1.000000)` at byte 0xfc of the program: its literal is its last DWORD. */
const LITERAL = 0x380 + 0xfc + 16;
const MOV = 'mov r0.y, l(1.000000)';

skipFor(describe, missing)('editing', { tags: 'slow' }, () => {
  const open = useExplorer();

  async function openLake() {
    const page = await open();
    await drop(page, [LAKE]);
    await lines(page).filter({ hasText: MOV }).click();
    return page;
  }

  async function downloaded(page: Awaited<ReturnType<typeof open>>): Promise<Buffer> {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const { buffer } = await contentOf(await download);
    return Buffer.from(buffer);
  }

  test('a dropped text is assembled and edited, and its shader is downloaded', async () => {
    const page = await open();
    const text = 'ps_2_0\ndef c0, 1.000000, 0.000000, 0.000000, 1.000000\nmov oC0, c0\n';
    await drop(page, [{ name: 'red.asm', bytes: new Uint8Array(Buffer.from(text)) }]);
    const editor = page.getByRole('textbox', { name: 'Listing, editable' });
    const line = editor.locator('.cm-line').filter({ hasText: 'mov oC0, c0' });
    await line.waitFor();
    // Microsoft's assembler makes these words.
    const words = [
      0xffff0200, 0x05000051, 0xa00f0000, 0x3f800000, 0, 0, 0x3f800000, 0x02000001, 0x800f0800, 0xa0e40000,
    ];
    const bytes = await downloaded(page);
    expect([...new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)]).toEqual([...words, 0xffff]);
    await line.click();
    await page.keyboard.press('End');
    await page.keyboard.type('.x');
    await paneOf(page, 'Listing').getByRole('status').getByText('1 instruction changed').waitFor();
    expect((await downloaded(page)).readUInt32LE(4 * 9)).toBe(0xa0000000);
  });

  test('a new shader is a text to edit', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'New shader' }).click();
    const editor = page.getByRole('textbox', { name: 'Listing, editable' });
    await editor.locator('.cm-line').filter({ hasText: 'mov o0.xyzw' }).click();
    await page.getByRole('listbox', { name: 'Shaders' }).getByText('ps_5_0').waitFor();
    expect((await downloaded(page)).toString('latin1', 0, 4)).toBe('DXBC');
  });

  test('a changed number gives the shader with the changed words, and is undone', async () => {
    const page = await openLake();
    await page.keyboard.press('Alt+E');
    const editor = page.getByRole('textbox', { name: 'Listing, editable' });
    await editor.locator('.cm-line').filter({ hasText: MOV }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    // A line that is not finished is an error at its line.
    const status = paneOf(page, 'Listing').getByRole('status');
    await status.getByText('1 error').waitFor();
    await page.locator('.text-error').first().waitFor();
    await page.keyboard.type(')');
    await status.getByText('Same as the original').waitFor();
    for (let i = 0; i < 9; i++) await page.keyboard.press('Backspace');
    await page.keyboard.type('2.000000)');
    await status.getByText('1 instruction changed').waitFor();
    await page.locator('.gutter-changes .changed').waitFor();

    // The file is the original with one other DWORD and its checksum.
    const expected = LAKE.bytes.slice();
    const view = new DataView(expected.buffer);
    expect(view.getFloat32(LITERAL, true)).toBe(1);
    view.setFloat32(LITERAL, 2, true);
    expect((await downloaded(page)).equals(updateChecksum(expected).bytes!)).toBe(true);

    await page.getByRole('button', { name: 'Revert' }).click();
    await status.getByText('Same as the original').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await status.getByText('1 instruction changed').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await status.getByText('Same as the original').waitFor();
    expect((await downloaded(page)).equals(LAKE.bytes)).toBe(true);
  });

  test('a constant is changed by its controls, and compared with the original', async () => {
    const page = await openLake();
    const inspector = paneOf(page, 'Inspector');
    const number = inspector.getByRole('spinbutton', { name: 'Component 1' });
    await number.fill('0.25');
    await number.press('Enter');
    await page.getByText('1 instruction changed').waitFor();
    const slider = inspector.getByRole('slider', { name: 'Component 1, slider' });
    await eventually(() => slider.inputValue()).toBe('0.25');
    await slider.press('Home');
    await eventually(() => number.inputValue()).toBe('0');
    const bytes = await downloaded(page);
    expect(bytes.readFloatLE(LITERAL)).toBe(0);
    expect(disassemble(bytes).text).toContain('mov r0.y, l(0)');

    await showTab(page, 'Compare');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText('mov r0.y, l(0)').first().waitFor();
    await comparison.getByText(MOV).first().waitFor();
  });

  test('two shaders are compared', async () => {
    const page = await open();
    await drop(page, [LAKE, { name: 'copy.cso', bytes: LAKE.bytes }, sample('torch.cso')]);
    await lines(page).first().waitFor();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    for (const [name, text] of [
      ['copy', 'The shaders are equal, byte for byte.'],
      ['torch', /facts? of the container and the interface differ/],
    ] as const) {
      await page.keyboard.press('Alt+C');
      await page.getByRole('dialog').getByRole('option', { name }).first().click();
      await comparison.getByText(text).waitFor();
    }
  });
});
