/** What may be computed while a program is not running, and what may not. */
import { expect, test } from 'vitest';
import { parseIr, printIr, runPasses } from '../../../src/ir/index.ts';

function cleaned(body: string): string {
  const header = 'shader ps version=[5,0] profile="ps_5_0"\noutput 0 kind="vertex" register=0 mask=15\n';
  const { module, diagnostics } = parseIr(`${header}fn 0 main main {\n${body}\nreturn\n}\n`);
  expect(diagnostics).toEqual([]);
  runPasses(module, { until: 'clean' });
  return printIr(module);
}

test('constants are computed, class instances are not', () => {
  expect(cleaned('%0:f32 = const 1.5\n%1:f32 = f.add %0, %0\nout<0.x> %1')).toContain('const 3.0');
  expect(cleaned('%0:u32 = const 1\n%1:u32 = instance.table %0\nout<0.x> %1')).toContain('instance.table %0');
});
