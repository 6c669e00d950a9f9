/**
 * Operations of Direct3D 9 become few others, which need no cleaning. That they mean the same is tested with complete
 * programs (test/lower/sm1).
 */
import { expect, test } from 'vitest';
import { type IrModule, OP_NAMES, type PassName, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { walkModule } from '../../../src/ir/passes/walk.ts';
import { moduleOfText } from '../../support/ir-run.ts';

const HEADER = `shader ps version=[2,0] profile="ps_2_0"
input 0 kind="vertex" register=0 mask=15
output 0 kind="vertex" register=0 mask=15
fn 0 main main {
%0:f32x4 = in<0.x>
%1:f32 = pick %0.x
%2:f32 = pick %0.y
`;

function run(body: string): { readonly names: string[]; readonly passes: PassName[] } {
  const module = moduleOfText(`${HEADER}${body}\nreturn\n}\n`);
  const passes: PassName[] = [];
  runPasses(module, { legacy: true, afterEach: (pass) => passes.push(pass) });
  expect(verifyIr(module)).toEqual([]);
  return { names: namesOf(module), passes };
}

function namesOf(module: IrModule): string[] {
  const names: string[] = [];
  walkModule(module, (op) => names.push(OP_NAMES[module.ops.code[op]!]!));
  return names.filter((name) => name !== 'in' && name !== 'pick' && name !== 'out' && name !== 'return');
}

test.each([
  ['%3:f32x4 = f.mul9 %0, %0', ['f.mul']],
  ['%4:f32x4 = f.flush %0\n%3:f32x4 = f.mul9 %0, %4', ['f.flush', 'f.mul9']],
  ['%3:f32x4 = f.mad9 %0, %0, %0', ['f.mul', 'f.add']],
  ['%3:f32x4 = f.lrp9 %0, %0, %0', ['f.neg', 'f.add', 'f.mul9', 'f.add']],
  ['%3:f32 = f.dot9 %0, %0', ['f.mul', 'f.add', 'f.add', 'f.add']],
  ['%3:f32 = f.dot9 %1, %2', ['f.mul9']],
  ['%3:f32 = f.rcp9 %1', ['const', 'f.eq', 'const', 'f.rcp', 'select']],
])('%s', (body, names) => {
  expect(run(`${body}\nout<0.x> %3`).names).toEqual(names);
});

test('equal parts are there once', () => {
  const { names } = run(
    '%3:f32 = f.rcp9 %1\n%4:f32 = f.rsq9 %1\n%5:f32 = f.add %3, %4\n%6:f32 = f.mad9 %1, %2, %3\n%7:f32 = f.mad9 %1, %2, %5\n%8:f32x2 = pick %6.x, %7.x\nout<0.x> %8',
  );
  expect(names.filter((name) => name === 'f.eq')).toHaveLength(1);
  expect(names.filter((name) => name === 'f.mul9')).toHaveLength(1);
});

test('a power that is constant needs no test for 0, one that is not does', () => {
  expect(run('%3:f32 = const 2.0\n%4:f32 = f.pow9 %1, %3\nout<0.x> %4').names.at(-1)).toBe('f.exp2');
  expect(run('%3:f32 = f.pow9 %1, %2\nout<0.x> %3').names.at(-1)).toBe('select');
});

test('components of vectors are computed one by one where they are compared', () => {
  const { names } = run('%3:f32x4 = f.rcp9 %0\nout<0.x> %3');
  expect(names.filter((name) => name === 'select')).toHaveLength(4);
});

test('cleaning again is left out where no pass needs it', () => {
  expect(run('%3:f32x4 = f.mad9 %0, %0, %0\nout<0.x> %3').passes.at(-1)).toBe('legacy');
  expect(run('%3:b32x4 = bitcast %0\n%4:f32x4 = bitcast %3\nout<0.x> %4').passes.at(-1)).toBe('legacy');
  // Words that are floats and integers get their type after the first cleaning.
  const mixed =
    '%3:b32 = in<0.x>\n%4:u32 = bitcast %3\n%5:f32 = cvt.u2f %4\n%6:f32 = bitcast %3\nout<0.x> %6\nout<0.y> %5';
  expect(run(mixed).passes.at(-1)).toBe('clean-again');
});
