/** Faces of a cube, their edges and corners. */
import { describe, expect, test } from 'vitest';
import { fill, format, request, result, texture, view } from '../../../smith/checks/textures.ts';
import { Random } from '../../../smith/random.ts';
import {
  CubePoint,
  CubeTexel,
  crossEdge,
  projectDerivative,
  projectOnCube,
} from '../../../src/vm/texture/addressing.ts';
import { sample } from '../../../src/vm/texture/sample.ts';
import { createSampler } from '../../../src/vm/texture/sampler.ts';

/**
 * A point of a face in space, by the table of cube faces in the documentation of Direct3D; `s` and `t` from -1 to 1.
 */
function pointOf(face: number, s: number, t: number): readonly [number, number, number] {
  switch (face) {
    case 0:
      return [1, -t, -s];
    case 1:
      return [-1, -t, s];
    case 2:
      return [s, 1, t];
    case 3:
      return [s, -1, -t];
    case 4:
      return [s, -t, 1];
    default:
      return [-s, -t, -1];
  }
}

const centerOf = (face: number, x: number, y: number, size: number) =>
  pointOf(face, (2 * x + 1) / size - 1, (2 * y + 1) / size - 1);

describe('directions', () => {
  test('hit the point that they come from', () => {
    const random = new Random(1);
    const point = new CubePoint();
    for (let i = 0; i < 500; i++) {
      const face = random.below(6);
      const [s, t] = [random.between(-9, 9) / 10, random.between(-9, 9) / 10];
      const scale = 2 ** random.between(-3, 3);
      const [x, y, z] = pointOf(face, s, t).map((c) => c * scale) as [number, number, number];
      projectOnCube(x, y, z, point);
      expect(point.face).toBe(face);
      expect(point.u).toBeCloseTo(s / 2 + 0.5, 12);
      expect(point.v).toBeCloseTo(t / 2 + 0.5, 12);
    }
  });

  test('with equal components: Z, then Y, then X', () => {
    const point = new CubePoint();
    const faceOf = (x: number, y: number, z: number) => {
      projectOnCube(x, y, z, point);
      return point.face;
    };
    expect([faceOf(1, 1, 1), faceOf(1, 1, 0), faceOf(1, 0, -1), faceOf(-1, -1, 0)]).toEqual([4, 2, 5, 3]);
  });

  test('have derivatives that are limits of differences', () => {
    const random = new Random(2);
    const [a, b] = [new CubePoint(), new CubePoint()];
    const out = new Float64Array(3);
    const step = 2 ** -20;
    for (let i = 0; i < 300; i++) {
      const face = random.below(6);
      const [x, y, z] = pointOf(face, random.between(-8, 8) / 10, random.between(-8, 8) / 10).map((c) => c * 3) as [
        number,
        number,
        number,
      ];
      const d = Float64Array.from([0, 1, 2], () => random.between(-10, 10) / 10);
      projectDerivative(x, y, z, d, out);
      projectOnCube(x, y, z, a);
      projectOnCube(x + d[0]! * step, y + d[1]! * step, z + d[2]! * step, b);
      expect((2 * (b.u - a.u)) / step).toBeCloseTo(out[0]!, 4);
      expect((2 * (b.v - a.v)) / step).toBeCloseTo(out[1]!, 4);
    }
  });
});

describe('edges', () => {
  test.each([1, 2, 5])('texels across are as near as two texels at an edge can be: size %i', (size) => {
    const texel = new CubeTexel();
    const back = new CubeTexel();
    for (let face = 0; face < 6; face++) {
      for (let i = 0; i < size; i++) {
        for (const [x, y, dx, dy] of [
          [-1, i, 1, 0],
          [size, i, -1, 0],
          [i, -1, 0, 1],
          [i, size, 0, -1],
        ] as const) {
          expect(crossEdge(face, x, y, size, texel)).toBe(true);
          const [from, to] = [centerOf(face, x + dx, y + dy, size), centerOf(texel.face, texel.x, texel.y, size)];
          const square = from.reduce((sum, c, axis) => sum + (c - to[axis]!) ** 2, 0);
          // Each is half a texel from the edge, on faces at a right angle.
          expect(square).toBeCloseTo(2 / size ** 2, 12);
          // The way back from that texel ends where it began.
          const neighbors = [
            [-1, 0],
            [1, 0],
            [0, -1],
            [0, 1],
          ].filter(([bx, by]) => {
            crossEdge(texel.face, texel.x + bx!, texel.y + by!, size, back);
            return back.face === face && back.x === x + dx && back.y === y + dy;
          });
          expect(neighbors.length).toBe(1);
        }
      }
    }
  });

  test('there is nothing at corners, and texels of the face stay', () => {
    const texel = new CubeTexel();
    expect([crossEdge(0, -1, -1, 4, texel), crossEdge(3, 4, -1, 4, texel)]).toEqual([false, false]);
    expect(crossEdge(2, 1, 3, 4, texel)).toBe(true);
    expect([texel.face, texel.x, texel.y]).toEqual([2, 1, 3]);
  });
});

describe('filters', () => {
  const SIZE = 4;
  // Red, green and blue of a texel are where its center is.
  const cube = view(
    fill(
      texture({ dimension: '2d', format: format('R32G32B32A32_FLOAT'), width: SIZE, height: SIZE, layers: 6 }),
      (_, layer, x, y) => centerOf(layer, x, y, SIZE),
    ),
    { dimension: 'cube' },
  );
  const at = (isSeamless: boolean, ...direction: number[]) => {
    const made = request(...direction);
    sample(cube, createSampler({ isSeamless }), made, 'zero');
    return result(made).slice(0, 3);
  };

  test('go on across edges', () => {
    // In the middle of the edge between +X and +Y: the mean of the texels on both sides.
    expect(at(true, 1, 1, 0.25)).toEqual([0.875, 0.875, 0.25]);
    expect(at(false, 1, 1, 0.25)).toEqual([0.75, 1, 0.25]);
  });

  test('are continuous at edges', () => {
    const random = new Random(3);
    for (let i = 0; i < 200; i++) {
      const t = random.between(-900, 900) / 1000;
      const [left, right] = [at(true, 1, 1 - 2 ** -12, t), at(true, 1 - 2 ** -12, 1, t)];
      left.forEach((c, axis) => {
        expect(Math.abs(c - right[axis]!)).toBeLessThan(0.01);
      });
    }
  });

  test('mix three texels at corners', () => {
    const third = Math.fround((1 + 0.75 + 0.75) / 3);
    expect(at(true, 1, 1, 1)).toEqual([third, third, third]);
    expect(at(true, -1, -1, -1)).toEqual([-third, -third, -third]);
    // Away from the corner by a quarter of a texel in both directions: the missing texel has 1/16, and each of the
    // others gets a third of it.
    const near = at(true, 0.875, 0.875, 1);
    expect(near[2]).toBe(Math.fround((9 / 16 + 1 / 48) * 1 + (3 / 16 + 1 / 48) * 1.5));
  });

  test('points are on the face that the direction hits', () => {
    const made = request(1, 1, 1);
    sample(cube, createSampler({ minFilter: 'point', magFilter: 'point' }), made, 'zero');
    expect(result(made).slice(0, 3)).toEqual([0.75, 0.75, 1]);
  });

  test('a direction of zeros reads a texel', () => {
    expect(at(true, 0, 0, 0).every((c) => Math.abs(c) <= 1)).toBe(true);
    expect(at(true, Number.NaN, 1, 0).every((c) => Math.abs(c) <= 1)).toBe(true);
  });

  test('arrays of cubes', () => {
    const cubes = view(
      fill(
        texture({ dimension: '2d', format: format('R32_FLOAT'), width: 1, height: 1, layers: 18 }),
        (_, layer) => layer,
      ),
      { dimension: 'cube-array', firstLayer: 6, layers: 12 },
    );
    const made = request(0, 0, -1, 1);
    sample(cubes, createSampler({ minFilter: 'point', magFilter: 'point' }), made, 'zero');
    expect(result(made)[0]).toBe(17);
  });
});
