/** Tables whose rows have their numbers by position: the comments repeat these. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SYSTEM_VALUES } from '../../src/base/d3d/system-values.ts';
import { enumerated } from '../../src/base/enumerated.ts';
import { SM1_PRINTED_ROWS } from '../../src/isa/sm1/printed-rows.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../src/isa/sm1/registers.ts';
import { SM4_OPCODES } from '../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../src/isa/sm4/operands.ts';

test('a row without a number has the one after that of the row before it', () => {
  const rows: Record<string, { code?: number }> = { a: {}, b: {}, c: { code: 7 }, d: {} };
  expect(Object.values(enumerated(rows)).map(({ code }) => code)).toEqual([0, 1, 7, 8]);
});

test.each([
  ['src/isa/sm1/printed-rows.ts', SM1_PRINTED_ROWS],
  ['src/isa/sm1/registers.ts', { ...SM1_REGISTERS, ...SM1_SOURCE_MODIFIERS }],
  ['src/isa/sm4/opcodes.ts', SM4_OPCODES],
  ['src/isa/sm4/operands.ts', SM4_OPERAND_TYPES],
] as const)('%s: each row has the number that its comment says', (path, table) => {
  const comments = readFileSync(path, 'utf8').matchAll(/^ {2}\/\* +(\w+) \*\/ (\w+): (?:\{|\w+\()/gm);
  const commented = [...comments].map(([, code, name]) => [name, Number(code)]);
  expect(commented).toEqual(Object.entries(table).map(([name, { code }]) => [name, code]));
});

test('system values have the numbers that their comments say', () => {
  const text = readFileSync('src/base/d3d/system-values.ts', 'utf8');
  const comments = text.matchAll(/^ {2}\/\* +(\w+) \*\/ \{.* name: '(\w+)'/gm);
  const commented = [...comments].map(([, code, name]) => [name, Number(code)]);
  expect(commented).toEqual(SYSTEM_VALUES.map(({ name, code }) => [name, code]));
});
