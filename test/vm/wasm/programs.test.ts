/** Recorded and random programs as WebAssembly and in the interpreter: the same bits. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../../fixtures/recorded.ts';
import { ProgramRuns } from '../../../smith/checks/vm-ir.ts';
import { Random } from '../../../smith/random.ts';
import { programsIn } from '../../../smith/sm4-programs.ts';
import { runnableProgram } from '../../../smith/sm4-valid.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { lowerSm4 } from '../../../src/lower/index.ts';

const MODES = ['dyadic', 'special'] as const;
const STAGES = ['vs', 'ds', 'ps', 'cs'];

/** The outcomes of a program on two inputs; none for stages that are not compiled. */
function outcomesOf(words: Uint32Array, seed: number): string[] {
  const program = readSm4(words);
  if (!STAGES.includes(program.stage ?? '')) return [];
  const { module } = lowerSm4(program);
  if (module === undefined) return [];
  const runs = new ProgramRuns(program);
  return MODES.map((mode, i) => {
    const result = runs.compareWasm(module, seed + i, mode);
    if (typeof result === 'string') return result;
    return 'obstacle' in result ? `not compiled: ${result.obstacle}` : result.difference;
  });
}

const NO_DIFFERENCE = /^(same|limited|undefined|not compiled: .*)$/;

describe('programs as WebAssembly', () => {
  it.each([1, 2, 3, 4])('gives the bits of the interpreter: random programs %d', { tags: 'slow' }, (part) => {
    const outcomes: string[] = [];
    for (let seed = 100 * part; seed < 100 * part + 40; seed++) {
      for (const outcome of outcomesOf(runnableProgram(new Random(seed)).words, seed)) {
        expect(outcome, `seed ${seed}`).toMatch(NO_DIFFERENCE);
        outcomes.push(outcome);
      }
    }
    expect(outcomes.filter((one) => one === 'same').length).toBeGreaterThan(outcomes.length / 2);
  });

  it('gives the bits of the interpreter: recorded programs', { tags: 'slow' }, () => {
    const outcomes: string[] = [];
    for (const { id } of readProvenance().filter(({ how }) => how === 'compiled')) {
      const file = join(RECORDED, `${id}.bin`);
      if (!existsSync(file)) continue;
      for (const words of programsIn(new Uint8Array(readFileSync(file))))
        for (const outcome of outcomesOf(words, 1)) {
          expect(outcome, id).toMatch(NO_DIFFERENCE);
          outcomes.push(outcome);
        }
    }
    expect(outcomes.filter((one) => one === 'same').length).toBeGreaterThan(400);
  });
});
