/** The cache of words: what it holds, what replaces what, and that it holds nothing when fast paths are off. */
import { afterEach, describe, expect, test } from 'vitest';
import { DirectMappedCache, fastPaths } from '../../src/base/direct-mapped-cache.ts';

const { enabled } = fastPaths;
afterEach(() => {
  fastPaths.enabled = enabled;
});

/** A cache that is made while the switch says `on`. */
function cache(bits: number, on = true): DirectMappedCache {
  fastPaths.enabled = on;
  return new DirectMappedCache(bits);
}

describe('DirectMappedCache', () => {
  test('holds nothing at first, not even the key of zeros', () => {
    const empty = cache(4);
    for (let a = -40; a < 40; a++) {
      expect(empty.find(a)).toBe(-1);
      expect(empty.find(0, a)).toBe(-1);
      expect(empty.find(0, 0, a, 0)).toBe(-1);
      expect(empty.find(0, 0, 0, a)).toBe(-1);
    }
  });

  test('finds a key by all its words, in the slot that it was given', () => {
    const one = cache(6);
    const slot = one.add(0, 0, 0, 0);
    expect(slot).toBe(0);
    expect(one.find(0)).toBe(0);
    for (const key of [
      [1, 2, 3, 4],
      [-1, -2, -3, -4],
      [0x7fff_ffff, -0x8000_0000, 0, 5],
    ] as const) {
      const [a, b, c, d] = key;
      expect(one.find(a, b, c, d)).toBe(-1);
      const slot = one.add(a, b, c, d);
      expect(slot).toBeGreaterThanOrEqual(0);
      expect(slot).toBeLessThan(64);
      expect(one.find(a, b, c, d)).toBe(slot);
      expect([one.find(a + 1, b, c, d), one.find(a, b, c, d ^ 1), one.find(a, b, c), one.find(a)]).toEqual([
        -1, -1, -1, -1,
      ]);
    }
  });

  test('a slot holds the last key that was added to it', { tags: 'slow' }, () => {
    const tokens = cache(9);
    expect(tokens.find(0, 0)).toBe(-1);
    const count = 5000;
    for (let token = 0; token < count; token++) {
      tokens.add(token, 7);
      expect(tokens.find(token, 7)).toBeGreaterThanOrEqual(0);
      expect(tokens.find(token, 8)).toBe(-1);
    }
    const hits = Array.from({ length: count }, (_, token) => tokens.find(token, 7)).filter((slot) => slot >= 0).length;
    // Tokens spread over the slots.
    expect(hits).toBeGreaterThan(300);
    expect(hits).toBeLessThanOrEqual(512);
  });

  test('holds nothing when fast paths are off', () => {
    const off = cache(4, false);
    for (let a = 0; a < 100; a++) {
      const slot = off.add(a, a);
      expect(slot).toBeGreaterThanOrEqual(0);
      expect(slot).toBeLessThan(16);
      expect(off.find(a, a)).toBe(-1);
    }
  });
});
