/** Levels of detail against the formulas of the functional specification, 7.18.11, as they are written there. */
import { describe, expect, test } from 'vitest';
import { format, request, result, texture, view } from '../../../smith/checks/textures.ts';
import { Random } from '../../../smith/random.ts';
import { LANES } from '../../../src/vm/lanes.ts';
import { Footprint, measure, queryLod } from '../../../src/vm/texture/sample.ts';
import { createSampler } from '../../../src/vm/texture/sampler.ts';

type Vector = readonly [number, number, number];

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const lengthOf = (a: Vector) => Math.sqrt(dot(a, a));
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The vectors in a plane, for those in space. */
function flattened(x: Vector, y: Vector): readonly [Vector, Vector] {
  if (x[2] === 0 && y[2] === 0) return [x, y];
  const ortho = cross(x, cross(x, y));
  return [
    [lengthOf(x), 0, 0],
    [dot(y, x) / lengthOf(x), dot(y, ortho) / lengthOf(ortho), 0],
  ];
}

/** The axes of the ellipse. */
function axesOf(x: Vector, y: Vector): readonly [Vector, Vector] {
  const a = x[1] ** 2 + y[1] ** 2;
  const b = -2 * (x[0] * x[1] + y[0] * y[1]);
  const c = x[0] ** 2 + y[0] ** 2;
  const f = (x[0] * y[1] - y[0] * x[1]) ** 2;
  const [p, q] = [a - c, a + c];
  const t = Math.sqrt(p ** 2 + b ** 2);
  return [
    [Math.sqrt((f * (t + p)) / (t * (q + t))), Math.sqrt((f * (t - p)) / (t * (q + t))) * Math.sign(b), 0],
    [Math.sqrt((f * (t - p)) / (t * (q - t))) * -Math.sign(b), Math.sqrt((f * (t + p)) / (t * (q - t))), 0],
  ];
}

function measured(x: Vector, y: Vector, maxAnisotropy: number, isEllipse = true): Footprint {
  const footprint = new Footprint();
  measure({ x: Float64Array.from(x), y: Float64Array.from(y) }, maxAnisotropy, footprint, isEllipse);
  return footprint;
}

const random = new Random(11);
const some = () => random.between(-400, 400) / 16 + 0.03;

describe('isotropic', () => {
  test('random derivatives in a plane', () => {
    for (let i = 0; i < 500; i++) {
      const [x, y]: [Vector, Vector] = [
        [some(), some(), 0],
        [some(), some(), 0],
      ];
      const expected = Math.log2(Math.max(...axesOf(x, y).map(lengthOf)));
      expect(measured(x, y, 0).lod).toBeCloseTo(expected, 5);
    }
  });

  test('random derivatives in space', () => {
    for (let i = 0; i < 500; i++) {
      const [x, y]: [Vector, Vector] = [
        [some(), some(), some()],
        [some(), some(), some()],
      ];
      const expected = Math.log2(Math.max(...axesOf(...flattened(x, y)).map(lengthOf)));
      expect(measured(x, y, 0).lod).toBeCloseTo(expected, 5);
    }
  });

  test('the longer derivative, where that is the rule', () => {
    for (let i = 0; i < 100; i++) {
      const [x, y]: [Vector, Vector] = [
        [some(), some(), some()],
        [some(), some(), some()],
      ];
      const expected = Math.log2(Math.max(lengthOf(x), lengthOf(y)));
      expect(measured(x, y, 0, false).lod).toBeCloseTo(expected, 5);
      expect(measured(x, y, 0).lod).toBeGreaterThan(expected - 1e-6);
    }
  });

  test('what the specification leaves as it is', () => {
    const infinity = Number.POSITIVE_INFINITY;
    expect(measured([4, 0, 0], [0, 2, 0], 0).lod).toBe(2);
    expect(measured([4, 0, 0], [8, 0, 0], 0).lod).toBe(3);
    expect(measured([0, 0, 0], [3, 4, 0], 0).lod).toBe(Math.fround(Math.log2(5)));
    expect(measured([0, 0, 16], [0, 0, 0], 0).lod).toBe(4);
    expect(measured([0, 0, 0], [0, 0, 0], 0).lod).toBe(-infinity);
    expect(measured([infinity, 1, 0], [1, 1, 0], 0).lod).toBe(infinity);
    expect(measured([Number.NaN, 1, 0], [2, 0, 0], 0).lod).toBe(1);
  });
});

describe('anisotropic', () => {
  /** The second half of the pseudocode. */
  function expected(x: Vector, y: Vector, maxAnisotropy: number) {
    const [lx, ly] = [dot(x, x), dot(y, y)];
    const determinant = Math.abs(x[0] * y[1] - x[1] * y[0]);
    const squaredMajor = lx > ly ? lx : ly;
    const major = Math.sqrt(squaredMajor);
    let ratio = squaredMajor / determinant;
    let minor: number;
    if (ratio > maxAnisotropy) {
      ratio = maxAnisotropy;
      minor = major / ratio;
    } else minor = determinant / major;
    if (minor < 1) ratio = Math.max(1, ratio * minor);
    const axis = lx > ly ? x : y;
    return { ratio, lod: Math.log2(minor), direction: [axis[0] / major, axis[1] / major] as const };
  }

  test('random derivatives', () => {
    for (let i = 0; i < 500; i++) {
      const scale = 2 ** random.between(-6, 1);
      const [x, y] = [
        [some() * scale, some() * scale, 0],
        [some() * scale, some() * scale, 0],
      ] as [Vector, Vector];
      const max = random.between(1, 16);
      const found = measured(x, y, max);
      const { ratio, lod, direction } = expected(...axesOf(x, y), max);
      expect(found.lod).toBeCloseTo(lod, 4);
      expect(found.ratio).toBeCloseTo(ratio, 4);
      const length = Math.hypot(found.majorU, found.majorV);
      expect(Math.abs((found.majorU * direction[0] + found.majorV * direction[1]) / length)).toBeCloseTo(1, 5);
    }
  });

  test('negative levels are kept, so that a bias can reach the most detailed one', () => {
    expect(measured([8, 0, 0], [0, 0.5, 0], 16)).toMatchObject({ lod: -1, ratio: 8 });
    expect(measured([0.25, 0, 0], [0, 0.25, 0], 16)).toMatchObject({ lod: -2, ratio: 1 });
    expect(measured([8, 0, 0], [16, 0, 0], 4)).toMatchObject({ lod: 2, ratio: 4 });
  });
});

describe('the instruction', () => {
  const of = texture({ dimension: '2d', format: format('R8_UNORM'), width: 128, height: 128, mips: 8 });
  const asked = (step: number, clamp: number) => {
    of.minLod = clamp;
    const made = request(0, 0);
    for (const lane of [1, 3]) made.coordinates[lane] = step;
    for (const lane of [2, 3]) made.coordinates[LANES + lane] = step;
    queryLod(view(of, { firstMip: 1, mips: 6 }), createSampler({ minLod: 1.2, maxLod: 4 }), made);
    return result(made, 2);
  };

  test('gives the examples of 5.8.6', () => {
    // Steps of a quarter of a texel of 64 are level -2, steps of 4 are 2.
    const [fine, coarse] = [1 / 256, 4 / 64];
    expect(asked(fine, 3.5)).toEqual([2.5, -2, 0, 0]);
    expect(asked(coarse, 3.5)).toEqual([2.5, 2, 0, 0]);
    expect(asked(fine, 5.5)).toEqual([4.5, -2, 0, 0]);
    expect(asked(fine, 6.5)).toEqual([0, -2, 0, 0]);
  });

  test('gives a level that the view has', () => {
    of.minLod = 0;
    const made = request(0, 0);
    made.coordinates[1] = 1000;
    queryLod(view(of), createSampler(), made);
    expect(result(made)[0]).toBe(7);
    queryLod(undefined, createSampler(), made);
    expect(result(made)).toEqual([0, 0, 0, 0]);
  });
});
