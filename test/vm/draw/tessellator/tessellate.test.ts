/**
 * The tessellator: positions of points by hand from section 11.7 of the functional specification, counts by formula,
 * and properties of every mesh: the domain is covered once, triangles share edges, edges depend on their own factor.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../smith/random.ts';
import {
  TessellatorDomain,
  TessellatorOutputPrimitive,
  TessellatorPartitioning,
} from '../../../../src/base/d3d/enumerations.ts';
import {
  ONE,
  parentPoint,
  type Tessellation,
  type TessellatorInput,
  tessellate,
  tessellatedAxis,
} from '../../../../src/vm/draw/tessellator.ts';

const { integer, pow2, fractionalOdd, fractionalEven } = TessellatorPartitioning;
const { isoline, tri, quad } = TessellatorDomain;

function input(
  domain: number,
  partitioning: number,
  edges: number[],
  inside: number[],
  changes = {},
): TessellatorInput {
  return {
    domain,
    partitioning,
    maxTessFactor: 64,
    output: TessellatorOutputPrimitive.triangleCw,
    edges,
    inside,
    ...changes,
  };
}

function uniform(domain: number, partitioning: number, factor: number): Tessellation {
  const isQuad = domain === quad;
  return tessellate(
    input(domain, partitioning, Array(isQuad ? 4 : 3).fill(factor), Array(isQuad ? 2 : 1).fill(factor)),
  );
}

function locations({ points }: Tessellation): [u: number, v: number][] {
  return Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i]!, points[2 * i + 1]!]);
}

function triangles({ primitives }: Tessellation): number[][] {
  return Array.from({ length: primitives.length / 3 }, (_, i) => primitives.slice(3 * i, 3 * i + 3));
}

/** Twice the area of a triangle; positive where it is clockwise with u to the right and v down. */
function area(of: Tessellation, triangle: readonly number[]): number {
  const [a, b, c] = triangle.map((i) => locations(of)[i]!);
  return (b![0] - a![0]) * (c![1] - a![1]) - (b![1] - a![1]) * (c![0] - a![0]);
}

describe('edges', () => {
  const positions = (factor: number, parity: 'odd' | 'even') => [...tessellatedAxis(factor, parity).positions];

  it('are uniform where the factor is a whole number of their parity', () => {
    expect(positions(1, 'odd')).toEqual([0, ONE]);
    expect(positions(2, 'even')).toEqual([0, ONE / 2, ONE]);
    expect(positions(4, 'even')).toEqual([0, 16384, 32768, 49152, ONE]);
    // Thirds of 65536 to the nearest; the other half is the mirror image.
    expect(positions(3, 'odd')).toEqual([0, 21845, 43691, ONE]);
  });

  it('split points from the outside in, which move to their new places', () => {
    // Between 1 and 3: two points leave the corners.
    expect(positions(2, 'odd')).toEqual([0, Math.round(ONE / 6), ONE - Math.round(ONE / 6), ONE]);
    // Between 2 and 4: the middle becomes three points.
    expect(positions(3, 'even')).toEqual([0, 0.375 * ONE, ONE / 2, 0.625 * ONE, ONE]);
    // Between 4 and 6: 1/4 becomes 1/6 and 2/6. A sixth is 10923, and (16384 + 10923) / 2 is rounded up.
    expect(positions(5, 'even').slice(0, 4)).toEqual([0, 13654, 19115, ONE / 2]);
    // Between 6 and 8 the second point of 4, the middle, is split; 1/6 and 2/6 move to 1/8 and 2/8.
    // 3 * 10923 and 3 * 8192 are halfway from 28672 to 28673.
    expect(positions(7, 'even').slice(0, 5)).toEqual([0, 9558, 19115, 28673, ONE / 2]);
  });

  it('have points that know the one from which they were split', () => {
    expect([0, 1, 2].map((i) => parentPoint(i, 2, 1))).toEqual([0, 1, 1]);
    expect([0, 1, 2, 3, 4].map((i) => parentPoint(i, 4, 2))).toEqual([0, 1, 1, 2, 2]);
    expect([0, 1, 2, 3, 4].map((i) => parentPoint(i, 4, 1))).toEqual([0, 1, 1, 1, 1]);
    expect([0, 1, 2, 3].map((i) => parentPoint(i, 3, 2))).toEqual([0, 1, 1, 2]);
  });

  it('are symmetric and in order', () => {
    const random = new Random(1);
    for (let run = 0; run < 500; run++) {
      const factor = 2 + random.below(62 * 1024) / 1024;
      for (const parity of ['odd', 'even'] as const) {
        const list = positions(Math.min(factor, parity === 'odd' ? 63 : 64), parity);
        expect(list.map((position) => ONE - position).reverse()).toEqual(list);
        expect([...list].sort((a, b) => a - b)).toEqual(list);
      }
    }
  });
});

describe('patches', () => {
  it('with the same factor everywhere have counts by formula', { tags: 'slow' }, () => {
    for (let n = 1; n <= 64; n++) {
      const square = uniform(quad, integer, n);
      expect(triangles(square).length).toBe(2 * n * n);
      expect(locations(square).length).toBe((n + 1) ** 2);
      const triangle = uniform(tri, pow2, n);
      expect(triangles(triangle).length).toBe(Math.floor((3 * n * n) / 2));
    }
  });

  it('with factors of 1 are a triangle, and two with the diagonal of a Z', () => {
    expect(uniform(tri, integer, 1)).toEqual({ points: [ONE, 0, 0, ONE, 0, 0], primitives: [0, 1, 2], size: 3 });
    const square = uniform(quad, fractionalOdd, 1);
    const diagonal = triangles(square).map((list) => list.map((i) => locations(square)[i]!.join(' ')));
    for (const corners of diagonal) expect(corners).toEqual(expect.arrayContaining([`${ONE} 0`, `0 ${ONE}`]));
  });

  it('of a uniform quad have diagonals to their corners', () => {
    const square = uniform(quad, integer, 4);
    const edges = new Set(
      triangles(square).flatMap((list) =>
        list.map((a, i) =>
          [locations(square)[a]!, locations(square)[list[(i + 1) % 3]!]!]
            .flat()
            .map((x) => (4 * x) / ONE)
            .join(' '),
        ),
      ),
    );
    for (const diagonal of ['0 0 1 1', '1 1 2 2', '4 0 3 1', '4 4 3 3', '0 4 1 3', '1 0 2 1', '3 0 2 1']) {
      const [a, b, c, d] = diagonal.split(' ');
      expect([...edges].some((edge) => edge === diagonal || edge === `${c} ${d} ${a} ${b}`)).toBe(true);
    }
  });

  it.each([
    ['integer', integer],
    ['odd', fractionalOdd],
    ['even', fractionalEven],
  ])('with any factors cover the domain once (%s)', { tags: 'slow' }, (_, partitioning) => {
    const random = new Random(partitioning);
    for (let run = 0; run < 250; run++) {
      const limit = run % 4 === 0 ? 64 : 9;
      const factor = () => 0.5 + random.below(limit * 64) / 64;
      const isQuad = random.below(2) === 0;
      const edges = Array.from({ length: isQuad ? 4 : 3 }, factor);
      const inside = Array.from({ length: isQuad ? 2 : 1 }, factor);
      const mesh = tessellate(input(isQuad ? quad : tri, partitioning, edges, inside));
      const list = locations(mesh);
      const borders = new Map<string, number>();
      let sum = 0;
      let smallest = 0;
      let faults = 0;
      for (const [a, b, c] of triangles(mesh) as [number, number, number][]) {
        const [p, q, r] = [list[a]!, list[b]!, list[c]!];
        const twice = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        smallest = Math.min(smallest, twice);
        sum += twice;
        for (const [from, to] of [
          [a, b],
          [b, c],
          [c, a],
        ]) {
          const key = `${from} ${to}`;
          borders.set(key, (borders.get(key) ?? 0) + 1);
        }
      }
      expect(sum).toBe((isQuad ? 2 : 1) * ONE * ONE);
      // Rounding to 65536ths may turn a sliver over by as much.
      expect(smallest).toBeGreaterThanOrEqual(-2 * ONE);
      // Each side of a triangle is that of one other in the opposite direction, or on the outline.
      for (const [key, count] of borders) {
        if (count !== 1) faults++;
        const [from, to] = key.split(' ').map(Number);
        if (borders.has(`${to} ${from}`)) continue;
        const [p, q] = [list[from!]!, list[to!]!];
        const isOutline =
          (p[0] === 0 && q[0] === 0) ||
          (p[1] === 0 && q[1] === 0) ||
          (isQuad ? p[0] === ONE && q[0] === ONE : p[0] + p[1] === ONE && q[0] + q[1] === ONE) ||
          (isQuad && p[1] === ONE && q[1] === ONE);
        if (!isOutline) faults++;
      }
      expect(faults).toBe(0);
    }
  });

  it('have edges that depend on their own factor only, so that neighbors have no cracks', () => {
    const random = new Random(7);
    for (const partitioning of [integer, fractionalOdd, fractionalEven]) {
      for (let run = 0; run < 50; run++) {
        const shared = 0.5 + random.below(64 * 64) / 64;
        // An inside that is not divided has its points on the edges, all but a 65536th.
        const factor = () => 2 + random.below(16 * 64) / 64;
        const first = locations(
          tessellate(input(quad, partitioning, [shared, factor(), factor(), factor()], [factor(), factor()])),
        );
        const second = locations(tessellate(input(tri, partitioning, [factor(), shared, factor()], [factor()])));
        const left = first.filter(([u]) => u === 0).map(([, v]) => v);
        const top = second.filter(([, v]) => v === 0).map(([u]) => u);
        const sorted = (list: number[]) => list.sort((a, b) => a - b);
        expect(sorted(left)).toEqual(sorted(top));
        expect(sorted(left.map((x) => ONE - x))).toEqual(sorted(top));
      }
    }
  });

  it('go around as they are declared, or are points', () => {
    const clockwise = uniform(tri, integer, 3);
    expect(triangles(clockwise).every((list) => area(clockwise, list) > 0)).toBe(true);
    const output = TessellatorOutputPrimitive.triangleCcw;
    const other = tessellate(input(tri, integer, [3, 3, 3], [3], { output }));
    expect(triangles(other).every((list) => area(other, list) < 0)).toBe(true);
    const dots = tessellate(input(quad, integer, [3, 3, 3, 3], [3, 3], { output: TessellatorOutputPrimitive.point }));
    expect(dots.size).toBe(1);
    expect(dots.primitives).toEqual(Array.from({ length: 16 }, (_, i) => i));
    expect(new Set(locations(dots).map(String)).size).toBe(16);
  });
});

describe('factors', () => {
  it('that are not positive cull a patch', () => {
    for (const bad of [0, -1, Number.NaN, Number.NEGATIVE_INFINITY])
      expect(tessellate(input(tri, integer, [1, bad, 1], [1])).points).toEqual([]);
    expect(tessellate(input(isoline, integer, [1, 0], [])).points).toEqual([]);
  });

  it('are clamped: edges to the range of the partitioning and of the shader, NaN inside to the least', () => {
    const edge = (partitioning: number, factor: number, changes = {}) =>
      locations(tessellate(input(quad, partitioning, [factor, 1, 1, 1], [2, 2], changes))).filter(([u]) => u === 0)
        .length - 1;
    expect(edge(integer, 1000)).toBe(64);
    expect(edge(integer, Number.POSITIVE_INFINITY)).toBe(64);
    expect(edge(fractionalOdd, 64)).toBe(63);
    expect(edge(fractionalEven, 0.25)).toBe(2);
    expect(edge(integer, 3.25)).toBe(4);
    expect(edge(integer, 30, { maxTessFactor: 5 })).toBe(5);
    const undivided = tessellate(input(quad, integer, [1, 1, 1, 1], [Number.NaN, 0]));
    expect(triangles(undivided).length).toBe(2);
  });
});

describe('isolines', () => {
  it('are lines of constant v, none at v = 1', () => {
    const { points, primitives, size } = tessellate(
      input(isoline, integer, [1.5, 3], [], { output: TessellatorOutputPrimitive.line }),
    );
    expect(size).toBe(2);
    expect(locations({ points, primitives, size })).toEqual(
      [0, 32768].flatMap((v) => [0, 21845, 43691, ONE].map((u) => [u, v])),
    );
    expect(primitives).toEqual([0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7]);
  });
});
