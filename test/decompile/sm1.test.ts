/**
 * Programs of models 1 to 3 as HLSL. The sources were compiled with Microsoft's compiler, which gave programs that do
 * the same.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RECORDED, readRecorded } from '../../fixtures/recorded.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { decompile } from '../../src/decompile/index.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';

const textOf = (id: string) => decompile(new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)))).code;

/** The statements of the entry point. */
const bodyOf = (id: string) =>
  textOf(id)!
    .split('\n{\n')
    .at(-1)!
    .split('\n')
    .slice(0, -2)
    .map((line) => line.trim());

describe('decompile, models 1 to 3', () => {
  test('gives a text or an error for each recorded program', () => {
    let sources = 0;
    for (const { provenance, bytes } of readRecorded()) {
      if (openShaderFile(bytes).programs[0]?.isa !== 'sm1') continue;
      const { code, diagnostics } = decompile(bytes);
      const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
      expect(code === undefined, provenance.id).toBe(hasErrors);
      if (provenance.how === 'compiled') expect(hasErrors, provenance.id).toBe(false);
      if (code !== undefined) sources++;
    }
    expect(sources).toBeGreaterThan(90);
  });

  test('expressions as long as a program end in names', () => {
    const chain = 'mad r0, r0, c1, c0\n'.repeat(4000);
    const { bytes } = assemble(`ps_3_sw\ndcl_texcoord v0\nmov r0, v0\n${chain}mov oC0, r0\n`);
    for (const style of ['readable', 'exact'] as const) {
      const { code, diagnostics } = decompile(bytes!, { style });
      expect(diagnostics).toEqual([]);
      expect(code!.split('\n').length).toBeGreaterThan(80);
    }
  });

  test('pixel shader: named constants and samplers', () => {
    expect(textOf('torch.main.ps_2_0')).toBe(TORCH);
  });

  test('vertex shader: matrices of an array by the index of a bone', () => {
    expect(textOf('d3d9-vertex.skinned.vs_3_0')).toBe(SKINNED);
  });

  test('model 3: usages with masks, vPos and vFace', () => {
    expect(textOf('d3d9-pixel-flow.position.ps_3_0')).toBe(POSITION);
  });

  test('outputs are members of the result in the order of the program', () => {
    expect(textOf('d3d9-pixel.targets.ps_2_0')).toContain('float4 color3 : COLOR3;\n  float4 color2');
  });

  test('a matrix by rows is a product, variables that overlap are smaller', () => {
    const text = textOf('d3d9-vertex.main.vs_2_0')!;
    expect(text).toContain('float4 lights[3] : register(c12);');
    expect(bodyOf('d3d9-vertex.main.vs_2_0')).toContain('float3 world_position = mul(position, world);');
    expect(bodyOf('d3d9-vertex.main.vs_2_0')).toContain('float3 world_normal = mul(normal.xyz, (float3x3)world);');
  });

  test('loops: a count of the application, of the program, and none', () => {
    const lines = bodyOf('d3d9-vertex-flow.main.vs_3_0');
    expect(lines).toContain('[loop] for (int i = 0; i < count; i++) {');
    expect(lines).toContain('[loop] while (true) {');
    expect(bodyOf('d3d9-vertex.main.vs_2_0.0x400.flow')).toContain('[loop] for (int i = 0; i < 3; i++) {');
  });

  test('switches are those of the compiler', () => {
    const { code, switches } = decompile(
      new Uint8Array(readFileSync(join(RECORDED, 'd3d9-vertex.main.vs_2_0.0x400.flow.bin'))),
    );
    expect(switches).toEqual(['/Gfp']);
    expect(code!.split('\n')[0]).toBe('// fxc /T vs_2_0 /E main /Gfp');
  });

  test('ps_1_x is source for ps_2_0, with the state of stages as constants', () => {
    const { code, profile, diagnostics } = decompile(
      new Uint8Array(readFileSync(join(RECORDED, 'ps_1_1-texture-addressing.bin'))),
    );
    expect(profile).toBe('ps_2_0');
    expect(diagnostics.map((one) => one.code)).toEqual(['DX6036']);
    expect(code).toContain('// Different: the state of texture stages is read from constants, from c8 on.');
    expect(code).toContain('float4 bump_matrix_1 : register(c10);');
  });

  test('ps_1_x: matrices of texture instructions', () => {
    expect(bodyOf('ps_1_1-matrix-vspec')).toContain(
      'float3 v1 = float3(dot(texcoord1.xyz, v), dot(texcoord2.xyz, v), dot(texcoord3.xyz, v));',
    );
  });
});

const TORCH = `// fxc /T ps_2_0 /E main

sampler2D wall : register(s0);
float flicker : register(c0);

float4 main(
  float2 texcoord : TEXCOORD0,
  float texcoord1 : TEXCOORD1) : COLOR
{
  float4 wall_texel = tex2D(wall, texcoord);
  float v = texcoord1 * -texcoord1 + 1.0;
  return float4(v >= 0.0 ? v * (flicker * 0.25 + 0.75) * wall_texel.xyz * float3(0.95, 0.55, 0.2) : 0.0, wall_texel.w);
}
`;

const SKINNED = `// fxc /T vs_3_0 /E main

float4x3 bones[20] : register(c8);

struct Output
{
  float4 position : POSITION;
  float2 texcoord : TEXCOORD0;
};

Output main(
  float4 position : POSITION,
  float4 blendweight : BLENDWEIGHT,
  int4 blendindices : BLENDINDICES)
{
  Output output;
  float3 v = mul(position, bones[blendindices.x]) * blendweight.x + blendweight.y * mul(position, bones[blendindices.y]);
  float3 v1 = mul(position, bones[blendindices.z]) * blendweight.z + v;
  float3 clip_position = mul(position, bones[blendindices.w]) * blendweight.w + v1;
  float4 v2 = frac(position);
  float2 v3 = v2.xy + (position.zw - v2.zw);
  output.texcoord = v3 + (position.y >= position.x ? 1.0 : 0.0);
  output.position = float4(clip_position, max(position.w, min(1.0, position.x)));
  return output;
}
`;

const POSITION = `// fxc /T ps_3_0 /E main

sampler2D map;

float4 main(
  float4 texcoord5 : TEXCOORD5,
  float3 normal2 : NORMAL2,
  float4 tangent : TANGENT,
  float fog : FOG,
  float2 vpos : VPOS,
  float vface : VFACE) : COLOR
{
  float4 map_texel = tex2D(map, texcoord5.zw * vpos);
  float4 v = normal2.xyzx + map_texel;
  return -vface >= 0.0 ? fog * tangent : v;
}
`;
