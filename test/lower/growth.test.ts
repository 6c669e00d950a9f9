/**
 * Lowering and passes do work in proportion to the program: for each sort of part, four times the parts are about four
 * times the work. Operations are counted, because times are not the same twice.
 */
import { describe, expect, it } from 'vitest';
import { openShaderFile, type ShaderProgram } from '../../src/file/shader-file.ts';
import { Sm1Cursor } from '../../src/isa/sm1/cursor.ts';
import { Sm4Cursor } from '../../src/isa/sm4/cursor.ts';
import { IrBuilder, lowerProgram, OpStore, runPasses } from '../../src/lower/index.ts';
import { assembledLines, GROWING_BLOCKS, GROWING_PROGRAMS, GROWING_SM1_PROGRAMS } from '../support/growing-programs.ts';
import { countReads, countWork } from '../support/work.ts';

/** Of the smaller program; the larger one has four times as many. */
const PARTS = 60;
/** Space for what depends on the logarithm of the size, or on the sizes of tables, which are powers of two. */
const GROWTH = 4.8;
/** A constant cost that is ignored. */
const FIXED = 500;
/** Operations for which there is space, so that columns that are counted are not replaced. */
const ALLOWANCE = 200_000;

function programOfText(lines: readonly string[]): ShaderProgram {
  return openShaderFile(assembledLines(lines)).programs[0]!;
}

/** Work of lowering, and of each pass. */
function workOfProgram(program: ShaderProgram): ReadonlyMap<string, number> {
  const work = new Map<string, number>();
  const count = countWork(METHODS);
  try {
    const { module, diagnostics } = lowerProgram(program);
    if (module === undefined) throw new Error(diagnostics[0]?.message);
    const { ops } = module;
    work.set('lower', count.total + ops.poolCount);
    ops.reserve(ALLOWANCE);
    let reads = 0;
    const see = () => {
      reads++;
    };
    ops.code = countReads(ops.code, see);
    ops.a = countReads(ops.a, see);
    let before = count.total;
    runPasses(module, {
      legacy: true,
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

/** Methods of lowering that run for each instruction and operation. */
const METHODS = [
  [Sm1Cursor.prototype, 'goto'],
  [Sm1Cursor.prototype, 'moveTo'],
  [Sm4Cursor.prototype, 'goto'],
  [OpStore.prototype, 'add'],
  [IrBuilder.prototype, 'pick'],
] as const;

describe('work grows with the program', () => {
  it.each([
    ...Object.entries(GROWING_PROGRAMS),
    ...Object.entries(GROWING_BLOCKS),
    ...Object.entries(GROWING_SM1_PROGRAMS).map(([name, program]) => [`SM 1-3: ${name}`, program] as const),
  ])('%s', { tags: 'slow' }, (_, program) => {
    const small = workOfProgram(programOfText(program(PARTS)));
    const large = workOfProgram(programOfText(program(4 * PARTS)));
    expect(small.size).toBeGreaterThan(5);
    for (const [name, work] of large) {
      expect((work + FIXED) / (small.get(name)! + FIXED), name).toBeLessThan(GROWTH);
    }
  });
});
