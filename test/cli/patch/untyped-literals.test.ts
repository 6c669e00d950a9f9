import { expect, test } from 'vitest';
import { meantValues, valuesOf } from '../../../src/cli/verbs/patch/edits.ts';
import { ShaderEditError, type ShaderLiteral } from '../../../src/shader/index.ts';

const literal = (mnemonic: string, ...words: number[]): ShaderLiteral => ({
  instruction: 1,
  operand: 2,
  number: 0,
  mnemonic,
  type: 'float',
  values: words,
  words,
});
const meant = (one: ShaderLiteral, list: string) => meantValues(one, valuesOf(list, ''), list);
const ONE = 0x3f80_0000;

test('where a listing shows an integer, an integer is meant', () => {
  expect(meant(literal('mov', 5), '6')).toEqual([{ word: 6 }]);
  expect(meant(literal('mov', 5, 0), '-1, 2.5')).toEqual([{ word: 0xffff_ffff }, 2.5]);
});

test('where it shows a float, a float is meant', () => {
  expect(meant(literal('mov', ONE), '2')).toEqual([2]);
  expect(meant(literal('movc', ONE, 0), '2, 1')).toEqual([2, 1]);
});

test('a 0 may be either, unless the value says which', () => {
  expect(() => meant(literal('mov', 0), '1')).toThrow(ShaderEditError);
  expect(() => meant(literal('mov', 0, 0), '0.5, 3')).toThrow(/0x3 for an integer/);
  expect(meant(literal('mov', 0), '1.0')).toEqual([1]);
  expect(meant(literal('mov', 0), '0x1')).toEqual([{ word: 1 }]);
  expect(meant(literal('mov', 0), '0')).toEqual([0]);
});

test('instructions with a type take it', () => {
  expect(meant(literal('mul', 0), '1')).toEqual([1]);
});
