/** Random programs of shader models 1 to 3 as WebAssembly and in the interpreter: the same bits. */
import { describe, expect, it } from 'vitest';
import { randomSamplers, Sm1ProgramRuns } from '../../../smith/checks/vm-ir-sm1.ts';
import { Random } from '../../../smith/random.ts';
import { flowSm1Words } from '../../../smith/sm1-flow.ts';
import { runnableSm1Words } from '../../../smith/sm1-valid.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { lowerSm1 } from '../../../src/lower/index.ts';

const MODES = ['dyadic', 'special'] as const;
const NO_DIFFERENCE = /^(same|limited|undefined|not compiled: .*)$/;

function outcomesOf(words: Uint32Array, seed: number): string[] {
  const program = readSm1(words);
  const options = randomSamplers(program, new Random(seed));
  const { module } = lowerSm1(program, options);
  if (module === undefined) return [];
  const runs = new Sm1ProgramRuns(program, options);
  return MODES.map((mode, i) => {
    const result = runs.compareWasm(module, seed + i, mode);
    if (typeof result === 'string') return result;
    return 'obstacle' in result ? `not compiled: ${result.obstacle}` : result.difference;
  });
}

describe('programs of models 1 to 3 as WebAssembly', () => {
  it.each([
    ['runnable', runnableSm1Words, 120],
    ['with flow control', flowSm1Words, 60],
  ] as const)('gives the bits of the interpreter: %s', { tags: 'slow' }, (_, wordsOf, count) => {
    const outcomes: string[] = [];
    for (let seed = 1; seed <= count; seed++)
      for (const outcome of outcomesOf(wordsOf(new Random(seed)), seed)) {
        expect(outcome, `seed ${seed}`).toMatch(NO_DIFFERENCE);
        outcomes.push(outcome);
      }
    expect(outcomes.filter((one) => one === 'same').length).toBeGreaterThan(outcomes.length / 2);
  });
});
