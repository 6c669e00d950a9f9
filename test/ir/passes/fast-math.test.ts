/** Expressions of x and y after fast arithmetic; a precise operation stays. */
import { describe, expect, test } from 'vitest';
import { parseIr, printIr, verifyIr } from '../../../src/ir/index.ts';
import { removeDead } from '../../../src/ir/passes/dce.ts';
import { useFastMath } from '../../../src/ir/passes/fast-math.ts';

/** Operations before the output, whose value is %9. */
function after(lines: readonly string[]): string[] {
  const body = lines.map((line) => `  ${line}\n`).join('');
  const { module, diagnostics } = parseIr(`shader ps version=[5,0] profile="ps_5_0"
input 0 kind="vertex" register=0 mask=3 interpolation="linear" type="f32"
output 0 kind="vertex" register=0 mask=1 type="f32"
fn 0 main main {
  %0:f32 = in<0.x>
  %1:f32 = in<0.y>
${body}  out<0.x> %9
  return
}
`);
  expect(diagnostics).toEqual([]);
  useFastMath(module);
  removeDead(module);
  expect(verifyIr(module)).toEqual([]);
  return printIr(module)
    .split('\n')
    .filter((line) => /^ {2}(%\d|out)/.test(line))
    .map((line) => line.trim().replace(/^%\d+:\w+ = /, ''));
}

const IN = 'in<0.x>';

describe('rules', () => {
  test.each<[string, string[], string[]]>([
    ['x + 0', ['%2:f32 = const 0.0', '%9:f32 = f.add %0, %2'], [IN, 'out<0.x> %0']],
    ['x * 0', ['%2:f32 = const 0.0', '%9:f32 = f.mul %0, %2'], ['const 0.0', 'out<0.x> %0']],
    ['x * 1', ['%2:f32 = const 1.0', '%9:f32 = f.mul %2, %0'], [IN, 'out<0.x> %0']],
    ['x - x', ['%2:f32 = f.neg %0', '%9:f32 = f.add %0, %2'], ['const 0.0', 'out<0.x> %0']],
    ['x / x', ['%9:f32 = f.div %0, %0'], ['const 1.0', 'out<0.x> %0']],
    ['x + y - x', ['%2:f32 = f.add %0, %1', '%3:f32 = f.neg %0', '%9:f32 = f.add %2, %3'], ['in<0.y>', 'out<0.x> %0']],
    ['rcp(x) * x', ['%2:f32 = f.rcp %0', '%9:f32 = f.mul %2, %0'], ['const 1.0', 'out<0.x> %0']],
    ['exp2(log2(x))', ['%2:f32 = f.log2 %0', '%9:f32 = f.exp2 %2'], [IN, 'out<0.x> %0']],
    ['max(x, x)', ['%9:f32 = f.max %0, %0'], [IN, 'out<0.x> %0']],
    ['y * x', ['%9:f32 = f.mul %1, %0'], [IN, 'in<0.y>', 'f.mul %0, %1', 'out<0.x> %2']],
    ['x / 4', ['%2:f32 = const 4.0', '%9:f32 = f.div %0, %2'], [IN, 'const 0.25', 'f.mul %0, %1', 'out<0.x> %2']],
    ['-(-x)', ['%2:f32 = f.neg %0', '%9:f32 = f.neg %2'], [IN, 'out<0.x> %0']],
    [
      '(x + 1) + 2',
      ['%2:f32 = const 1.0', '%3:f32 = f.add %0, %2', '%4:f32 = const 2.0', '%9:f32 = f.add %3, %4'],
      [IN, 'const 3.0', 'f.add %0, %1', 'out<0.x> %2'],
    ],
    [
      'min(max(x, 0), 1)',
      ['%2:f32 = const 0.0', '%3:f32 = f.max %0, %2', '%4:f32 = const 1.0', '%9:f32 = f.min %3, %4'],
      [IN, 'f.sat %0', 'out<0.x> %1'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(after(lines)).toEqual(expected);
  });

  test('what is precise stays', () => {
    expect(after(['%2:f32 = const 0.0', '%9:f32 = f.mul %0, %2 precise'])).toContain('f.mul %0, %1 precise');
  });
});
