/** Bytes as DWORDs. */
import { expect, test } from 'vitest';
import { joinWords, wordsOf } from '../../src/base/words.ts';

test.each([0, 1, 2, 3])('DWORDs at offset %i of a Buffer of Node, whose slices are no copies', (offset) => {
  const bytes = Buffer.alloc(offset + 8);
  bytes.writeUInt32LE(0x1234_5678, offset);
  bytes.writeUInt32LE(0x9abc_def0, offset + 4);
  expect([...wordsOf(bytes, offset)]).toEqual([0x1234_5678, 0x9abc_def0]);
  expect([...wordsOf(bytes.subarray(offset), 4, 4)]).toEqual([0x9abc_def0]);
});

test('lists of any length are joined', () => {
  const long = new Uint32Array(300_000).fill(7);
  const joined = joinWords([Uint32Array.of(1, 2), long, new Uint32Array(0), Uint32Array.of(3)]);
  expect([joined.length, joined[1], joined[2], joined.at(-1)]).toEqual([300_003, 2, 7, 3]);
});
