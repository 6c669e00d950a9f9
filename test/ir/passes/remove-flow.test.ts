/** Branches become choices with the same results, also where a construct is left after one inside of it was. */
import { expect, test } from 'vitest';
import { parseIr, verifyIr } from '../../../src/ir/index.ts';
import { removeFlow } from '../../../src/ir/passes/remove-flow.ts';
import { runModule } from '../../support/ir-run.ts';

const NESTED = `shader ps version=[3,0] profile="ps_3_0"
input 0 kind="vertex" register=0 mask=3 interpolation="linear" type="f32"
output 0 kind="vertex" register=0 mask=1 type="f32"
fn 0 main main {
  %0:f32 = in<0.x>
  %1:f32 = in<0.y>
  %2:f32 = const 0.0
  %3:f32 = block $0 {
    %4:f32 = block $1 {
      %5:bool = f.lt %0, %2
      if $2 %5 {
        exit $1 %1
      } else {
        exit $2
      }
      %6:f32 = f.mul %1, %1
      exit $0 %6
    }
    %7:f32 = f.add %4, %0
    exit $0 %7
  }
  out<0.x> %3
  return
}
`;

test('lanes that left a construct do not leave the one around it from there', () => {
  const { module } = parseIr(NESTED);
  expect(verifyIr(module)).toEqual([]);
  const seeds = Array.from({ length: 40 }, (_, i) => i);
  const before = seeds.map((seed) => runModule(module, seed));
  expect(removeFlow(module)).toBe(true);
  expect(verifyIr(module)).toEqual([]);
  expect(seeds.map((seed) => runModule(module, seed))).toEqual(before);
});
