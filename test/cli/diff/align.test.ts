/** Alignment of long listings: its time is bounded, and what it finds is right wherever it gives up. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { boundedAligner } from '../../../src/cli/verbs/diff/text.ts';
import { compareListings, REGISTERS } from '../../../src/diff/compare-listings.ts';
import { listing } from '../../support/listing-lines.ts';

const LINES = 20_000;
/** Seconds of processor time; it takes less than one. Without a limit it would take minutes. */
const LIMIT = 10;

function program(seed: number): string[] {
  const random = new Random(seed);
  const pick = (count: number) => random.below(count);
  const operand = () => `r${pick(20)}.${'xyzw'[pick(4)]}`;
  return Array.from({ length: LINES }, () => {
    const mnemonic = ['add', 'mul', 'max', 'dp3'][pick(4)];
    return `${mnemonic} ${operand()}, ${operand()}, cb0[${pick(30)}].xyzw`;
  });
}

function compare(before: string[], after: string[]) {
  const start = process.cpuUsage();
  const comparison = compareListings(listing(before), listing(after), REGISTERS, boundedAligner());
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(LIMIT);
  const { lines } = comparison;
  expect(lines.flatMap((line) => line.before?.text ?? [])).toEqual(before);
  expect(lines.flatMap((line) => line.after?.text ?? [])).toEqual(after);
  const count = (wanted: string) => lines.filter(({ change }) => change === wanted).length;
  return { same: count('same'), renamed: count('renamed'), changed: count('changed'), renaming: comparison.renaming };
}

const PROGRAM = program(1);

describe(`${LINES} lines`, { tags: 'slow' }, () => {
  test('all registers renamed', () => {
    const after = PROGRAM.map((line) => line.replace(/\br(\d+)/g, (_, number) => `r${(Number(number) + 7) % 20}`));
    const { renamed, renaming } = compare(PROGRAM, after);
    expect(renamed).toBe(LINES);
    expect(renaming.size).toBe(20);
  });

  test('300 lines inserted', () => {
    const after = PROGRAM.flatMap((line, i) => (i % 66 === 0 ? ['ftou r1.x, r2.x', line] : [line]));
    expect(compare(PROGRAM, after).same).toBe(LINES);
  });

  test('a block moved from the beginning to the end', () => {
    const after = [...PROGRAM.slice(5000), ...PROGRAM.slice(0, 5000)];
    expect(compare(PROGRAM, after).same).toBeGreaterThan(14_900);
  });

  test('two programs that have nothing in common', () => {
    compare(PROGRAM, program(2));
    compare(PROGRAM, [...PROGRAM].reverse());
  });
});
