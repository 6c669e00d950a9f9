/** Random modules give equal bits before and after branches became choices; attributes of a branch decide about it. */
import { expect, test } from 'vitest';
import { randomModule } from '../../../smith/ir-module.ts';
import { Random } from '../../../smith/random.ts';
import { parseIr, printIr, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { flatten } from '../../../src/ir/passes/flatten.ts';
import { runModule } from '../../support/ir-run.ts';

const SEEDS = 600;

test('random modules mean the same', () => {
  let flattened = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const module = randomModule(new Random(seed), 10 + (seed % 60));
    runPasses(module);
    const before = [1, 2].map((inputs) => runModule(module, seed + inputs));
    if (flatten(module, { mode: 'always' })) flattened++;
    expect(verifyIr(module), `seed ${seed}`).toEqual([]);
    for (const [i, expected] of before.entries())
      if (expected !== undefined) expect(runModule(module, seed + i + 1), `seed ${seed}`).toEqual(expected);
  }
  expect(flattened).toBeGreaterThan(3);
});

const BRANCH = (flag: string) => `shader ps version=[5,0] profile="ps_5_0"
input 0 kind="vertex" register=0 mask=1 interpolation="linear" type="f32"
output 0 kind="vertex" register=0 mask=1 type="f32"
fn 0 main main {
  %0:f32 = in<0.x>
  %1:f32 = const 0.0
  %2:bool = f.lt %0, %1
  %3:f32 = if $0 %2${flag} {
    %4:f32 = f.sin %0
    exit $0 %4
  } else {
    exit $0 %0
  }
  out<0.x> %3
  return
}
`;

test.each([
  ['', undefined, true],
  [' branch', undefined, false],
  [' branch', 'always', false],
  ['', 'never', false],
  [' flatten', 'never', true],
] as const)('a branch with "%s" and mode %s', (flag, mode, becomesChoice) => {
  const { module } = parseIr(BRANCH(flag));
  expect(flatten(module, { mode })).toBe(becomesChoice);
  expect(printIr(module).includes('select')).toBe(becomesChoice);
  expect(verifyIr(module)).toEqual([]);
});
