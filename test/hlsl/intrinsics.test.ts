import { describe, expect, test } from 'vitest';
import { intrinsicCases, readIntrinsicPrograms } from '../../fixtures/intrinsics.ts';
import { specialCases } from '../../fixtures/special-calls.ts';
import { ProgramRuns } from '../../smith/checks/vm-ir.ts';
import { wordsOf } from '../../src/base/words.ts';
import { verifyIr } from '../../src/ir/index.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { intrinsicModule } from './intrinsic-module.ts';

const programs = new Map(readIntrinsicPrograms().map((program) => [program.id, program]));
const cases = intrinsicCases();

/** Runs of each call on random numbers. */
const RUNS = 6;

/** Moves with modifiers make subnormal numbers zeros; they have no operation in the IR. */
const FLUSHED = /(abs|length|faceforward)\(float/;

/** The compiler rotates the terms of a sum, as its registers need it; special-calls.test.ts has exact ones. */
const ROUNDED = /determinant\(float4x4/;

describe('intrinsic functions and methods', () => {
  test('the recorded programs are those of the cases', () => {
    expect([...programs.keys()]).toEqual([...cases, ...specialCases()].map(({ id }) => id));
  });

  test.each(cases.map((one) => [one.id, one] as const))('%s', (id, one) => {
    const { module, refused } = intrinsicModule(one);
    const { tokens, error } = programs.get(id)!;
    if (error !== undefined) {
      expect(refused.map(({ code }) => code)).toContain(error);
      return;
    }
    expect(refused).toEqual([]);
    expect(verifyIr(module)).toEqual([]);
    const runs = new ProgramRuns(readSm4(wordsOf(new Uint8Array(Buffer.from(tokens!, 'base64')))));
    if (!ROUNDED.test(id))
      for (let seed = 1; seed <= RUNS; seed++) expect(runs.compare(module, seed, 'finite')).toBe('same');
    if (!ROUNDED.test(id) && !FLUSHED.test(id))
      for (let seed = 1; seed <= RUNS; seed++) expect(runs.compare(module, seed, 'dyadic')).toBe('same');
  });
});
