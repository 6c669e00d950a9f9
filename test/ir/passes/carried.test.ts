/** Components of a register that loops and branches carry become one value; what a program gives stays the same. */
import { describe, expect, test } from 'vitest';
import { type IrModule, printIr, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { expectSameRuns, moduleOfText } from '../../support/ir-run.ts';

const HEADER = `shader ps version=[5,0] profile="ps_5_0"
input 0 kind="vertex" register=0 mask=15 type="f32"
output 0 kind="vertex" register=0 mask=15 type="f32"
binding 0 kind="constants" register=0 space=0 count=1 size=4
`;
const VALUES = `%0:f32x3 = in<0.x>
%1:f32 = pick %0.x
%2:f32 = pick %0.y
%3:f32 = pick %0.z
%4:f32 = const 0x3f800000
%5:u32 = const 0
%6:f32x3 = cb.load<0.x> %5
%7:f32 = pick %6.x
%8:f32 = pick %6.y
%9:f32 = pick %6.z
%10:bool = f.lt %1, %2
`;

function moduleOf(body: string): IrModule {
  return moduleOfText(`${HEADER}fn 0 main main {\n${VALUES}${body}\nreturn\n}\n`);
}

/** The text after the pass, which has to give the same. */
function joined(body: string): string {
  const before = moduleOf(body);
  const module = moduleOf(body);
  runPasses(module, { until: 'carried' });
  expect(verifyIr(module)).toEqual([]);
  expectSameRuns(module, before, 20);
  return printIr(module);
}

/** Types of the results and parameters that the constructs of a text have. */
function carriedTypes(text: string): string[] {
  const headers = text.split('\n').filter((line) => /\b(if|loop|switch|block) \$/.test(line));
  return headers.flatMap((line) => Array.from(line.matchAll(/%\d+:(\w+)(?= =|,|\))/g), ([, type]) => type!));
}

/** Adds the components of the input to those of a sum, four times; `after` is what exits give. */
const sumLoop = (results: string, after: string, out: string) => `
%20:u32 = const 0
%21:u32 = const 1
%22:u32 = const 4
${results} = loop $0 %7, %8, %9, %20 (%30:f32, %31:f32, %32:f32, %33:u32) {
%34:bool = u.ge %33, %22
if $1 %34 {
exit $0 ${after}
} else {
exit $1
}
%35:f32x3 = pick %30.x, %31.x, %32.x
%36:f32x3 = f.add %35, %0
%37:f32 = pick %36.x
%38:f32 = pick %36.y
%39:f32 = pick %36.z
%40:u32 = i.add %33, %21
continue $0 %37, %38, %39, %40
}
${out}`;

describe('what constructs carry', () => {
  test('of one register is one parameter and one result of a loop', () => {
    const out = '%50:f32x3 = pick %41.x, %42.x, %43.x\nout<0.x> %50';
    const text = joined(sumLoop('%41:f32, %42:f32, %43:f32', '%30, %31, %32', out));
    expect(carriedTypes(text)).toEqual(['f32x3', 'f32x3', 'u32']);
  });

  test('and is needed in part after the loop is the whole parameter', () => {
    const text = joined(sumLoop('%41:f32', '%31', 'out<0.x> %41'));
    expect(carriedTypes(text)).toEqual(['f32x3', 'f32x3', 'u32']);
    expect(text).toMatch(/exit \$0 %\d+\n/);
  });

  test('may be needed in another order after the loop', () => {
    const out = '%50:f32x2 = pick %41.x, %42.x\nout<0.x> %50';
    const text = joined(sumLoop('%41:f32, %42:f32', '%32, %30', out));
    expect(carriedTypes(text)).toEqual(['f32x3', 'f32x3', 'u32']);
  });

  test.each([
    ['two vectors', '%1, %2, %3', '%7, %8, %9', ['f32x3']],
    ['two vectors, one with a constant', '%1, %2, %3', '%7, %8, %4', ['f32x3']],
    ['a vector and constants', '%1, %2, %3', '%4, %4, %4', ['f32x3']],
    ['parts of two vectors', '%1, %2, %3', '%7, %2, %3', ['f32', 'f32x2']],
    ['a repeated scalar and a vector', '%1, %1, %1', '%7, %8, %9', ['f32x3']],
    ['constants only', '%4, %4, %4', '%4, %4, %4', ['f32', 'f32', 'f32']],
    ['components of two vectors in turn', '%1, %8, %3', '%7, %2, %9', ['f32', 'f32', 'f32']],
  ])('of a branch, from %s', (_, first, second, types) => {
    const text = joined(`
%20:f32, %21:f32, %22:f32 = if $0 %10 {
exit $0 ${first}
} else {
exit $0 ${second}
}
%23:f32x3 = pick %20.x, %21.x, %22.x
out<0.x> %23`);
    expect(carriedTypes(text)).toEqual(types);
  });

  test('is joined in branches inside of a loop that gives it on', () => {
    const text = joined(`
%20:u32 = const 0
%21:u32 = const 1
%22:u32 = const 3
%41:f32, %42:f32 = loop $0 %7, %8, %20 (%30:f32, %31:f32, %33:u32) {
%34:bool = u.ge %33, %22
if $1 %34 {
exit $0 %30, %31
} else {
exit $1
}
%35:f32, %36:f32 = if $2 %10 {
%37:f32x2 = pick %30.x, %31.x
%38:f32x2 = pick %0.x, %0.y
%39:f32x2 = f.add %37, %38
%44:f32 = pick %39.x
%45:f32 = pick %39.y
exit $2 %44, %45
} else {
exit $2 %30, %31
}
%40:u32 = i.add %33, %21
continue $0 %35, %36, %40
}
%50:f32x2 = pick %41.x, %42.x
out<0.x> %50`);
    expect(carriedTypes(text)).toEqual(['f32x2', 'f32x2', 'u32', 'f32x2']);
  });
});
