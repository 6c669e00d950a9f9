import { describe, expect, it } from 'vitest';
import { fastPaths } from '../../src/base/direct-mapped-cache.ts';
import { TextCache } from '../../src/text/text-cache.ts';
import { written } from '../../src/text/writer.ts';
import { skipFor } from '../support/skip-for.ts';

/** The text that is cached under this key; undefined when there is none. */
function cached(cache: TextCache, a: number, b: number): string | undefined {
  const record = cache.find(a, b);
  if (record < 0) return undefined;
  return written((out) => out.cached(cache, record));
}

skipFor(describe, !fastPaths.enabled && 'fast paths are off')('cache of texts', () => {
  it('holds texts up to its longest, of any number of doubles', () => {
    const cache = new TextCache(4, 40);
    for (const length of [1, 8, 23, 24, 25, 40]) {
      cache.add(-length, 1, 'x'.repeat(length));
      expect(cached(cache, -length, 1)).toBe('x'.repeat(length));
    }
    cache.add(41, 1, 'x'.repeat(41));
    expect(cached(cache, 41, 1)).toBeUndefined();
  });

  it('replaces a text by another one in the same record', () => {
    const cache = new TextCache(1, 24);
    for (let a = 1; a <= 20; a++) {
      cache.add(a, 1, `text ${a}`);
      expect(cached(cache, a, 1)).toBe(`text ${a}`);
    }
    const held = Array.from({ length: 20 }, (_, i) => cached(cache, i + 1, 1)).filter((text) => text !== undefined);
    expect(held).toHaveLength(2);
  });

  it('distinguishes keys that differ in one word', () => {
    const cache = new TextCache(4, 24);
    cache.add(7, 1, 'one');
    expect(cached(cache, 7, 2)).toBeUndefined();
    expect(cached(cache, 8, 1)).toBeUndefined();
    expect(cached(cache, 0, 1)).toBeUndefined();
    expect(cached(cache, 0, 0)).toBeUndefined();
  });

  it('holds no text beyond ASCII', () => {
    const cache = new TextCache(4, 24);
    cache.add(1, 1, 'é');
    expect(cached(cache, 1, 1)).toBeUndefined();
  });
});

describe('text from words', () => {
  const bytes = new TextEncoder().encode('..abcdefg\0.h\0é\0end');
  const words = new Uint32Array(Uint8Array.from([...bytes, 0]).buffer.slice(0, 20));

  it('is copied from any byte to its NUL', () => {
    const text = written((out) => {
      expect([2, 3, 4, 5, 9, 11].map((from) => out.wordText(words, from, 20))).toEqual([7, 6, 5, 4, 0, 1]);
    });
    expect(text).toBe('abcdefgbcdefgcdefgdefgh');
  });

  it('is left out when it is not ASCII, or ends at the limit or later', () => {
    const text = written((out) => {
      const lengths = [out.wordText(words, 13, 20), out.wordText(words, 2, 9), out.wordText(words, 16, 19)];
      expect(lengths).toEqual([-1, -1, -1]);
    });
    expect(text).toBe('');
  });

  it('is left out when it has a control character', () => {
    const controls = new Uint32Array(new TextEncoder().encode('a\nb\0abcde\x1f\0\0').buffer);
    const text = written((out) => {
      expect([0, 2, 4, 9].map((from) => out.wordText(controls, from, 12))).toEqual([-1, 1, -1, -1]);
    });
    expect(text).toBe('b');
  });
});
