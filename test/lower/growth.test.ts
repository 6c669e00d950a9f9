/**
 * Lowering and passes do work in proportion to the program: for each sort of part, four times the parts are about four times the work.
 * Operations are counted, because times are not the same twice.
 */
import { describe, expect, it } from 'vitest';
import { assembleUnvalidated } from '../../src/assemble/index.ts';
import { openShaderFile } from '../../src/container/shader-file.ts';
import { Sm4Cursor } from '../../src/isa/sm4/cursor.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { IrBuilder, lowerSm4, OpStore, runPasses } from '../../src/lower/index.ts';
import { countReads, countWork } from '../support/work.ts';

const repeated = (count: number, part: (i: number) => readonly string[]) =>
  Array.from({ length: count }, (_, i) => part(i)).flat();
const nested = (depth: number, body: readonly string[]) => [
  ...Array.from({ length: depth }, () => 'if_nz cb0[0].x'),
  ...body,
  ...Array.from({ length: depth }, () => 'endif'),
];

const PIXEL = [
  'ps_5_0',
  'dcl_globalFlags refactoringAllowed',
  'dcl_constantbuffer CB0[4], dynamicIndexed',
  'dcl_output o0.xyzw',
];
const pixel = (declarations: readonly string[], body: readonly string[], after: readonly string[] = []) => [
  ...PIXEL,
  ...declarations,
  'mov r0.xyzw, cb0[0].xyzw',
  ...body,
  'mov o0.xyzw, r0.xyzw',
  'ret',
  ...after,
];

/** Programs of `n` parts. */
const PROGRAMS: Readonly<Record<string, (n: number) => readonly string[]>> = {
  instructions: (n) =>
    pixel(
      ['dcl_temps 1'],
      repeated(n, () => ['mad r0.xyzw, r0.yzwx, cb0[1].xyzw, r0.xyzw']),
    ),
  'temporary registers': (n) =>
    pixel(
      [`dcl_temps ${n + 1}`],
      repeated(n, (i) => [`add r${i + 1}.xyzw, r${i}.xyzw, cb0[1].xyzw`]),
    ),
  'blocks after each other': (n) =>
    pixel(
      ['dcl_temps 2'],
      repeated(n, () => ['if_nz r0.x', 'add r0.y, r0.y, l(1.000000)', 'else', 'mov r0.y, r0.z', 'endif']),
    ),
  'blocks in blocks': (n) =>
    pixel(
      ['dcl_temps 2'],
      repeated(n, () => nested(20, ['add r0.y, r0.y, l(1.000000)'])),
    ),
  loops: (n) =>
    pixel(
      ['dcl_temps 2'],
      repeated(n, () => ['loop', 'breakc_nz r0.x', 'iadd r0.x, r0.x, l(1)', 'add r0.y, r0.y, cb0[1].x', 'endloop']),
    ),
  'cases of a switch': (n) =>
    pixel(
      ['dcl_temps 2'],
      [
        'switch r0.x',
        ...repeated(n, (i) => [`case l(${i})`, `mov r0.y, l(${i})`, 'break']),
        'default',
        'break',
        'endswitch',
      ],
    ),
  arrays: (n) =>
    pixel(
      ['dcl_temps 2', ...repeated(n, (i) => [`dcl_indexableTemp x${i}[2], 4`])],
      repeated(n, (i) => [`mov x${i}[0].xyzw, r0.xyzw`, `add r0.xyzw, x${i}[0].yzwx, x${i}[1].xyzw`]),
    ),
  'arrays by index': (n) =>
    pixel(
      ['dcl_temps 2', ...repeated(n, (i) => [`dcl_indexableTemp x${i}[2], 4`])],
      repeated(n, (i) => [`mov x${i}[r0.x + 0].xyzw, r0.xyzw`, `add r0.xyzw, x${i}[0].yzwx, x${i}[1].xyzw`]),
    ),
  subroutines: (n) =>
    pixel(
      [`dcl_temps ${16 * n}`],
      repeated(n, (i) => [`call label${i}`]),
      repeated(n, (i) => [`label label${i}`, 'add r0.xyzw, r0.yzwx, cb0[1].xyzw', 'ret']),
    ),
  'phases of a hull shader': (n) => [
    'hs_5_0',
    'hs_decls',
    'dcl_input_control_point_count 3',
    'dcl_output_control_point_count 3',
    'dcl_tessellator_domain domain_tri',
    'dcl_tessellator_partitioning partitioning_integer',
    'dcl_tessellator_output_primitive output_triangle_cw',
    'dcl_constantbuffer CB0[1], immediateIndexed',
    ...repeated(n, () => [
      'hs_fork_phase',
      'dcl_temps 1',
      'dcl_indexableTemp x0[2], 4',
      'mov x0[1].x, cb0[0].x',
      'add r0.x, x0[1].x, x0[0].y',
      'ret',
    ]),
  ],
};

/** Of the smaller program; the larger one has four times as many. */
const PARTS = 60;
/** Room for what depends on the logarithm of the size, or on the sizes of tables, which are powers of two. */
const GROWTH = 4.8;
/** What does not matter however it grows. */
const FIXED = 500;
/** Operations for which there is room, so that columns that are counted are not replaced. */
const ROOM = 200_000;

function wordsOfText(lines: readonly string[]): Uint32Array {
  const { bytes, diagnostics } = assembleUnvalidated(`${lines.join('\n')}\n`);
  if (bytes === undefined) throw new Error(diagnostics.find(({ severity }) => severity === 'error')?.message);
  return openShaderFile(bytes).programs[0]!.words;
}

/** Work of lowering, and of each pass. */
function workOfProgram(words: Uint32Array): ReadonlyMap<string, number> {
  const program = readSm4(words);
  const work = new Map<string, number>();
  const count = countWork(METHODS);
  try {
    const { module } = lowerSm4(program);
    const { ops } = module!;
    work.set('lower', count.total + ops.poolCount);
    ops.reserve(ROOM);
    let reads = 0;
    const see = () => {
      reads++;
    };
    ops.code = countReads(ops.code, see);
    ops.a = countReads(ops.a, see);
    let before = count.total;
    runPasses(module!, {
      scalar: true,
      afterEach: (pass) => {
        work.set(pass, count.total - before + reads);
        before = count.total;
        reads = 0;
      },
    });
  } finally {
    count.stop();
  }
  return work;
}

/** What lowering does for each instruction and operation. */
const METHODS = [
  [Sm4Cursor.prototype, 'goto'],
  [OpStore.prototype, 'add'],
  [IrBuilder.prototype, 'pick'],
] as const;

describe('work grows with the program', () => {
  it.each(Object.entries(PROGRAMS))('%s', { tags: 'slow' }, (_, program) => {
    const small = workOfProgram(wordsOfText(program(PARTS)));
    const large = workOfProgram(wordsOfText(program(4 * PARTS)));
    expect(small.size).toBeGreaterThan(5);
    for (const [name, work] of large) {
      expect((work + FIXED) / (small.get(name)! + FIXED), name).toBeLessThan(GROWTH);
    }
  });
});
