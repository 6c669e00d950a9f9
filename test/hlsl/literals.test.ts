/** Types of integers by their spelling, as the choice of an overload shows them (Microsoft's compiler: oracle). */
import { expect, test } from 'vitest';
import { compile } from '../../src/hlsl/index.ts';
import { disassemble } from '../../src/text/disassemble.ts';

const OVERLOADS = 'int f(int a) { return 1; } int f(uint a) { return 2; } int f(float a) { return 3; }\n';

/** The number of the overload that an argument chooses, or the code of the error. */
function chosen(argument: string): string {
  const source = `${OVERLOADS}float4 main(nointerpolation int i : I) : SV_Target { return f(${argument}); }`;
  const { bytes, diagnostics } = compile(source, { profile: 'ps_5_0' });
  if (bytes === undefined) return diagnostics.find(({ severity }) => severity === 'error')!.code;
  return /l\((\d)\.0+,/.exec(disassemble(bytes).text)![1]!;
}

test.each([
  ['16', 'X3067'],
  ['16l', 'X3067'],
  ['0x10', '2'],
  ['0x7fffffff', '2'],
  ['0xffffffff', '2'],
  ['0x10l', 'X3067'],
  ['0x10u', '2'],
  ['16u', '2'],
  ['010', '2'],
  ['037777777777', '2'],
  ['0', 'X3067'],
  ['2147483647', 'X3067'],
  ['2147483648', '1'],
  ['4294967295', '1'],
  ['i + 0x10', '2'],
  ['i / 0x10', '2'],
  ['i >> 0x10', '1'],
  ['0x10 >> 1', '2'],
  ['i + 16', '1'],
  ['max(i, 0x10)', '2'],
  ['i > 0 ? 0x10 : i', '2'],
  ['0x10 * 1.0', '3'],
  ['-0x10', '2'],
])('%s chooses %s', (argument, expected) => {
  expect(chosen(argument)).toBe(expected);
});

test('the negative of an unsigned number is reported', () => {
  const source = 'float4 main(nointerpolation uint i : I) : SV_Target { return -i + -0x10 + -16; }';
  const { diagnostics } = compile(source, { profile: 'ps_5_0' });
  expect(diagnostics.map(({ code, column }) => [code, column])).toEqual([
    ['X3092', 62],
    ['X3092', 67],
  ]);
});
