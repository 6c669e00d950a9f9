/**
 * How results of drivers are compared for compiled programs (live/compiled): what is certain has to be the same, the
 * rest in range.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { compareResults, type WordType } from '../../live/compiled/results.ts';
import { compiledTrials } from '../../live/compiled/trials.ts';
import { bytesOf } from '../../src/base/words.ts';

const words = (...floats: readonly number[]) => new Uint32Array(Float32Array.from(floats).buffer);

/** Compares one result. @param noisy what runs with noise give, in turn */
function compared(type: WordType, ours: Uint32Array, theirs: Uint32Array, noisy: readonly Uint32Array[]) {
  const results = [{ name: 'o0', type: () => type }];
  return compareResults(results, [ours], [bytesOf(theirs)], (noise) => [noisy[noise % noisy.length]!]);
}

describe('words', () => {
  it('that never change have to be the same', () => {
    const ours = words(1.5);
    expect(compared('float', ours, words(1.5), [ours])).toEqual({ words: 1, open: 0, difference: undefined });
    expect(compared('float', ours, words(1.5000001), [ours]).difference).toContain('o0 word 0: ours 3fc00000 (1.5)');
  });

  it('that change have to be in their range, or as far outside as it is wide', () => {
    const noisy = [words(1), words(2)];
    expect(compared('float', words(1.5), words(2.9), noisy)).toEqual({ words: 1, open: 1, difference: undefined });
    expect(compared('float', words(1.5), words(3.1), noisy).difference).toContain('from 1 to 2, theirs');
  });

  it('are equal where only the sign of zero, a subnormal or the bits of NaN differ', () => {
    const [ours, theirs] = [words(0, 0), words(-0, 1e-40)];
    expect(compared('float', ours, theirs, [ours]).difference).toBeUndefined();
    const [one, other] = [Uint32Array.of(0x7fc0_0000), Uint32Array.of(0xffff_ffff)];
    expect(compared('float', one, other, [one]).difference).toBeUndefined();
    expect(compared('integer', one, other, [one]).difference).toBeDefined();
  });

  it('that may be integers are no subnormals', () => {
    const ours = Uint32Array.of(3);
    expect(compared('word', ours, Uint32Array.of(5), [ours]).difference).toBeDefined();
  });

  it('may be NaN where one run of many is', () => {
    const nan = words(Number.NaN);
    const rare = [...Array.from({ length: 100 }, (_, i) => words(1 + i / 100)), nan];
    expect(compared('float', words(1.5), nan, rare)).toEqual({ words: 1, open: 1, difference: undefined });
    expect(compared('float', words(1.5), nan, rare.slice(0, -1)).difference).toContain('theirs 7fc00000');
    expect(compared('float', words(1.5), words(9), rare).difference).toContain('theirs 41100000');
  });

  it('that a shader does not write are not compared', () => {
    expect(compared('unwritten', words(1), words(2), [words(1)])).toEqual({
      words: 0,
      open: 0,
      difference: undefined,
    });
  });
});

/** Without the many runs that explain rare results of drivers: they take seconds. */
const RUNS = [12, 60];

describe.each([
  'arithmetic-float.main.ps_5_0.0x4',
  'constant-buffers.main.vs_5_1',
  'compute-algorithms.scan.cs_5_0',
  'geometry-primitives.fromPoint.gs_5_0',
  'tessellation.tri.hs_5_0',
  'tessellation.triangleDomain.ds_5_0',
  'post-effects.tone.ps_2_a',
])('the trial of %s', (id) => {
  const bytes = new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));

  it('accepts what the interpreter gives with noise, and notices another word', { tags: ['slow', 'ci'] }, () => {
    for (const trial of compiledTrials(id, bytes, 1)) {
      const ours = trial.run();
      const theirs = trial.run(1000).map((list) => bytesOf(list).slice());
      const difference = () => compareResults(trial.results, ours, theirs, trial.run, RUNS).difference;
      expect(difference()).toBeUndefined();
      const result = trial.results.findIndex(({ type }) => type(0) !== 'unwritten');
      new Uint32Array(theirs[result]!.buffer)[0]! ^= 0x4840_0000;
      expect(difference()).toBeDefined();
    }
  });
});
