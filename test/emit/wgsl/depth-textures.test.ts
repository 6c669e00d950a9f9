/** Textures that WebGPU does not filter: depths, which are only compared, and integers. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { translate, webgpuPipeline } from '../../../src/translate/index.ts';

function translated(type: string, lines: readonly string[]) {
  const text = `ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_sampler s1, mode_comparison
dcl_resource_texture2d (${Array(4).fill(type).join(',')}) t0
dcl_input_ps linear v0.xy
dcl_output o0.xyzw
dcl_temps 2
${lines.join('\n')}
ret`;
  const { bytes, diagnostics } = assemble(text);
  if (bytes === undefined) throw new Error(JSON.stringify(diagnostics));
  const { code, map } = translate(bytes).stages[0]!;
  const rows = map.bindings.map(
    ({ type, register, role, name, kind }) => `${name}: ${type} ${register} ${role} ${kind}`,
  );
  const entries = webgpuPipeline(map).bindGroupLayouts.flatMap((group) => group.entries);
  return {
    code,
    rows,
    textures: entries.flatMap(({ texture }) => texture?.sampleType ?? []),
    samplers: entries.flatMap(({ sampler }) => sampler?.type ?? []),
  };
}

const COMPARE = 'sample_c_lz r0.x, v0.xyxx, t0.xxxx, s1, l(0.5)';
const ADD = 'add o0.xyzw, r0.xxxx, r1.xyzw';

describe('depth textures', () => {
  it.each([
    'sample_l r1.xyzw, v0.xyxx, t0.xyzw, s0, l(3.0)',
    'sample r1.xyzw, v0.xyxx, t0.xyzw, s0',
    'gather4 r1.xyzw, v0.xyxx, t0.xyzw, s0.y',
  ])('are only compared: %s has a texture of its own', (line) => {
    const { code, rows, textures, samplers } = translated('float', [COMPARE, line, ADD]);
    const name = rows.find((row) => row.endsWith('srv 0 color texture'))?.split(':')[0];
    expect(code.match(/texture(Sample|SampleLevel|Gather)\((1, )?(\w+)/)?.[3]).toBe(name);
    expect(textures).toEqual(['depth', 'float']);
    expect(samplers.sort()).toEqual(['comparison', 'filtering']);
  });

  it('have no other texture where their texels are only compared and loaded', () => {
    const { textures, samplers } = translated('float', [
      COMPARE,
      'mov r1.xyzw, l(0, 0, 0, 0)',
      'ld r1.xyzw, r1.xyzw, t0.xyzw',
      ADD,
    ]);
    expect(textures).toEqual(['depth']);
    expect(samplers).toEqual(['comparison']);
  });
});

describe('integers', () => {
  it('are gathered with a sampler that does not filter', () => {
    const { rows, textures, samplers } = translated('uint', [
      'gather4 r1.xyzw, v0.xyxx, t0.xyzw, s0.x',
      'utof o0.xyzw, r1.xyzw',
    ]);
    expect(rows.filter((row) => row.includes('sampler'))).toEqual([
      expect.stringContaining('sampler 0 unfiltered sampler'),
    ]);
    expect(textures).toEqual(['uint']);
    expect(samplers).toEqual(['non-filtering']);
  });
});
