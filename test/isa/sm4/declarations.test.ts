/** The declarations of programs: each kind once, and programs that are damaged. */
import { describe, expect, test } from 'vitest';
import { AssemblyDiagnostics } from '../../../src/assemble/diagnostics.ts';
import { assembleProgram } from '../../../src/assemble/sm4/program.ts';
import {
  readSm4Declarations,
  readSm4LeadingDeclarations,
  sm4RegisterCount,
} from '../../../src/isa/sm4/declarations.ts';

import { SM4_OPERAND_TYPES } from '../../../src/isa/sm4/operands.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { Sm4GlobalFlags } from '../../../src/isa/sm4/tokens.ts';

function declarationsOf(text: string) {
  const listing = `${text.replaceAll(/; */g, '\n')}\n`;
  const diagnostics = new AssemblyDiagnostics(listing, 'case');
  const words = assembleProgram(listing, diagnostics);
  expect(diagnostics.list).toEqual([]);
  return readSm4Declarations(readSm4(words!));
}

describe('declarations of a program', () => {
  test('resources before 5.1', () => {
    const { resources } = declarationsOf(
      'ps_5_0; dcl_constantbuffer CB2[7], dynamicIndexed; dcl_sampler s1, mode_comparison; ' +
        'dcl_resource_texture2dms(4) (float,float,float,float) t3; dcl_resource_structured t4, 20; dcl_resource_raw t5; ' +
        'dcl_uav_structured_opc u1, 8; dcl_uav_structured u2, 4; imm_atomic_alloc r0.x, u2; ret',
    );
    expect(resources.map(({ type, layout, firstRegister, size }) => [type, layout, firstRegister, size])).toEqual([
      ['cbv', 'constants', 2, 7],
      ['sampler', 'sampler', 1, 0],
      ['srv', 'typed', 3, 0],
      ['srv', 'structured', 4, 20],
      ['srv', 'raw', 5, 0],
      ['uav', 'structured', 1, 8],
      ['uav', 'structured', 2, 4],
    ]);
    const [buffer, sampler, texture, , , ordered, counted] = resources;
    expect([buffer!.dynamicallyIndexed, sampler!.comparison]).toEqual([true, true]);
    expect([texture!.dimension, texture!.sampleCount, texture!.returnType]).toEqual([4, 4, 5]);
    expect([ordered!.orderPreservingCounter, ordered!.usesCounter]).toEqual([true, false]);
    expect([counted!.orderPreservingCounter, counted!.usesCounter]).toEqual([false, true]);
  });

  test('ranges of 5.1', () => {
    const { resources } = declarationsOf(
      'ps_5_1; dcl_constantbuffer CB0[3:4][9], immediateIndexed, space=2; ' +
        'dcl_resource_texture2d (unorm,unorm,unorm,unorm) T1[2:*], space=1; ret',
    );
    const [buffer, texture] = resources;
    expect(buffer).toMatchObject({ id: 0, firstRegister: 3, lastRegister: 4, space: 2, size: 9 });
    expect(texture).toMatchObject({ id: 1, firstRegister: 2, lastRegister: 0xffff_ffff, space: 1, returnType: 1 });
    expect(resources.map(sm4RegisterCount)).toEqual([2, 0]);
  });

  test('inputs, outputs and ranges of them', () => {
    const { inputs, outputs, indexRanges } = declarationsOf(
      'ps_5_0; dcl_input_ps_siv linear noperspective v0.xy, position; dcl_input_ps constant v1.xz; dcl_input_ps constant v2.xz; ' +
        'dcl_indexrange v1.xz 2; dcl_output o0.xyzw; dcl_output oDepth; ret',
    );
    expect(
      inputs.map(({ register, mask, systemValue, interpolation }) => [register, mask, systemValue, interpolation]),
    ).toEqual([
      [0, 3, 1, 4],
      [1, 5, 0, 1],
      [2, 5, 0, 1],
    ]);
    expect(outputs.map(({ type }) => type)).toEqual([
      SM4_OPERAND_TYPES.output.code,
      SM4_OPERAND_TYPES.outputDepth.code,
    ]);
    expect(indexRanges).toEqual([{ position: 3, type: SM4_OPERAND_TYPES.input.code, firstRegister: 1, count: 2 }]);
  });

  test('vertices and streams of a geometry shader', () => {
    const { inputs, outputs, streams } = declarationsOf(
      'gs_5_0; dcl_input v[3][1].xyz; dcl_inputprimitive triangle; dcl_stream m1; dcl_outputtopology pointlist; dcl_output o2.x; ret',
    );
    expect(inputs[0]).toMatchObject({ register: 1, vertices: 3 });
    expect(outputs[0]).toMatchObject({ register: 2, stream: 1, vertices: 0 });
    expect(streams).toEqual([1]);
  });

  test('phases of a hull shader', () => {
    const { outputs, temps, tessellatorDomain, first } = declarationsOf(
      'hs_5_0; hs_decls; dcl_tessellator_domain domain_tri; hs_control_point_phase; dcl_output o0.xyz; dcl_temps 2; ret; ' +
        'hs_fork_phase; dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor; dcl_temps 1; ret; ' +
        'hs_join_phase; dcl_output o1.y; ret',
    );
    expect(outputs.map(({ phase, systemValue }) => [phase, systemValue])).toEqual([
      ['controlPoint', 0],
      ['fork', 17],
      ['join', 0],
    ]);
    expect(temps.map(({ position, count }) => [position, count])).toEqual([
      [4, 2],
      [8, 1],
    ]);
    expect(tessellatorDomain).toBe(2);
    expect(first.get('dcl_output')).toBe(3);
  });

  test('memory, arrays and the thread group', () => {
    const declarations = declarationsOf(
      'cs_5_0; dcl_globalFlags refactoringAllowed; dcl_tgsm_raw g0, 64; dcl_tgsm_structured g1, 16, 8; ' +
        'dcl_indexableTemp x2[5], 3; dcl_thread_group 4, 2, 1; ret',
    );
    expect(declarations.sharedMemory.map(({ register, stride, elements }) => [register, stride, elements])).toEqual([
      [0, 0, 64],
      [1, 16, 8],
    ]);
    expect(declarations.tempArrays).toEqual([{ position: 3, register: 2, elements: 5, components: 3 }]);
    expect(declarations.threadGroupSize).toEqual([4, 2, 1]);
    expect(Sm4GlobalFlags.refactoringAllowed.test(declarations.globalFlags)).toBe(true);
  });

  test('interfaces', () => {
    const declarations = declarationsOf(
      'ps_5_0; dcl_function_body fb0; dcl_function_body fb1; dcl_function_table ft3 = {fb0}; dcl_function_table ft4 = {fb1}; ' +
        'dcl_interface fp2[2][1] = {ft3, ft4}; ret',
    );
    expect(declarations.functionBodies).toEqual([0, 1]);
    expect([...declarations.functionTables].map(([table, { bodies }]) => [table, bodies])).toEqual([
      [3, [0]],
      [4, [1]],
    ]);
    expect(declarations.interfaces.get(2)).toMatchObject({ tables: [3, 4], callSites: 1, count: 2 });
    expect(declarations.interfaceSlots).toBe(4);
  });

  test('a declaration that is cut short has zeros', () => {
    const words = new Uint32Array([0x0005_0050, 6, 0x0300_009b, 7, 8, 0x0100_003e]);
    expect(readSm4Declarations(readSm4(words)).threadGroupSize).toEqual([7, 8, 0]);
  });

  test('a list is no longer than its declaration', () => {
    const words = new Uint32Array([0x0005_0050, 7, 0x0400_0091, 1, 0xffff_ffff, 5, 0x0100_003e]);
    expect(readSm4Declarations(readSm4(words)).functionTables.get(1)!.bodies).toEqual([5]);
  });
});

describe('declarations at the start of a program', () => {
  const GROUP = [0x0400_009b, 4, 2, 1];
  const read = (...words: readonly number[]) =>
    readSm4LeadingDeclarations(new Uint32Array([0x0005_0050, words.length + 2, ...words]));

  test('follow lengths of more than 127 words', () => {
    const table = [0x8000_0091 + ((134 & 127) << 24), 134, 0, 130, ...new Array<number>(130).fill(0)];
    expect(read(...table, ...GROUP).threadGroupSize).toEqual([4, 2, 1]);
  });

  test('end at the first instruction, but not at a phase', () => {
    expect(read(0x0100_003a, ...GROUP).threadGroupSize).toEqual([0, 0, 0]);
    expect(read(0x0100_0073, ...GROUP).threadGroupSize).toEqual([4, 2, 1]);
  });

  test('end at an instruction without a length, and with the program', () => {
    expect(read(0x0000_0068, ...GROUP).threadGroupSize).toEqual([0, 0, 0]);
    expect(readSm4LeadingDeclarations(new Uint32Array([0x0005_0050])).threadGroupSize).toEqual([0, 0, 0]);
    expect(readSm4LeadingDeclarations(new Uint32Array(0)).globalFlags).toBe(0);
  });
});
