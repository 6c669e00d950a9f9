/** Small models of the explorer: the selection, rows of buffers, sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLES } from '../../fixtures/sources.ts';
import { reflectShader } from '../../src/reflect/reflect.ts';
import { bufferRows, isUsed } from '../../web/src/model/buffer-rows.ts';
import { hexBytes } from '../../web/src/model/bytes.ts';
import { countText, hexText, sizeText, visibleText } from '../../web/src/model/format.ts';
import { type Selection, selectsField, selectsWord } from '../../web/src/state/selection.ts';

test('a buffer has a row for each register, with holes', () => {
  const { reflection } = reflectShader(readFileSync(join(SAMPLES, 'lake.cso')));
  if (reflection?.format !== 'dxbc') throw new Error('lake.cso is a shader of model 5.0');
  const [buffer] = reflection.constantBuffers;
  // float time; float3 eye; float4 fogColor; float2 fogRange
  expect(
    bufferRows(buffer!).map(({ cells }) => cells.map(({ first, count, variable }) => [first, count, variable])),
  ).toEqual([
    [
      [0, 1, 0],
      [1, 3, 1],
    ],
    [[0, 4, 2]],
    [
      [0, 2, 3],
      [2, 2, undefined],
    ],
  ]);
  expect(buffer!.variables.every(isUsed)).toBe(true);
});

test('a buffer with sizes that nothing has stays small', () => {
  const variable = { ...({} as Parameters<typeof isUsed>[0]), startOffset: 0xffff_fff0, size: 64 };
  expect(bufferRows({ size: 0xffff_ffff, variables: [variable] })).toHaveLength(512);
});

test('the selection has bits of one DWORD', () => {
  const selection: Selection = { start: 8, end: 12, bits: { low: 4, width: 2 }, origin: 'bytes' };
  expect(selectsField(selection, 8, 0, 11)).toBe(true);
  expect(selectsField(selection, 8, 6, 2)).toBe(false);
  expect(selectsField(selection, 12, 4, 2)).toBe(false);
  expect(selectsField(undefined, 8, 4, 2)).toBe(false);
  expect([selectsWord(selection, 8), selectsWord(selection, 4), selectsWord({ ...selection, end: 16 }, 8)]).toEqual([
    ...[true, false, false],
  ]);
});

test('numbers and texts of files are shown as text', () => {
  expect(hexText(0x1dc, 4)).toBe('0x01dc');
  expect([sizeText(1), sizeText(1204), countText(1, 'file'), countText(2, 'match', 'matches')]).toEqual([
    ...['1 byte', '1,204 bytes', '1 file', '2 matches'],
  ]);
  expect(visibleText('a\u0000b\u202ec')).toBe('a·b·c');
  expect(visibleText('abcdef', 3)).toBe('abc…');
  expect(hexBytes(Uint8Array.of(1, 2, 3, 4, 255), 0, 5, true)).toBe('01020304 ff…');
});
