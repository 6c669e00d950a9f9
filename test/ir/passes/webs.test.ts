/**
 * Words get a type by their use, and sums of integers the one that needs the fewest casts; what a program gives stays
 * the same.
 */
import { describe, expect, test } from 'vitest';
import { type IrModule, printIr, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { expectSameRuns, moduleOfText } from '../../support/ir-run.ts';

const HEADER = `shader ps version=[5,0] profile="ps_5_0"
input 0 kind="vertex" register=0 mask=15 type="f32"
output 0 kind="vertex" register=0 mask=15 type="u32"
output 1 kind="vertex" register=1 mask=15 type="f32"
binding 0 kind="constants" register=0 space=0 count=1 size=4
`;
const VALUES = `%0:u32 = const 0
%1:b32x4 = cb.load<0.x> %0
%2:b32 = pick %1.x
%3:b32 = pick %1.y
%4:i32 = bitcast %2
%5:u32 = bitcast %2
%6:i32 = const 3
%7:u32 = bitcast %3
%8:i32 = bitcast %3
`;

function moduleOf(body: string): IrModule {
  return moduleOfText(`${HEADER}fn 0 main main {\n${VALUES}${body}\nreturn\n}\n`);
}

/** The text after all passes, which has to give the same. */
function typed(body: string): string {
  const before = moduleOf(body);
  const module = moduleOf(body);
  runPasses(module, { until: 'webs' });
  expect(verifyIr(module)).toEqual([]);
  runPasses(module);
  expect(verifyIr(module)).toEqual([]);
  expectSameRuns(module, before, 20);
  return printIr(module);
}

describe('sums and products of integers', () => {
  test('have no sign where their uses have none', () => {
    const text = typed('%10:i32 = i.add %4, %6\n%11:u32 = bitcast %10\n%12:u32 = u.max %11, %7\nout<0.x> %12');
    expect(text).toMatch(/:u32 = i\.add/);
    expect(text).not.toContain('bitcast');
  });

  test('have a sign where their uses have one', () => {
    const text = typed('%10:u32 = i.mul %5, %7\n%11:i32 = bitcast %10\n%12:f32 = cvt.i2f %11\nout<1.x> %12');
    expect(text).toMatch(/:i32 = i\.mul/);
    expect(text).not.toContain('bitcast');
  });

  test('are what most of their uses are', () => {
    const uses = (signed: number, unsigned: number) => {
      const lines = ['%10:i32 = i.add %4, %6', '%11:u32 = bitcast %10'];
      const use = (i: number, name: string, type: string, value: string) =>
        lines.push(
          `%${20 + i}:${type} = const ${i}`,
          `%${30 + i}:${type} = ${name} ${value}, %${20 + i}`,
          `%${40 + i}:f32 = bitcast %${30 + i}`,
          `out<1.${'xyzw'[i]}> %${40 + i}`,
        );
      for (let i = 0; i < signed; i++) use(i, 'i.max', 'i32', '%10');
      for (let i = 0; i < unsigned; i++) use(signed + i, 'u.max', 'u32', '%11');
      return typed(lines.join('\n'));
    };
    expect(uses(3, 1)).toMatch(/:i32 = i\.add/);
    expect(uses(1, 3)).toMatch(/:u32 = i\.add/);
  });

  test('are never floats', () => {
    const text = typed('%10:i32 = i.add %4, %6\n%11:f32 = bitcast %10\n%12:f32 = f.add %11, %11\nout<1.x> %12');
    expect(text).toMatch(/:u32 = i\.add/);
    expect(text).toMatch(/:f32 = bitcast/);
  });

  test('may be shifted to the left, by a number of any type', () => {
    const text = typed(
      '%10:u32 = i.shl %5, %8\n%11:i32 = bitcast %10\n%12:i32 = i.max %11, %6\n%13:f32 = cvt.i2f %12\nout<1.x> %13',
    );
    expect(text).toMatch(/:i32 = i\.shl/);
  });

  test('that a loop counts have the type of what it compares', () => {
    const text = typed(`
%10:b32 = bitcast %0
%11:i32 = const 1
loop $0 %10 (%12:b32) {
%13:i32 = bitcast %12
%14:bool = i.ge %13, %6
if $1 %14 {
exit $0
} else {
exit $1
}
%15:i32 = i.add %13, %11
%16:b32 = bitcast %15
continue $0 %16
}`);
    expect(text).toMatch(/loop \$\d+ %\d+ .*\(%\d+:i32/);
    expect(text).not.toContain('bitcast');
  });
});
