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
import { sm4Executable } from '../../../src/vm/sm4/executable.ts';
import { wasmShader } from '../../../src/vm/wasm/engine.ts';

const MODES = ['dyadic', 'special'] as const;
const STAGES = ['vs', 'hs', 'ds', 'gs', 'ps', 'cs'];

/** The outcomes of a program on two inputs; none for libraries. */
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

  it('leaves no stage out', () => {
    for (const stage of STAGES) {
      const file = readProvenance().find(({ id }) => id.includes(`.${stage}_5_0`))!;
      const bytes = new Uint8Array(readFileSync(join(RECORDED, `${file.id}.bin`)));
      expect(
        programsIn(bytes).flatMap((words) => outcomesOf(words, 1)),
        file.id,
      ).toContain('same');
    }
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
    expect(outcomes.filter((one) => one === 'same').length).toBeGreaterThan(500);
  });
});

describe('compiled programs', () => {
  /** `mov o0.xyzw, l(x)` and `ret`. */
  const constant = (x: number) =>
    Uint32Array.of(0x40, 11, 0x3000065, 0x1020f2, 0, 0x5000036, 0x1020f2, 0, 0x4001, x, 0x100003e);
  const compiled = (words: Uint32Array) => wasmShader(sm4Executable(readSm4(words)));

  it('are compiled once for all executables with the same words', () => {
    const shader = compiled(constant(1));
    expect(shader).not.toHaveProperty('obstacle');
    expect(compiled(constant(1))).toBe(shader);
    expect(compiled(constant(2))).not.toBe(shader);
    expect(compiled(constant(1))).toBe(shader);
  });

  it('are not those of words that were changed', () => {
    const words = constant(3);
    const shader = compiled(words);
    words[9] = 4;
    expect(compiled(words)).not.toBe(shader);
    expect(compiled(constant(3))).toBe(shader);
  });
});
