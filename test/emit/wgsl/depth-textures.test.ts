/** Depth textures in WGSL: levels are whole numbers in their calls. tools/compare/translate-valid.ts lets Tint check the texts of random programs. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { translate } from '../../../src/translate/index.ts';

/** The call that samples a level of a texture that is also compared with. */
function callFor(level: string): string | undefined {
  const text = `ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_sampler s1, mode_comparison
dcl_resource_texture2d (float,float,float,float) t0
dcl_input_ps linear v0.xy
dcl_output o0.xyzw
dcl_temps 2
sample_c_lz r0.x, v0.xyxx, t0.xxxx, s1, l(0.5)
sample_l r1.xyzw, v0.xyxx, t0.xyzw, s0, l(${level})
add o0.xyzw, r0.xxxx, r1.xyzw
ret`;
  const { bytes, diagnostics } = assemble(text);
  if (bytes === undefined) throw new Error(JSON.stringify(diagnostics));
  return translate(bytes).stages[0]!.code.match(/textureSampleLevel\(.*?\)/)?.[0];
}

describe('levels of depth textures', () => {
  it('are numbers without a fraction', () => {
    expect(callFor('3.0')).toContain(', 3u)');
  });

  it('are the last one where the program has a number that no texture reaches', () => {
    expect(callFor('22917619177093287000000000.0')).toContain(', 14u)');
  });
});
