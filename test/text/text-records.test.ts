import { describe, expect, it } from 'vitest';
import { fastPaths } from '../../src/base/fast-paths.ts';
import { TextRecords } from '../../src/text/text-records.ts';
import { written } from '../../src/text/writer.ts';
import { skipFor } from '../support/skip-for.ts';

/** The text that the records hold for this key; undefined when there is none. */
function recorded(records: TextRecords, a: number, b: number): string | undefined {
  const record = records.find(a, b);
  if (record < 0) return undefined;
  return written((out) => out.record(records, record));
}

skipFor(describe, !fastPaths.enabled && 'fast paths are off')('records of texts', () => {
  it('hold texts up to their longest, of any number of doubles', () => {
    const records = new TextRecords(4, 40);
    for (const length of [1, 8, 23, 24, 25, 40]) {
      records.keep('x'.repeat(length), -length, 1);
      expect(recorded(records, -length, 1)).toBe('x'.repeat(length));
    }
    records.keep('x'.repeat(41), 41, 1);
    expect(recorded(records, 41, 1)).toBeUndefined();
  });

  it('hold two texts in each place, the last one among them', () => {
    const records = new TextRecords(2, 24);
    for (let a = 1; a <= 20; a++) {
      records.keep(`text ${a}`, a, 1);
      expect(recorded(records, a, 1)).toBe(`text ${a}`);
    }
    const held = Array.from({ length: 20 }, (_, i) => recorded(records, i + 1, 1)).filter((text) => text !== undefined);
    expect(held).toHaveLength(4);
  });

  it('tell keys apart that differ in one word', () => {
    const records = new TextRecords(4, 24);
    records.keep('one', 7, 1);
    expect(recorded(records, 7, 2)).toBeUndefined();
    expect(recorded(records, 8, 1)).toBeUndefined();
    expect(recorded(records, 0, 1)).toBeUndefined();
  });

  it('hold no text beyond ASCII, and none under a key that does not fit', () => {
    const records = new TextRecords(4, 24);
    records.keep('é', 1, 1);
    records.keep('text', 2, 2 ** 24);
    expect([recorded(records, 1, 1), recorded(records, 2, 2 ** 24), recorded(records, 2, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
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
