/** Shaders of Direct3D 9 as shaders of Direct3D 10 to 12. live/translate-dxbc.ts does it with random programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { compareRaised } from '../../smith/checks/raised-runs.ts';
import { assemble } from '../../src/assemble/index.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { reflectShader } from '../../src/reflect/index.ts';
import { disassemble } from '../../src/text/index.ts';
import { type TranslateOptions, translate } from '../../src/translate/index.ts';
import { validate } from '../../src/validate/index.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
const assembled = (text: string) => assemble(text).bytes!;
const translated = (bytes: Uint8Array, options: TranslateOptions = {}) => translate(bytes, { ...options, to: 'dxbc' });
const errorsOf = (bytes: Uint8Array) =>
  validate(bytes)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`);
const codesOf = (bytes: Uint8Array, options: TranslateOptions = {}) =>
  translated(bytes, options).diagnostics.map(({ code }) => code);

/** The reflection of the only stage. */
function reflectionOf(bytes: Uint8Array, options: TranslateOptions = {}) {
  const { reflection } = reflectShader(translated(bytes, options).stages[0]!.code);
  if (reflection?.format !== 'dxbc') throw new Error('no reflection');
  return reflection;
}

const PROGRAMS = readProvenance()
  .map(({ id }) => ({ id, bytes: recorded(id) }))
  .filter(({ bytes }) => openShaderFile(bytes).programs[0]?.isa === 'sm1' && errorsOf(bytes).length === 0);

describe('each recorded program', () => {
  const results: string[] = [];

  it.each(PROGRAMS)('$id is valid and runs the same', ({ bytes }) => {
    for (const profile of ['guarded', 'fast'] as const) {
      const { stages, diagnostics } = translated(bytes, { profile });
      if (stages.length === 0) {
        expect(diagnostics.map(({ code }) => code)).toContain('DX6005');
        continue;
      }
      expect(errorsOf(stages[0]!.code)).toEqual([]);
      const result = compareRaised(openShaderFile(bytes).programs[0]!.words, { profile, runs: 2 });
      expect(['same', 'limited']).toContain(result);
      results.push(result);
    }
  });

  it('is compared, but for those with inputs of the rasterizer or registers that nothing fills', () => {
    expect(results.filter((one) => one === 'same').length).toBeGreaterThan(0.75 * results.length);
  });
});

const VERTEX = `vs_2_0
dcl_position v0
dcl_texcoord3 v1
dcl_color1 v2
m4x4 oPos, v0, c4
mov oT3, v1
mov oD1, v2
mov oFog, v0.z`;

describe('what the application sees', () => {
  it('has usages as semantics', () => {
    const rows = reflectionOf(assembled(VERTEX)).inputParameters.map(({ semanticName, semanticIndex, register }) => [
      semanticName,
      semanticIndex,
      register,
    ]);
    expect(rows).toEqual([
      ['POSITION', 0, 0],
      ['TEXCOORD', 3, 1],
      ['COLOR', 1, 2],
    ]);
  });

  it('has the registers of what a pixel shader reads where the vertex shader writes them', () => {
    const pixel = assembled('ps_2_0\ndcl t3\ndcl v1\nmov r1, v1\nadd r0, t3, r1\nmov oC0, r0');
    const registersOf = (rows: ReturnType<typeof reflectionOf>['inputParameters']) =>
      new Map(rows.map(({ semanticName, semanticIndex, register }) => [`${semanticName}${semanticIndex}`, register]));
    const written = registersOf(reflectionOf(assembled(VERTEX)).outputParameters);
    const read = registersOf(reflectionOf(pixel).inputParameters);
    expect(read.size).toBe(2);
    for (const [name, register] of read) expect(written.get(name)).toBe(register);
    expect(written.get('SV_Position0')).toBe(15);
  });

  it('has the variables of the constant table with --cb named', () => {
    const { constantBuffers } = reflectionOf(recorded('d3d9-vertex.main.vs_2_0'), { constants: 'named' });
    const [constants, state] = constantBuffers;
    expect(constants!.variables.slice(0, 3).map(({ name, startOffset, size }) => [name, startOffset, size])).toEqual([
      ['worldViewProjection', 0, 64],
      ['world', 64, 60],
      ['material_diffuse', 128, 16],
    ]);
    expect(state!.variables.map(({ name }) => name)).toEqual(['half_pixel']);
  });

  it('has a texture and a sampler for each sampler, where options say', () => {
    const pixel = assembled('ps_2_0\ndcl t0\ndcl_2d s1\ntexld r0, t0, s1\nmov oC0, r0');
    const rows = (options: TranslateOptions) =>
      reflectionOf(pixel, options).boundResources.map(({ type, bindPoint }) => [type, bindPoint]);
    expect(rows({})).toEqual([
      ['sampler', 1],
      ['texture', 1],
    ]);
    const bindings = [
      { type: 'srv', register: 1, binding: 5 },
      { type: 'sampler', register: 1, binding: 3 },
    ] as const;
    expect(rows({ bindings })).toEqual([
      ['sampler', 3],
      ['texture', 5],
    ]);
  });

  it('has registers of Direct3D 9 in the map', () => {
    const { map } = translated(recorded('d3d9-pixel.main.ps_2_0')).stages[0]!;
    expect(map.inputs.map(({ semantic, index, register }) => [semantic, index, register])).toContainEqual([
      'texcoord',
      0,
      2,
    ]);
    expect(map.requires.features).toEqual(['feature level 11_0']);
  });
});

describe('versions and profiles', () => {
  it.each(['4.0', '4.1', '5.0', '5.1'])('writes %s', (version) => {
    const { code } = translated(assembled(VERTEX), { version }).stages[0]!;
    expect(openShaderFile(code).profile).toBe(`vs_${version.replace('.', '_')}`);
    expect(errorsOf(code)).toEqual([]);
  });

  it('has no version 3.0', () => {
    expect(() => translated(assembled(VERTEX), { version: '3.0' })).toThrow(RangeError);
  });

  it('computes products as later versions do with the profile fast', () => {
    const listing = (profile: 'guarded' | 'fast') =>
      disassemble(translated(assembled(VERTEX), { profile }).stages[0]!.code, { header: false }).text;
    expect(listing('fast')).toContain('dp4');
    expect(listing('fast')).not.toContain('movc');
    expect(listing('guarded')).toContain('movc');
  });
});

describe('refusals', () => {
  it.each([
    ['a shader of later models', recorded('arithmetic-float.main.ps_5_0.0x4'), {}, 'DX6088'],
    ['constants of software vertex processing', recorded('d3d9-vertex-flow.main.vs_2_sw'), {}, 'DX6005'],
    ['registers that are indexed', recorded('ps_3_0-instructions'), { validate: false }, 'DX6005'],
  ])('refuses %s', (_, bytes, options, code) => {
    expect(translated(bytes, options).stages).toEqual([]);
    expect(codesOf(bytes, options)).toContain(code);
  });

  it('leaves out the size of points with a warning', () => {
    const bytes = assembled(`${VERTEX}\nmov oPts, v0.x`);
    expect(codesOf(bytes)).toEqual(['DX6035']);
    expect(errorsOf(translated(bytes).stages[0]!.code)).toEqual([]);
  });
});
