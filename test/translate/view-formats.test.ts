/** Formats of storage textures and typed buffers: what users may choose, and what devices need for them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { featureOfFormat, imageFormats, kindOfFormat } from '../../src/emit/common/texel-formats.ts';
import { IMAGE_FORMATS } from '../../src/emit/spirv/capabilities.ts';
import { type TranslateOptions, translate, webgpuPipeline } from '../../src/translate/index.ts';
import { assembledLines } from '../support/growing-programs.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));

/** Reads, writes, or both, of the texture u0. @param type of its texels */
function textureShader(access: 'read' | 'write' | 'read_write', type = 'float'): Uint8Array {
  const types = Array(4).fill(type).join(',');
  return assembledLines([
    ...['cs_5_0', 'dcl_globalFlags refactoringAllowed', `dcl_uav_typed_texture2d (${types}) u0`],
    ...['dcl_uav_raw u1', 'dcl_temps 1', 'dcl_thread_group 1, 1, 1', 'mov r0.xyzw, l(0,0,0,0)'],
    ...(access === 'write' ? [] : [`ld_uav_typed_indexable(texture2d)(${types}) r0.xyzw, l(1,1,0,0), u0.xyzw`]),
    ...(access === 'read' ? [] : ['store_uav_typed u0.xyzw, l(0,0,0,0), r0.xyzw']),
    ...['store_raw u1.x, l(0), r0.x', 'ret'],
  ]);
}

const translated = (bytes: Uint8Array, format: string | undefined, options: TranslateOptions = {}) =>
  translate(bytes, {
    ...options,
    ...(format !== undefined && { bindings: [{ type: 'uav', register: 0, format }] }),
    validate: false,
  } as TranslateOptions);

describe('formats of storage textures', () => {
  it('are the same in all languages', () => {
    expect(imageFormats().sort()).toEqual(Object.keys(IMAGE_FORMATS).sort());
    const bytes = textureShader('write');
    for (const format of imageFormats().filter((one) => kindOfFormat(one) === 'f32')) {
      const glsl = translated(bytes, format, { to: 'glsl' }).stages[0]!;
      const spirv = translated(bytes, format, { to: 'spirv' }).stages[0]!;
      expect([glsl, spirv].map(({ map }) => map.bindings[0]!.format)).toEqual([format, format]);
      if (format !== 'rgba32float') expect(glsl.code, format).not.toContain('rgba32f');
    }
  });

  it.each([
    ['write', 'rgba8unorm', []],
    ['write', 'r8unorm', ['texture-formats-tier1']],
    ['read', 'rg16snorm', ['texture-formats-tier1']],
    ['read_write', 'r32float', []],
    ['read_write', 'rgba8unorm', ['texture-formats-tier2']],
  ] as const)('need features of WebGPU: %s %s', (access, format, features) => {
    const { map, code } = translated(textureShader(access), format).stages[0]!;
    expect(code).toContain(`texture_storage_2d<${format}, ${access}>`);
    expect(map.requires.features).toEqual(features);
    expect(webgpuPipeline(map).requiredFeatures).toEqual(features);
    expect(map.requires.languageFeatures.includes('texture_formats_tier1')).toBe(
      featureOfFormat(format, 'write') !== '',
    );
  });

  it('are refused where no device reads and writes them', () => {
    const { stages, diagnostics } = translated(textureShader('read_write'), 'rg32float');
    expect(stages).toEqual([]);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['DX6013', 'WGSL cannot read and write u0 in one shader with the format rg32float'],
    ]);
  });

  it('have four components where HLSL says two, and no device reads and writes those', () => {
    const { map } = translate(recorded('compute-algorithms.fourier.cs_5_0')).stages[0]!;
    const texture = map.bindings.find(({ kind }) => kind === 'storageTexture')!;
    expect([texture.format, texture.access]).toEqual(['rgba32float', 'read_write']);
  });

  it.each([
    ['nonsense', "'nonsense' is no format"],
    ['r32float, write>; var<private> x: array<u32', 'is no format'],
    ['rgba8unorm-srgb', 'is no format'],
    ['r32uint', 'u0 has floats, and the format r32uint has unsigned integers'],
  ])('are checked: %s', (format, problem) => {
    for (const to of ['wgsl', 'glsl', 'essl', 'spirv'] as const) {
      const { stages, diagnostics } = translated(textureShader('write'), format, { to });
      expect(stages).toEqual([]);
      expect(diagnostics[0]).toMatchObject({ code: 'DX6075', binding: 0, message: expect.stringContaining(problem) });
    }
  });

  it('of the user are refused where OpenGL ES does not have them', () => {
    const { diagnostics } = translated(textureShader('write'), 'r8unorm', { to: 'essl', version: '320' });
    expect(diagnostics[0]!.message).toContain('the format r8unorm (u0)');
  });
});

describe('formats of typed buffers', () => {
  const bytes = assembledLines([
    ...['cs_5_0', 'dcl_globalFlags refactoringAllowed', 'dcl_uav_typed_buffer (float,float,float,float) u0'],
    ...['dcl_thread_group 1, 1, 1', 'store_uav_typed u0.xyzw, l(0,0,0,0), l(1.0,1.0,1.0,1.0)', 'ret'],
  ]);

  it.each(['wgsl', 'glsl'] as const)('are made of words in %s', (to) => {
    expect(translated(bytes, 'rgb32float', { to }).stages[0]!.map.bindings[0]!.format).toBe('rgb32float');
    const { diagnostics } = translated(bytes, 'r8unorm', { to });
    expect(diagnostics.map(({ code }) => code)).toEqual(['DX6014']);
  });
});

describe('the size of a buffer of constants', () => {
  it.each(['wgsl', 'glsl'] as const)('is at least that of its structure in %s', (to) => {
    const bytes = recorded('tessellation.vertex.vs_5_0');
    const sizeOf = (constants: 'array' | 'named') =>
      translate(bytes, { to, constants }).stages[0]!.map.bindings.find(({ type }) => type === 'cbv')!.minSize;
    expect([sizeOf('array'), sizeOf('named')]).toEqual([16, 96]);
  });
});
