/** The order of statements, and vectors that are split, on listings. cases.test.ts has shaders with equal words. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/assemble/index.ts';
import type { DecompileStyle } from '../../src/decompile/decompile.ts';
import { decompile } from '../../src/decompile/index.ts';

/** The statements of a pixel shader with some instructions. */
function statementsOf(instructions: string, style: DecompileStyle = 'exact'): string[] {
  const { bytes, diagnostics } = assemble(`ps_4_0
dcl_constantbuffer CB0[2], immediateIndexed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_input_ps linear v0.xyzw
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
${instructions}
ret`);
  expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
  const lines = decompile(bytes!, { style }).code!.split('\n');
  const start = lines.indexOf(
    '{',
    lines.findIndex((line) => line.includes('main(')),
  );
  return lines.slice(start + 1, -2).map((line) => line.trim());
}

describe('a decompiled text', () => {
  it('names what comes before a sum that is too long for its statement', () => {
    const statements = statementsOf(`
      sample r0.xyzw, v0.xyxx, t0.xyzw, s0
      dp2 r1.w, r0.xyxx, r0.xyxx
      sqrt r1.w, r1.w
      mul r2.xyz, r0.zxyz, v1.yzxy
      mad r2.xyz, r0.yzxy, v1.zxyz, -r2.xyzx
      mul r2.xyz, r2.xyzx, v1.wwww
      mul r2.xyz, r0.yyyy, r2.xyzx
      mad r2.xyz, r0.xxxx, v1.xyzx, r2.xyzx
      mad r2.xyz, r2.xyzx, cb0[0].xyzx, cb0[1].xyzx
      mad o0.xyz, r1.wwww, r0.xyzx, r2.xyzx
      mov o0.w, l(1.000000)`);
    const root = statements.findIndex((line) => line.includes('length(') || line.includes('sqrt('));
    const sum = statements.findIndex((line) => line.includes('v1') || line.includes('texcoord1'));
    expect(statements[root]).toMatch(/^float v\d* = (?:length|sqrt)\(/);
    expect(root).toBeLessThan(sum);
  });

  it('splits a difference of two values that nothing uses together', () => {
    const statements = statementsOf(`
      dp3_sat r0.x, v0.xyzx, v1.xyzx
      dp3_sat r0.y, v0.xyzx, cb0[0].xyzx
      add r0.xy, -r0.xyxx, l(1.000000, 1.000000, 0.000000, 0.000000)
      mul r0.z, r0.x, r0.x
      mul o0.xyz, r0.zzzz, cb0[1].xyzx
      mul o0.w, r0.y, r0.y`);
    expect(statements.join('\n')).not.toContain('float2');
    expect(statements.filter((line) => line.includes('1.0 - ')).length).toBe(2);
  });

  it('has a product with a literal before the factor that it is multiplied with', () => {
    const instructions = `
      add r0.x, v1.x, cb0[0].x
      sample r1.xyzw, v0.xyxx, t0.xyzw, s0
      mul r1.xyzw, r1.xyzw, l(0.250000, 0.250000, 0.250000, 0.250000)
      mul o0.xyz, r1.xyzx, r0.xxxx
      mul o0.w, r0.x, r0.x`;
    for (const style of ['exact', 'readable'] as const) {
      const statements = statementsOf(instructions, style);
      const product = statements.findIndex((line) => line.includes('* 0.25'));
      const factor = statements.findIndex((line) => line.includes(' = v1.x + ') || line.includes('.x + '));
      expect([product >= 0, product < factor]).toEqual([true, true]);
    }
  });
});
