/** Effects as one source. live/decompile-effects.ts compiles sources with Microsoft's compiler and compares effects. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecordedEffects2 } from '../../fixtures/fx2-effects.ts';
import { RECORDED_EFFECTS } from '../../fixtures/fx4-effects.ts';
import { decompile } from '../../src/decompile/index.ts';
import { embeddedShaders } from '../../src/effects/index.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../samples', name));

describe('the source of an effect of Direct3D 9', () => {
  const { code, profile, entryPoint } = decompile(sample('glow.fxo'));

  it('says how it is compiled', () => {
    expect(code!.split('\n')[0]).toBe('// fxc /T fx_2_0');
    expect([profile, entryPoint]).toEqual(['fx_2_0', '']);
  });

  it('has parameters with their values, once', () => {
    expect(code!.match(/^float4 tint = \{1, 0\.8, 0\.5, 1\};$/gm)).toHaveLength(1);
    expect(code).toContain('sampler smooth = sampler_state\n{\n    Texture = (picture);');
  });

  it('has one function for equal shaders', () => {
    expect(code!.match(/^\w+ \w+\($/gm)).toHaveLength(3);
    expect(code!.match(/VertexShader = compile vs_3_0 Glow_Blur_vs\(\);/g)).toHaveLength(2);
  });

  it('has preshaders as expressions', () => {
    expect(code).toContain('float2 c0 = 0.5 * texelSize;');
    expect(code).toContain('float c1 = 1.0 / (1.0 - threshold);');
  });

  it('is there for every recorded effect', () => {
    for (const { seed, bytes } of readRecordedEffects2()) {
      const made = decompile(bytes);
      expect(made.code, `seed ${seed}`).toMatch(/^\/\/ fxc \/T fx_2_0/);
      expect(made.code).not.toContain('expression\n');
    }
  });
});

describe('a shader with a preshader, without its effect', () => {
  it('computes the constants itself', () => {
    const bytes = sample('glow.fxo');
    const { offset, length } = embeddedShaders(bytes).value!.find(({ stage }) => stage === 'vs')!;
    const { code, diagnostics } = decompile(bytes.subarray(offset, offset + length));
    expect(code).toContain('float2 texelSize = { 0.00078125, 0.0013888889 };');
    expect(code).toContain('float2 c0 = 0.5 * texelSize;');
    expect(diagnostics).toEqual([]);
  });
});

describe('the source of an effect of Direct3D 11', () => {
  const { code } = decompile(sample('glow11.fxo'));

  it('has objects with their states', () => {
    expect(code).toContain('SamplerState smooth\n{\n  Filter = MIN_MAG_MIP_LINEAR;\n  AddressU = CLAMP;');
    expect(code).toContain('  BlendEnable[0] = TRUE;\n  SrcBlend = ONE;\n');
  });

  it('has techniques and passes', () => {
    expect(code).toContain(
      'technique11 Glow\n{\n  pass Bright\n  {\n    SetVertexShader(CompileShader(vs_4_0, Glow_Bright_vs()));',
    );
    expect(code).toContain('SetBlendState(Add, float4(0.0, 0.0, 0.0, 0.0), 0xffffffffu);');
  });

  it('takes the types of textures from the shaders that read them', () => {
    expect(code).toContain('Texture2D<float4> picture;');
  });

  it('is there for recorded effects without classes', () => {
    for (const { title, bytes } of RECORDED_EFFECTS) {
      const made = decompile(bytes);
      const isExpressible = made.diagnostics.every(({ severity }) => severity !== 'error');
      expect(isExpressible, title).toBe(!/^(group|interfaces)/.test(title) || title.startsWith('group.fx fx_4'));
      expect(made.code === undefined, title).toBe(!isExpressible);
    }
  });

  it('names the part that has no source', () => {
    const { bytes } = RECORDED_EFFECTS.find(({ title }) => title.startsWith('interfaces'))!;
    const codes = decompile(bytes).diagnostics.map(({ code: one }) => one);
    expect(new Set(codes)).toEqual(new Set(['DX6005']));
  });
});

describe('names', () => {
  it('cannot break out of the text', () => {
    const bytes = Uint8Array.from(sample('glow11.fxo'));
    const at = Buffer.from(bytes).indexOf('threshold\0');
    bytes.set(Buffer.from('t;x hold'), at);
    const { code, diagnostics } = decompile(bytes);
    expect(code).toBeUndefined();
    expect(diagnostics.map(({ code: one }) => one)).toContain('DX6005');
  });
});

describe('golden sources', () => {
  // Microsoft's compiler makes the same effects of them.
  const recorded4 = (start: string) => RECORDED_EFFECTS.find(({ title }) => title.startsWith(start))!.bytes;
  const cases: readonly (readonly [name: string, bytes: Uint8Array])[] = [
    ['glow', sample('glow.fxo')],
    ['glow11', sample('glow11.fxo')],
    ['values.fx_5_0', recorded4('values.fx fx_5_0')],
    ['state-blocks.fx_4_1', recorded4('state-blocks.fx fx_4_1')],
    ['expressions.fx_4_0', recorded4('expressions.fx fx_4_0')],
    ['pool.fx_5_0', recorded4('pool.fx fx_5_0')],
    ['parameters.fx_2_0', readRecordedEffects2().find(({ seed }) => seed === 21)!.bytes],
  ];

  it.each(cases)('%s', async (name, bytes) => {
    await expect(decompile(bytes).code).toMatchFileSnapshot(`golden/${name}.fx`);
  });
});
