/**
 * Writing a module does work in proportion to it: for each sort of part, four times the parts are about four times the
 * work. Calls and reads are counted, because times are not the same twice.
 */
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { LineWriter } from '../../src/emit/common/lines.ts';
import { NameScope } from '../../src/emit/common/names.ts';
import { TextEmitter } from '../../src/emit/common/text-emitter.ts';
import { SpirvModule } from '../../src/emit/spirv/module-writer.ts';
import { Words } from '../../src/emit/spirv/words.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { IrModule, lowerProgram, OpStore } from '../../src/lower/index.ts';
import { StageTranslator } from '../../src/translate/stage-translator.ts';
import { TARGETS } from '../../src/translate/translate.ts';
import { assembledLines, GROWING_PROGRAMS, GROWING_SM1_PROGRAMS } from '../support/growing-programs.ts';
import { countReads, countWork } from '../support/work.ts';

/** Programs of stages that not every language has. */
const LEFT_OUT: ReadonlySet<string> = new Set(['phases of a hull shader']);

/** Values with names, and jumps that need flags. */
const OTHERS: Readonly<Record<string, (n: number) => readonly string[]>> = {
  'names of values': (n) => [
    ...['ps_5_0', 'dcl_globalFlags refactoringAllowed', 'dcl_sampler s0, mode_default'],
    ...['dcl_resource_texture2d (float,float,float,float) t0', 'dcl_input_ps linear v0.xy', 'dcl_output o0.xyzw'],
    ...['dcl_temps 2', 'mov r0.xyzw, v0.xyxy'],
    ...Array.from({ length: n }, () => [
      'sample_indexable(texture2d)(float,float,float,float) r1.xyzw, r0.xyxx, t0.xyzw, s0',
      'mad r0.xyzw, r1.xyzw, r1.yzwx, r0.xyzw',
    ]).flat(),
    ...['mov o0.xyzw, r0.xyzw', 'ret'],
  ],
  'loops that are left from inner blocks': (n) => [
    ...['ps_5_0', 'dcl_globalFlags refactoringAllowed', 'dcl_constantbuffer CB0[4], immediateIndexed'],
    ...['dcl_output o0.xyzw', 'dcl_temps 1', 'mov r0.xyzw, cb0[0].xyzw'],
    ...Array.from({ length: n }, () => [
      ...['loop', 'switch r0.x', 'case l(1)', 'if_nz r0.y', 'break', 'endif', 'add r0.z, r0.z, cb0[1].x', 'continue'],
      ...['default', 'break', 'endswitch', 'breakc_nz r0.w', 'iadd r0.x, r0.x, l(1)', 'endloop'],
    ]).flat(),
    ...['mov o0.xyzw, r0.xyzw', 'ret'],
  ],
};

/** Of the smaller program; the larger one has four times as many. */
const PARTS = 40;
/** Space for what depends on the logarithm of the size, or on the sizes of tables, which are powers of two. */
const GROWTH = 4.8;
/** A constant cost that is ignored. */
const FIXED = 500;
/** Operations for which there is space, so that columns that are counted are not replaced. */
const ALLOWANCE = 100_000;

/** Methods of writers that run for each operation. */
const METHODS = [
  [TextEmitter.prototype, 'value'],
  [TextEmitter.prototype, 'components'],
  [TextEmitter.prototype, 'variablesIn'],
  [NameScope.prototype, 'unique'],
  [LineWriter.prototype, 'line'],
  [SpirvModule.prototype, 'id'],
  [Words.prototype, 'begin'],
  [OpStore.prototype, 'operand'],
  [IrModule.prototype, 'regionCount'],
] as const;

/** Work for a module after the passes. */
function workOf(bytes: Uint8Array, to: keyof typeof TARGETS, version: string): number {
  const file = openShaderFile(bytes);
  const program = file.programs[0]!;
  const module = lowerProgram(program).module!;
  const diagnostics = new Diagnostics();
  const target = TARGETS[to](version);
  const input = { file, program, module, target, diagnostics };
  const stage = new StageTranslator(input, { to, ...(version !== '' && { version }) });
  stage.optimize();
  const { ops } = module;
  ops.reserve(ALLOWANCE);
  let reads = 0;
  const see = () => {
    reads++;
  };
  ops.code = countReads(ops.code, see);
  ops.a = countReads(ops.a, see);
  (module as { owner: number[] }).owner = countReads(module.owner, see);
  const count = countWork(METHODS);
  try {
    const translated = stage.translate();
    expect(diagnostics.list).toEqual([]);
    expect(translated!.code.length).toBeGreaterThan(0);
  } finally {
    count.stop();
  }
  return count.total + reads;
}

const LANGUAGES = [
  ['wgsl', ''],
  ['glsl', '450'],
  ['essl', '300'],
  ['spirv', '1.3'],
] as const;

describe.each(LANGUAGES)('work of writing grows with the program: %s %s', (to, version) => {
  it.each([
    ...Object.entries({ ...GROWING_PROGRAMS, ...OTHERS }).filter(([name]) => !LEFT_OUT.has(name)),
    ...Object.entries(GROWING_SM1_PROGRAMS).map(([name, program]) => [`SM 1-3: ${name}`, program] as const),
  ])('%s', { tags: 'slow' }, (_, program) => {
    const small = workOf(assembledLines(program(PARTS)), to, version);
    const large = workOf(assembledLines(program(4 * PARTS)), to, version);
    expect((large + FIXED) / (small + FIXED)).toBeLessThan(GROWTH);
  });
});
