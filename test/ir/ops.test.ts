/** The table of operations: its rules can be read, and everything has its documentation. */
import { expect, test } from 'vitest';
import { IR_OPS, isTerminator, OP_NAMES, Op } from '../../src/ir/index.ts';
import { IR_OP_DOCS } from '../../tools/docs/ir-operations.ts';

const RULE = /^(?:[fiubdnlwa](?:[1-4*])?|=|0)(?:\.\.\.)?$/;

test.each(Object.entries(IR_OPS))('%s has rules that can be read', (name, { result, operands }) => {
  expect(result).toMatch(/^(?:[fiubdnlwa][1-4]?)?$/);
  if (!['bits', 'refs', 'owner'].includes(operands))
    for (const rule of operands.split(' ').filter((text) => text !== '' && text !== '?')) expect(rule).toMatch(RULE);
  expect(IR_OP_DOCS[name as keyof typeof IR_OP_DOCS]).not.toBe('');
});

test('numbers are positions, and terminators are last', () => {
  for (const [i, name] of OP_NAMES.entries()) expect(Op[name]).toBe(i);
  expect(OP_NAMES.filter((name) => isTerminator(Op[name]))).toEqual([
    'exit',
    'continue',
    'repeat',
    'return',
    'abort',
    'unreachable',
  ]);
});
