/** Constants of one kind where another one is needed. */
import { expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
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
