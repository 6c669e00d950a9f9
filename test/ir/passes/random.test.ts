/**
 * Random modules give equal bits before and after every pass, break no rule, and their sources are read back as the
 * same module.
 */
import { expect, test } from 'vitest';
import { randomModule } from '../../../smith/ir-module.ts';
import { Random } from '../../../smith/random.ts';
import { IR_PASSES, type PassName, parseIr, printIr, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { runModule } from '../../support/ir-run.ts';

const SEEDS = Number(process.env.IR_SEEDS ?? 300);
const FIRST = Number(process.env.IR_FIRST ?? 1);

test('random modules mean the same after each pass', { tags: ['slow', 'ci'] }, () => {
  const ran = new Set<PassName>();
  let ended = 0;
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const module = randomModule(new Random(seed), 10 + (seed % 60));
    const text = printIr(module);
    expect(verifyIr(module), `seed ${seed}`).toEqual([]);
    expect(printIr(parseIr(text).module), `seed ${seed}`).toBe(text);
    const before = [1, 2].map((inputs) => runModule(module, seed + inputs));
    if (before.every((one) => one !== undefined)) ended++;
    runPasses(module, {
      legacy: true,
      scalar: true,
      instances: new Map(),
      afterEach: (pass) => {
        ran.add(pass);
        const name = `seed ${seed} after ${pass}`;
        expect(verifyIr(module), name).toEqual([]);
        for (const [i, expected] of before.entries())
          if (expected !== undefined) expect(runModule(module, seed + i + 1), name).toEqual(expected);
      },
    });
  }
  expect([...ran]).toEqual(IR_PASSES.map(({ name }) => name));
  // Loops count to three at most, so nearly all end within the limit.
  expect(ended).toBeGreaterThan(0.95 * SEEDS);
});
