/**
 * Every X code has a recorded example (tools/docs/record-examples.ts), and dxlens says about it what Microsoft says:
 * the same codes in the same order.
 */
import { describe, expect, test } from 'vitest';
import { sm4DiagnosticLines } from '../../smith/checks/sm4-diagnostics.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { ALL_MESSAGES, MESSAGE_LIST } from '../../src/cli/all-messages.ts';
import { checkSm1 } from '../../src/validate/sm1/validate-sm1.ts';
import { COMPILE_WITHOUT_EXAMPLE, readCompileExamples } from '../../tools/docs/compile-examples.ts';
import { SEED_FILES, usesSeedFiles } from '../../tools/docs/example-seeds.ts';
import { type Example, readExamples, WITHOUT_EXAMPLE, wordsOfText } from '../../tools/docs/examples.ts';
import { readDxlensRules, readRules } from '../../tools/docs/rules.ts';
import { bytesOfExample, MAX_REPORTED, readSm4Examples, SM4_WITHOUT_EXAMPLE } from '../../tools/docs/sm4-examples.ts';

const examples = readExamples();
const rules = await readRules();
const sm4Examples = readSm4Examples();
const dxlensRules = await readDxlensRules();

/** The codes that dxlens gives for an example. */
function codesOf({ text, words, flags = 0 }: Example): string[] {
  if (text !== undefined) {
    const include = (path: string) => (path in SEED_FILES ? { name: path, text: SEED_FILES[path]! } : undefined);
    const options = usesSeedFiles(text) ? { include } : {};
    return assemble(text, options).diagnostics.map(({ code }) => code);
  }
  return checkSm1(wordsOfText(words!), flags).diagnostics.map(({ code }) => code);
}

describe('examples of X codes', () => {
  test.each(examples.map((example) => [example.code, example] as const))('%s', (_, example) => {
    expect(codesOf(example)).toEqual(example.codes);
  });

  test('no two messages have the same code', () => {
    const codes = MESSAGE_LIST.map(({ code }) => code);
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
  });

  test('every code that Microsoft gives has a rule or a message', () => {
    const known = new Set([...ALL_MESSAGES.keys(), ...rules.flatMap(({ codes }) => codes.map(([code]) => code))]);
    expect(examples.map(({ code }) => code).filter((code) => !known.has(code))).toEqual([]);
  });

  test('every rule and message has an example', () => {
    const shown = new Set([
      ...examples.map(({ code }) => code),
      ...readCompileExamples().flatMap(({ errors, warnings }) => [...errors, ...warnings].map(([code]) => code)),
      ...COMPILE_WITHOUT_EXAMPLE,
    ]);
    const codes = [
      ...[...ALL_MESSAGES.keys()].filter((code) => code.startsWith('X')),
      ...rules.flatMap(({ codes }) => codes.map(([code]) => code)),
    ];
    expect(codes.filter((code) => !shown.has(code) && !WITHOUT_EXAMPLE.includes(code))).toEqual([]);
  });
});

describe('examples of codes of shader models 4 to 5.1', () => {
  test.each(sm4Examples.map((example) => [example.code, example] as const))('%s', (code, example) => {
    expect(sm4DiagnosticLines(bytesOfExample(example)).slice(0, MAX_REPORTED)).toEqual(example.diagnostics);
    expect(example.diagnostics.some((diagnostic) => diagnostic.startsWith(code))).toBe(true);
  });

  test('every rule has an example, and every example a rule', () => {
    const codes = dxlensRules.filter(({ code }) => code < FIRST_LINK_CODE).map(({ code }): string => code);
    const shown = sm4Examples.map(({ code }) => code);
    expect([...shown, ...SM4_WITHOUT_EXAMPLE].sort()).toEqual(codes);
  });

  test('no two rules have one code, and none that of a message', () => {
    const codes = dxlensRules.map(({ code }): string => code);
    expect(codes.filter((code, i) => codes.indexOf(code) !== i || ALL_MESSAGES.has(code))).toEqual([]);
  });
});

/** Codes from here on are about several shaders. */
const FIRST_LINK_CODE = 'DX4100';
