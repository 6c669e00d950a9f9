/**
 * Coverage by the rules of the functional specification: every pixel of a surface once, lines by diamonds, points as
 * squares.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../../smith/random.ts';
import {
  type RasterPrimitive,
  setUpLine,
  setUpPoint,
  setUpTriangle,
  type WindowVertex,
  windingOf,
} from '../../../src/vm/draw/rasterizer.ts';

const CLIP = { left: 0, top: 0, right: 16, bottom: 16 };

function at(x: number, y: number): WindowVertex {
  return { x, y, z: 0, inverseW: 1 };
}

/** How often each sample is covered, by `x,y` or `x,y,sample`. */
function count(primitives: readonly (RasterPrimitive | undefined)[], samples = 1): Map<string, number> {
  const counts = new Map<string, number>();
  for (const primitive of primitives) {
    for (const { x, y, coverage } of primitive?.quads() ?? []) {
      for (const [lane, mask] of coverage.entries()) {
        for (let sample = 0; sample < samples; sample++) {
          if ((mask & (1 << sample)) === 0) continue;
          const key = [x + (lane & 1), y + (lane >> 1), ...(samples > 1 ? [sample] : [])].join(',');
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
    }
  }
  return counts;
}

/** The pixels of a primitive, in order. */
function pixels(primitive: RasterPrimitive | undefined): string[] {
  return [...count([primitive]).keys()].sort();
}

describe('triangles', () => {
  it('include centers on top and left edges only', () => {
    // A square from center to center, as two triangles.
    const [a, b, c, d] = [at(1.5, 1.5), at(3.5, 1.5), at(3.5, 3.5), at(1.5, 3.5)];
    const covered = count([setUpTriangle([a, b, c], CLIP, 1), setUpTriangle([a, c, d], CLIP, 1)]);
    expect([...covered.keys()].sort()).toEqual(['1,1', '1,2', '2,1', '2,2']);
    expect([...covered.values()]).toEqual([1, 1, 1, 1]);
  });

  it.each([1, 4, 8])('that share edges cover each of %i samples once, in either winding', (samples) => {
    const random = new Random(samples);
    for (let run = 0; run < 60; run++) {
      // A fan around a point inside: its outline is the entire target.
      const corners = [at(0, 0), at(16, 0), at(16, 16), at(0, 16)];
      const middle = at(random.below(17 * 64) / 64, random.below(17 * 64) / 64);
      const fan = corners.map((corner, i) => {
        const next = corners[(i + 1) % 4]!;
        return setUpTriangle(random.oneIn(2) ? [middle, corner, next] : [next, corner, middle], CLIP, samples);
      });
      const covered = count(fan, samples);
      expect(covered.size).toBe(16 * 16 * samples);
      expect([...covered.values()].every((times) => times === 1)).toBe(true);
    }
  });

  it('without an area are nothing', () => {
    expect(setUpTriangle([at(1, 1), at(2, 2), at(3, 3)], CLIP, 1)).toBeUndefined();
    expect(setUpTriangle([at(1, 1), at(Number.NaN, 2), at(3, 3)], CLIP, 1)).toBeUndefined();
  });

  it('wind clockwise on the screen', () => {
    expect(windingOf([at(0, 0), at(1, 0), at(0, 1)])).toBe(1);
    expect(windingOf([at(0, 0), at(0, 1), at(1, 0)])).toBe(-1);
  });

  it('stay inside of their clip rectangle', () => {
    const inner = { left: 3, top: 5, right: 4, bottom: 7 };
    expect(pixels(setUpTriangle([at(-100, -100), at(100, -100), at(0, 100)], inner, 1))).toEqual(['3,5', '3,6']);
  });

  it.each([1, 4])('cover the same samples of a quad alone as in its row, %d samples', (samples) => {
    const random = new Random(samples);
    for (let i = 0; i < 30; i++) {
      const vertex = () => at(random.between(-16, 48) / 2 + random.below(8) / 16, random.between(-16, 48) / 2);
      const vertices = [vertex(), vertex(), vertex()] as const;
      const clip = { left: random.below(4), top: random.below(4), right: 16 - random.below(4), bottom: 15 };
      const alone: (RasterPrimitive | undefined)[] = [];
      for (let y = 0; y < 16; y += 2)
        for (let x = 0; x < 16; x += 2) {
          const [left, top] = [Math.max(x, clip.left), Math.max(y, clip.top)];
          const [right, bottom] = [Math.min(x + 2, clip.right), Math.min(y + 2, clip.bottom)];
          if (left < right && top < bottom) alone.push(setUpTriangle(vertices, { left, top, right, bottom }, samples));
        }
      const covered = count([setUpTriangle(vertices, clip, samples)], samples);
      expect(covered).toEqual(count(alone, samples));
    }
  });

  it('weigh their vertices', () => {
    const triangle = setUpTriangle([at(0, 0), at(8, 0), at(0, 4)], CLIP, 1)!;
    const weights = new Float64Array(3);
    triangle.weightsAt(2, 1, weights);
    expect([...weights]).toEqual([0.5, 0.25, 0.25]);
    triangle.weightsAt(8, 0, weights);
    expect([...weights]).toEqual([0, 1, 0]);
  });
});

describe('points', () => {
  it('are squares of a pixel around their position', () => {
    expect(pixels(setUpPoint(at(3.5, 4.5), CLIP, 1))).toEqual(['3,4']);
    // Between four centers the upper left one is on its edges.
    expect(pixels(setUpPoint(at(3, 4), CLIP, 1))).toEqual(['2,3']);
    expect(pixels(setUpPoint(at(3.5, 4.5), CLIP, 1, 3))).toHaveLength(9);
  });
});

describe('lines', () => {
  it('cover the pixels whose diamonds they leave', () => {
    expect(pixels(setUpLine([at(1.5, 1.5), at(5.5, 1.5)], CLIP, 1))).toEqual(['1,1', '2,1', '3,1', '4,1']);
    expect(pixels(setUpLine([at(5.5, 1.5), at(1.5, 1.5)], CLIP, 1))).toEqual(['2,1', '3,1', '4,1', '5,1']);
    expect(pixels(setUpLine([at(1.5, 1.5), at(1.5, 4.5)], CLIP, 1))).toEqual(['1,1', '1,2', '1,3']);
    expect(pixels(setUpLine([at(1.5, 1.5), at(4.5, 4.5)], CLIP, 1))).toEqual(['1,1', '2,2', '3,3']);
    // It begins and ends in the same diamond.
    expect(pixels(setUpLine([at(1.5, 1.5), at(1.7, 1.6)], CLIP, 1))).toEqual([]);
  });

  it('that follow each other cover each pixel once', () => {
    const random = new Random(7);
    for (let run = 0; run < 200; run++) {
      const [y0, y1, y2] = [0, 1, 2].map(() => random.below(16 * 256) / 256);
      // Not steep: one pixel of each column.
      const points = [at(0.5, y0!), at(8.5, y0! + (y1! - 8) / 2), at(15.5, y0! + (y1! - 8) / 2 + (y2! - 8) / 3)];
      const clip = { left: 0, top: -64, right: 16, bottom: 64 };
      const covered = count([
        setUpLine([points[0]!, points[1]!], clip, 1),
        setUpLine([points[1]!, points[2]!], clip, 1),
      ]);
      const columns = new Map<number, number>();
      for (const [key, times] of covered) {
        const column = Number(key.split(',')[0]);
        columns.set(column, (columns.get(column) ?? 0) + times);
      }
      for (let column = 1; column < 15; column++) expect(columns.get(column), `${run}: ${column}`).toBe(1);
    }
  });

  it('are rectangles with multisampling', () => {
    const covered = count([setUpLine([at(2, 4), at(6, 4)], CLIP, 4)], 4);
    // From 2 to 6 and from 3.3 to 4.7, 1.4 pixels wide: samples 0 to 3 are at 1/8, 3/8, 5/8 and 7/8 of the height of a
    // pixel.
    expect([...covered.keys()].sort()).toEqual(
      [2, 3, 4, 5].flatMap((x) => [`${x},3,1`, `${x},3,2`, `${x},3,3`, `${x},4,0`, `${x},4,1`, `${x},4,2`]).sort(),
    );
  });
});
