/**
 * Random lines: which pixels they cover by the rule of the diamonds around the centers of pixels. Lines that come close
 * to the corner of a diamond, where rounding decides, are left out.
 */
import type { Random } from '../../smith/random.ts';
import { drawTrial, SIZE } from './draws.ts';
import { BLACK, COUNTED, color, FLOAT4, vertex } from './families-draws.ts';
import type { Family, Trial } from './trial.ts';

type Point = readonly [x: number, y: number];

/** How near a line may come to the corner of a diamond, in pixels: llvmpipe rounds its slope. */
const MARGIN = 1 / 256;

/**
 * A position whose coordinates are an odd number of 256ths, and of 128ths: on no border of a diamond, and on no line
 * through a center.
 */
function point(random: Random): Point {
  return [
    random.below(SIZE) + (2 * random.below(128) + 1) / 256,
    random.below(SIZE) + (2 * random.below(64) + 1) / 128,
  ];
}

/**
 * The smallest sum of the distances from a center, along both axes, on the line: less than half a pixel in the diamond.
 */
function nearest([ax, ay]: Point, [bx, by]: Point, x: number, y: number): number {
  const at = (t: number) => Math.abs(ax + (bx - ax) * t - x) + Math.abs(ay + (by - ay) * t - y);
  const onAxes = [(x - ax) / (bx - ax), (y - ay) / (by - ay)].filter((t) => t > 0 && t < 1);
  return Math.min(...[0, 1, ...onAxes].map(at));
}

function isClear(a: Point, b: Point): boolean {
  const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])].map(Math.floor) as [number, number];
  const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])].map(Math.floor) as [number, number];
  for (let y = top - 1; y <= bottom + 1; y++)
    for (let x = left - 1; x <= right + 1; x++)
      if (Math.abs(nearest(a, b, x + 0.5, y + 0.5) - 0.5) < MARGIN) return false;
  return true;
}

function lines(random: Random): Trial {
  const topology = random.pick(['line-list', 'line-strip'] as const);
  const list = [point(random)];
  const count = 2 * random.between(1, 5);
  while (list.length < count) {
    const next = point(random);
    const joins = topology === 'line-strip' || list.length % 2 === 1;
    if (!joins || isClear(list.at(-1)!, next)) list.push(next);
  }
  const vertices = list.map(([x, y]) => vertex(x, y, color(random)));
  return drawTrial({ topology, vertices, mode: 'constant', target: FLOAT4, clear: BLACK, blend: COUNTED }, {});
}

export const LINE_FAMILIES: readonly Family[] = [{ name: 'draws: lines', api: 'd3d11', share: 2, make: lines }];
