/** Filtered reads: exact references for the weights, and the examples and rules of the functional specification. */
import { describe, expect, test } from 'vitest';
import { fill, format, request, result, resultWords, texture, view } from '../../../smith/checks/textures.ts';
import { Random } from '../../../smith/random.ts';
import { bitsOfFloat } from '../../../src/numerics/conversion.ts';
import { ALL_LANES, LANES } from '../../../src/vm/lanes.ts';
import { type LodSource, sample } from '../../../src/vm/texture/sample.ts';
import { COMPARISONS, createSampler, filterStates, type Sampler } from '../../../src/vm/texture/sampler.ts';
import type { TextureView } from '../../../src/vm/texture/texture-view.ts';

const FLOAT = format('R32_FLOAT');
const RGBA = format('R8G8B8A8_UNORM');

function read(of: TextureView | undefined, sampler: Sampler, source: LodSource, ...coordinates: number[]): number[] {
  const made = request(...coordinates);
  sample(of, sampler, made, source);
  return result(made);
}

describe('points', () => {
  const of = view(fill(texture({ dimension: '1d', format: FLOAT, width: 4 }), (_, __, x) => x));
  const sampler = createSampler({ ...filterStates(0), addressU: 'wrap' });

  test('the texel that the fixed-point coordinate is in', () => {
    const at = (u: number) => read(of, sampler, 'zero', u)[0];
    expect([0, 0.2499, 0.25, 0.999, 0.9996, 1, -0.01].map(at)).toEqual([0, 1, 1, 3, 0, 0, 3]);
    // 0.24952 * 4 is nearer to 1 than to 255/256; 0.2495 is not.
    expect([0.24952, 0.2495].map(at)).toEqual([1, 0]);
    expect([Number.NaN, Number.POSITIVE_INFINITY].map(at)).toEqual([0, 0]);
  });

  test('the bits of a texel stay, and integers are not filtered', () => {
    const bits = texture({ dimension: '1d', format: FLOAT, width: 1 }, Uint8Array.of(1, 0, 0xa0, 0x7f));
    const made = request(0.3);
    sample(view(bits), sampler, made, 'zero');
    expect(resultWords(made)).toEqual([0x7fa0_0001, 0, 0, 0x3f80_0000]);
    const texels = fill(texture({ dimension: '1d', format: format('R8_UINT'), width: 2 }), (_, __, x) => 7 + x);
    sample(view(texels), createSampler(), made, 'zero');
    expect(resultWords(made)).toEqual([7, 0, 0, 1]);
  });

  test('a linear read at the center of a texel is that texel', () => {
    expect(read(of, createSampler(), 'zero', 0.375)).toEqual([1, 0, 0, 1]);
  });
});

test('without a view everything is 0; lanes that are not read keep their result', () => {
  const made = request(0, 0);
  made.result.fill(9);
  made.lanes = 0b0101;
  sample(undefined, createSampler(), made, 'implicit');
  expect([0, 1, 2, 3].map((lane) => resultWords(made, lane)[0])).toEqual([0, 9, 0, 9]);
});

test('a filter of one color is that color', () => {
  const random = new Random(7);
  for (let i = 0; i < 100; i++) {
    const color = [0, 1, 2, 3].map(() => random.below(256) / 255);
    const of = view(fill(texture({ dimension: '2d', format: RGBA, width: 8, height: 8, mips: 4 }), () => color));
    const made = request(random.word() / 2 ** 32, random.word() / 2 ** 32);
    for (let lane = 0; lane < LANES; lane++) made.coordinates[lane]! += (lane * random.below(100)) / 1000;
    made.coordinates[6]! += 0.031;
    const filters = ['linear', 'anisotropic'] as const;
    const sampler = createSampler({ minFilter: filters[i % 2]!, magFilter: filters[i % 2]!, maxAnisotropy: 16 });
    sample(of, sampler, made, 'implicit');
    expect(result(made, 2)).toEqual(color.map((c) => Math.fround(c)));
  }
});

describe('comparisons', () => {
  const depth = view(
    fill(texture({ dimension: '2d', format: format('R16_UNORM'), width: 2, height: 1 }), (_, __, x) => (x + 1) / 4),
  );
  const compared = (sampler: Sampler, u: number, reference: number) => {
    const made = request(u, 0.5);
    made.reference.fill(reference);
    sample(depth, sampler, made, 'zero', true);
    return result(made);
  };

  test.each(COMPARISONS)('%s: the reference comes first', (comparison) => {
    const sampler = createSampler({ ...filterStates(0x80), comparison });
    const expected = {
      never: [0, 0, 0],
      less: [1, 0, 0],
      equal: [0, 1, 0],
      'less-equal': [1, 1, 0],
      greater: [0, 0, 1],
      'not-equal': [1, 0, 1],
      'greater-equal': [0, 1, 1],
      always: [1, 1, 1],
    }[comparison];
    // 0.25 and its 16-bit number are one after the reference is rounded.
    expect([0.1, 0.25, 0.9].map((r) => compared(sampler, 0.25, r)[0])).toEqual(expected);
  });

  test('results are filtered, not depths', () => {
    const sampler = createSampler({ ...filterStates(0x94), comparison: 'less' });
    expect(compared(sampler, 0.5, 0.3)).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(compared(sampler, 0.375, 0.3)[0]).toBe(0.25);
  });

  test('the reference is clamped to the range of the format', () => {
    const sampler = createSampler({ ...filterStates(0x80), comparison: 'less-equal', addressU: 'border' });
    expect(compared(sampler, 2, 5)[0]).toBe(1);
    const float = view(fill(texture({ dimension: '1d', format: FLOAT, width: 1 }), () => 1));
    const made = request(0.5);
    made.reference.fill(5);
    sample(float, sampler, made, 'zero', true);
    expect(result(made)[0]).toBe(0);
  });
});

describe('borders', () => {
  const border = [0.5, -2, 3, 0.25] as const;
  const at = (name: string) =>
    read(
      view(texture({ dimension: '1d', format: format(name), width: 4 })),
      createSampler({ addressU: 'border', border }),
      'zero',
      9,
    );

  test('are clamped to the format, without the components that it does not have', () => {
    expect(at('R8G8B8A8_UNORM')).toEqual([0.5, 0, 1, 0.25]);
    expect(at('R8_SNORM')).toEqual([0.5, 0, 0, 1]);
    expect(at('R16G16_SNORM')).toEqual([0.5, -1, 0, 1]);
    expect(at('R11G11B10_FLOAT')).toEqual([0.5, 0, 3, 1]);
    expect(at('R32G32B32A32_FLOAT')).toEqual([...border]);
    expect(at('A8_UNORM')).toEqual([0, 0, 0, 0.25]);
  });

  test('mix with texels', () => {
    const white = view(fill(texture({ dimension: '1d', format: RGBA, width: 1 }), () => [1, 1, 1, 1]));
    const sampler = createSampler({ addressU: 'border', border: [0, 0, 0, 0] });
    expect(read(white, sampler, 'zero', 0)).toEqual([0.5, 0.5, 0.5, 0.5]);
  });
});

test('the smallest and the largest texel, without those of weight 0', () => {
  const of = view(fill(texture({ dimension: '1d', format: FLOAT, width: 4 }), (_, __, x) => [5, -3, 8, 1][x]!));
  const at = (filter: number, u: number) => read(of, createSampler(filterStates(filter)), 'zero', u)[0];
  expect([0x115, 0x195].map((filter) => at(filter, 0.3))).toEqual([-3, 5]);
  expect([0x115, 0x195].map((filter) => at(filter, 0.375))).toEqual([-3, -3]);
});

test('sRGB texels are linear before they are filtered', () => {
  const of = view(
    fill(texture({ dimension: '1d', format: format('R8G8B8A8_UNORM_SRGB'), width: 2 }), (_, __, x) => [x, 0, 0, x]),
  );
  expect(read(of, createSampler(), 'zero', 0.5)).toEqual([0.5, 0, 0, 0.5]);
});

test('arrays: the index is rounded to even and clamped', () => {
  const of = view(
    fill(texture({ dimension: '2d', format: FLOAT, width: 2, height: 2, layers: 4 }), (_, layer) => layer),
  );
  expect(
    [0.5, 1.5, 2.6, 100, -1, Number.NaN].map((layer) => read(of, createSampler(), 'zero', 0.5, 0.5, layer)[0]),
  ).toEqual([0, 2, 3, 3, 0, 0]);
});

describe('anisotropic filters', () => {
  // Columns of 1 and 0: a filter along x averages them, and levels below the first have the mean.
  const of = view(
    fill(texture({ dimension: '2d', format: FLOAT, width: 64, height: 64, mips: 7 }), (mip, _, x) =>
      mip > 0 ? 100 : x,
    ),
  );
  const at = (maxAnisotropy: number, dx: number, dy: number) => {
    const made = request(0.5, 0.5);
    made.ddx.fill(dx / 64, 0, LANES);
    made.ddy.fill(dy / 64, LANES, 2 * LANES);
    const states = { ...filterStates(0x55), addressU: 'wrap', addressV: 'wrap' } as const;
    sample(of, createSampler({ ...states, maxAnisotropy }), made, 'gradient');
    return result(made)[0];
  };

  test('take samples along the longer axis of the most detailed level that the shorter one allows', () => {
    // The mean of the texels around x = 32, 8 of them.
    expect(at(16, 8, 1)).toBe(31.5);
    expect(at(8, 8, 1)).toBe(31.5);
    // Two samples of a footprint of 8 texels: the shorter axis becomes 4, level 2.
    expect(at(2, 8, 1)).toBe(100);
    expect(at(16, 8, 2)).toBe(100);
  });

  test('leave magnified textures alone', () => {
    expect(at(16, 0.25, 0.25)).toBe(31.5);
    expect(at(16, 0, 0)).toBe(31.5);
  });
});

test('a request for no lanes changes nothing', () => {
  const made = request(0);
  made.lanes = 0;
  made.result.fill(3);
  sample(view(texture({ dimension: '1d', format: FLOAT, width: 1 })), createSampler(), made, 'implicit');
  expect(resultWords(made)).toEqual([3, 3, 3, 3]);
  expect(ALL_LANES).toBe(15);
});

test('subnormal texels are flushed by filters', () => {
  const tiny = 2 ** -130;
  const of = view(fill(texture({ dimension: '1d', format: FLOAT, width: 2 }), () => tiny));
  const made = request(0.5);
  sample(of, createSampler(), made, 'zero');
  expect(resultWords(made)[0]).toBe(bitsOfFloat(0));
});
