/** Registers in lines of listings: which words are registers, and the renaming that aligned lines have in common. */
import { describe, expect, test } from 'vitest';
import { inferRenaming, mnemonicOf, registerLine, renamed } from '../../src/diff/compare-listings.ts';

describe('registerLine', () => {
  test.for([
    ['mul r0.xyz, -r12.xyzx, |cb0[4].xxxx|', ['r0', 'r12', 'cb0[4]']],
    ['dp3 oC0, t1, c2', ['oC0', 't1', 'c2']],
    ['sample_indexable(texture2d)(float,float,float,float) r0.xyzw, v1.xyxx, t3.xyzw, s0', ['r0', 'v1', 't3', 's0']],
    ['add r1.x, CB0[2][r3.x + 4].y, l(0.500000)', ['r1', 'CB0[2]', 'r3']],
    ['ld r0.x, T0[3].x, icb[r1.x + 2].x, v[2][0].x', ['r0', 'T0[3]', 'r1', 'v[2][0]']],
    ['(!p0.x) mov_sat r1, r2_bx2', ['r1', 'r2']],
    ['+ mul r0.w, 1-r1, v0.w', ['r0', 'r1', 'v0']],
    ['dcl_constantbuffer CB2[16], immediateIndexed', ['CB2']],
    ['dcl_output_siv o0.x, finalQuadUeq0EdgeTessFactor', ['o0']],
    ['dcl_texcoord3 v4', ['v4']],
    ['def c1, 0x3f800000, 1e-005, 2, 3', ['c1']],
    ['printf "r0 is %f", r0.x', []],
    ['ret', []],
  ] as const)('%s', ([text, registers]) => {
    expect(registerLine(text).registers).toEqual(registers);
  });

  test('lines that differ by registers have one key, other lines have not', () => {
    const key = (text: string) => registerLine(text).key;
    expect(key('add r0.x, r1.y, cb0[3].z')).toBe(key('add r7.x, r12.y, cb2[40].z'));
    expect(key('add r0.x, r1.y, cb0[3].z')).not.toBe(key('add r0.x, r1.z, cb0[3].z'));
    expect(key('add r0.x, r1.y')).not.toBe(key('add r0.x, v1.y'));
    expect(key('dp3 r0.x, r1')).not.toBe(key('dp4 r0.x, r1'));
    expect(key('dcl_constantbuffer CB0[3], immediateIndexed')).not.toBe(
      key('dcl_constantbuffer CB0[4], immediateIndexed'),
    );
  });
});

test('mnemonicOf', () => {
  expect(mnemonicOf('(p0.x) mad_sat r0, r1, r2, r3')).toBe('(p0.x) mad_sat');
  expect(mnemonicOf('ret')).toBe('ret');
});

describe('inferRenaming', () => {
  const infer = (before: string[], after: string[], aligned: number[]) =>
    Object.fromEntries(
      inferRenaming(
        before.map((one) => registerLine(one)),
        after.map((one) => registerLine(one)),
        Int32Array.from(aligned),
      ),
    );

  test('takes what most lines say, one to one', () => {
    const before = ['mov r0, r1', 'mov r0, r2', 'mov r3, r1'];
    const after = ['mov r5, r1', 'mov r5, r2', 'mov r3, r9'];
    expect(infer(before, after, [0, 1, 2])).toEqual({ r0: 'r5' });
    expect(infer(['mov r0, r1'], ['mov r2, r2'], [0])).toEqual({ r0: 'r2' });
  });

  test('swaps registers, and ignores lines that are not aligned', () => {
    expect(infer(['mov r0, r1', 'mov r0, r1'], ['mov r1, r0', 'mov r8, r9'], [0, -1])).toEqual({ r0: 'r1', r1: 'r0' });
  });

  test('renames all registers at once', () => {
    const renaming = new Map([
      ['r0', 'r1'],
      ['r1', 'r0'],
      ['cb0[1]', 'cb0[2]'],
    ]);
    expect(renamed('mad r0.x, r1.y, cb0[1].z, r10.w', renaming)).toBe('mad r1.x, r0.y, cb0[2].z, r10.w');
  });
});
