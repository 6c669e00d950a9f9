/** Values that may be computed while a program is not running, and values that may not. */
import { expect, test } from 'vitest';
import { printIr, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { simplify } from '../../../src/ir/passes/simplify.ts';
import { moduleOfText } from '../../support/ir-run.ts';

function cleaned(body: string, declaration = ''): string {
  const header = 'shader ps version=[5,0] profile="ps_5_0"\noutput 0 kind="vertex" register=0 mask=15\n';
  const module = moduleOfText(`${header}${declaration}fn 0 main main {\n${body}\nreturn\n}\n`);
  runPasses(module, { until: 'clean' });
  return printIr(module);
}

test('constants are computed, class instances are not', () => {
  expect(cleaned('%0:f32 = const 1.5\n%1:f32 = f.add %0, %0\nout<0.x> %1')).toContain('const 3.0');
  expect(cleaned('%0:u32 = const 1\n%1:u32 = instance.table %0\nout<0.x> %1')).toContain('instance.table %0');
});

test('undefined operands are 0, as in texts: compilers may refuse what they evaluate', () => {
  const divided = cleaned('%0:f32 = const 1.5\n%1:f32 = undef\n%2:f32 = f.div %0, %1\nout<0.x> %2');
  expect(divided).not.toContain('f.div');
  expect(divided).toContain('const 0x7f800000');
  // A word that is only moved stays undefined, so that results take the other value.
  expect(cleaned('%0:u32 = undef\n%1:f32 = bitcast %0\nout<0.x> %1')).toContain('undef');
});

test('known rows of immediate constants are constants, and zeros outside', () => {
  const rows = `constants ${[1, 2, 3, 4, 5, 6, 7, 8].join(' ')}\n`;
  const code = (row: number) => `%0:u32 = const ${row}\n%1:u32x2 = icb.load<y> %0\nout<0.x> %1`;
  expect(cleaned(code(1), rows)).toContain('const 6 7');
  expect(cleaned(code(2), rows)).toContain('const 0 0');
});

test('known rows after the end of a constant buffer are zeros, but not of files whose ends are not known yet', () => {
  const row = '%0:u32 = const 4\n%1:u32x2 = cb.load<0.y> %0\nout<0.x> %1';
  const buffer = (more: string) => `binding 0 kind="constants" register=0 space=0 count=1 size=4${more}\n`;
  expect(cleaned(row, buffer(''))).toContain('const 0 0');
  expect(cleaned(row, buffer(' file="float"'))).toContain('cb.load');
  expect(cleaned(row.replace('const 4', 'const 3'), buffer(''))).toContain('cb.load');
});

test.each([200, 201, 202])('none of the operations of %d casts that a walk made has a replaced operand', (count) => {
  // Each cast becomes a choice of two constants, which are the same in all of them.
  const casts = Array.from({ length: count }, (_, i) => {
    const first = 3 + 4 * i;
    return [
      `%${first}:u32 = const ${i}`,
      `%${first + 1}:bool = i.eq %0, %${first}`,
      `%${first + 2}:u32 = select %${first + 1}, %1, %2`,
      `%${first + 3}:f32 = bitcast %${first + 2}`,
      `out<0.x> %${first + 3}`,
    ].join('\n');
  });
  const declarations = 'input 0 kind="vertex" register=0 mask=1\noutput 0 kind="vertex" register=0 mask=15\n';
  const header = `shader ps version=[5,0] profile="ps_5_0"\n${declarations}`;
  const body = `%0:u32 = in<0.x>\n%1:u32 = const 1\n%2:u32 = const 0\n${casts.join('\n')}`;
  const module = moduleOfText(`${header}fn 0 main main {\n${body}\nreturn\n}\n`);
  simplify(module);
  expect(verifyIr(module)).toEqual([]);
});
