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
  ['%0:f64x3 = const 0 0 0 0 0 0', 'DX5020'],
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

const SHADER = 'shader ps version=[5,0] profile="ps_5_0"\n';
const MAIN = 'fn 0 main main {\nreturn\n}\n';

test.each([
  // Missing, unknown, of the wrong type, out of range, and no JSON.
  'shader ps version=[5,0]',
  'binding 0 kind="view" register=0 space=0',
  'binding 0 kind="thing" register=0 space=0 count=1',
  'binding 0 kind="view" register=0 space=0 count=1 colour=1',
  'binding 0 kind="view" register=-1 space=0 count=1',
  'binding 0 kind="view" register=0 space=0 count=1 returnTypes=["float","constructor"]',
  'input 0 kind="vertex" register=0 mask=16',
  'input 0 kind="vertex" register=0 mask="xyzw"',
  'inputRange 0 kind="vertex" register=0 count=1000000000',
  'variable 0 rows=1e9 components=4',
  'access 0 binding=0 sampler=-1 offsets=[0,0] channel=0 hasClamp=false isIndexed=false isSamplerIndexed=false',
  'constants 1 2 3 4294967296',
  'output 0 kind={ register=0 mask=15',
])('the declaration %s is reported', (line) => {
  const { diagnostics } = parseIr(`${line.startsWith('shader') ? '' : SHADER}${line}\n${MAIN}`);
  expect(diagnostics[0]).toMatchObject({ code: 'DX5020', line: line.startsWith('shader') ? 1 : 2 });
});

test.each([
  ['case x', 'switch $0 %0 case x {\nexit $0\n}\nreturn'],
  ['a token of 33 bits', '%1:u32 = const 1 @4294967296\nreturn'],
])('%s is reported', (_, body) => {
  const { diagnostics } = parseIr(`${SHADER}fn 0 main main {\n%0:u32 = const 1\n${body}\n}\n`);
  expect(diagnostics[0]?.code).toBe('DX5020');
});

test('slashes in a string are no comment', () => {
  const text = `shader ps version=[5,0] profile="a // \\"b // c"\nbinding 0 kind="view" register=0 space=0 count=1 name="//"\n${MAIN.replace('return', '  return')}`;
  const { module, diagnostics } = parseIr(`${text}// the end`);
  expect(diagnostics).toEqual([]);
  expect(printIr(module)).toBe(text);
});

test('an operation has no more operands than can be counted', () => {
  const { module, diagnostics } = parseIr(`fn 0 main main {\n%0:u32 = const 1\nreturn ${'%0, '.repeat(0xffff)}%0\n}\n`);
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['DX5020', expect.stringContaining('65535 operands')],
  ]);
  expect(module.ops.arity[1]).toBe(0xffff);
});

test('what is nested too deep is not read', () => {
  const { diagnostics } = parseIr(`${SHADER}fn 0 main main {\n${'block $0 {\n'.repeat(5000)}`);
  expect(diagnostics.map(({ code }) => code)).toEqual(['DX5020', 'DX5024']);
});

test.each([
  ['without a function', '', ['DX5016']],
  ['without a function that can be run', 'fn 0 subroutine f {\nreturn\n}\n', ['DX5016']],
  ['with large arrays', `${'variable 0 rows=4096 components=4\n'.repeat(129)}${MAIN}`, ['DX5017']],
])('a module %s breaks a rule', (_, text, codes) => {
  const { module, diagnostics } = parseIr(SHADER + text);
  expect(diagnostics).toEqual([]);
  expect(verifyIr(module).map(({ code }) => code)).toEqual(codes);
});

test('calls that are nested too deep break a rule', () => {
  const functions = Array.from({ length: 1000 }, (_, i) => {
    const call = i < 999 ? `call<${i + 1}>\n` : '';
    return `fn ${i} ${i === 0 ? 'main' : 'subroutine'} f${i} {\n${call}return\n}\n`;
  });
  const { module } = parseIr(SHADER + functions.join(''));
  expect(verifyIr(module).map(({ code }) => code)).toContain('DX5018');
});
