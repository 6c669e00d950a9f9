/** Hints of the assemblers: the name or the swizzle that was meant. */
import { describe, expect, test } from 'vitest';
import { assembleUnvalidated } from '../../src/assemble/assemble.ts';

const reported = (text: string) => assembleUnvalidated(text).diagnostics.map(({ code, hint = '' }) => ({ code, hint }));

describe('names of instructions', () => {
  test.each([
    ['MOV r0, c0', 'did you mean mov?'],
    ['Mad r0, c0, c1, c2', 'did you mean mad?'],
    ['MUL_sat r0, r0, r0', 'did you mean mul_sat?'],
    ['MVO r0, r0', 'did you mean mov?'],
  ])('models 1 to 3: %s', (line, hint) => {
    expect(reported(`ps_2_0\n${line}\n`)[0]).toEqual({ code: 'X2000', hint });
  });

  test.each([
    ['MVO r0.x, r1.x', 'did you mean mov?'],
    ['DCL_TMPS 3', 'did you mean dcl_temps?'],
    ['mulx_sat r0.x, r1.x, r1.x', 'did you mean mul_sat?'],
    ['sub r0.x, r1.x, r2.x', 'write add and negate the last value: add r0.x, r1.x, -r2.x'],
    ['TEXLD r0, r1, s0', 'write sample'],
  ])('models 4 to 5.1: %s', (line, hint) => {
    expect(reported(`ps_4_0\n${line}\n`)).toEqual([{ code: 'DX3101', hint }]);
  });

  test('models 4 to 5.1 take any letter case', () => {
    const lower = assembleUnvalidated('ps_4_0\nmov r0.x, l(1.0)\nmad_sat r0.x, r1.x, r1.x, r1.x\n');
    expect(assembleUnvalidated('ps_4_0\nMOV r0.x, L(1.0)\nMad_SAT r0.x, R1.x, r1.x, r1.x\n').bytes).toEqual(
      lower.bytes,
    );
  });
});

// The compiler writes the components of the result in their positions and the first one elsewhere: 'mov r0.yz, r1.yyzy'
// in fixtures.
test.each([
  ['mov r0.xyz, r3.xyz', 'DX3123', 'r3.xyzx'],
  ['mov r0.yz, r3.yz', 'DX3123', 'r3.yyzy'],
  ['mov r0.xy, -cb0[r1.x + 2].zw', 'DX3123', 'cb0[r1.x + 2].zwzz'],
  ['dp3 r0.x, r1.xyz, r2.xyzx', 'DX3123', 'r1.xyzx'],
  ['mul r0.xyz, r1.zyx, r2.xyzx', 'DX3106', 'r1.zyxz'],
  ['sample r0.xyzw, v0.xy, t0.xyzw, s0', 'DX3123', 'v0.xyxx'],
])('%s: the swizzle that was meant', (line, code, swizzle) => {
  expect(reported(`ps_5_0\n${line}\n`)).toEqual([
    { code, hint: `a value has one component or four: write ${swizzle}` },
  ]);
});

// Messages of this kind are read aloud: no bare punctuation, which reads as part of the sentence.
test.each([
  ['mov r0.x r1.x', 'expected a comma, found r1'],
  ['mov r0.x, cb0[1.x', "expected ']', found '.x'"],
  ['mov r0.x, l(1', "expected ')', found the end of the line"],
  ['mov r0.x, |r1.x', "expected '|', found the end of the line"],
  ['dcl_thread_group 1 1 1', 'expected a comma, found 1'],
  ['mov r0.x,, r1.x', "',' is neither a register nor a literal"],
])('%s: %s', (line, message) => {
  expect(assembleUnvalidated(`cs_5_0\n${line}\n`).diagnostics.map((one) => one.message)).toEqual([message]);
});
