/** Jumps over several constructs, regions before a loop repeats, and what a model cannot express. */
import { expect, test } from 'vitest';
import { generateSm4 } from '../../src/generate/sm4/generate.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { lowerSm4 } from '../../src/lower/index.ts';
import { expectSameRuns, moduleOfText } from '../support/ir-run.ts';

const HEAD = `shader ps version=[5,0] profile="ps_5_0" tokens=100
input 0 kind="vertex" register=0 mask=15 interpolation="constant"
output 0 kind="vertex" register=0 mask=15
`;

const MODULES: Readonly<Record<string, string>> = {
  'an exit over a loop and a branch': `fn 0 main main {
  %0:u32x4 = in<0.x> @1
  %1:u32 = pick %0.x @1
  %2:u32 = const 7 @1
  %3:u32 = const 0 @1
  %4:u32 = const 1 @1
  %5:u32 = i.and %1, %2 @1
  %6:u32 = block $0 @2 {
    %7:u32 = loop $1 %3 @3 (%8:u32 @3) {
      %9:bool = u.ge %8, %5 @4
      if $2 %9 @4 {
        exit $1 %8 @5
      } else {
        exit $2 @5
      }
      %10:u32 = const 3 @6
      %11:bool = i.eq %8, %10 @6
      if $3 %11 @6 {
        exit $0 %2 @7
      } else {
        exit $3 @7
      }
      %12:u32 = i.add %8, %4 @8
      continue $1 %12 @9
    }
    %13:u32 = i.add %7, %2 @10
    exit $0 %13 @11
  }
  out<0.x> %6 @12
  return @13
}
`,
  'a region before a loop repeats, reached by two jumps': `fn 0 main main {
  %0:u32x4 = in<0.x> @1
  %1:u32 = pick %0.y @1
  %2:u32 = const 0 @1
  %3:u32 = const 1 @1
  %4:u32 = const 5 @1
  %5:u32 = loop $0 %2, %2 @2 (%6:u32 @2, %7:u32 @2) {
    %8:bool = u.ge %6, %4 @3
    if $1 %8 @3 {
      exit $0 %7 @4
    } else {
      exit $1 @4
    }
    %9:u32 = i.and %6, %3 @5
    %10:bool = i.eq %9, %2 @5
    if $2 %10 @5 {
      continue $0 %6, %7 @6
    } else {
      exit $2 @6
    }
    %11:u32 = i.add %7, %1 @7
    continue $0 %6, %11 @8
  } next (%12:u32 @9, %13:u32 @9) {
    %14:u32 = i.add %12, %3 @9
    repeat $0 %14, %13 @9
  }
  out<0.x> %5 @10
  return @11
}
`,
};

test.each(Object.entries(MODULES))('%s', (_, text) => {
  const generated = generateSm4(moduleOfText(HEAD + text));
  expect(generated.diagnostics).toEqual([]);
  const again = lowerSm4(readSm4(generated.words!));
  expectSameRuns(again.module!, moduleOfText(HEAD + text), 20);
});

test('bits that 4.0 cannot reverse are a diagnostic', () => {
  const text = `fn 0 main main {
  %0:u32x4 = in<0.x> @1
  %1:u32 = pick %0.x @1
  %2:u32 = i.bfrev %1 @1
  out<0.x> %2 @2
  return @3
}
`;
  expect(generateSm4(moduleOfText(HEAD + text)).diagnostics).toEqual([]);
  const { words, diagnostics } = generateSm4(moduleOfText(HEAD + text), { profile: 'ps_4_0' });
  expect(words).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual(['DX6100']);
});
