/** Reads by the rules of Direct3D 9. */
import { describe, expect, test } from 'vitest';
import { fill, format, request, result, texture, view } from '../../../smith/checks/textures.ts';
import { bitsOfFloat } from '../../../src/numerics/conversion.ts';
import { legacyView, sampleLegacy } from '../../../src/vm/texture/legacy.ts';
import { type LegacySamplerStates, legacySampler } from '../../../src/vm/texture/sampler.ts';
import type { TextureView } from '../../../src/vm/texture/texture-view.ts';

const POINT = 1;
const LINEAR = 2;

function read(of: TextureView | undefined, states: LegacySamplerStates, ...coordinates: number[]): number[] {
  const made = request(...coordinates);
  sampleLegacy(of, legacySampler(states), made, 'zero');
  return result(made);
}

function grid(name: string, value: (x: number, y: number) => number | readonly number[]): TextureView {
  const of = texture({ dimension: '2d', format: format(name, 'd3d9'), width: 2, height: 2 });
  return view(fill(of, (_, __, x, y) => value(x, y)));
}

test('the states of a sampler', () => {
  const { sampler, isFetch4 } = legacySampler();
  expect([sampler.minFilter, sampler.magFilter, sampler.mipFilter, sampler.addressU, isFetch4]).toEqual([
    'point',
    'point',
    'none',
    'wrap',
    false,
  ]);
  const states = { addressU: 2, addressV: 3, addressW: 5, minFilter: 3, magFilter: 6, mipFilter: 2, maxMipLevel: 2 };
  const made = legacySampler({ ...states, mipMapLodBias: bitsOfFloat(-1.5), borderColor: 0x80ff_0033 }).sampler;
  expect(made).toMatchObject({
    addressU: 'mirror',
    addressV: 'clamp',
    addressW: 'mirror-once',
    minFilter: 'anisotropic',
    magFilter: 'linear',
    mipFilter: 'linear',
    minLod: 2,
    lodBias: -1.5,
    border: [1, 0, 0.2, 128 / 255],
  });
});

test('the filter for magnification is chosen before the level is clamped', () => {
  const of = texture({ dimension: '2d', format: format('R32F', 'd3d9'), width: 4, height: 4, mips: 2 });
  const levels = view(fill(of, (mip, _, x) => 10 * mip + x));
  const states = { addressU: 3, magFilter: LINEAR, minFilter: POINT, mipFilter: POINT, maxMipLevel: 1 };
  // Between the two texels of level 1, 10 and 11.
  expect(read(levels, states, 0.5, 0.5)[0]).toBe(10.5);
  // A bias of 1/2 makes it a minified texture.
  expect(read(levels, { ...states, mipMapLodBias: bitsOfFloat(0.5) }, 0.5, 0.5)[0]).toBe(11);
});

test('components that a format does not have are 1', () => {
  expect(
    read(
      grid('R32F', (x) => x + 2),
      {},
      0.75,
      0.25,
    ),
  ).toEqual([3, 1, 1, 1]);
  expect(
    read(
      grid('L8', () => 1),
      {},
      0,
      0,
    ),
  ).toEqual([1, 1, 1, 1]);
});

test('without a texture reads are opaque black', () => {
  expect(read(undefined, {}, 0, 0)).toEqual([0, 0, 0, 1]);
});

describe('depth', () => {
  const depth = grid('D24S8', (x) => x / 2);

  test('is compared with the third coordinate, the result is in all components', () => {
    const at = (u: number, z: number) => read(depth, { magFilter: POINT }, u, 0.5, z);
    expect([at(0.25, 0.25), at(0.75, 0.25), at(0.75, 0.5), at(0.75, 0.6)]).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, 1],
      [1, 1, 1, 1],
      [0, 0, 0, 0],
    ]);
  });

  test('results are filtered', () => {
    expect(read(depth, { magFilter: LINEAR, addressU: 3 }, 0.5, 0.5, 0.25)).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  test('is read as it is from INTZ', () => {
    expect(
      read(
        grid('INTZ', (x) => x),
        {},
        0.75,
        0.5,
        0.9,
      ),
    ).toEqual([1, 1, 1, 1]);
  });
});

describe('fetch4', () => {
  const GET4 = 0x3454_4547;
  const GET1 = 0x3154_4547;
  const floats = grid('R32F', (x, y) => 1 + x + 2 * y);

  test('gives alpha upper left, red upper right, green lower left, blue lower right', () => {
    expect(read(floats, { mipMapLodBias: GET4 }, 0.5, 0.5)).toEqual([2, 3, 4, 1]);
    expect(read(floats, { mipMapLodBias: GET1 }, 0.75, 0.25)).toEqual([2, 1, 1, 1]);
  });

  test('reads the only component, whichever it is', () => {
    expect(
      read(
        grid('A8', (x, y) => [0, 0, 0, (x + y) / 2]),
        { mipMapLodBias: GET4 },
        0.5,
        0.5,
      ).map((c) => c > 0),
    ).toEqual([true, true, true, false]);
    const colors = grid('A8R8G8B8', () => [1, 0, 0, 0]);
    expect(read(colors, { mipMapLodBias: GET4 }, 0.5, 0.5)).toEqual([1, 0, 0, 0]);
  });
});

test('sRGB reads', () => {
  const of = grid('A8R8G8B8', () => [0.5, 0.5, 0.5, 0.5]);
  const states = legacySampler({ srgbTexture: true });
  const made = request(0, 0);
  sampleLegacy(legacyView(of, states), states, made, 'zero');
  expect(result(made)[0]).toBeCloseTo(0.2158605, 6);
  expect(result(made)[3]).toBe(Math.fround(128 / 255));
  expect(legacyView(of, legacySampler())).toBe(of);
});

test('faces of cubes do not mix', () => {
  const cube = view(
    fill(
      texture({ dimension: '2d', format: format('R32F', 'd3d9'), width: 2, height: 2, layers: 6 }),
      (_, layer) => layer,
    ),
    { dimension: 'cube' },
  );
  expect(read(cube, { magFilter: LINEAR }, 1, 1, 0)[0]).toBe(2);
});
