/** Hull and geometry shaders: phases, instances and streams. */
import { describe, expect, it } from 'vitest';
import { Bindings, BufferMemory } from '../../../src/vm/bindings.ts';
import { runCompute } from '../../../src/vm/sm4/compute.ts';
import { runGeometry } from '../../../src/vm/sm4/geometry.ts';
import { runHull } from '../../../src/vm/sm4/hull.ts';
import { executableOf } from '../../support/run-sm4.ts';

const LIMITS = { primitiveId: 7, maxInstructions: 10_000 };

/** The registers of a vertex. */
function vertex(...words: readonly number[]): Uint32Array {
  return Uint32Array.from(words);
}

describe('hull shaders', () => {
  const HULL = `hs_5_0
hs_decls
dcl_input_control_point_count 2
dcl_output_control_point_count 5
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input v[2][0].x
dcl_output o0.x
iadd o0.x, v[1][0].x, vOutputControlPointID
ret
hs_fork_phase
dcl_hs_fork_phase_instance_count 3
dcl_input vForkInstanceID
dcl_input vicp[2][0].x
dcl_input vocp[5][0].x
dcl_output o0.x
dcl_output o1.x
dcl_output o2.x
dcl_temps 1
dcl_indexrange o0.x 3
mov r0.x, vForkInstanceID
iadd o[r0.x + 0].x, vicp[0][0].x, vocp[r0.x + 2][0].x
ret
hs_fork_phase
dcl_input vPrim
dcl_output o3.y
mov o3.y, vPrim
ret
hs_join_phase
dcl_input vpc0.x
dcl_input vpc2.x
dcl_output o3.x
iadd o3.x, vpc0.x, vpc2.x
ret`;

  it('runs each phase as often as it says, joins after forks', () => {
    const { points, patchConstants, isLimited } = runHull(
      executableOf(HULL),
      new Bindings(),
      [vertex(100), vertex(10)],
      LIMITS,
    );
    expect(isLimited).toBe(false);
    expect(points.map((registers) => registers[0])).toEqual([10, 11, 12, 13, 14]);
    expect([...patchConstants]).toEqual([112, 0, 0, 0, 113, 0, 0, 0, 114, 0, 0, 0, 226, 7, 0, 0]);
  });

  it('passes points on without a control point phase', () => {
    const listing = `hs_5_0
hs_decls
dcl_input_control_point_count 2
dcl_output_control_point_count 2
hs_fork_phase
dcl_input vocp[2][0].x
dcl_output o0.x
mov o0.x, vocp[1][0].x
ret`;
    const { points, patchConstants } = runHull(
      executableOf(listing),
      new Bindings(),
      [vertex(1, 2), vertex(3, 4)],
      LIMITS,
    );
    expect(points.map((registers) => [...registers])).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(patchConstants[0]).toBe(3);
  });
});

it('keeps arrays of phases that others declare smaller', () => {
  const phase = (elements: number, output: number) => `hs_fork_phase
dcl_output o${output}.x
dcl_indexableTemp x0[${elements}], 1
mov x0[${elements - 1}].x, l(${elements})
mov o${output}.x, x0[${elements - 1}].x
ret`;
  const listing = `hs_5_0
hs_decls
dcl_input_control_point_count 1
dcl_output_control_point_count 1
${phase(4, 0)}
${phase(2, 1)}`;
  const { patchConstants } = runHull(executableOf(listing), new Bindings(), [vertex(0)], LIMITS);
  expect([patchConstants[0], patchConstants[4]]).toEqual([4, 2]);
});

describe('geometry shaders', () => {
  it('write strips, instance by instance, up to their number of vertices', () => {
    const listing = `gs_5_0
dcl_inputprimitive line
dcl_input v[2][0].x
dcl_input vGSInstanceID
dcl_gsinstances 2
dcl_stream m0
dcl_outputtopology linestrip
dcl_output o0.xy
dcl_stream m1
dcl_outputtopology pointlist
dcl_output o1.x
dcl_maxout 4
mov o0.x, v[0][0].x
mov o0.y, vGSInstanceID
emit_stream m0
mov o0.x, v[1][0].x
emit_then_cut_stream m0
mov o1.x, l(5)
emit_stream m1
emit_stream m0
emit_stream m0
ret`;
    const { streams, isLimited } = runGeometry(executableOf(listing), new Bindings(), [vertex(1), vertex(2)], LIMITS);
    expect(isLimited).toBe(false);
    const rows = (stream: number) =>
      streams[stream]!.map((strip) => strip.map((registers) => [...registers.slice(0, 2)]));
    expect(rows(0)).toEqual([
      [
        [1, 0],
        [2, 0],
      ],
      [[2, 0]],
      [
        [1, 1],
        [2, 1],
      ],
      [[2, 1]],
    ]);
    expect(streams[1]!.map((strip) => strip.map((registers) => registers[4]))).toEqual([[5], [5]]);
  });
});

describe('compute shaders', () => {
  const run = (body: string, groups: readonly [number, number, number], words: number, maxInstructions = 100_000) => {
    const bindings = new Bindings();
    const memory = new BufferMemory(new Uint32Array(words));
    bindings.unorderedAccess.set(0, memory);
    const result = runCompute(
      executableOf(`cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\n${body}`),
      bindings,
      groups,
      { maxInstructions },
    );
    return { ...result, words: [...memory.words] };
  };

  it('number their threads along three axes', () => {
    const body = `dcl_input vThreadIDInGroupFlattened
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadID.xyz
dcl_temps 2
dcl_thread_group 3, 2, 1
imad r0.x, vThreadGroupID.x, l(6), vThreadIDInGroupFlattened.x
ishl r0.x, r0.x, l(2)
imad r0.y, vThreadIDInGroup.y, l(10), vThreadIDInGroup.x
imad r0.y, vThreadID.x, l(100), r0.y
store_raw u0.x, r0.x, r0.y
ret`;
    expect(run(body, [2, 1, 1], 12).words).toEqual([0, 101, 202, 10, 111, 212, 300, 401, 502, 310, 411, 512]);
  });

  it('wait for each other at barriers', () => {
    const body = `dcl_input vThreadIDInGroupFlattened
dcl_temps 2
dcl_tgsm_structured g0, 4, 8
dcl_thread_group 8, 1, 1
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), vThreadIDInGroupFlattened.x
sync_g_t
iadd r0.x, -vThreadIDInGroupFlattened.x, l(7)
ld_structured r0.y, r0.x, l(0), g0.xxxx
ishl r0.z, vThreadIDInGroupFlattened.x, l(2)
store_raw u0.x, r0.z, r0.y
ret`;
    expect(run(body, [1, 1, 1], 8)).toMatchObject({ fault: undefined, words: [7, 6, 5, 4, 3, 2, 1, 0] });
  });

  const DIVERGENT = (condition: string, threads: number) => `dcl_input vThreadIDInGroupFlattened
dcl_temps 1
dcl_thread_group ${threads}, 1, 1
ult r0.x, vThreadIDInGroupFlattened.x, l(${condition})
if_nz r0.x
  sync_g_t
endif
ret`;

  it('report barriers that only some threads reach', () => {
    expect(run(DIVERGENT('2', 4), [1, 1, 1], 1).fault).toBe('divergentBarrier');
    expect(run(DIVERGENT('4', 8), [1, 1, 1], 1).fault).toBe('deadlock');
    expect(run(DIVERGENT('9', 8), [1, 1, 1], 1).fault).toBeUndefined();
  });

  it('report barriers after some threads returned, and those in a subroutine that only some threads call', () => {
    const begin = `dcl_input vThreadIDInGroupFlattened
dcl_temps 1
dcl_thread_group 4, 1, 1
ult r0.x, vThreadIDInGroupFlattened.x, l(2)
`;
    expect(run(`${begin}retc_nz r0.x\nsync_g_t\nret`, [1, 1, 1], 1).fault).toBe('divergentBarrier');
    const subroutine = 'label0\nret\nlabel label0\n  sync_g_t\nret';
    expect(run(`${begin}callc_nz r0.x, ${subroutine}`, [1, 1, 1], 1).fault).toBe('divergentBarrier');
    expect(run(`${begin}call ${subroutine}`, [1, 1, 1], 1).fault).toBeUndefined();
  });

  it('end at a limit', () => {
    const body = 'dcl_thread_group 4, 1, 1\nloop\nnop\nendloop\nret';
    expect(run(body, [1, 1, 1], 1, 1000)).toMatchObject({ fault: 'limit', executed: 1000 });
  });
});
