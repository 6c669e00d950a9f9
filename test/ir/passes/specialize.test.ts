/** Interface pointers whose class instances are known. */
import { expect, test } from 'vitest';
import { printIr, runPasses } from '../../../src/ir/index.ts';
import { moduleOfText } from '../../support/ir-run.ts';

/** The text after the pass; the class instance at pointer 7 has the function table 42. */
function specialized(body: string): string {
  const header = 'shader ps version=[5,0] profile="ps_5_0"\noutput 0 kind="vertex" register=0 mask=15\n';
  const module = moduleOfText(`${header}fn 0 main main {\n${body}\nreturn\n}\n`);
  runPasses(module, { instances: new Map([[7, [42, 0, 0, 0, 0]]]), until: 'specialize' });
  return printIr(module);
}

/** Reads the function table at value `pointer`, as the next value. */
const read = (pointer: number) => `%${pointer + 1}:u32 = instance.table %${pointer}\nout<0.x> %${pointer + 1}`;

test('a pointer is a constant, or the sum of constants that an index into an array of pointers is', () => {
  expect(specialized(`%0:u32 = const 7\n${read(0)}`)).toContain('const 42');
  const sum = '%0:u32 = const 2\n%1:u32 = const 1\n%2:u32 = i.add %0, %1\n%3:u32 = const 4\n%4:u32 = i.add %2, %3\n';
  expect(specialized(sum + read(4))).toContain('const 42');
  expect(specialized(`%0:u32 = const 8\n${read(0)}`)).toContain('instance.table %0');
});

test('a chain of sums takes no time that doubles with each of them', () => {
  const doubled = Array.from({ length: 200 }, (_, i) => `%${i + 1}:u32 = i.add %${i}, %${i}\n`).join('');
  expect(specialized(`%0:u32 = const 1\n${doubled}${read(200)}`)).toContain('instance.table');
});
