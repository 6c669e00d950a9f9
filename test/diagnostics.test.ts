/**
 * Every X code has a recorded example (tools/docs/record-examples.ts), and dxlens says about it what Microsoft says: the same
 * codes in the same order.
 */
import { describe, expect, test } from 'vitest';
import { assemble } from '../src/assemble/assemble.ts';
import { MESSAGES } from '../src/base/messages.ts';
import { validateSm1 } from '../src/validate/index.ts';
import { SEED_FILES, usesSeedFiles } from '../tools/docs/example-seeds.ts';
import { type Example, readExamples, WITHOUT_EXAMPLE, wordsOfText } from '../tools/docs/examples.ts';
import { readRules } from '../tools/docs/rules.ts';

const examples = readExamples();
const rules = await readRules();

/** The codes that dxlens gives for an example. */
function codesOf({ text, words, flags = 0 }: Example): string[] {
  if (text !== undefined) {
    const include = (path: string) => (path in SEED_FILES ? { name: path, text: SEED_FILES[path]! } : undefined);
    const options = usesSeedFiles(text) ? { include } : {};
    return assemble(text, options).diagnostics.map(({ code }) => code);
  }
  return validateSm1(wordsOfText(words!), { flags }).findings.map(({ code }) => code);
}

describe('examples of X codes', () => {
  test.each(examples.map((example) => [example.code, example] as const))('%s', (_, example) => {
    expect(codesOf(example)).toEqual(example.codes);
  });

  test('every code that Microsoft gives has a rule or a message', () => {
    const known = new Set([...Object.keys(MESSAGES), ...rules.flatMap(({ codes }) => codes.map(([code]) => code))]);
    expect(examples.map(({ code }) => code).filter((code) => !known.has(code))).toEqual([]);
  });

  test('every rule and message has an example', () => {
    const shown = new Set(examples.map(({ code }) => code));
    const codes = [
      ...Object.keys(MESSAGES).filter((code) => code.startsWith('X')),
      ...rules.flatMap(({ codes }) => codes.map(([code]) => code)),
    ];
    expect(codes.filter((code) => !shown.has(code) && !WITHOUT_EXAMPLE.includes(code))).toEqual([]);
  });
});
