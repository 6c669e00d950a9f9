/**
 * The interpreters against recorded answers of Wine's Direct3D 11 and 9 (test/fixtures/wine): random programs of every family, made again
 * from their seeds. `tools/compare/vm-wine.ts` compares live.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../tools/compare/wine/families.ts';
import { recordedDifferences, textDigest } from '../../tools/fixtures/recorded-answers.ts';
import { WINE_ANSWERS, type WineAnswer } from '../../tools/fixtures/wine-answers.ts';
import { Random } from '../support/smith/random.ts';

const rows = JSON.parse(readFileSync(WINE_ANSWERS, 'utf8')) as WineAnswer[];

describe.each(FAMILIES)('$name', ({ name, make }) => {
  const mine = rows.filter(({ family }) => family === name);

  it('has recorded answers', () => expect(mine.length).toBeGreaterThan(0));

  it('gives what Wine gives', { tags: 'slow' }, () => {
    const different: string[] = [];
    for (const { seed, digest, results } of mine) {
      const trial = make(new Random(seed))!;
      expect(
        textDigest(trial.text),
        `seed ${seed}: the generator changed; record with tools/fixtures/record-wine.ts`,
      ).toBe(digest);
      for (const found of recordedDifferences(trial, results)) different.push(`seed ${seed}, ${found}`);
    }
    expect(different).toEqual([]);
  });
});
