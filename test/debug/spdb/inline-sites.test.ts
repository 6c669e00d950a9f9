/**
 * Annotations of inlined calls: how parts begin and end. The expectations are what Microsoft's listings show for the
 * same bytes.
 */
import { expect, test } from 'vitest';
import { readInlineRanges } from '../../../src/debug/spdb/lines.ts';

/** Start of the function. */
const START = 0x44;
const ranges = (...bytes: number[]) =>
  readInlineRanges(Uint8Array.from(bytes), START).ranges.map(({ start, end, line, file }) => [start, end, line, file]);

test('a part ends by its length', () => {
  expect(ranges(6, 2, 3, 0x78, 4, 0x38)).toEqual([[0xbc, 0xf4, 1, null]]);
});

test('a part ends where the next begins, and one without an end is left out', () => {
  expect(ranges(6, 2, 3, 0x78, 6, 4, 3, 0x18, 3, 0x18)).toEqual([
    [0xbc, 0xd4, 1, null],
    [0xd4, 0xec, 3, null],
  ]);
});

test('a start offset counts from the section and does not end a part', () => {
  expect(ranges(3, 0x78, 1, 0x80, 0xf0, 3, 0x20, 4, 0x10)).toEqual([
    [0xbc, 0x110, 0, null],
    [0x110, 0x120, 0, null],
  ]);
});

test('the file holds until it is changed', () => {
  expect(ranges(3, 0x78, 5, 0x18, 12, 8, 0x20, 12, 4, 8)).toEqual([
    [0xbc, 0xdc, 0, null],
    [0xdc, 0xe4, 0, 0x18],
    [0xe4, 0xe8, 0, 0x18],
  ]);
});

test('the base of start offsets and numbers of a size that does not exist are not allowed', () => {
  expect(readInlineRanges(Uint8Array.of(12, 8, 0, 2, 5, 12, 8, 8), START)).toMatchObject({
    ranges: [{ start: 0x44, end: 0x4c }],
    intact: false,
  });
  expect(readInlineRanges(Uint8Array.of(0xff), START).intact).toBe(false);
  expect(readInlineRanges(Uint8Array.of(12, 8, 0, 14, 5), START).intact).toBe(true);
});
