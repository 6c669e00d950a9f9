/**
 * The common part of rasterization: snapped positions, edges that are exact in integers, and the quads of two by two
 * pixels whose samples a test covers.
 *
 * Source: Direct3D 11.3 functional specification, 3.4.1, 3.4.2 and 15.16.
 *
 * Not for: the tests of triangles and points (rasterizer.ts) or lines (line-rasterizer.ts).
 */

import { samplePositions } from '../../base/d3d/sample-positions.ts';
import { roundDoubleToEven } from '../../numerics/float.ts';
import { LANES } from '../lanes.ts';

/** A vertex after the viewport: pixels from the upper left corner, and what interpolation needs. */
export interface WindowVertex {
  readonly x: number;
  readonly y: number;
  /** Depth after the viewport. */
  readonly z: number;
  /** 1/w of the clip position. */
  readonly inverseW: number;
}

/** A rectangle of pixels, right and bottom exclusive. */
export interface PixelRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Weights of the vertices at a point: of a triangle three, of a line two, of a point one; their sum is 1. */
export type Weights = readonly number[];

/** A quad of pixels that a primitive covers partly or wholly. */
export interface CoveredQuad {
  /** The upper left pixel; both are even. */
  readonly x: number;
  readonly y: number;
  /**
   * For each pixel of the quad (upper left, upper right, lower left, lower right), a bit for each sample that is
   * covered.
   */
  readonly coverage: readonly number[];
}

/** A primitive that is set up for rasterization. */
export interface RasterPrimitive {
  /**
   * Weights at a point of the window in pixels, without perspective: for depth, and for attributes that are linear on
   * the screen.
   */
  weightsAt(x: number, y: number): Weights;
  /** The quads that are covered, row by row. */
  quads(work?: RasterWork): Generator<CoveredQuad>;
}

/** Is called for each row of quads that is looked at, and with the number of quads; false ends the primitive. */
export type RasterWork = (quads: number) => boolean;

/** Units of the snapped positions in a pixel. */
export const SUBPIXELS = 256;

export function snap(value: number): number {
  return roundDoubleToEven(value * SUBPIXELS);
}

/** An edge from `a` to `b`: positive values of its function are inside. */
export interface Edge {
  readonly dx: number;
  readonly dy: number;
  readonly constant: number;
  /** Whether points on the edge are inside: a top or a left edge. */
  readonly includes: boolean;
}

export interface SnappedPoint {
  readonly x: number;
  readonly y: number;
}

/** The edge of a triangle whose inside is to the right on a screen with y downward. */
export function edgeOf(a: SnappedPoint, b: SnappedPoint): Edge {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  // A top edge is horizontal and goes right, a left edge goes up.
  const includes = dy < 0 || (dy === 0 && dx > 0);
  return { dx, dy, constant: -(dx * -a.y + dy * a.x), includes };
}

/** Twice the area between an edge and a point: exact, because coordinates have at most 24 bits. */
function sideOf({ dx, dy, constant }: Edge, x: number, y: number): number {
  return dx * y - dy * x - constant;
}

export function isInside(edge: Edge, x: number, y: number): boolean {
  const side = sideOf(edge, x, y);
  return side > 0 || (side === 0 && edge.includes);
}

export function boundsOf(points: readonly SnappedPoint[]): PixelRectangle {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** From where to where a primitive can cover anything between two heights, in snapped units. */
type Span = (top: number, bottom: number) => readonly [left: number, right: number];

/** The span of an outline, widened by `margin` to all sides. */
export function spanOf(points: readonly SnappedPoint[], margin: number): Span {
  return (top, bottom) => {
    let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const [i, a] of points.entries()) {
      const b = points[(i + 1) % points.length]!;
      const height = b.y - a.y;
      const [low, high] = [top - margin - a.y, bottom + margin - a.y];
      if (Math.max(0, height) < low || Math.min(0, height) > high) continue;
      // The part of the edge between the heights, from 0 at its beginning to 1.
      const ends = height === 0 ? [0, 1] : [low / height, high / height];
      for (const end of ends) {
        const x = a.x + (b.x - a.x) * Math.min(Math.max(end, 0), 1);
        left = Math.min(left, x - margin);
        right = Math.max(right, x + margin);
      }
    }
    return [left, right];
  };
}

interface QuadOptions {
  readonly span?: Span;
  readonly work?: RasterWork | undefined;
}

/** The quads with a covered sample, row by row. */
export function* quadsOf(
  bounds: PixelRectangle,
  clip: PixelRectangle,
  sampleCount: number,
  covers: (x: number, y: number) => boolean,
  { span = () => [bounds.left, bounds.right], work }: QuadOptions,
): Generator<CoveredQuad> {
  const top = Math.max(clip.top, Math.floor(bounds.top / SUBPIXELS));
  const bottom = Math.min(clip.bottom, Math.floor(bounds.bottom / SUBPIXELS) + 1);
  const samples = samplePositions(sampleCount);
  for (let y = top & ~1; y < bottom; y += 2) {
    const [low, high] = span(y * SUBPIXELS, (y + 2) * SUBPIXELS);
    const left = Math.max(clip.left, Math.floor(low / SUBPIXELS));
    const right = Math.min(clip.right, Math.floor(high / SUBPIXELS) + 1);
    if (work?.(Math.max(0, right - left) / 2) === false) return;
    for (let x = left & ~1; x < right; x += 2) {
      const coverage: number[] = [];
      let any = 0;
      for (let lane = 0; lane < LANES; lane++) {
        const [px, py] = [x + (lane & 1), y + (lane >> 1)];
        let mask = 0;
        if (px >= clip.left && px < clip.right && py >= clip.top && py < clip.bottom)
          for (const [i, [sx, sy]] of samples.entries())
            if (covers(px * SUBPIXELS + HALF + sx * UNIT, py * SUBPIXELS + HALF + sy * UNIT)) mask |= 1 << i;
        coverage.push(mask);
        any |= mask;
      }
      if (any !== 0) yield { x, y, coverage };
    }
  }
}

/** Half of a pixel. */
export const HALF = SUBPIXELS / 2;

/** Subpixels in a sixteenth of a pixel, the unit of sample positions. */
const UNIT = SUBPIXELS / 16;
