/**
 * The layout of buffers as `dxlens reflect` draws it: gaps, registers and components, against a shader of Microsoft's
 * compiler.
 */
import { expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { buffersText } from '../../src/cli/verbs/reflect/buffers.ts';
import { reflect } from '../../src/reflect/index.ts';

const { bytes } = readRecorded().find(({ provenance }) => provenance.id === 'constant-buffers.main.ps_5_0.0x1020')!;
const { reflection } = reflect(bytes);
const buffers = reflection?.format === 'dxbc' ? reflection.constantBuffers : [];

test('variables are in the order of their offsets, with the gaps between them', () => {
  const text = buffersText(buffers.filter(({ name }) => name === 'Packed'));
  expect(text.split('\n').slice(3, 10)).toEqual([
    '      0       0     4  -...  (padding)',
    '      0       4     4  .y..  float x',
    '      0       8     8  ..--  (padding)',
    '    1-2      16    24  ----  (padding)',
    '      2      40     8  ..zw  float2 yz',
    '    3-6      48    64  ----  (padding)',
    '      7     112    16  xyzw  float4 last',
  ]);
});

test('variables and gaps take every byte of a buffer once', () => {
  for (const buffer of buffers) {
    const rows = buffersText([buffer]).split('\n').slice(3);
    // Members are indented; default values have no offset.
    const offsets = rows.flatMap((row) => /^ *[\d-]+ +(\d+) +(\d+) {2}.{4} {2}(?! )/.exec(row) ?? []);
    const sizes = offsets.filter((_, i) => i % 3 === 2).map(Number);
    expect([buffer.name, sizes.reduce((sum, size) => sum + size, 0)]).toEqual([buffer.name, buffer.size]);
  }
});
