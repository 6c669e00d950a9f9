/** Listings compared: what is aligned with what, and what became of each line. */
import { describe, expect, test } from 'vitest';
import { boundedAligner } from '../../src/cli/verbs/diff/text.ts';
import { compareListings, NO_NAMES, REGISTERS } from '../../src/diff/compare-listings.ts';
import { listing, marked } from '../support/listing-lines.ts';

const compare = (before: string[], after: string[], isProgram = true) =>
  compareListings(listing(before), listing(after), isProgram ? REGISTERS : NO_NAMES, boundedAligner());

const PROGRAM = [
  'dcl_temps 3',
  'sample r0.xyzw, v1.xyxx, t0.xyzw, s0',
  'mul r1.xyz, r0.xyzx, cb0[0].xyzx',
  'add r1.xyz, r1.xyzx, cb0[1].xyzx',
  'dp3 r2.x, r1.xyzx, r0.xyzx',
  'mov o0.xyz, r1.xyzx',
  'mov o0.w, r2.x',
  'ret',
];

describe('compareListings', () => {
  test('equal listings', () => {
    const { lines, renaming } = compare(PROGRAM, PROGRAM);
    expect(lines.map(({ change }) => change)).toEqual(PROGRAM.map(() => 'same'));
    expect(renaming.size).toBe(0);
  });

  test('a renaming, together with an inserted line and a changed one', () => {
    const after = PROGRAM.map((line) => line.replace(/\br1\b/g, 'r3').replace('t0', 't4'));
    after.splice(3, 1, 'mul r2.xyzw, r0.xyzw, l(2.000000)', 'add r3.xyz, r3.xyzx, cb0[1].xxxx');
    const comparison = compare(PROGRAM, after);
    expect(marked(comparison)).toEqual([
      '  dcl_temps 3',
      '~ sample r0.xyzw, v1.xyxx, t4.xyzw, s0',
      '~ mul r3.xyz, r0.xyzx, cb0[0].xyzx',
      '+ mul r2.xyzw, r0.xyzw, l(2.000000)',
      '! add r3.xyz, r3.xyzx, cb0[1].xxxx',
      '~ dp3 r2.x, r3.xyzx, r0.xyzx',
      '~ mov o0.xyz, r3.xyzx',
      '  mov o0.w, r2.x',
      '  ret',
    ]);
    expect(Object.fromEntries(comparison.renaming)).toEqual({ t0: 't4', r1: 'r3' });
  });

  test('a line inserted among lines that are equal but for their registers', () => {
    const before = ['add r0.x, r1.x', 'add r2.x, r3.x', 'add r4.x, r5.x'];
    const after = ['add r0.x, r1.x', 'add r6.x, r7.x', 'add r2.x, r3.x', 'add r4.x, r5.x'];
    expect(marked(compare(before, after))).toEqual([
      '  add r0.x, r1.x',
      '+ add r6.x, r7.x',
      '  add r2.x, r3.x',
      '  add r4.x, r5.x',
    ]);
  });

  test('registers that are not renamed throughout are a change', () => {
    const before = ['add r0.x, r1.x', 'mul r0.x, r1.x', 'mov r0.x, r1.x'];
    const after = ['add r0.x, r1.x', 'mul r0.x, r2.x', 'mov r0.x, r1.x'];
    expect(marked(compare(before, after))).toEqual(['  add r0.x, r1.x', '! mul r0.x, r2.x', '  mov r0.x, r1.x']);
  });

  test('a moved block is removed and added, and the rest is equal', () => {
    const block = ['log r5.x, r5.y', 'exp r5.x, r5.z'];
    const comparison = compare([...block, ...PROGRAM], [...PROGRAM, ...block]);
    expect(marked(comparison).filter((line) => !line.startsWith(' '))).toEqual([
      ...block.map((line) => `- ${line}`),
      ...block.map((line) => `+ ${line}`),
    ]);
  });

  test('nothing against something', () => {
    expect(marked(compare([], ['ret']))).toEqual(['+ ret']);
    expect(marked(compare(['ret'], []))).toEqual(['- ret']);
    expect(compare([], []).lines).toEqual([]);
  });

  test('removed lines come before those added in their place', () => {
    expect(marked(compare(['mov r0, r1', 'ret'], ['dp3 r0.x, c0, c1', 'ret']))).toEqual([
      '- mov r0, r1',
      '+ dp3 r0.x, c0, c1',
      '  ret',
    ]);
  });

  test('equal text from other words', () => {
    const before = listing(['ret']);
    const after = [{ ...before[0]!, words: Uint32Array.of(1) }];
    const { lines } = compareListings(before, after, REGISTERS, boundedAligner());
    expect(lines.map(({ change }) => change)).toEqual(['encoding']);
  });

  test('what is no program has no registers', () => {
    expect(marked(compare(['CBV(b1)', 'SRV(t0)'], ['CBV(b2)', 'SRV(t0)'], false))).toEqual([
      '- CBV(b1)',
      '+ CBV(b2)',
      '  SRV(t0)',
    ]);
  });

  test('the same arguments give the same result', () => {
    const after = PROGRAM.map((line) => line.replaceAll('r1', 'r2')).reverse();
    expect(compare(PROGRAM, after)).toEqual(compare(PROGRAM, after));
  });
});
