/** A lane that coordinates of textures share is computed for each of them, with the product that it adds. */
import { expect, test } from 'vitest';
import { repeatSharedLanes } from '../../src/generate/shared-lanes.ts';
import { parseIr, printIr, verifyIr } from '../../src/ir/index.ts';

test('a shared lane has a copy for all vectors but the last', () => {
  const { module, diagnostics } = parseIr(`shader ps version=[5,0] profile="ps_5_0"
binding 0 kind="sampler" register=0 space=0 count=1 name="s"
binding 1 kind="view" register=0 space=0 count=1 dimension="texture2D" returnTypes=["float","float","float","float"] name="t"
input 0 kind="vertex" register=0 mask=7 interpolation="linear" type="f32"
output 0 kind="vertex" register=0 mask=15 type="f32"
access 0 binding=1 sampler=0 offsets=[0,0,0] channel=0 hasClamp=false isIndexed=false isSamplerIndexed=false
fn 0 main main {
  %0:f32 = in<0.x>
  %1:f32 = in<0.y>
  %2:f32 = in<0.z>
  %3:f32 = f.mul %0, %2
  %4:f32 = f.add %0, %3
  %5:f32 = f.add %1, %2
  %6:f32 = f.add %1, %0
  %7:f32x2 = pick %4.x, %5.x
  %8:f32x4 = tex.sample<0> %7
  %9:f32x2 = pick %4.x, %6.x
  %10:f32x4 = tex.sample<0> %9
  %11:f32x4 = f.add %8, %10
  out<0.x> %11
  return
}
`);
  expect(diagnostics).toEqual([]);
  repeatSharedLanes(module);
  expect(verifyIr(module)).toEqual([]);
  const lines = printIr(module)
    .split('\n')
    .map((line) => line.trim());
  expect(lines.filter((line) => line.includes('f.mul %0, %2'))).toHaveLength(2);
  expect(lines.filter((line) => /f\.add %0, /.test(line))).toHaveLength(2);
  const [first, second] = lines.filter((line) => line.includes('pick')).map((line) => /pick (%\d+)/.exec(line)![1]);
  expect(first).not.toBe(second);
});
