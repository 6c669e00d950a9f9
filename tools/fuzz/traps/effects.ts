/**
 * Worst cases of effects: shaders, names, types and variables that many records share.
 *
 * Not for: the shaders themselves (programs.ts).
 */
import { bytesOf } from '../../../src/base/words.ts';
import { FX4_HEADER_FIELDS } from '../../../src/effects/fx4/header.ts';
import { checked, joined, longText, oneChunk } from './build.ts';
import { isEffect } from './checks.ts';

const OF_ALL = ['listEffect', 'reflectEffect', 'explainEffect', 'diffEffects', 'validateEffect', 'editEffect'] as const;
const TARGETS = ['effect4', ...OF_ALL, 'findShaders', 'detectFormat'] as const;
const TARGETS_2 = ['effect2', ...OF_ALL, 'findShaders'] as const;

const FX_4 = 0xfeff_1001;
const FX_5 = 0xfeff_2001;

/** An effect of fx_5_0 with this data and these records. */
function fx5(
  counts: Partial<Record<(typeof FX4_HEADER_FIELDS)[number], number>>,
  data: Uint8Array,
  records: Uint32Array,
): Uint8Array {
  const header = FX4_HEADER_FIELDS.map((name) => (name === 'dataSize' ? data.byteLength : (counts[name] ?? 0)));
  const words = new Uint32Array(24);
  words.set([FX_5, ...header]);
  return joined(words, data, records);
}

function repeatedRecord(count: number, record: (n: number) => readonly number[]): Uint32Array {
  const size = record(0).length;
  const all = new Uint32Array(size * count);
  for (let n = 0; n < count; n++) all.set(record(n), size * n);
  return all;
}

/** Words after words; too many for arguments of a call. */
function recordsAfter(first: readonly number[], rest: ArrayLike<number>): Uint32Array {
  const all = new Uint32Array(first.length + rest.length);
  all.set(first);
  all.set(rest, first.length);
  return all;
}

export const EFFECT_TRAPS = checked<string, (typeof TARGETS)[number] | (typeof TARGETS_2)[number]>(isEffect, {
  'effect of passes with overlapping shaders': {
    targets: TARGETS,
    build: (size) => {
      // One technique with one pass; assignments of kind 7 refer to records whose first DWORD is the offset of the
      // code.
      const count = Math.floor(size / 160);
      const half = (size >> 1) & ~3;
      const data = new Uint32Array(half >> 2);
      data.fill(half >> 2);
      for (let n = 0; n < count && 1 + 9 * n + 9 < data.length >> 1; n++) data[1 + 9 * n] = (half >> 1) + 4 * n;
      const assignments = repeatedRecord(count, (n) => [6, 0, 8, 4 + 36 * n]);
      return fx5(
        { groups: 1, techniques: 1 },
        bytesOf(data),
        recordsAfter([1, 1, 0, 1, 1, 0, 1, count, 0], assignments),
      );
    },
  },
  'effect of passes with names': {
    targets: TARGETS,
    build: (size) => {
      const count = Math.floor(size / 2 / 12);
      return fx5(
        { groups: 1, techniques: count },
        longText(size >> 1),
        recordsAfter(
          [1, count, 0],
          repeatedRecord(count, () => [1, 0, 0]),
        ),
      );
    },
  },
  'effect of words 0': {
    targets: TARGETS,
    build: (size) =>
      fx5({ groups: 1e9, buffers: 1e9, objects: 1e9 }, new Uint8Array(size >> 1), new Uint32Array(size >> 3)),
  },
  'effect of words 1': {
    targets: TARGETS,
    build: (size) =>
      fx5({ groups: 1e9, objects: 1e9 }, new Uint8Array(size >> 1).fill(1), new Uint32Array(size >> 3).fill(1)),
  },
  'effect of buffers': {
    targets: TARGETS,
    build: (size) => fx5({ buffers: 1e9 }, longText(size >> 1), new Uint32Array(size >> 3).fill(4)),
  },
  'effect of fx_4_0 of words 4': {
    targets: TARGETS,
    build: (size) => oneChunk('FX10', joined([FX_4], new Uint32Array((size >> 2) - 1).fill(4))),
  },
  ...Object.fromEntries(
    [0, 1, 2, 4, 0x10].map((word) => [
      `effect of fx_2_0 of words ${word}`,
      {
        targets: TARGETS_2,
        build: (size: number) => {
          const lists = size >> 1;
          const words = new Uint32Array(size >> 2).fill(word);
          words.set([0xfeff_0901, lists & ~3]);
          return bytesOf(words);
        },
      } as const,
    ]),
  ),
  'effect of fx_2_0 with parameters that share one': {
    targets: TARGETS_2,
    build: (size) => {
      // A pool with a declaration and a name of a quarter of the file; parameters of four DWORDs refer to both.
      const name = longText(size >> 2);
      const pool = joined([0, 3, 0, 32, 0, 0, 4, 1], [name.byteLength], name);
      const count = Math.floor(size / 2 / 16);
      const records = repeatedRecord(count, () => [4, 0, 0, 0]);
      return joined([0xfeff_0901, pool.byteLength], pool, [count, 0, 0, 0], records, [0, 0]);
    },
  },
  'effect of fx_2_0 with a structure of many members': {
    targets: TARGETS_2,
    build: (size) => {
      const members = Math.floor(size / 4 / 28);
      const member = repeatedRecord(members, () => [3, 0, 0, 0, 1, 4, 1]);
      const pool = joined([0, 0, 5, 0, 0, 0xffff, members], member);
      const count = Math.floor(size / 2 / 16);
      return joined(
        [0xfeff_0901, pool.byteLength],
        pool,
        [count, 0, 0, 0],
        repeatedRecord(count, () => [4, 0, 0, 0]),
        [0, 0],
      );
    },
  },
});
