/**
 * Accesses to memory: in place where they are the only ones or known to be inside, else functions with tests of the
 * range.
 */
import { expect, it } from 'vitest';
import { assembleUnvalidated } from '../../../src/assemble/index.ts';
import { translate } from '../../../src/translate/index.ts';
import { readSpirv } from '../../support/spirv-reader.ts';

/** Numbers of instructions of some names. */
function countsOf(lines: readonly string[], names: readonly string[]): Record<string, number> {
  const text = ['cs_5_0', 'dcl_globalFlags refactoringAllowed', ...lines, 'ret', ''].join('\n');
  const { stages, diagnostics } = translate(assembleUnvalidated(text).bytes!, { validate: false, to: 'spirv' });
  expect(diagnostics).toEqual([]);
  const { instructions } = readSpirv(stages[0]!.code);
  return Object.fromEntries(names.map((name) => [name, instructions.filter((one) => one.name === name).length]));
}

const GROUP = [
  ...[
    'dcl_uav_raw u0',
    'dcl_input vThreadIDInGroup.x',
    'dcl_temps 2',
    'dcl_tgsm_raw g0, 16',
    'dcl_tgsm_structured g1, 8, 2',
  ],
  'dcl_thread_group 4, 1, 1',
];
const NAMES = ['Function', 'FunctionCall', 'SelectionMerge', 'ULessThan'];

it('has no functions and no tests for words of group memory that are known to be inside', () => {
  const body = [
    ...['store_raw g0.x, l(12), vThreadIDInGroup.x', 'store_structured g1.xy, l(1), l(0), vThreadIDInGroup.xxxx'],
    ...['atomic_iadd g0, l(4), l(1)', 'atomic_umax g1, l(1, 4, 0, 0), l(3)', 'sync_g_t'],
    ...['ld_raw r0.xy, l(8), g0.xyxx', 'ld_structured r0.zw, l(1), l(0), g1.xxxy', 'store_raw u0.xyzw, l(0), r0.xyzw'],
  ];
  // The store to the buffer, which is the only one, tests each of its words.
  expect(countsOf([...GROUP, ...body], NAMES)).toEqual({
    ...{ Function: 1, FunctionCall: 0, SelectionMerge: 4, ULessThan: 4 },
  });
});

it.each([
  ['a word after the end', ['ld_raw r0.xy, l(12), g0.xyxx']],
  ['a word before the start', ['ld_raw r0.x, l(-4), g0.xxxx']],
  ['an element after the last one', ['ld_structured r0.x, l(2), l(0), g1.xxxx']],
  ['a word of the next element', ['ld_structured r0.x, l(0), l(8), g1.xxxx']],
  ['an address that is a value', ['ld_raw r0.x, vThreadIDInGroup.x, g0.xxxx']],
])('tests the range of %s', (_, read) => {
  const store = 'store_raw u0.x, l(0), r0.x';
  const { Function: functions, FunctionCall: calls, ULessThan: tests } = countsOf([...GROUP, ...read, store], NAMES);
  expect({ functions, calls }).toEqual({ functions: 1, calls: 0 });
  expect(tests).toBeGreaterThan(1);
});

it('has one function for accesses of the same kind to a buffer', () => {
  const body = ['ld_raw r0.x, vThreadIDInGroup.x, g0.xxxx', 'ld_raw r0.y, r0.x, g0.xxxx', 'store_raw u0.x, l(0), r0.y'];
  expect(countsOf([...GROUP, ...body], NAMES)).toMatchObject({ Function: 2, FunctionCall: 2 });
});
