/** `precise` and `/Gis`: the same sums, products and quotients as in the recorded programs of Microsoft's compiler. */
import { expect, test } from 'vitest';
import { compileCases, readCompileAnswers } from '../../fixtures/compile-cases.ts';
import { optionsOfFlags } from '../../smith/checks/compile-flags.ts';
import { compile } from '../../src/hlsl/index.ts';
import { disassemble } from '../../src/text/index.ts';

const answers = new Map(readCompileAnswers().map(({ id, bytes }) => [id, Buffer.from(bytes, 'base64')]));

/** Arithmetic instructions with their marks, sorted: their order is free where they do not depend on each other. */
function arithmetic(bytes: Uint8Array): string[] {
  const found = disassemble(bytes).text.matchAll(/^\s*(add|mul|mad|div|dp\d|dp2add)\b( \[precise)?/gm);
  return [...found].map(([, mnemonic, mark = '']) => mnemonic + mark).sort();
}

test.each(compileCases().filter(({ id }) => id.startsWith('precise ')))('$id', ({ id, profile, flags, source }) => {
  const { bytes } = compile(source, { profile, ...optionsOfFlags(flags) });
  expect(arithmetic(bytes!)).toEqual(arithmetic(answers.get(id)!));
});
