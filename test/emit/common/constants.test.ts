/** Constants of one kind where another one is needed. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { inMember } from '../../../src/emit/common/rules/constants.ts';
import { translate } from '../../../src/translate/index.ts';

it('spells negative constants as unsigned ones where words are needed', () => {
  const { bytes } = assemble(`cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_typed_buffer (uint,uint,uint,uint) u0
dcl_uav_raw u1
dcl_temps 1
dcl_thread_group 1, 1, 1
imm_atomic_iadd r0.x, u0, l(0, 0, 0, 0), l(-1)
imax r0.x, r0.x, l(-7)
iadd r0.x, r0.x, l(-1)
store_raw u1.x, l(0), r0.x
ret`);
  const { stages } = translate(bytes!);
  expect(stages[0]!.code).toMatch(/_atomic_add\(0u, (4294967295u|0xffffffffu)\)/);
  expect(stages[0]!.code).not.toMatch(/u32\(-/);
});

/** A pixel shader that writes the result of `instruction` to its target. */
function targetOf(instruction: string): string {
  const { bytes } = assemble(`ps_5_0
dcl_globalFlags refactoringAllowed
dcl_output o0.xyzw
dcl_temps 1
${instruction}
mov o0.xyzw, r0.xyzw
ret`);
  return translate(bytes!, { validate: false })
    .stages[0]!.code.split('\n')
    .find((line) => line.includes('target0 ='))!;
}

describe('constants that compilers of WGSL would evaluate to something else', () => {
  it('hides the bits of NaN, which they refuse', () => {
    const line = targetOf('iadd r0.xyzw, l(0x7fffffff, 2, 3, 4), l(0x7fffffff, 0x3f7ffffe, 3, 4)');
    expect(line).toContain('float_bits(0xfffffffeu), 1.0,');
    expect(line).not.toContain('bitcast');
  });

  it('hides the sign of zero, which they lose', () => {
    expect(targetOf('mov r0.xyzw, l(-0.0, 0, 1.0, -1.0)')).toContain('vec4f(float_bits(0x80000000u), 0.0, 1.0, -1.0)');
  });
});

it('reads rows of arrays of matrices of constants in languages without arrays of arrays', () => {
  const member = { name: 'bones', offset: 32, type: 'f32', width: 4, rows: 3, elements: 5 } as const;
  const at = (element: number, row: number) => member.offset + 48 * element + 16 * row + 4;
  expect(inMember(member, at(2, 1), 4, true)).toEqual({ text: 'bones[2][1]', first: 1, width: 4 });
  expect(inMember(member, at(2, 1), 4, false)).toEqual({ text: 'bones[7]', first: 1, width: 4 });
  expect(inMember(member, at(5, 0), 4, false)).toBeUndefined();
  expect(inMember({ ...member, elements: 0 }, at(0, 2), 4, false)).toEqual({ text: 'bones[2]', first: 1, width: 4 });
});
