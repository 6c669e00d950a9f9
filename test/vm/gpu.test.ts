/**
 * The interpreters against recorded answers of GPU drivers (fixtures/gpu) to translated programs: random programs of
 * every family, made again from their seeds. `live/vm-gpu.ts` compares live.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GPU_FAMILIES } from '../../live/gpu/families.ts';
import { GPU_ANSWERS, type GpuAnswers, recordedDifferences, textDigest } from '../../live/recorded-answers.ts';
import { Random } from '../../smith/random.ts';

const rows = JSON.parse(readFileSync(GPU_ANSWERS, 'utf8')) as GpuAnswers[];

describe.each(GPU_FAMILIES)('$name', ({ name, make }) => {
  const mine = rows.filter(({ family }) => family === name);

  it('has recorded answers', () => expect(mine.length).toBeGreaterThan(0));

  it('gives what the drivers give', { tags: 'slow' }, () => {
    const different: string[] = [];
    for (const { seed, digest, answers } of mine)
      for (const { drivers, results } of answers) {
        // The interpreter writes the buffers of its trial.
        const trial = make(new Random(seed))!;
        expect(textDigest(trial.text), `seed ${seed}: the generator changed; record with live/record-gpu.ts`).toBe(
          digest,
        );
        for (const found of recordedDifferences(trial, results))
          different.push(`seed ${seed} on ${drivers.join(', ')}: ${found}`);
      }
    expect(different).toEqual([]);
  });
});
