/**
 * Loads that give what is known: what was stored to arrays and group memory, tables of constants, and rows of constant
 * buffers.
 */
import { describe, expect, test } from 'vitest';
import { type IrModule, printIr, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { expectSameRuns, moduleOfText, runModule } from '../../support/ir-run.ts';

const HEADER = `shader ps version=[5,0] profile="ps_5_0"
binding 0 kind="constants" register=0 space=0 count=1 size=16
input 0 kind="vertex" register=0 mask=15 type="u32"
output 0 kind="vertex" register=0 mask=15
output 1 kind="vertex" register=1 mask=15
variable 0 rows=4 components=4
variable 1 rows=2 components=4
`;
const GROUP = `shader cs version=[5,0] profile="cs_5_0" threadGroupSize=[8,2,1]
binding 0 kind="group" register=0 space=0 count=1 dimension="structuredBuffer" stride=16 size=16
binding 1 kind="group" register=1 space=0 count=1 dimension="structuredBuffer" stride=16 size=15
input 0 kind="special" register=0 mask=1 special="threadIdInGroupFlattened"
output 0 kind="vertex" register=0 mask=15
access 0 binding=0 sampler=-1 offsets=[0,0,0] channel=0 hasClamp=false isIndexed=false isSamplerIndexed=false
access 1 binding=1 sampler=-1 offsets=[0,0,0] channel=0 hasClamp=false isIndexed=false isSamplerIndexed=false
`;

function moduleOf(body: string, header = HEADER): IrModule {
  return moduleOfText(`${header}fn 0 main main {\n${body}\nreturn\n}\n`);
}

/** The text after the passes; what a program gives stays the same. */
function passed(body: string, header = HEADER): string {
  const before = moduleOf(body, header);
  const module = moduleOf(body, header);
  runPasses(module, { afterEach: (pass) => expect(verifyIr(module), pass).toEqual([]) });
  if (header === HEADER) expectSameRuns(module, before, 40);
  return printIr(module);
}

/** An index from input 0, and one that is less than four. */
const INDEX = '%0:u32 = in<0.x>\n%1:u32 = const 3\n%2:u32 = i.and %0, %1\n%3:u32 = in<0.y>\n%4:u32 = in<0.z>\n';

describe('forward', () => {
  test('gives what was stored at the same index, where it is inside', () => {
    const text = passed(
      `${INDEX}var.store<0.x> %2, %3\n%5:u32 = var.load<0.x> %2\nout<0.x> %5\n%6:u32 = var.load<0.y> %0\nout<0.y> %6`,
    );
    expect(text.match(/var\.load/g)).toHaveLength(1);
    expect(text).toContain('pick %3.x, %4.x');
  });

  test('a store that may be outside is not known, nor what another index may have changed', () => {
    const outside = passed(`${INDEX}var.store<0.x> %0, %3\n%5:u32 = var.load<0.x> %0\nout<0.x> %5`);
    expect(outside).toContain('var.load');
    const other = passed(
      `${INDEX}var.store<0.x> %2, %3\nvar.store<0.x> %0, %4\n%5:u32 = var.load<0.x> %2\nout<0.x> %5`,
    );
    expect(other).toContain('var.load');
    const otherComponent = passed(
      `${INDEX}var.store<0.x> %2, %3\nvar.store<0.y> %0, %4\n%5:u32 = var.load<0.x> %2\n%6:u32 = var.load<0.y> %2\nout<0.x> %5\nout<0.y> %6`,
    );
    expect(otherComponent.match(/var\.load/g)).toHaveLength(1);
  });

  test('a second load gives the same, and stores that nothing reads go', () => {
    const loads = passed(
      `${INDEX}var.store<0.x> %0, %3\n%5:u32 = var.load<0.x> %4\nvar.store<1.x> %0, %5\n%6:u32 = var.load<0.x> %4\nout<0.x> %5\nout<0.y> %6`,
    );
    expect(loads.match(/var\.load/g)).toHaveLength(1);
    expect(loads).not.toContain('var.store<1');
  });

  test('what a branch or a loop stores is forgotten after it, and before a loop', () => {
    const store = `${INDEX}var.store<0.x> %2, %3\n%5:bool = u.lt %0, %1\n`;
    const branch = (inside: string) =>
      passed(`${store}if $0 %5 {\n${inside}\nexit $0\n} else {\nexit $0\n}\n%6:u32 = var.load<0.x> %2\nout<0.x> %6`);
    expect(branch('var.store<0.x> %2, %4')).toContain('var.load');
    expect(branch('var.store<1.x> %0, %4\n%7:u32 = var.load<1.x> %0\nout<1.x> %7').match(/var\.load/g)).toHaveLength(1);
    const loop = passed(
      `${store}%8:u32 = const 0\n%9:u32 = const 1\n%10:u32 = loop $0 %8, %8 (%11:u32, %12:u32) {\n%13:u32 = var.load<0.x> %2\nvar.store<0.x> %2, %4\n%14:bool = u.ge %11, %1\nif $1 %14 {\nexit $0 %13\n} else {\nexit $1\n}\n%15:u32 = i.add %11, %9\ncontinue $0 %15, %13\n}\nout<0.x> %10`,
    );
    expect(loop).toContain('var.load');
  });
});

describe('group memory', () => {
  const program = (binding: number, between = '') =>
    passed(
      `%0:u32 = in<0.x>\n%1:u32 = const 4\nbuf.store<${binding}> %0, %1, %0\n${between}\n%2:u32 = buf.load<${binding}> %0, %1\nout<0.x> %2`,
      GROUP,
    );

  test('a thread knows what it wrote to its element', () => {
    expect(program(0)).not.toContain('buf.load');
    // The last threads are outside of it.
    expect(program(1)).toContain('buf.load');
  });

  test('up to another write, or a barrier where there is one', () => {
    const other = '%3:u32 = const 0\nbuf.store<0> %3, %3, %0';
    expect(program(0, 'barrier<3>')).not.toContain('buf.load');
    expect(program(0, other)).toContain('buf.load');
    const later = `%0:u32 = in<0.x>\n%1:u32 = const 4\nbuf.store<0> %0, %1, %0\nbarrier<3>\n%2:u32 = buf.load<0> %0, %1\nout<0.x> %2\n${other}`;
    expect(passed(later, GROUP)).toContain('buf.load');
  });
});

describe('constant arrays', () => {
  const words = '%5:u32 = const 0\n%6:u32 = const 1\n%7:f32x4 = const 1.0 2.0 3.0 4.0\n%8:f32x2 = const 5.0 6.0\n';

  test('are a table after the immediate constants', () => {
    const body = `${INDEX}${words}var.store<1.x> %5, %7\nvar.store<1.z> %6, %8\n%9:f32x2 = var.load<1.z> %0\nout<0.x> %9`;
    const alone = passed(body);
    expect(alone).toContain('constants 0x3f800000 0x40000000 0x40400000 0x40800000 0x0 0x0 0x40a00000 0x40c00000');
    expect(alone).not.toMatch(/var\.|select/);
    const after = passed(body, `${HEADER}constants 0x1 0x2 0x3 0x4\n`);
    expect(after).toContain('select');
    const other = moduleOf(body, `${HEADER}constants 0x1 0x2 0x3 0x4\n`);
    const same = moduleOf(body, `${HEADER}constants 0x1 0x2 0x3 0x4\n`);
    runPasses(other);
    for (let seed = 1; seed < 40; seed++) expect(runModule(other, seed)).toEqual(runModule(same, seed));
  });

  test('of a constant buffer are read there, inside of the array only', () => {
    const body = `${INDEX}${words}%9:b32x4 = cb.load<0.x> %6\n%10:b32x4 = cb.load<0.x> %1\nvar.store<1.x> %5, %9\n`;
    const rows = (second: string) => `${body}${second}\n%11:b32x2 = var.load<1.y> %0\nout<0.x> %11`;
    const text = passed(rows('%12:u32 = const 2\n%13:b32x4 = cb.load<0.x> %12\nvar.store<1.x> %6, %13'));
    expect(text).not.toContain('var.');
    expect(text).toMatch(/cb\.load<0\.y>[\s\S]*select/);
    // The next row of the array is not the next one of the buffer.
    expect(passed(rows('var.store<1.x> %6, %10'))).toContain('var.load');
  });

  test('that change later, or in a branch, stay arrays', () => {
    const later = passed(
      `${INDEX}${words}var.store<1.x> %5, %7\n%9:f32 = var.load<1.x> %0\nvar.store<1.x> %6, %7\n%10:f32 = var.load<1.x> %3\nout<0.x> %9\nout<0.y> %10`,
    );
    expect(later).toContain('var.load');
  });
});
