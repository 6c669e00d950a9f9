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

/** The text after the pass, with an array of the pointers 4 to 6, which are indexed at run time. */
function inArray(body: string, known: readonly number[]): string {
  const header =
    'shader ps version=[5,0] profile="ps_5_0" pointerArrays=[[4,3]]\ninput 0 kind="vertex" register=0 mask=1 type="u32"\n';
  const output = 'output 0 kind="vertex" register=0 mask=15\n';
  const module = moduleOfText(`${header}${output}fn 0 main main {\n%0:u32 = in<0.x>\n${body}\nreturn\n}\n`);
  const tables = [10, 11, 10];
  const instances = new Map(known.map((pointer) => [pointer, [tables[pointer - 4]!, 3, pointer, 0, 0] as const]));
  runPasses(module, { instances, until: 'specialize' });
  return printIr(module);
}

test('a pointer into an array is one of its instances, if all are known', () => {
  const table = `%1:u32 = const 4\n%2:u32 = i.add %0, %1\n${read(2)}`;
  const all = inArray(table, [4, 5, 6]);
  expect(all).not.toContain('instance.table');
  expect(all.match(/= select /g)).toHaveLength(1);
  expect(inArray(table, [4, 5])).toContain('instance.table');
  // Of a pointer in no array nothing is known.
  expect(inArray(`%1:u32 = const 1\n%2:u32 = i.add %0, %1\n${read(2)}`, [4, 5, 6])).toContain('instance.table');
  expect(inArray(read(0), [4, 5, 6])).toContain('instance.table');
});

test('what all instances of an array have alike is a constant', () => {
  const buffer = '%1:u32 = const 5\n%2:u32 = i.add %0, %1\n%3:u32 = instance.constants %2\nout<0.x> %3';
  const text = inArray(buffer, [4, 5, 6]);
  expect(text).toContain('const 3');
  expect(text).not.toContain('select');
});

test('a chain of sums takes no time that doubles with each of them', () => {
  const doubled = Array.from({ length: 200 }, (_, i) => `%${i + 1}:u32 = i.add %${i}, %${i}\n`).join('');
  expect(specialized(`%0:u32 = const 1\n${doubled}${read(200)}`)).toContain('instance.table');
});

/** The text after the pass of a read of the buffer at a slot; `buffers` are the registers that the shader declares. */
function readOfBuffer(slot: string, buffers: readonly number[]): string {
  const header = 'shader ps version=[5,0] profile="ps_5_0" pointerArrays=[[4,2]]\n';
  const constants = buffers
    .map((register, i) => `binding ${i} kind="constants" register=${register} space=0 count=1 size=4\n`)
    .join('');
  const input = 'input 0 kind="vertex" register=0 mask=1 type="u32"\noutput 0 kind="vertex" register=0 mask=15\n';
  const body = `%0:u32 = in<0.x>\n${slot}\n%4:b32x2 = cb.dynamic<y> %3, %0\nout<0.x> %4`;
  const module = moduleOfText(`${header}${constants}${input}fn 0 main main {\n${body}\nreturn\n}\n`);
  const instances = new Map([
    [4, [10, 2, 0, 0, 0]],
    [5, [11, 6, 0, 0, 0]],
  ] as const);
  runPasses(module, { instances, until: 'specialize' });
  return printIr(module);
}

test('a constant buffer that the instance of a pointer says is one of those of the instances', () => {
  const known = '%1:u32 = const 4\n%2:u32 = const 0\n%3:u32 = instance.constants %1';
  expect(readOfBuffer(known, [6, 2])).toContain('= cb.load<1.y> %0');
  const chosen = '%1:u32 = const 4\n%2:u32 = i.add %0, %1\n%3:u32 = instance.constants %2';
  const text = readOfBuffer(chosen, [1, 2, 6]);
  expect(text).not.toContain('cb.dynamic');
  expect(text.match(/cb\.load<\d/g)).toEqual(['cb.load<1', 'cb.load<2']);
  expect(text.match(/= select /g)).toHaveLength(2);
  // A shader that declares none of them reads nothing that is known.
  expect(readOfBuffer(chosen, [1])).toContain('cb.dynamic');
});
