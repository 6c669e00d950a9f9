/**
 * Arrays and copies of ranges of inputs, in all textual languages. What programs do with them is compared by
 * live/vm-gpu.ts.
 */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { type TranslateOptions, translate } from '../../../src/translate/index.ts';

function codeOf(lines: readonly string[], options: TranslateOptions): string {
  const { bytes, diagnostics } = assemble(lines.join('\n'));
  if (bytes === undefined) throw new Error(JSON.stringify(diagnostics));
  const { stages, diagnostics: found } = translate(bytes, options);
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  return String(stages[0]!.code);
}

describe.each([
  ['wgsl', /x0\[select\(4u, (\w+), \1 < 3u\)\]/],
  ['glsl', /x0\[(\w+) < 3u \? \1 : 4u\]/],
] as const)('%s', (to, written) => {
  it('writes outside an array where no read outside reads', () => {
    const code = codeOf(
      [
        'ps_5_0',
        'dcl_globalFlags refactoringAllowed',
        'dcl_input_ps constant v0.xy',
        'dcl_output o0.xyzw',
        'dcl_temps 1',
        'dcl_indexableTemp x0[3], 4',
        'mov r0.xy, v0.xyxx',
        'mov x0[r0.x + 0].xyzw, l(1.0, 2.0, 3.0, 4.0)',
        'mov o0.xyzw, x0[r0.y + 0].xyzw',
        'ret',
      ],
      { to },
    );
    // Three rows, the one that reads outside read, and the one that writes outside write.
    expect(code).toMatch(/array<vec4(?:[fu]|<\w+>), 5>|vec4 x0\[5\]/);
    expect(code).toMatch(written);
    expect(code).toMatch(/x0\[min\([^[\]]+, 3u\)\]/);
  });
});

it('copies each part of a register that inputs share', () => {
  const code = codeOf(
    [
      'ps_5_0',
      'dcl_globalFlags refactoringAllowed',
      'dcl_input_ps linear v0.xy',
      'dcl_input_ps linear v0.zw',
      'dcl_input_ps linear v1.xyzw',
      'dcl_input_ps constant v2.x',
      'dcl_output o0.xyzw',
      'dcl_temps 1',
      'dcl_indexRange v0.xyzw 2',
      'mov r0.x, v2.x',
      'mov o0.xyzw, v[r0.x + 0].xyzw',
      'ret',
    ],
    { to: 'wgsl' },
  );
  const rows = code.split('\n').filter((line) => /\w+\[\d\](\.[xyzw])? = /.test(line));
  expect(rows.map((line) => /\[(\d)\](?:\.([xyzw]))?/.exec(line)!.slice(1).join('')).sort()).toEqual([
    '0w',
    '0x',
    '0y',
    '0z',
    '1',
  ]);
});
