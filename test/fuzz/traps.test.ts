import { describe, expect, test } from 'vitest';
import { hasMembers } from '../../tools/fuzz/traps/checks.ts';
import { TRAPS } from '../../tools/fuzz/traps/index.ts';

const SIZE = 2 ** 16;

describe('worst cases', () => {
  test('are what they should be', { tags: 'slow' }, async () => {
    const wrong: string[] = [];
    for (const [name, { build, check }] of Object.entries(TRAPS)) {
      try {
        await check(build(SIZE));
      } catch (error) {
        wrong.push(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('are refused where the builder is wrong', { tags: 'slow' }, async () => {
    const unchecked: string[] = [];
    for (const [name, { check, targets }] of Object.entries(TRAPS)) {
      const isOfText = targets.some((target) => /^assemble|Text|Arrays|Where|Journal|Values/.test(target));
      const bytes = new Uint8Array(SIZE).fill(isOfText ? 0xff : 0);
      const refused = await Promise.resolve()
        .then(() => check(bytes))
        .then(
          () => false,
          () => true,
        );
      if (!refused) unchecked.push(name);
    }
    expect(unchecked.filter((name) => !CARVED.includes(name))).toEqual([]);
  });

  test('of archives need as many members as their names say', async () => {
    const { build } = TRAPS['VCS with many static combos']!;
    await expect(hasMembers('VCS', 1000)(build(SIZE))).rejects.toThrow('of 1000 members');
    await expect(hasMembers('ZIP', 1)(build(SIZE))).rejects.toThrow('the reader is VCS');
  });
});

/** Bytes of no format are what these are. */
const CARVED = [
  ...['containers that claim the rest', 'token streams that do not end', 'token streams in long comments'],
  ...['streams in each other', 'streams of empty blocks'],
];
