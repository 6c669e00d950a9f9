/** Effects as content of XNA, FNA and MonoGame. The header of an effect of XNA is that of files that XNA 4 made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { mgfxOf } from '../../smith/archives/engines.ts';
import { parseEffect2 } from '../../src/effects/index.ts';
import { xnbOfEffect } from '../../src/find/writers/xnb.ts';
import { compileEffect } from '../../src/hlsl/index.ts';
import { findAll } from '../support/found.ts';

const PS4 = new Uint8Array(readFileSync(join(RECORDED, 'arithmetic-float.main.ps_4_0.bin')));
const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

test('an effect of MonoGame', async () => {
  const effect = mgfxOf(10, PS4, PS4);
  const file = xnbOfEffect(effect);
  expect(textOf(file.subarray(0, 6))).toBe('XNBw\x05\0');
  expect(new DataView(file.buffer).getUint32(6, true)).toBe(file.byteLength);
  expect(textOf(file)).toContain('Microsoft.Xna.Framework.Content.EffectReader, MonoGame.Framework, ');
  expect(file.subarray(-effect.byteLength)).toEqual(effect);
  const { shaders } = await findAll(file);
  expect(shaders.map(({ path }) => path)).toEqual(['effect/T/P0/vs', 'effect/T/P0/ps']);
});

test('an effect of Direct3D 9 has the header of XNA 4, with the samplers whose textures it sets', () => {
  const source = `texture a; texture b;
    sampler2D plain : register(s1); sampler2D first : register(s0) = sampler_state { Texture = <a>; }; sampler2D second : register(s2) = sampler_state { Texture = <b>; };
    float4 main(float2 uv : TEXCOORD0) : COLOR0 { return tex2D(plain, uv) + tex2D(first, uv) + tex2D(second, uv); }
    technique { pass { PixelShader = compile ps_2_0 main(); } }`;
  const { bytes, diagnostics } = compileEffect(source, { profile: 'fx_2_0' });
  expect(diagnostics).toEqual([]);
  const file = xnbOfEffect(bytes!);
  const content = file.subarray(-bytes!.byteLength - 16);
  const view = new DataView(content.buffer, content.byteOffset);
  expect([0, 4, 8].map((at) => view.getUint32(at, true))).toEqual([0xbcf0_0bcf, 16, 0]);
  const { value } = parseEffect2(content.slice());
  expect(value?.techniques).toHaveLength(1);
  expect(view.getUint32(12, true)).toBe(0b101);
  expect(xnbOfEffect(content.slice()).subarray(-content.byteLength)).toEqual(content);
  expect(textOf(file)).toContain('Microsoft.Xna.Framework.Graphics, Version=4.0.0.0, ');
});
