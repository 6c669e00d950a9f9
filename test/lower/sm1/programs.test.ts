/**
 * Recorded and random programs of shader models 1 to 3 in the interpreter and, lowered, in the evaluator; and what has
 * no meaning.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../../fixtures/recorded.ts';
import { randomSamplers, Sm1ProgramRuns } from '../../../smith/checks/vm-ir-sm1.ts';
import { Random } from '../../../smith/random.ts';
import { damageSm1Fields } from '../../../smith/sm1-damage.ts';
import { flowSm1Words } from '../../../smith/sm1-flow.ts';
import { runnableSm1Words } from '../../../smith/sm1-valid.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { type IrModule, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { lowerSm1 } from '../../../src/lower/index.ts';
import { refusalOf } from './lowered.ts';

/**
 * Differences between the interpreter and the module of a program, as lowered and after all passes; undefined without a
 * module.
 */
function outcomesOf(words: Uint32Array, seed: number): string[] | undefined {
  const program = readSm1(words);
  const options = randomSamplers(program, new Random(seed));
  const { module } = lowerSm1(program, options);
  if (module === undefined) return undefined;
  const runs = new Sm1ProgramRuns(program, options);
  const compare = (lowered: IrModule) => {
    const broken = verifyIr(lowered)[0];
    if (broken !== undefined) return broken.message;
    const result = runs.compare(lowered, seed, seed % 2 === 0 ? 'dyadic' : 'special');
    return typeof result === 'string' ? result : result.difference;
  };
  const before = compare(module);
  runPasses(module, { legacy: seed % 2 === 0, scalar: seed % 3 === 0 });
  return [before, compare(module)];
}

describe('programs give the same in both', () => {
  it('recorded ones', { tags: 'slow' }, () => {
    let lowered = 0;
    for (const [seed, { id }] of readProvenance().entries()) {
      const path = join(RECORDED, `${id}.bin`);
      if (!existsSync(path)) continue;
      for (const { isa, words } of openShaderFile(new Uint8Array(readFileSync(path))).programs) {
        if (isa !== 'sm1') continue;
        const outcomes = outcomesOf(words, seed) ?? [];
        for (const outcome of outcomes) expect(['same', 'undefined'], `${id}: ${outcome}`).toContain(outcome);
        if (outcomes.length > 0) lowered++;
      }
    }
    expect(lowered).toBeGreaterThan(100);
  });

  it('random ones', { tags: 'slow' }, () => {
    let same = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const outcomes = outcomesOf(runnableSm1Words(new Random(seed)), seed);
      for (const outcome of outcomes ?? ['refused'])
        expect(['same', 'undefined', 'limited'], `seed ${seed}: ${outcome}`).toContain(outcome);
      if (outcomes?.every((outcome) => outcome === 'same')) same++;
    }
    expect(same).toBeGreaterThan(50);
  });

  it('random flow control', { tags: 'slow' }, () => {
    let lowered = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const outcomes = outcomesOf(flowSm1Words(new Random(seed)), seed) ?? [];
      for (const outcome of outcomes)
        expect(['same', 'undefined', 'limited'], `seed ${seed}: ${outcome}`).toContain(outcome);
      if (outcomes.length > 0) lowered++;
    }
    expect(lowered).toBeGreaterThan(5);
  });
});

describe('damage', () => {
  it.each([
    ['vs_2_x\ndcl_position v0\nmov oPos, v0\nif b0\n', 'DX5102 at 7'],
    ['vs_2_x\ndcl_position v0\nmov oPos, v0\nendif\n', 'DX5101 at 7'],
    ['vs_2_x\ndcl_position v0\nmov oPos, v0\nbreak\n', 'DX5101 at 7'],
    ['vs_2_x\ndcl_position v0\nmov oPos, v0\nrep i0\nendloop\n', 'DX5101 at 9'],
    ['vs_2_0\nif b0\nelse\nelse\nendif\n', 'DX5111 at 4'],
    ['vs_2_0\ncall l1\n', 'DX5105 at 1'],
    ['vs_2_0\ncall l1\nret\nlabel l1\ncall l1\nret\n', 'DX5106 at 4'],
    ['vs_2_0\nmov oPos, v0\n', 'DX5103 at 3'],
    ['vs_3_0\ndcl_position v0\nmov o1, v0\n', 'DX5103 at 5'],
    ['ps_2_0\ndef c0, 0, 0, 0, 0\ntexld r0, c0, s0\n', 'DX5103 at 10'],
    ['ps_2_0\nmov t0, c0\n', 'DX5104 at 2'],
    ['vs_2_0\nmov r0, a0\n', 'DX5104 at 3'],
    ['vs_2_0\nadd a0, c0, c0\n', 'DX5104 at 2'],
    ['vs_2_0\nmova r0, c0\n', 'DX5104 at 2'],
    ['ps_1_1\ntexm3x3tex t2, t0\nmov r0, t2\n', 'DX5206 at 1'],
  ])('of %j is refused at its token', (text, expected) => {
    expect(refusalOf(text)).toBe(expected);
  });

  it.each([
    ['a version without a stage', [0x1234_0200, 0xffff], 'DX5201 at 0'],
    ['a stream without an end', [0xffff_0200], 'DX5112 at 1'],
    ['an unknown opcode', [0xffff_0200, 0x0000_0055, 0xffff], 'DX5100 at 1'],
    ['an opcode of another version', [0xffff_0200, 0x0000_0028, 0xffff], 'DX5100 at 1'],
    ['missing operands', [0xfffe_0200, 0x0100_0002, 0x800f_0000, 0xffff], 'DX5200 at 1'],
    [
      'a predicate before 2_x',
      [0xfffe_0200, 0x1300_0001, 0x800f_0000, 0xb0e4_1000, 0xa0e4_0000, 0xffff],
      'DX5203 at 1',
    ],
    [
      'a comparison without a meaning',
      [0xfffe_0201, 0x0300_005e, 0xb00f_1000, 0xa0e4_0000, 0xa0e4_0000, 0xffff],
      'DX5205 at 1',
    ],
    ['a modifier of conditions', [0xffff_0200, 0x0200_0001, 0x800f_0000, 0xade4_0000, 0xffff], 'DX5204 at 3'],
    ['a pair with flow control', [0xfffe_0201, 0x4000_002b, 0xffff], 'DX5202 at 1'],
    [
      'unknown controls of texld',
      [0xffff_0200, 0x0203_0042, 0x800f_0000, 0xa0e4_0000, 0xa0e4_0800, 0xffff],
      'DX5207 at 1',
    ],
  ])('%s is refused', (_, words, expected) => {
    expect(refusalOf(Uint32Array.from(words))).toBe(expected);
  });

  it('never throws, and what has a module breaks no rule', { tags: 'slow' }, () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      let words = runnableSm1Words(random);
      for (let i = random.between(1, 4); i > 0; i--) words = damageSm1Fields(words, random);
      const { module, diagnostics } = lowerSm1(readSm1(words));
      expect(module === undefined, `seed ${seed}`).toBe(diagnostics.length > 0);
      if (module !== undefined) expect(verifyIr(module), `seed ${seed}`).toEqual([]);
    }
  });
});
