/** Rules in summaries and SARIF logs, which have no values for placeholders. */
import { expect, test } from 'vitest';
import { ALL_MESSAGES } from '../../../src/cli/all-messages.ts';
import { sarifRule } from '../../../src/cli/verbs/validate/sarif.ts';
import { withoutPlaceholders } from '../../../src/cli/verbs/validate/validate-file.ts';

test('no text or hint shows a placeholder', () => {
  const messages = [...ALL_MESSAGES.values()].flatMap(({ text, hint = '' }) => [text, hint]);
  expect(messages.some((text) => /\{\w+\}/.test(text))).toBe(true);
  for (const text of messages) expect(withoutPlaceholders(text)).not.toMatch(/\{\w+\}/);
});

test.each([
  ['Components {components} of r{register} are read.', 'Components of rN are read.'],
  ['Operand {operand} of {opcode} is {index}.', 'Operand of OPCODE is INDEX.'],
  ['found no input{hint}', 'found no input'],
])('%s', (text, expected) => {
  expect(withoutPlaceholders(text)).toBe(expected);
});

test('a SARIF rule has its text and hint as sentences', () => {
  const rule = sarifRule({ code: 'DX3408', severity: 'error', text: 'a text', hint: 'a hint' });
  expect(rule).toMatchObject({ shortDescription: { text: 'A text.' }, fullDescription: { text: 'A text. A hint.' } });
});
