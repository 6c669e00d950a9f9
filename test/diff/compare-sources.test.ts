/** Sources compared: variables that are numbered otherwise do not differ. */
import { describe, expect, test } from 'vitest';
import { compareSources } from '../../src/diff/compare-sources.ts';
import { marked } from '../support/listing-lines.ts';

const SOURCE = [
  'float4 tint;',
  '',
  'void main(float4 color : COLOR, out float4 o : SV_Target)',
  '{',
  '  float4 v = color * tint;',
  '  float v1 = v.x + color.y;',
  '  o = v * v1;',
  '}',
];
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

describe('compareSources', () => {
  test('equal sources', () => {
    const { lines } = compareSources(textOf(SOURCE), textOf(SOURCE));
    expect(lines.map(({ change, after }) => [change, after?.number])).toEqual(SOURCE.map((_, i) => ['same', i + 1]));
  });

  test('an inserted variable renames those after it', () => {
    const after = SOURCE.map((line) => line.replace(/\bv1\b/g, 'v2').replace(/\bv\b/g, 'v1'));
    after.splice(4, 0, '  float2 v = color.xy;');
    const { lines, renaming } = compareSources(textOf(SOURCE), textOf(after));
    expect(marked({ lines, renaming })).toEqual([
      '  float4 tint;',
      '  ',
      '  void main(float4 color : COLOR, out float4 o : SV_Target)',
      '  {',
      '+   float2 v = color.xy;',
      '~   float4 v1 = color * tint;',
      '~   float v2 = v1.x + color.y;',
      '~   o = v1 * v2;',
      '  }',
    ]);
    expect(Object.fromEntries(renaming)).toEqual({ v: 'v1', v1: 'v2' });
  });

  test('parameters, members and types are no variables', () => {
    const after = SOURCE.map((line) => line.replace('color.y', 'color.z').replace('COLOR', 'COLOR1'));
    const { lines, renaming } = compareSources(textOf(SOURCE), textOf(after));
    expect(renaming.size).toBe(0);
    expect(lines.filter(({ change }) => change !== 'same').map(({ after }) => after?.number)).toEqual([3, 6]);
  });
});
