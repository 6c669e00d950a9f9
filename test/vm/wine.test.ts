/**
 * The interpreters against recorded answers of Wine's Direct3D 11 and 9 (fixtures/wine): random programs of every
 * family, made again from their seeds. `live/vm-wine.ts` compares live.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordedDifferences, textDigest, WINE_ANSWERS, type WineAnswer } from '../../live/recorded-answers.ts';
import { FAMILIES } from '../../live/wine/families.ts';
import { Random } from '../../smith/random.ts';

const rows = JSON.parse(readFileSync(WINE_ANSWERS, 'utf8')) as WineAnswer[];

describe.each(FAMILIES)('$name', ({ name, make }) => {
  const mine = rows.filter(({ family }) => family === name);

  it('has recorded answers', () => expect(mine.length).toBeGreaterThan(0));

  it('gives what Wine gives', { tags: 'slow' }, () => {
    const different: string[] = [];
    for (const { seed, digest, results } of mine) {
      const trial = make(new Random(seed))!;
      expect(textDigest(trial.text), `seed ${seed}: the generator changed; record with live/record-wine.ts`).toBe(
        digest,
      );
      for (const found of recordedDifferences(trial, results)) different.push(`seed ${seed}, ${found}`);
    }
    expect(different).toEqual([]);
  });
});
