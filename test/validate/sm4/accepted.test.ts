/** Operand tokens that are cached as valid: the words after a token are still validated, and so are other operands. */
import { expect, test } from 'vitest';
import { containerOf, instructionWords, literalWords, operandWords, programWords } from '../../../smith/sm4-words.ts';
import { validate } from '../../../src/validate/validate.ts';

const PIXEL = 0;
const VERTEX = 1;
const NO_ELEMENTS = Uint32Array.from([0, 8]);
const ret = instructionWords('ret');
const temps = instructionWords('dcl_temps', [4]);

function found(type: number, major: number, minor: number, ...instructions: readonly number[][]): readonly string[] {
  const program = programWords(type, major, minor, [...instructions, ret].flat());
  const bytes = containerOf([
    ['ISGN', NO_ELEMENTS],
    ['OSGN', NO_ELEMENTS],
    ['SHEX', program],
  ]);
  return validate(bytes).diagnostics.map(({ code, instruction }) => `${code}@${instruction ?? 0}`);
}

const move = (register: number, mask: number): number[] =>
  instructionWords('mov', [...operandWords('temp', { indices: [register], mask }), ...literalWords(1, 2, 3, 4)]);

test('a register number too high is found after a token that was right with another number', () => {
  expect(found(PIXEL, 5, 0, temps, move(0, 15), move(3, 15))).toEqual([]);
  expect(found(PIXEL, 5, 0, temps, move(0, 15), move(4096, 15))).toEqual(['DX3435@3']);
});

test('a token that is wrong is found as often as it occurs', () => {
  expect(found(PIXEL, 5, 0, temps, move(0, 15), move(0, 0), move(0, 0))).toEqual(['DX3413@3', 'DX3413@4']);
});

test('what one stage and model takes, another is asked for itself', () => {
  const sample = operandWords('inputCoverageMask', { components: 'one' });
  const shift = (...by: readonly number[]): number[] =>
    instructionWords('ishl', [...operandWords('temp', { indices: [0], mask: 15 }), ...literalWords(1, 2, 3, 4), ...by]);
  expect(found(PIXEL, 5, 0, temps, shift(...literalWords(1, 2, 3, 4)))).toEqual([]);
  expect(found(PIXEL, 4, 0, temps, shift(...literalWords(1, 2, 3, 4)))).toEqual(['DX3411@2']);
  const declared = instructionWords('dcl_input', sample);
  const read = instructionWords('mov', [...operandWords('temp', { indices: [0], mask: 1 }), ...sample]);
  expect(found(PIXEL, 5, 0, declared, temps, read)).toEqual([]);
  expect(found(VERTEX, 5, 0, temps, read)).toEqual(['DX3409@2']);
});
