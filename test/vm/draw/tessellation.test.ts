/** Draws with hull and domain shaders: every pixel of a patch once, links of both signatures, culled patches. */
import { describe, expect, it } from 'vitest';
import { draw } from '../../../src/vm/draw/draw.ts';
import type { Sm4DrawCall } from '../../../src/vm/draw/draw-call.ts';
import { at, COLORED, callOf, drawn, floatsAt, picture, SOLID, shaderOf } from '../../support/draws.ts';

const [vertex, pixel] = [callOf([]).stages.vertex, shaderOf(COLORED)];

const SIGNATURES = `
// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_POSITION              0   xyzw        0      POS   float   xyzw
// COLOR                    0   xyzw        1     NONE   float   xyzw
//
// Patch Constant signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_TessFactor            0   x           0 QUADEDGE   float   x
// SV_TessFactor            1   x           1 QUADEDGE   float   x
// SV_TessFactor            2   x           2 QUADEDGE   float   x
// SV_TessFactor            3   x           3 QUADEDGE   float   x
// SV_InsideTessFactor      0   x           4  QUADINT   float   x
// SV_InsideTessFactor      1   x           5  QUADINT   float   x
// TINT                     0   x           6     NONE   float   x
//
// Output signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_POSITION              0   xyzw        0      POS   float   xyzw
// COLOR                    0   xyzw        1     NONE   float   xyzw
//`;

/** Factors: those of the edges are the green of the first point, those inside the blue. */
const HULL = `${SIGNATURES}
hs_5_0
hs_decls
dcl_input_control_point_count 4
dcl_output_control_point_count 4
dcl_tessellator_domain domain_quad
dcl_tessellator_partitioning partitioning_fractional_odd
dcl_tessellator_output_primitive output_triangle_cw
dcl_hs_max_tessfactor l(64.000000)
dcl_globalFlags refactoringAllowed
hs_fork_phase
dcl_hs_fork_phase_instance_count 4
dcl_input vForkInstanceID
dcl_input vicp[4][1].y
dcl_output_siv o0.x, finalQuadUeq0EdgeTessFactor
dcl_output_siv o1.x, finalQuadVeq0EdgeTessFactor
dcl_output_siv o2.x, finalQuadUeq1EdgeTessFactor
dcl_output_siv o3.x, finalQuadVeq1EdgeTessFactor
dcl_temps 1
dcl_indexrange o0.x 4
mov r0.x, vForkInstanceID.x
mov o[r0.x + 0].x, vicp[0][1].y
ret
hs_fork_phase
dcl_input vicp[4][1].z
dcl_input vPrim
dcl_output_siv o4.x, finalQuadUInsideTessFactor
dcl_output_siv o5.x, finalQuadVInsideTessFactor
dcl_output o6.x
mov o4.x, vicp[0][1].z
mov o5.x, vicp[0][1].z
utof o6.x, vPrim
ret`;

/**
 * The point of the bilinear patch; red is that of the first point, green is the id of the patch by both ways, blue and
 * alpha u and v.
 */
const DOMAIN = `${SIGNATURES}
ds_5_0
dcl_input_control_point_count 4
dcl_tessellator_domain domain_quad
dcl_globalFlags refactoringAllowed
dcl_input vpc6.x
dcl_input vDomain.xy
dcl_input vPrim
dcl_input vicp[4][0].xyzw
dcl_input vicp[4][1].x
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_temps 2
add r0.xyzw, vicp[1][0].xyzw, -vicp[0][0].xyzw
mad r0.xyzw, r0.xyzw, vDomain.xxxx, vicp[0][0].xyzw
add r1.xyzw, vicp[2][0].xyzw, -vicp[3][0].xyzw
mad r1.xyzw, r1.xyzw, vDomain.xxxx, vicp[3][0].xyzw
add r1.xyzw, r1.xyzw, -r0.xyzw
mad o0.xyzw, r1.xyzw, vDomain.yyyy, r0.xyzw
utof r0.x, vPrim
mad o1.y, r0.x, l(10.000000), vpc6.x
mov o1.x, vicp[0][1].x
mov o1.zw, vDomain.xxxy
ret`;

const [hull, domain] = [shaderOf(HULL), shaderOf(DOMAIN)];

/** A patch over a part of the target. */
function patch(left: number, right: number, color: readonly number[]): number[][] {
  return [at(left, 0, color), at(right, 0, color), at(right, 8, color), at(left, 8, color)];
}

function call(vertices: readonly (readonly number[])[], changes: Partial<Sm4DrawCall> = {}): Sm4DrawCall {
  return callOf(vertices, {
    topology: 'patch-list',
    patchControlPoints: 4,
    stages: { vertex, hull, domain, pixel },
    rasterizer: { ...SOLID, cull: 'back' },
    ...changes,
  });
}

describe('tessellated patches', () => {
  it('cover each pixel once, with any factors', () => {
    for (const [edge, inside] of [
      [1, 1],
      [3.5, 2],
      [7, 1],
      [1, 9.25],
      [13, 5],
    ]) {
      const one = call(patch(0, 8, [1, edge!, inside!, 0]));
      const { counts } = drawn(one);
      expect(counts.samplesPassed).toBe(64);
      expect(counts.hullInvocations).toBe(1);
      for (const [x, y] of [
        [0, 0],
        [5, 2],
        [7, 7],
      ] as const) {
        const [, , u, v] = floatsAt(one.renderTargets[0]!, x, y);
        expect(u).toBeCloseTo((x + 0.5) / 8, 2);
        expect(v).toBeCloseTo((y + 0.5) / 8, 2);
      }
    }
  });

  it('have ids, also in their constants, and may be culled', () => {
    const two = call([...patch(0, 2, [3, 2, 2, 0]), ...patch(2, 5, [4, 0, 2, 0]), ...patch(5, 8, [5, 1, 1, 0])]);
    drawn(two);
    expect(picture(two.renderTargets[0]!)[4]).toBe('##...###');
    expect(floatsAt(two.renderTargets[0]!, 1, 1).slice(0, 2)).toEqual([3, 0]);
    expect(floatsAt(two.renderTargets[0]!, 6, 1).slice(0, 2)).toEqual([5, 22]);
  });

  it('of a wrong number of points are a fault', () => {
    const wrong = draw(call(patch(0, 8, [1, 1, 1, 1]), { patchControlPoints: 3 }));
    expect(wrong.diagnostics.map(({ code }) => code)).toEqual(['DX7113']);
  });
});
