/**
 * Effects of MonoGame for OpenGL. The order of records, offsets and names follow MonoGame's compiler and MojoShader;
 * `npm run live -- mgfx` compares with files that they made, and runs the shaders of both. glslang accepts the recorded
 * GLSL as versions 1.10 and ES 1.00.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MGFX_VALUES, type MgfxEffect, type MgfxParameter, parseMgfx, serializeMgfx } from '../../src/effects/index.ts';
import { xnbOfEffect } from '../../src/find/writers/xnb.ts';
import { compileEffect } from '../../src/hlsl/index.ts';
import { Glslang, glslangMissing, programError } from '../../tools/gpu/opengl/glslang.ts';
import { skipFor } from '../support/skip-for.ts';

const SOURCE = readFileSync('fixtures/mgfx/opengl.fx', 'latin1');
const { parameterClass, parameterType, samplerType, usage } = MGFX_VALUES;

function bytesOf(source: string, profile = 'mgfx_opengl'): Uint8Array {
  const { bytes, diagnostics } = compileEffect(source, { profile, name: 'opengl.fx' });
  expect(diagnostics).toEqual([]);
  return bytes!;
}

const compiled = (source: string, profile?: string) => parseMgfx(bytesOf(source, profile))!;

function codeOf({ shaders }: MgfxEffect, number = 0): string {
  return new TextDecoder().decode(shaders[number]!.code);
}

/** A pass with a pixel shader of model 3.0 after other declarations. */
const pixel = (body: string, before = '', parameters = 'float4 uv : TEXCOORD0') =>
  `${before}float4 p(${parameters}) : COLOR0 { ${body} }\ntechnique { pass { PixelShader = compile ps_3_0 p(); } }\n`;

describe('an effect', () => {
  const bytes = bytesOf(SOURCE);
  const effect = parseMgfx(bytes)!;

  test('has a file of version 10 for OpenGL', () => {
    expect([effect.version, effect.profile]).toEqual([10, 0]);
    expect([...serializeMgfx(effect)]).toEqual([...bytes]);
    const { version, shaders } = compiled(SOURCE, 'mgfx_opengl_11');
    expect([version, shaders.map(({ source, entry }) => `${source} ${entry}`)]).toEqual([
      11,
      ['opengl.fx shade', 'opengl.fx place', 'opengl.fx flat', 'opengl.fx both'],
    ]);
  });

  test('has the arrays of constants of its shaders: arrays first, then by register', () => {
    const named = effect.buffers.map(({ name, size, parameters }) => [
      `${name} ${size}`,
      parameters.map(({ index, offset }) => `${effect.parameters[index]!.name} ${offset}`).join(', '),
    ]);
    expect(named).toEqual([
      ['ps_uniforms_vec4 48', 'weights 0'],
      ['vs_uniforms_vec4 304', 'bones 0, world 144, turn 208, tint 256, lit 272, count 288'],
      ['ps_uniforms_vec4 64', 'world 0'],
    ]);
  });

  test('has parameters with types and default values, which are floats', () => {
    const text = ({ name, class: c, type, rows, columns, elements }: MgfxParameter) =>
      `${name} ${parameterClass[c]} ${parameterType[type]} ${rows}x${columns} ${elements.length}`;
    expect(effect.parameters.map(text)).toEqual([
      'weights Scalar Single 1x1 3',
      'bones Matrix Single 4x3 3',
      'world Matrix Single 4x4 0',
      'turn Matrix Single 3x3 0',
      'tint Vector Single 1x4 0',
      'lit Scalar Bool 1x1 0',
      'count Scalar Int32 1x1 0',
      'ramp Object Texture2D 0x0 0',
      'picture Object Texture2D 0x0 0',
      'sky Object TextureCube 0x0 0',
    ]);
    const defaultOf = (name: string) => {
      const { value } = effect.parameters.find((one) => one.name === name)!;
      return [...new Float32Array(value.slice().buffer)];
    };
    expect(defaultOf('tint')).toEqual([1, 0.5, 0.25, 1]);
    // Columns follow each other.
    expect(defaultOf('turn')).toEqual([1, 4, 7, 2, 5, 8, 3, 6, 9]);
    expect([defaultOf('lit'), defaultOf('count')]).toEqual([[1], [3]]);
  });

  test('has the samplers of shaders by their registers', () => {
    const list = effect.shaders[0]!.samplers.map(({ name, type, textureSlot, samplerSlot, parameter }) => {
      const texture = effect.parameters[parameter]!.name;
      return `${name} ${samplerType[type]} ${textureSlot} ${samplerSlot} ${texture}`;
    });
    expect(list).toEqual(['ps_s0 2D 0 0 ramp', 'ps_s1 2D 1 1 picture', 'ps_s2 Cube 2 2 sky']);
    expect(effect.shaders[0]!.samplers.map(({ state }) => state?.addressU)).toEqual([1, 0, undefined]);
  });

  test('has the attributes of vertex shaders', () => {
    const list = effect.shaders.map(({ attributes }) =>
      attributes.map(({ name, usage: number, index }) => `${name} ${usage[number]} ${index}`),
    );
    expect(list).toEqual([
      [],
      [
        'vs_v0 Position 0',
        'vs_v1 Normal 0',
        'vs_v2 TextureCoordinate 0',
        'vs_v3 BlendIndices 0',
        'vs_v4 BlendWeight 0',
      ],
      [],
      [],
    ]);
  });

  test('has techniques with passes and states', () => {
    const [full, other] = effect.techniques;
    expect(full!.passes.map(({ vertexShader, pixelShader }) => [vertexShader, pixelShader])).toEqual([
      [1, 0],
      [-1, 2],
    ]);
    expect([full!.passes[0]!.rasterizer?.cullMode, other!.passes[0]!.pixelShader]).toEqual([1, 3]);
  });

  test('has GLSL as shaders', async () => {
    for (const [i, { entry }] of compiled(SOURCE, 'mgfx_opengl_11').shaders.entries())
      await expect(codeOf(effect, i)).toMatchFileSnapshot(`mgfx-opengl/${entry}.glsl`);
  });

  test('is content of the platform DesktopGL', () => {
    expect(new TextDecoder().decode(xnbOfEffect(bytes).subarray(0, 4))).toBe('XNBd');
  });
});

skipFor(describe, glslangMissing())('glslang accepts', () => {
  const effect = compiled(SOURCE);
  const codes = effect.shaders.map(({ isVertex }, i) => ({
    stage: isVertex ? ('vs' as const) : ('ps' as const),
    code: codeOf(effect, i),
  }));

  test.each(['110', '100'])('each shader, and a pass, as version %s', async (version) => {
    const stages = codes.map(({ stage, code }) => ({ stage, code: `#version ${version}\n${code}` }));
    const glslang = new Glslang();
    const errors = Promise.all(stages.map((stage) => glslang.errorOf(stage)));
    await glslang.check();
    expect(await errors).toEqual(stages.map(() => undefined));
    expect(programError([stages[1]!, stages[0]!])).toBe(undefined);
  });
});

describe('parameters', () => {
  const matrix = (text: string) =>
    `float4x4 m;\n${pixel(`return ${text};`)}`.replace(
      'technique',
      'float4 q(float4 uv : TEXCOORD0) : COLOR0 { return mul(uv, m); }\ntechnique',
    );

  test('a matrix has the columns that any shader reads', () => {
    const alone = compiled(matrix('mul(uv, m).y'));
    expect([alone.parameters[0]!.columns, alone.buffers[0]!.size]).toEqual([2, 32]);
    const shared = compiled(`${matrix('mul(uv, m).y')}technique { pass { PixelShader = compile ps_3_0 q(); } }\n`);
    expect([shared.parameters[0]!.columns, shared.buffers.map(({ size }) => size)]).toEqual([4, [64]]);
  });

  test('an array has all elements', () => {
    const { parameters, buffers } = compiled(pixel('return list[1] + one;', 'float4 list[6], one;\n'));
    expect([parameters[0]!.elements.length, buffers[0]!.size]).toEqual([6, 112]);
  });

  test('a variable in registers of two sets is one parameter', () => {
    const source = pixel('[branch] if (lit) uv *= uv.y; return uv * lit;', 'bool lit;\n');
    const effect = compiled(source);
    expect([effect.parameters.map(({ name }) => name), effect.buffers[0]!.size]).toEqual([['lit'], 16]);
    expect(codeOf(effect)).toContain('ps_uniforms_vec4[0].x != 0.0');
  });

  test('a texture that is read through a sampler has its name', () => {
    const { parameters } = compiled(pixel('return t.Sample(s, uv.xy);', 'Texture2D t; SamplerState s;\n'));
    expect(parameters.map(({ name }) => name)).toEqual(['t']);
  });
});

describe('GLSL', () => {
  test.each([
    [
      'a loop of the application',
      'for (int i = 0; i < n; i++) uv += uv.x; return uv;',
      '< int(ps_uniforms_vec4[0].x);',
    ],
    ['derivatives', 'return ddx(uv) + ddy(uv) + n;', '#extension GL_OES_standard_derivatives : enable'],
    ['a texture of three dimensions', 'return tex3D(s, uv.xyz);', 'uniform sampler3D ps_s0;'],
    ['a bias', 'return tex2Dbias(s, uv);', 'texture2D(ps_s0, vTexCoord0.xy, vTexCoord0.w)'],
    ['a projection', 'return tex2Dproj(s, uv);', 'texture2D(ps_s0, vTexCoord0.xy'],
    ['a sine', 'return sin(uv.x);', 'sin(fract(vTexCoord0.x * 0.15915494 + 0.5) * 6.2831855 - 3.1415927)'],
    ['a large number', 'return uv.x < 0 ? 1e38 : -uv;', '1e+38'],
  ])('%s', (_, body, expected) => {
    expect(codeOf(compiled(pixel(body, 'int n; sampler s;\n')))).toContain(expected);
  });

  test.each(['ps_2_0', 'ps_2_b', 'vs_2_0'])('sines and cosines of %s', (profile) => {
    const stage = profile.startsWith('vs') ? 'Vertex' : 'Pixel';
    const semantic = stage === 'Vertex' ? 'POSITION0' : 'COLOR0';
    const source = `float4 f(float4 x : ${semantic}) : ${semantic} { return sin(x) * cos(x.wzyx); }\ntechnique { pass { ${stage}Shader = compile ${profile} f(); } }\n`;
    const text = codeOf(compiled(source));
    expect([text.match(/\bsin\(/g)?.length, text.match(/\bcos\(/g)?.length]).toEqual([4, 4]);
  });

  test('inputs have the names of other shaders', () => {
    const inputs = 'float4 a : COLOR0, float4 b : COLOR1, float4 c : TEXCOORD3, float4 d : NORMAL1, float4 e : FOG';
    const text = codeOf(compiled(pixel('return a + b + c + d + e.x;', '', inputs)));
    expect([...text.matchAll(/^varying .*;$/gm)].map(([line]) => line)).toEqual([
      'varying vec4 vFrontColor;',
      'varying vec4 vFrontSecondaryColor;',
      'varying vec4 vTexCoord3;',
      'varying vec4 vNormal1;',
      'varying float vFogFragCoord;',
    ]);
  });

  test('outputs of a vertex besides the position', () => {
    const source =
      'void v(float4 p : POSITION0, out float4 o : POSITION0, out float s : PSIZE, out float f : FOG) { o = p; s = 2; f = p.x; }\n' +
      'technique { pass { VertexShader = compile vs_2_0 v(); } }\n';
    expect(
      codeOf(compiled(source))
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(expect.arrayContaining(['gl_PointSize = 2.0;', 'vFogFragCoord = vs_v0.x;', 'gl_Position = vs_v0;']));
  });
});

describe('faults', () => {
  const codesOf = (source: string) =>
    compileEffect(source, { profile: 'mgfx_opengl' }).diagnostics.map(({ code, line, column }) => [code, line, column]);

  test.each([
    ['another model', pixel('return uv;').replace('ps_3_0', 'ps_4_0_level_9_1'), ['DX6210', 2, 34]],
    ['a number', pixel('return uv;').replace('compile ps_3_0 p()', '1'), ['DX6236', 2, 20]],
    ['a structure', pixel('return light.a;', 'struct Light { float4 a; };\nLight light;\n'), ['DX6235', 2, 7]],
    ['a matrix row by row', pixel('return m[0];', 'row_major float4x4 m;\n'), ['DX6235', 1, 20]],
    ['no technique', 'float4 p() : COLOR0 { return 1; }\n', ['DX6233', 1, 1]],
  ])('%s', (_, source, expected) => expect(codesOf(source)).toEqual([expected]));
});
