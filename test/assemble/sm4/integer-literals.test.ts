/**
 * Warnings of integers that are read as floats: never for what Microsoft's compiler writes, always where a float output
 * would be black.
 */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { assemble, assembleUnvalidated } from '../../../src/assemble/assemble.ts';
import { disassemble } from '../../../src/text/disassemble.ts';

const warnings = (text: string, into?: Uint8Array) =>
  assembleUnvalidated(text, into === undefined ? {} : { into }).diagnostics.filter(({ code }) => code === 'DX3124');

const ps = (...lines: string[]) =>
  [
    'ps_5_0',
    'dcl_constantbuffer CB0[1], immediateIndexed',
    'dcl_output o0.xyzw',
    'dcl_temps 3',
    ...lines,
    'ret',
    '',
  ].join('\n');

describe('a warning', () => {
  test.each<[name: string, lines: string[], where: string, hint: string]>([
    ['a float output', ['mov o0.xyzw, l(1,0,0,1)'], '5:16', 'write l(1.0, 0, 0, 1.0)'],
    ['one component', ['mov o0.w, l(255)'], '5:13', 'write l(255.0)'],
    [
      'either value of a movc',
      ['movc o0.xyzw, cb0[0].xxxx, l(0, 0, 0, 0), l(0, 2, 0, 0.5)'],
      '5:48',
      'write l(0, 2.0, 0, 0.5)',
    ],
    [
      'a float operand',
      ['mov r0.xyzw, l(0,0,3,0)', 'mul o0.xyzw, cb0[0].xyzw, r0.zzzz'],
      '5:20',
      'write l(0, 0, 3.0, 0)',
    ],
    ['a copy to an output', ['mov r0.x, l(1)', 'mov r1.y, r0.x', 'mov o0.xyzw, r1.yyyy'], '5:13', 'write l(1.0)'],
    ['saturation', ['mov_sat r0.x, l(1)'], '5:17', 'write l(1.0)'],
    ['negation', ['mov r0.x, l(1)', 'mov r1.x, -r0.x'], '5:13', 'write l(1.0)'],
    [
      'one path',
      ['mov r0.x, l(1)', 'if_nz cb0[0].x', '  mov r0.x, l(1.0)', 'endif', 'mul o0.xyzw, r0.xxxx, r0.xxxx'],
      '5:13',
      'write l(1.0)',
    ],
    [
      'a loop',
      [
        'mov r0.x, l(1.0)',
        'loop',
        '  breakc_nz r0.y',
        '  mul r1.x, r0.x, r0.x',
        '  mov r0.x, l(7)',
        'endloop',
        'mov o0.xyzw, r1.xxxx',
      ],
      '9:15',
      'write l(7.0)',
    ],
  ])('%s', (_, lines, where, hint) => {
    const found = warnings(ps(...lines));
    expect(found.map(({ line, column }) => `${line}:${column}`)).toEqual([where]);
    expect(found[0]).toMatchObject({ severity: 'warning', hint });
  });

  test.each<[name: string, lines: string[]]>([
    ['floats', ['mov o0.xyzw, l(1.0,0,0,1.0)']],
    ['components that are not written', ['mov o0.y, l(1,0,0,1)']],
    ['bits', ['mov o0.xyzw, l(0x00000001,0,0,0)']],
    ['integers', ['mov r0.x, l(1)', 'iadd r0.x, r0.x, l(2)', 'itof o0.xyzw, r0.xxxx']],
    ['values that are replaced', ['mov r0.x, l(1)', 'itof r0.x, r0.x', 'mov o0.xyzw, r0.xxxx']],
    ['other components', ['mov r0.xy, l(1,0,0,0)', 'mov o0.xyzw, r0.yyyy']],
    ['results of comparisons', ['mov r0.x, l(-1)', 'mul o0.xyzw, r0.xxxx, r0.xxxx']],
    ['conditions', ['mov r0.x, l(1)', 'movc o0.xyzw, r0.xxxx, cb0[0].xyzw, cb0[0].yxzw']],
  ])('none for %s', (_, lines) => {
    expect(warnings(ps(...lines))).toEqual([]);
  });

  test('changes neither the bytes nor the result', () => {
    const { bytes, diagnostics } = assemble(ps('mov o0.xyzw, l(1,0,0,1)'));
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(false);
    expect(bytes).toEqual(assemble(ps('mov o0.xyzw, l(0x00000001,0,0,0x1)')).bytes);
  });

  test('the types of a signature decide', () => {
    const header = (format: string) =>
      `//\n// Output signature:\n//\n// Name                 Index   Mask Register SysValue  Format   Used\n// -------------------- ----- ------ -------- -------- ------- ------\n// SV_Target                0   xyzw        0   TARGET   ${format}   xyzw\n//\n`;
    const text = ps('mov o0.xyzw, l(1,0,0,1)');
    expect(warnings(header('  uint') + text)).toEqual([]);
    expect(warnings(header(' float') + text)).toHaveLength(1);
    const vs = (name: string) => `vs_5_0\n${name}\nmov o0.xyzw, l(1,0,0,1)\nret\n`;
    expect(warnings(vs('dcl_output o0.xyzw'))).toEqual([]);
    expect(warnings(vs('dcl_output_siv o0.xyzw, position'))).toHaveLength(1);
  });

  test('in a program that is put into an original, changed lines only', () => {
    const original = assemble(ps('mov o0.xyzw, l(1,0,0,1)')).bytes!;
    expect(warnings(ps('mov o0.xyzw, l(1,0,0,1)', 'nop'), original)).toEqual([]);
    expect(warnings(ps('mov o0.xyzw, l(2,0,0,1)'), original)).toHaveLength(1);
  });
});

test('none in what the compiler writes', { tags: 'slow' }, () => {
  const found = readRecorded()
    .filter(({ provenance: { how, profile } }) => how === 'compiled' && /^(?:[pvghdc]s|lib)_[45]/.test(profile ?? ''))
    .flatMap(({ provenance, bytes }) =>
      [true, false].flatMap((header) => warnings(disassemble(bytes, { header }).text).map(() => provenance.id)),
    );
  expect(found).toEqual([]);
});
