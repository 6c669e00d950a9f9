/**
 * Effects of MonoGame. Offsets, slots and sizes are those in the reflection of Microsoft's compiler (recorded from the
 * oracle for the shaders of this source); the order of records and the numbers of states follow MonoGame's compiler.
 * `npm run live -- mgfx` compares with files that it made.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MGFX_VALUES, type MgfxParameter, parseMgfx } from '../../src/effects/index.ts';
import { compileEffect } from '../../src/hlsl/index.ts';
import { validate } from '../../src/validate/index.ts';

const SOURCE = readFileSync('fixtures/mgfx/effect.fx', 'latin1');

function compiled(source: string, profile = 'mgfx') {
  const { bytes, diagnostics } = compileEffect(source, { profile, name: 'effect.fx' });
  expect(diagnostics).toEqual([]);
  return parseMgfx(bytes!)!;
}

function codesOf(source: string) {
  return compileEffect(source, { profile: 'mgfx' }).diagnostics.map(({ code, line, column }) => [code, line, column]);
}

const { parameterClass, parameterType, samplerType, blend, blendFunction, compare, stencil, cull, filter, address } =
  MGFX_VALUES;

describe('an effect', () => {
  const effect = compiled(SOURCE);

  test('has a file of version 10 for DirectX', () => {
    expect([effect.version, effect.profile]).toEqual([10, 1]);
    const { version, shaders } = compiled(SOURCE, 'mgfx_11');
    expect([version, shaders.map(({ source, entry }) => `${source} ${entry}`)]).toEqual([
      11,
      ['effect.fx shade', 'effect.fx place', 'effect.fx flat'],
    ]);
  });

  test('has the buffers of its shaders, and their variables as parameters', () => {
    const named = effect.buffers.map(({ size, parameters }) => [
      size,
      parameters.map(({ index, offset }) => `${effect.parameters[index]!.name} ${offset}`).join(', '),
    ]);
    expect(named).toEqual([
      [112, 'tint 0, turn 16, weights 64, lit 100'],
      [80, 'world 0, count 64'],
    ]);
  });

  test('has parameters with types and default values', () => {
    const text = ({ name, class: c, type, rows, columns, elements }: MgfxParameter) =>
      `${name} ${parameterClass[c]} ${parameterType[type]} ${rows}x${columns} ${elements.length}`;
    expect(effect.parameters.map(text)).toEqual([
      'tint Vector Single 1x4 0',
      'turn Matrix Single 3x3 0',
      'weights Scalar Single 1x1 3',
      'lit Scalar Bool 1x1 0',
      'world Matrix Single 4x4 0',
      'count Vector Int32 1x2 0',
      'picture Object Texture2D 0x0 0',
      'bare Object Texture2D 0x0 0',
      'sky Object TextureCube 0x0 0',
    ]);
    const values = (index: number) => [...new Int32Array(effect.parameters[index]!.value.slice().buffer)];
    expect(values(0)).toEqual([0x3f80_0000, 0x3f00_0000, 0x3e80_0000, 0x3f80_0000]);
    expect(values(3)).toEqual([-1]);
    expect(values(5)).toEqual([3, -1]);
    expect(effect.parameters[1]!.value).toHaveLength(36);
  });

  test('has each shader once, valid and without reflection', () => {
    const list = effect.shaders.map(({ isVertex, buffers, code }) => [isVertex, buffers, validate(code).diagnostics]);
    expect(list).toEqual([
      [false, [0], []],
      [true, [0, 1], []],
      [false, [0], []],
    ]);
    const tags = effect.shaders.map(({ code }) => new TextDecoder('latin1').decode(code).match(/RDEF|STAT|Aon9|SHDR/g));
    expect(tags).toEqual([['SHDR'], ['SHDR'], ['SHDR']]);
  });

  test('has the textures of shaders with the states of their samplers', () => {
    const [scene, bare, sky] = effect.shaders[0]!.samplers;
    expect([scene, bare, sky].map((one) => [samplerType[one!.type], one!.textureSlot, one!.samplerSlot])).toEqual([
      ['2D', 0, 3],
      ['2D', 1, 1],
      ['Cube', 2, 0],
    ]);
    expect([scene, bare, sky].map((one) => effect.parameters[one!.parameter]!.name)).toEqual([
      'picture',
      'bare',
      'sky',
    ]);
    expect(bare!.state).toBeUndefined();
    // Without a filter between levels, MonoGame uses the largest one.
    expect(scene!.state).toEqual({
      addressU: address.indexOf('Clamp'),
      addressV: address.indexOf('Wrap'),
      addressW: address.indexOf('Wrap'),
      borderColor: [255, 255, 255, 255],
      filter: filter.indexOf('MinLinearMagPointMipPoint'),
      maxAnisotropy: 4,
      maxMipLevel: 0,
      mipMapLevelOfDetailBias: -16,
    });
    expect(sky!.state).toMatchObject({
      addressW: address.indexOf('Mirror'),
      borderColor: [0x10, 0x20, 0x30, 0x40],
      filter: filter.indexOf('Anisotropic'),
      maxAnisotropy: 8,
    });
  });

  test('has techniques of Direct3D 9 with their passes and states', () => {
    expect(effect.techniques.map(({ name, passes }) => [name, passes.map((one) => one.name)])).toEqual([
      ['Full', ['First', '']],
      ['', ['']],
    ]);
    const [first, second] = effect.techniques[0]!.passes;
    expect(
      [first, second, effect.techniques[1]!.passes[0]].map((one) => [one!.vertexShader, one!.pixelShader]),
    ).toEqual([
      [1, 0],
      [-1, 2],
      [1, -1],
    ]);
    expect(first!.blend).toEqual({
      alphaFunction: blendFunction.indexOf('Max'),
      alphaDestination: blend.indexOf('InverseSourceAlpha'),
      alphaSource: blend.indexOf('SourceAlpha'),
      factor: [255, 255, 255, 255],
      colorFunction: blendFunction.indexOf('Add'),
      colorDestination: blend.indexOf('InverseSourceAlpha'),
      colorSource: blend.indexOf('SourceColor'),
      writeChannels: [9, 15, 15, 15],
      multiSampleMask: 0x7fff_ffff,
    });
    expect(first!.rasterizer).toMatchObject({ cullMode: cull.indexOf('CullClockwiseFace'), depthBias: -0.5 });
    expect(first!.depthStencil).toBeUndefined();
    expect(second!.depthStencil).toMatchObject({
      depthEnable: false,
      depthFunction: compare.indexOf('Greater'),
      depthWriteEnable: true,
      stencilReference: 3,
      stencilPass: stencil.indexOf('IncrementSaturation'),
    });
    expect([second!.blend, second!.rasterizer]).toEqual([undefined, undefined]);
  });
});

describe('states', () => {
  const PIXEL = 'float4 p() : COLOR0 { return 1; }\n';
  const passOf = (states: string) =>
    compiled(`${PIXEL}technique { pass { PixelShader = compile ps_4_0 p(); ${states} } }`).techniques[0]!.passes[0]!;

  test.each([
    ['AlphaBlendEnable = TRUE;', 'One', 'InverseSourceAlpha'],
    ['AlphaBlendEnable = 0;', 'One', 'Zero'],
    ['SrcBlend = DestColor; AlphaBlendEnable = true;', 'DestinationColor', 'Zero'],
    ['SrcBlend = DestColor; AlphaBlendEnable = false;', 'One', 'Zero'],
  ])('%s', (states, source, destination) => {
    const made = passOf(states).blend!;
    expect([blend[made.colorSource], blend[made.colorDestination]]).toEqual([source, destination]);
  });

  test.each([
    ['Linear', 'Linear', 'Linear', 'Linear'],
    ['Linear', 'Linear', 'Point', 'LinearMipPoint'],
    ['Linear', 'Point', 'Linear', 'MinLinearMagPointMipLinear'],
    ['Point', 'Linear', 'Linear', 'MinPointMagLinearMipLinear'],
    ['Point', 'Linear', 'Point', 'MinPointMagLinearMipPoint'],
    ['Point', 'Point', 'Linear', 'PointMipLinear'],
    ['None', 'None', 'Point', 'Point'],
    ['Anisotropic', 'Point', 'Point', 'Anisotropic'],
    ['Linear', 'Anisotropic', 'Linear', 'Linear'],
  ])('filters %s, %s, %s', (min, mag, mip, expected) => {
    const states = `MinFilter = ${min}; MagFilter = ${mag}; MipFilter = ${mip};`;
    const { shaders } = compiled(
      `sampler2D s = sampler_state { ${states} };\nfloat4 p(float2 uv : TEXCOORD0) : COLOR0 { return tex2D(s, uv); }\n` +
        'technique { pass { PixelShader = compile ps_4_0 p(); } }',
    );
    expect(filter[shaders[0]!.samplers[0]!.state!.filter]).toBe(expected);
  });
});

describe('faults', () => {
  const pass = (states: string, before = '') =>
    `${before}float4 p() : COLOR0 { return 1; }\ntechnique { pass { PixelShader = compile ps_4_0 p(); ${states} } }\n`;

  test.each([
    ['a state that MonoGame does not have', pass('AlphaTestEnable = true;'), ['DX6212', 2, 54]],
    ['a value that a state does not have', pass('CullMode = Back;'), ['DX6219', 2, 65]],
    ['an element of a state', pass('ColorWriteEnable[1] = Red;'), ['DX6212', 2, 54]],
    ['a color without six digits', pass('', 'sampler s { BorderColor = 0xff; };\n'), ['DX6219', 1, 27]],
    ['no technique', 'float4 p() : COLOR0 { return 1; }\n', ['DX6233', 1, 1]],
    ['techniques without shaders', 'technique { pass { ZEnable = 0; } }\n', ['DX6233', 1, 1]],
    ['another model', pass('').replace('ps_4_0', 'ps_3_0'), ['DX6210', 2, 34]],
    ['another stage', pass('').replace('ps_4_0', 'vs_4_0'), ['DX6236', 2, 20]],
    ['a number', pass('VertexShader = 1;'), ['DX6236', 2, 54]],
    [
      'a structure as parameter',
      'struct Light { float4 a; };\nLight light;\nfloat4 p() : COLOR0 { return light.a; }\ntechnique { pass { PixelShader = compile ps_4_0 p(); } }\n',
      ['DX6235', 2, 7],
    ],
    [
      'a matrix row by row',
      'row_major float4x4 m;\nfloat4 p() : COLOR0 { return m[0]; }\ntechnique { pass { PixelShader = compile ps_4_0 p(); } }\n',
      ['DX6235', 1, 20],
    ],
    [
      'a buffer of 65,536 bytes',
      'float4 m[4096];\nfloat4 p() : COLOR0 { return m[9]; }\ntechnique { pass { PixelShader = compile ps_4_0 p(); } }\n',
      ['DX6237', 1, 8],
    ],
  ])('%s', (_, source, expected) => expect(codesOf(source)).toEqual([expected]));
});
