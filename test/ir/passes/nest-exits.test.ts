/** Random modules give equal bits before and after exits are nested; a block that is left early goes. */
import { expect, test } from 'vitest';
import { randomModule } from '../../../smith/ir-module.ts';
import { Random } from '../../../smith/random.ts';
import { parseIr, printIr, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { nestExits } from '../../../src/ir/passes/nest-exits.ts';
import { simplify } from '../../../src/ir/passes/simplify.ts';
import { runModule } from '../../support/ir-run.ts';

const SEEDS = 1500;

test('random modules mean the same', () => {
  let nested = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const module = randomModule(new Random(seed), 10 + (seed % 60));
    runPasses(module);
    const before = [1, 2].map((inputs) => runModule(module, seed + inputs));
    if (!nestExits(module)) continue;
    nested++;
    expect(verifyIr(module), `seed ${seed}`).toEqual([]);
    for (const [i, expected] of before.entries())
      if (expected !== undefined) expect(runModule(module, seed + i + 1), `seed ${seed}`).toEqual(expected);
  }
  expect(nested).toBeGreaterThan(3);
});

test('operations after a branch that leaves a block go into its other side', () => {
  const head = `shader ps version=[5,0] profile="ps_5_0"
input 0 kind="vertex" register=0 mask=1 interpolation="linear" type="f32"
output 0 kind="vertex" register=0 mask=1 type="f32"
fn 0 main main {
  %0:f32 = in<0.x>
  %1:f32 = const 0.0
  %2:bool = f.lt %0, %1
`;
  const { module } = parseIr(`${head}  %3:f32 = block $0 {
    %4:f32 = if $1 %2 {
      exit $0 %0
    } else {
      %5:f32 = f.sin %0
      exit $1 %5
    }
    %6:f32 = f.cos %4
    exit $0 %6
  }
  out<0.x> %3
  return
}
`);
  expect(nestExits(module)).toBe(true);
  simplify(module);
  expect(printIr(module)).toBe(`${head}  %3:f32 = if $0 %2 {
    exit $0 %0
  } else {
    %4:f32 = f.sin %0
    %5:f32 = f.cos %4
    exit $0 %5
  }
  out<0.x> %3
  return
}
`);
});
