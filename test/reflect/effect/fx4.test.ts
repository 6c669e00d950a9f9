/** Reflection of effects of Direct3D 10 and 11 against Microsoft's listings of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RECORDED_EFFECTS } from '../../../fixtures/fx4-effects.ts';
import { skeletonOfListing, skeletonOfReflection } from '../../../smith/checks/effect4-skeleton.ts';
import { reflect, reflectEffect } from '../../../src/reflect/index.ts';

const DIAGNOSTICS_OF_NO_EFFECT = ['DX0100'];

describe.each(RECORDED_EFFECTS)('$title', ({ bytes, listings }) => {
  const { value, diagnostics } = reflectEffect(bytes);

  test('has every fact of the listing', () => {
    expect(diagnostics).toEqual([]);
    const listing = listings.find(([flags]) => flags === 0)![1];
    const names = value!.variables.map(({ name }) => name);
    expect(skeletonOfReflection(value!)).toEqual(skeletonOfListing(listing, names));
  });

  test('says where each shader is', () => {
    for (const { offset, length, profile } of value!.shaders) {
      const { reflection } = reflect(bytes.subarray(offset, offset + length));
      expect(reflection).toMatchObject({ format: 'dxbc', profile });
    }
  });
});

test('names of Direct3D follow the version', () => {
  const states = (profile: string) =>
    RECORDED_EFFECTS.map(({ bytes }) => reflectEffect(bytes).value!)
      .filter((effect) => effect.profile === profile)
      .flatMap(({ variables }) =>
        variables.flatMap(({ value }) => (value?.kind === 'states' ? value.blocks.flat() : [])),
      );
  const nameOf = (profile: string, name: string) => states(profile).find((state) => state.name === name)?.d3dName;
  expect(nameOf('fx_4_0', 'FillMode')).toBe('D3D10_RASTERIZER_DESC.FillMode');
  expect(nameOf('fx_5_0', 'FillMode')).toBe('D3D11_RASTERIZER_DESC.FillMode');
  expect(nameOf('fx_4_0', 'FrontFaceStencilFail')).toBe('D3D10_DEPTH_STENCIL_DESC.FrontFace.StencilFailOp');
});

test('an effect in a Buffer of Node, whose values are at odd offsets', () => {
  const { reflection } = reflect(readFileSync('samples/glow11.fxo'));
  expect(reflection).toMatchObject({ variables: [{ value: { values: [1, 0.8, 0.5, 1] } }, {}, {}, {}, {}, {}] });
});

test('bytes that are no effect', () => {
  const { value, diagnostics } = reflectEffect(new Uint8Array(4));
  expect([value, diagnostics.map(({ code }) => code)]).toEqual([undefined, DIAGNOSTICS_OF_NO_EFFECT]);
});
