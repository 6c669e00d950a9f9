/** Reads of four texels. */
import { describe, expect, test } from 'vitest';
import { fill, format, request, result, resultWords, texture, view } from '../../../smith/checks/textures.ts';
import { LANES } from '../../../src/vm/lanes.ts';
import { gather4 } from '../../../src/vm/texture/gather.ts';
import { createSampler } from '../../../src/vm/texture/sampler.ts';

const RGBA = format('R32G32B32A32_FLOAT');
const grid = view(
  fill(texture({ dimension: '2d', format: RGBA, width: 4, height: 4, mips: 3, layers: 2 }), (mip, layer, x, y) => [
    10 * y + x,
    mip,
    layer,
    0.5,
  ]),
);
const sampler = createSampler({ addressU: 'wrap', addressV: 'clamp' });

test('lower left, lower right, upper right, upper left', () => {
  const made = request(0.5, 0.5, 0);
  gather4(grid, sampler, made);
  expect(result(made)).toEqual([21, 22, 12, 11]);
});

test('the component, the layer and the most detailed level', () => {
  const made = request(0.5, 0.5, 1);
  gather4(grid, sampler, made, { component: 2 });
  expect(result(made)).toEqual([1, 1, 1, 1]);
  gather4(grid, sampler, made, { component: 1 });
  expect(result(made)).toEqual([0, 0, 0, 0]);
});

test('address modes and offsets', () => {
  const made = request(0, 0, 0);
  gather4(grid, sampler, made);
  expect(result(made)).toEqual([3, 0, 0, 3]);
  made.offsets.fill(1, 0, LANES);
  made.offsets.fill(2, LANES, 2 * LANES);
  gather4(grid, sampler, made);
  expect(result(made)).toEqual([20, 21, 11, 10]);
});

test('offsets as operands have 6 bits with a sign', () => {
  const made = request(0.5, 0.5, 0);
  made.offsets.fill(0x7f, 0, LANES);
  made.offsets.fill(-64, LANES, 2 * LANES);
  gather4(grid, sampler, made, { hasOffsetOperand: true });
  expect(result(made)).toEqual([20, 21, 11, 10]);
});

test('comparisons give 1 or 0 for each texel', () => {
  const made = request(0.5, 0.5, 0);
  made.reference.fill(15);
  gather4(grid, createSampler({ comparison: 'less' }), made, { isComparison: true });
  expect(result(made)).toEqual([1, 1, 0, 0]);
});

test('bits of floats stay', () => {
  const bits = texture(
    { dimension: '2d', format: format('R32_FLOAT'), width: 1, height: 1 },
    Uint8Array.of(1, 0, 0, 0),
  );
  const made = request(0.5, 0.5);
  gather4(view(bits), sampler, made);
  expect(resultWords(made)).toEqual([1, 1, 1, 1]);
});

describe('cubes', () => {
  const cube = view(
    fill(
      texture({ dimension: '2d', format: format('R32_FLOAT'), width: 2, height: 2, layers: 6 }),
      (_, layer) => layer,
    ),
    { dimension: 'cube' },
  );

  test('edges have the texels of both faces', () => {
    const made = request(1, 1, 0);
    gather4(cube, sampler, made);
    // The direction is on face +Y; +X is at its right.
    expect(result(made)).toEqual([2, 0, 0, 2]);
  });

  test('the fourth texel of a corner is the mean of the others', () => {
    const made = request(1, 1, 1);
    gather4(cube, sampler, made);
    // +Z, +X at its right, +Y above it.
    expect(result(made)).toEqual([4, 0, 2, 2]);
  });

  test('after the comparison, if there is one', () => {
    const made = request(1, 1, 1);
    made.reference.fill(1);
    gather4(cube, createSampler({ comparison: 'less' }), made, { isComparison: true });
    expect([...result(made)].sort()).toEqual([0, Math.fround(2 / 3), 1, 1]);
  });
});

test('the clamp of the resource: 5.8.4 and 5.8.6', () => {
  const made = request(0.5, 0.5, 0);
  grid.texture.minLod = 0.1;
  gather4(grid, sampler, made);
  expect(result(made)).toEqual([21, 22, 12, 11]);
  grid.texture.minLod = 1;
  gather4(grid, sampler, made);
  expect(result(made)).toEqual([0, 0, 0, 0]);
  // A border texel is compared like any other.
  made.reference.fill(-1);
  gather4(grid, createSampler({ comparison: 'less' }), made, { isComparison: true });
  expect(result(made)).toEqual([1, 1, 1, 1]);
  grid.texture.minLod = 0;
  gather4(undefined, sampler, made);
  expect(result(made)).toEqual([0, 0, 0, 0]);
});
