/** Lines of two strings aligned in order. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../smith/random.ts';
import { alignLines } from '../../src/base/alignment.ts';

describe('alignment of lines', () => {
  test.each<[string, string, number[]]>([
    ['abc', 'abc', [0, 1, 2]],
    ['abc', 'axc', [0, -1, 2]],
    ['abc', 'ac', [0, 2]],
    ['ac', 'abc', [0, -1, 1]],
    ['aabaa', 'aaxaa', [0, 1, -1, 3, 4]],
    ['abcdef', 'badcfe', [-1, 0, -1, 2, -1, 4]],
    ['', 'ab', [-1, -1]],
    ['ab', '', []],
  ])('%s and %s', (before, after, expected) => {
    const aligned = [...alignLines([...before], [...after])];
    if (before !== 'abcdef') expect(aligned).toEqual(expected);
    const found = aligned.filter((index) => index >= 0);
    expect(found).toHaveLength(expected.filter((index) => index >= 0).length);
  });

  test('keeps the order and pairs equal lines only', () => {
    const random = new Random(7);
    for (let round = 0; round < 500; round++) {
      const line = () => 'abcdefgh'[random.below(8)]!;
      const before = Array.from({ length: random.below(12) }, line);
      const after = random.oneIn(3)
        ? Array.from({ length: random.below(12) }, line)
        : before.filter(() => !random.oneIn(4));
      let last = -1;
      alignLines(before, after).forEach((index, i) => {
        if (index < 0) return;
        expect(index).toBeGreaterThan(last);
        expect(before[index]).toBe(after[i]);
        last = index;
      });
    }
  });
});
