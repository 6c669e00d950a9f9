/** Expressions of x and y after fast arithmetic; a precise operation stays. */
import { describe, expect, test } from 'vitest';
import { parseIr, printIr, verifyIr } from '../../../src/ir/index.ts';
import { removeDead } from '../../../src/ir/passes/dce.ts';
import { type FastMathOptions, useFastMath } from '../../../src/ir/passes/fast-math.ts';

/** Operations before the output, whose value is %9. */
function after(lines: readonly string[], options: FastMathOptions = {}): string[] {
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
  useFastMath(module, options);
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
    ['x + x', ['%9:f32 = f.add %0, %0'], [IN, 'const 2.0', 'f.mul %0, %1', 'out<0.x> %2']],
    [
      'x * 3 - x',
      ['%2:f32 = const 3.0', '%3:f32 = f.mul %0, %2', '%4:f32 = f.neg %0', '%9:f32 = f.add %3, %4'],
      [IN, 'const 2.0', 'f.mul %0, %1', 'out<0.x> %2'],
    ],
    [
      'frac(x + 2)',
      ['%2:f32 = const 2.0', '%3:f32 = f.add %0, %2', '%9:f32 = f.frc %3'],
      [IN, 'f.frc %0', 'out<0.x> %1'],
    ],
    ['sqrt(x * x)', ['%2:f32 = f.mul %0, %0', '%9:f32 = f.sqrt %2'], [IN, 'f.abs %0', 'out<0.x> %1']],
    ['log2(exp2(x))', ['%2:f32 = f.exp2 %0', '%9:f32 = f.log2 %2'], [IN, 'out<0.x> %0']],
    ['float(int(x))', ['%2:i32 = cvt.f2i %0', '%9:f32 = cvt.i2f %2'], [IN, 'f.trunc %0', 'out<0.x> %1']],
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

  const LIMITS = ['%2:f32 = const -1.0', '%3:f32 = const 1.0', '%4:f32 = const 3.0'];
  test.each<[string, string[], string[]]>([
    ['max(abs(x), -1)', ['%5:f32 = f.abs %0', '%9:f32 = f.max %5, %2'], [IN, 'f.abs %0', 'out<0.x> %1']],
    ['min(frac(x), 1)', ['%5:f32 = f.frc %0', '%9:f32 = f.min %3, %5'], [IN, 'f.frc %0', 'out<0.x> %1']],
    ['max(frac(x), 1)', ['%5:f32 = f.frc %0', '%9:f32 = f.max %5, %3'], ['const 1.0', 'out<0.x> %0']],
    ['max(x * x, -1)', ['%5:f32 = f.mul %0, %0', '%9:f32 = f.max %5, %2'], [IN, 'f.mul %0, %0', 'out<0.x> %1']],
    ['min(max(x, 3), 1)', ['%5:f32 = f.max %0, %4', '%9:f32 = f.min %5, %3'], ['const 1.0', 'out<0.x> %0']],
    [
      'max(max(x, 1), 3)',
      ['%5:f32 = f.max %0, %3', '%9:f32 = f.max %5, %4'],
      [IN, 'const 3.0', 'f.max %0, %1', 'out<0.x> %2'],
    ],
    [
      'saturate(abs(x) + 1)',
      ['%5:f32 = f.abs %0', '%6:f32 = f.add %5, %3', '%9:f32 = f.sat %6'],
      ['const 1.0', 'out<0.x> %0'],
    ],
    ['abs(saturate(x))', ['%5:f32 = f.sat %0', '%9:f32 = f.abs %5'], [IN, 'f.sat %0', 'out<0.x> %1']],
    [
      'frac(floor(x) * 3)',
      ['%5:f32 = f.floor %0', '%6:f32 = f.mul %5, %4', '%9:f32 = f.frc %6'],
      ['const 0.0', 'out<0.x> %0'],
    ],
    [
      'frac(x) == 3 ? x : y',
      ['%5:f32 = f.frc %0', '%6:bool = f.eq %5, %4', '%9:f32 = select %6, %0, %1'],
      [IN, 'in<0.y>', 'const false', 'select %2, %0, %1', 'out<0.x> %3'],
    ],
    [
      'frac(x) < 0 - 1 ? x : y',
      ['%5:f32 = f.frc %0', '%6:bool = f.lt %5, %2', '%9:f32 = select %6, %0, %1'],
      [IN, 'in<0.y>', 'const false', 'select %2, %0, %1', 'out<0.x> %3'],
    ],
    [
      'x < y ? x : y',
      ['%6:bool = f.lt %0, %1', '%9:f32 = select %6, %0, %1'],
      [IN, 'in<0.y>', 'f.min %0, %1', 'out<0.x> %2'],
    ],
    [
      'x >= y ? x : y',
      ['%6:bool = f.ge %0, %1', '%9:f32 = select %6, %0, %1'],
      [IN, 'in<0.y>', 'f.max %0, %1', 'out<0.x> %2'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(after([...LIMITS, ...lines])).toEqual(expected);
  });

  const CHOICE = '%9:f32 = select %7, %0, %1';
  test.each<[string, string[], string[]]>([
    ['abs(x) >= 0', ['%5:f32 = const 0.0', '%6:f32 = f.abs %0', '%7:bool = f.ge %6, %5'], ['const true']],
    ['frac(x) >= 1', ['%6:f32 = f.frc %0', '%7:bool = f.ge %6, %3'], ['const false']],
    [
      'x * 2 < 3',
      ['%5:f32 = const 2.0', '%6:f32 = f.mul %0, %5', '%7:bool = f.lt %6, %4'],
      ['const 1.5', 'f.lt %0, %2'],
    ],
    [
      '3 >= x * -2',
      ['%5:f32 = const -2.0', '%6:f32 = f.mul %0, %5', '%7:bool = f.ge %4, %6'],
      ['const -1.5', 'f.ge %0, %2'],
    ],
    [
      '(x < y ? 1 : -1) < 0',
      ['%5:bool = f.lt %0, %1', '%6:f32 = select %5, %3, %2', '%8:f32 = const 0.0', '%7:bool = f.lt %6, %8'],
      ['f.lt %0, %1', 'i.not %2'],
    ],
  ])('%s', (_, lines, expected) => {
    const result = after([...LIMITS, ...lines, CHOICE]);
    for (const line of expected) expect(result).toContain(line);
  });

  test.each<[string, string[], string[]]>([
    [
      '-(x < y ? x : 3)',
      ['%5:bool = f.lt %0, %1', '%6:f32 = select %5, %0, %4', '%9:f32 = f.neg %6'],
      ['const -3.0', 'f.neg %0', 'select %2, %3, %4'],
    ],
    [
      '(x < y ? 1 : 3) + 1',
      ['%5:bool = f.lt %0, %1', '%6:f32 = select %5, %3, %4', '%9:f32 = f.add %6, %3'],
      ['const 2.0', 'const 4.0'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(after([...LIMITS, ...lines])).toEqual(expect.arrayContaining(expected));
  });

  test.each<[string, string[], string]>([
    ['max(log2(x), -1)', ['%5:f32 = f.log2 %0', '%9:f32 = f.max %5, %2'], 'f.max %2, %1'],
    [
      'frac(x) >= 0',
      ['%5:f32 = f.frc %0', '%6:f32 = const 0.0', '%7:bool = f.ge %5, %6', '%9:f32 = select %7, %0, %1'],
      'f.ge %2, %3',
    ],
    [
      'sqrt(x) == sqrt(x)',
      ['%5:f32 = f.sqrt %0', '%7:bool = f.eq %5, %5', '%9:f32 = select %7, %0, %1'],
      'f.eq %2, %2',
    ],
  ])('%s stays', (_, lines, expected) => {
    expect(after([...LIMITS, ...lines])).toContain(expected);
  });

  test('a value of a branch has the limits of both values', () => {
    const lines = [
      '%4:bool = f.lt %0, %1',
      '%5:f32 = if $1 %4 {',
      '%6:f32 = f.abs %0',
      'exit $1 %6',
      '} else {',
      'exit $1 %3',
      '}',
    ];
    expect(after([...LIMITS.slice(0, 2), ...lines, '%9:f32 = f.max %5, %2'])).not.toContain('const -1.0');
  });

  test('comparisons that are true for numbers only', () => {
    const lines = ['%5:f32 = f.abs %0', '%6:bool = f.ne %2, %5', '%9:f32 = select %6, %0, %1'];
    expect(after([...LIMITS, ...lines])).toContain('const true');
    expect(after([...LIMITS, ...lines], { needsNumbers: true })).toContain('f.ne %2, %3');
    const saturated = lines.map((line) => line.replace('f.abs', 'f.sat'));
    expect(after([...LIMITS, ...saturated], { needsNumbers: true })).toContain('const true');
  });

  test('choices that have to stay', () => {
    const lines = ['%2:bool = f.lt %0, %1', '%9:f32 = select %2, %0, %1'];
    expect(after(lines, { leavesChoices: true })).toContain('select %2, %0, %1');
  });

  const DIFFERENCES = [
    '%2:f32 = f.neg %0',
    '%3:f32 = f.neg %1',
    '%4:f32 = f.add %0, %2',
    '%5:f32 = f.add %1, %2',
    '%9:f32 = f.mul %4, %5',
  ];

  test('one lane of a vector stays where another one does', () => {
    expect(after(DIFFERENCES)).toEqual(['const 0.0', 'out<0.x> %0']);
    const lanes = new Map([
      [4, 1],
      [5, 1],
    ]);
    expect(after(DIFFERENCES, { lanes })).toContain('f.mul %3, %4');
  });

  test('lanes of a vector are simplified together', () => {
    const lines = DIFFERENCES.map((line) => line.replace('f.add %1, %2', 'f.add %1, %3'));
    const lanes = new Map([
      [4, 1],
      [5, 1],
    ]);
    expect(after(lines, { lanes })).toEqual(['const 0.0', 'out<0.x> %0']);
  });

  test('lanes of different registers are simplified by themselves', () => {
    const lines = [
      '%2:f32 = const 0.0',
      '%3:f32 = f.floor %0',
      '%4:f32 = f.add %1, %3',
      '%5:f32 = f.add %3, %2',
      '%9:f32 = f.mul %4, %5',
    ];
    const lanes = new Map([
      [4, 1],
      [5, 1],
    ]);
    expect(after(lines, { lanes })).not.toContain('const 0.0');
  });

  test('chains of any length have ranges', () => {
    const length = 20_000;
    const chain = Array.from({ length }, (_, i) => `%${i + 10}:f32 = f.mul ${i === 0 ? '%1' : `%${i + 9}`}, %1`);
    const lines = [...chain, '%2:f32 = const 0.0', `%9:f32 = f.max %${length + 9}, %2`];
    expect(after(lines).length).toBeGreaterThan(length);
  });

  test('what is precise stays', () => {
    expect(after(['%2:f32 = const 0.0', '%9:f32 = f.mul %0, %2 precise'])).toContain('f.mul %0, %1 precise');
  });
});
