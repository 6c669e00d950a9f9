/** Programs that are generated from random modules give equal bits in the evaluator. */
import { expect, test } from 'vitest';
import { randomModule } from '../../smith/ir-module.ts';
import { Random } from '../../smith/random.ts';
import { generateSm4 } from '../../src/generate/sm4/generate.ts';
import { runPasses } from '../../src/ir/index.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { lowerSm4 } from '../../src/lower/index.ts';
import { runModule } from '../support/ir-run.ts';

const SEEDS = Number(process.env.IR_SEEDS ?? 150);
const FIRST = Number(process.env.IR_FIRST ?? 1);
const INPUTS = 2;

test.each(['specialize', undefined] as const)('random modules, passes until %s', { tags: ['slow', 'ci'] }, (until) => {
  let generated = 0;
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const module = randomModule(new Random(seed), 10 + (seed % 60));
    // Pixel shaders have no group memory.
    module.bindings[0] = { kind: 'uav', register: 0, space: 0, count: 1, dimension: 'rawBuffer' };
    const before = Array.from({ length: INPUTS }, (_, i) => runModule(module, seed + i));
    runPasses(module, { instances: new Map(), ...(until !== undefined && { until }) });
    const { words, diagnostics } = generateSm4(module);
    if (words === undefined) {
      // Class instances that no constant names.
      expect(diagnostics.map(({ code }) => code)).toEqual(['DX6100']);
      continue;
    }
    generated++;
    const again = lowerSm4(readSm4(words));
    expect(again.diagnostics, `seed ${seed}`).toEqual([]);
    for (const [i, expected] of before.entries())
      if (expected !== undefined) expect(runModule(again.module!, seed + i), `seed ${seed}`).toEqual(expected);
  }
  expect(generated).toBeGreaterThan(SEEDS / 2);
});
