/**
 * Translations to GLSL: what is written differently by version. live/translate-valid.ts lets glslang and a driver check
 * the sources.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { type TranslateOptions, translate } from '../../../src/translate/index.ts';

type Options = TranslateOptions & { readonly to: 'essl' | 'glsl' };

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../../samples', name));

function assembled(profile: string, declarations: readonly string[], code: readonly string[]): Uint8Array {
  const text = [profile, ...declarations, ...code, 'ret'].join('\n');
  const { bytes, diagnostics } = assemble(text);
  if (bytes === undefined) throw new Error(JSON.stringify(diagnostics));
  return bytes;
}

function stageOf(bytes: Uint8Array, options: Options) {
  const { stages, diagnostics } = translate(bytes, options);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return stages[0]!;
}

const codesOf = (bytes: Uint8Array, options: Options) => translate(bytes, options).diagnostics.map(({ code }) => code);

const lake = sample('lake.cso');

describe('versions', () => {
  it('begin with their number, and OpenGL ES with precisions', () => {
    const heads = (['300', '310', '320'] as const).map(
      (version) => stageOf(lake, { to: 'essl', version }).code.split('\n')[0],
    );
    expect(heads).toEqual(['#version 300 es', '#version 310 es', '#version 320 es']);
    const { code } = stageOf(lake, { to: 'essl', version: '300' });
    expect(code).toContain('precision highp float;\n');
    expect(code).toContain('precision highp samplerCube;\n');
    expect(stageOf(lake, { to: 'glsl', version: '330' }).code).not.toContain('precision');
  });

  it('have bindings in the text where the language has them', () => {
    expect(stageOf(lake, { to: 'essl', version: '300' }).code).not.toContain('binding =');
    expect(stageOf(lake, { to: 'essl', version: '310' }).code).toContain(
      'layout(std140, binding = 0) uniform ps_Frame ',
    );
  });

  it('that a language does not have are errors of the caller', () => {
    expect(() => translate(lake, { to: 'essl', version: '450' })).toThrow(RangeError);
  });

  it('without compute shaders refuse them', () => {
    const bytes = assembled('cs_5_0', ['dcl_globalFlags refactoringAllowed', 'dcl_thread_group 1, 1, 1'], []);
    expect(codesOf(bytes, { to: 'essl', version: '300' })).toContain('DX6011');
    expect(codesOf(bytes, { to: 'essl', version: '310' })).toEqual([]);
  });

  it('without values of samples refuse inputs of samples', () => {
    const bytes = assembled(
      'ps_5_0',
      ['dcl_globalFlags refactoringAllowed', 'dcl_input_ps linear noperspective sample v0.x', 'dcl_output o0.x'],
      ['mov o0.x, v0.x'],
    );
    expect(codesOf(bytes, { to: 'glsl', version: '330' })).toContain('DX6011');
    expect(stageOf(bytes, { to: 'glsl', version: '450' }).code).toContain('noperspective sample in vec4');
  });

  it('without something name those that have it', () => {
    const bytes = assembled(
      'ps_5_0',
      [
        'dcl_globalFlags refactoringAllowed',
        'dcl_sampler s0, mode_default',
        'dcl_resource_texture2d (float,float,float,float) t0',
        'dcl_input_ps linear v0.xy',
        'dcl_output o0.xyzw',
      ],
      ['gather4_indexable(texture2d)(float,float,float,float) o0.xyzw, v0.xyxx, t0.xyzw, s0.x'],
    );
    const [error] = translate(bytes, { to: 'essl', version: '300' }).diagnostics;
    expect(error).toMatchObject({ code: 'DX6011', message: expect.stringContaining('GLSL ES 3.10') });
    expect(stageOf(bytes, { to: 'essl', version: '310' }).code).toContain('textureGather(ps_t0_s0, ');
  });
});

describe('resources', () => {
  it('are one variable for a texture and its sampler', () => {
    const { map } = stageOf(lake, { to: 'glsl' });
    expect(map.bindings.slice(0, 3)).toMatchObject([
      { type: 'cbv', name: 'ps_Frame', group: 0, binding: 0, kind: 'uniformBuffer' },
      { type: 'srv', register: 0, name: 'ps_waves_smooth', binding: 0, kind: 'texture', sampler: { register: 0 } },
      { type: 'srv', register: 1, name: 'ps_sky_smooth', binding: 1, kind: 'texture', viewDimension: 'cube' },
    ]);
  });

  it('take the number that the user gives', () => {
    const { code, map } = stageOf(lake, {
      to: 'glsl',
      bindings: [{ type: 'srv', register: 1, sampler: { register: 0 }, binding: 7, name: 'sky_map' }],
    });
    expect(map.bindings[2]).toMatchObject({ name: 'sky_map', binding: 7 });
    expect(code).toContain('layout(binding = 7) uniform samplerCube sky_map;');
  });

  it('that are buffers are textures where nothing else can be read', () => {
    const bytes = assembled(
      'ps_5_0',
      ['dcl_globalFlags refactoringAllowed', 'dcl_resource_raw t0', 'dcl_input_ps constant v0.x', 'dcl_output o0.x'],
      ['ld_raw_indexable(raw_buffer)(mixed,mixed,mixed,mixed) o0.x, v0.x, t0.xxxx'],
    );
    const es = stageOf(bytes, { to: 'essl', version: '300' });
    expect(es.map.bindings[0]).toMatchObject({ kind: 'texture', format: 'r32uint' });
    expect(es.map.runtimeUniforms.map(({ name }) => name)).toContain('ps_t0_length');
    expect(stageOf(bytes, { to: 'glsl', version: '330' }).code).toContain('uniform usamplerBuffer ps_t0;');
    expect(stageOf(bytes, { to: 'essl', version: '310' }).code).toContain(
      'readonly buffer ps_t0 { uint ps_t0_data[]; };',
    );
  });
});

describe('pixels', () => {
  const pixel = (code: readonly string[]) =>
    assembled(
      'ps_5_0',
      ['dcl_globalFlags refactoringAllowed', 'dcl_input_ps linear v0.x', 'dcl_output o0.x', 'dcl_temps 1'],
      code,
    );

  it('that are discarded end at once where nothing needs them', () => {
    const { code } = stageOf(pixel(['lt r0.x, v0.x, l(0.5)', 'discard_nz r0.x', 'mov o0.x, v0.x']), { to: 'essl' });
    expect(code).toMatch(/if \(.*\) \{ discard; \}/);
    expect(code).not.toContain('discarded');
  });

  it('that are discarded go on where others need their values', () => {
    const { code } = stageOf(pixel(['lt r0.x, v0.x, l(0.5)', 'discard_nz r0.x', 'deriv_rtx_coarse o0.x, v0.x']), {
      to: 'essl',
    });
    expect(code).toContain('{ discarded = true; }');
    expect(code.trimEnd()).toMatch(/if \(discarded\) discard;\n\}$/);
  });

  it('have rows that go down, whatever the target', () => {
    const { code, map } = stageOf(pixel(['deriv_rty_coarse o0.x, v0.x']), { to: 'glsl' });
    expect(code).toContain('-(dFdyCoarse(varying0.x) * runtime.y_sign)');
    expect(map.bindings.at(-1)).toMatchObject({ type: 'runtime', name: 'ps_runtime', binding: 11 });
  });

  it('read distances of clipping and culling from arrays without gaps', () => {
    const declarations = [
      'dcl_globalFlags refactoringAllowed',
      'dcl_input_ps_siv linear v1.xz, clip_distance',
      'dcl_input_ps_siv linear v2.y, clip_distance',
      'dcl_output o0.xyzw',
    ];
    const bytes = assembled('ps_5_0', declarations, ['mov o0.xz, v1.xxzz', 'mov o0.yw, v2.yyyy']);
    const { code } = stageOf(bytes, { to: 'glsl' });
    expect(code).toContain('in float gl_ClipDistance[3];');
    expect(code).toContain('vec4(gl_ClipDistance[0], 0.0, gl_ClipDistance[1], 0.0)');
    expect(code).toContain('vec4(0.0, gl_ClipDistance[2], 0.0, 0.0)');
    const elsewhere = assembled('ps_5_0', declarations, ['eval_centroid o0.xyzw, v1.xxzz']);
    expect(stageOf(elsewhere, { to: 'glsl' }).code).toContain('interpolateAtCentroid(gl_ClipDistance[1])');
    expect(stageOf(bytes, { to: 'essl' }).code).toContain('#extension GL_EXT_clip_cull_distance : require');
    const culled = assembled(
      'ps_5_0',
      [declarations[0]!, 'dcl_input_ps_siv linear v1.x, cull_distance', 'dcl_output o0.x'],
      ['mov o0.x, v1.x'],
    );
    expect(codesOf(culled, { to: 'glsl', version: '330' })).toContain('DX6005');
  });
});

describe('functions', () => {
  const bits = assembled(
    'cs_5_0',
    [
      'dcl_globalFlags refactoringAllowed',
      'dcl_uav_raw u0',
      'dcl_input vThreadID.x',
      'dcl_temps 1',
      'dcl_thread_group 1, 1, 1',
    ],
    ['ubfe r0.x, l(5), vThreadID.x, vThreadID.x', 'countbits r0.x, r0.x', 'store_raw u0.x, l(0), r0.x'],
  );

  it('keep five bits of counts, also where the language leaves the rest open', () => {
    const { code } = stageOf(bits, { to: 'essl' });
    expect(code).toContain('extract_bits(gl_GlobalInvocationID.x, gl_GlobalInvocationID.x & 31u, 5u)');
    expect(code).toContain('uint(bitCount(x))');
  });
});
