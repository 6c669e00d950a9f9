/**
 * Registers in notes on variables. The expectations are what Microsoft's listings show for edited program databases.
 */
import { expect, test } from 'vitest';
import type { PdbLocation } from '../../../src/debug/spdb/symbols.ts';
import { isSameRegister, spdbRegister } from '../../../src/debug/spdb/variables.ts';

const at = (register: number, ...indices: number[]): PdbLocation => ({
  ...{ register, indices, partial: true, space: 0, offset: 0, size: 4, start: 0, section: 1, length: 4, gaps: [] },
});
const text = (register: number, ...indices: number[]) => {
  const result = spdbRegister(at(register, ...indices));
  return typeof result === 'string' ? `(${result})` : result.name + result.component;
};

test.each([
  [[0, 0x24], 'r2.y'],
  [[1, 0x24, 0x35], 'v[53][2].y'],
  [[0], '(unnamed)'],
  [[0, 1, 2, 3], '(index count)'],
  [[3, 0x24], 'x36'],
  [[3, 0x24, 0x35], '(unnamed)'],
  [[6, 0x24], 's36'],
  [[4, 0x24], '(register type)'],
  [[11], 'vPrim'],
  [[11, 0x24], 'vPrim.y'],
  [[11, 0x24, 0x35], 'vPrim'],
  [[29, 0x24], 'this[2].y'],
  [[99], '(register type)'],
])('%j is %s', (location, expected) => {
  const [register, ...indices] = location;
  expect(text(register!, ...indices)).toBe(expected);
});

test('registers are compared by the indices of the second', () => {
  expect(isSameRegister(at(1, 0x10), at(1, 0x1c))).toBe(true);
  expect(isSameRegister(at(1, 0x10), at(1, 0x20))).toBe(false);
  expect(isSameRegister(at(1, 0x10), at(2, 0x10))).toBe(false);
  expect(isSameRegister(at(1, 0x10), at(1))).toBe(true);
});
