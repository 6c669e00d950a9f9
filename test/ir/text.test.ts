/** Modules written by hand: what is read from a canonical text prints as that text, and breaks no rule. */
import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { parseIr, printIr, verifyIr } from '../../src/ir/index.ts';

const FILES = globSync('test/ir/modules/*.ir');

test.each(FILES)('%s is canonical', (file) => {
  const text = readFileSync(file, 'utf8');
  const { module, diagnostics } = parseIr(text);
  expect(diagnostics).toEqual([]);
  expect(verifyIr(module)).toEqual([]);
  expect(printIr(module)).toBe(text);
});

test('numbers and spaces of a text do not matter', () => {
  const { module, diagnostics } = parseIr(`
shader cs   version=[5,0] profile="cs_5_0" threadGroupSize=[1,1,1]
fn 0 main main {
%7:u32 = const 3   // a comment
    %3:u32 = i.add %7, %7
  return
}`);
  expect(diagnostics).toEqual([]);
  expect(printIr(module)).toBe(`shader cs version=[5,0] profile="cs_5_0" threadGroupSize=[1,1,1]
fn 0 main main {
  %0:u32 = const 3
  %1:u32 = i.add %0, %0
  return
}
`);
});

test.each([
  ['%0:u32 = const x', 'DX5020'],
  ['%0:u33 = const 1', 'DX5020'],
  ['%0:u32 = i.plus', 'DX5021'],
  ['%0:u32 = i.not %1', 'DX5022'],
  ['exit $4', 'DX5020'],
  ['out %0', 'DX5022'],
])('%s is reported in its line', (line, code) => {
  const { diagnostics } = parseIr(`shader ps version=[5,0] profile="ps_5_0"\nfn 0 main main {\n${line}\nreturn\n}\n`);
  expect(diagnostics[0]).toMatchObject({ code, line: 3 });
});

test.each(['', '}', 'fn', 'fn 0 main main {', 'shader xs a={', 'if {', 'fn 0 main main {\n} else {'])(
  'damage %j has a diagnostic or an empty module',
  (text) => {
    const { module, diagnostics } = parseIr(text);
    expect(diagnostics.length > 0 || module.functions.length === 0).toBe(true);
  },
);
