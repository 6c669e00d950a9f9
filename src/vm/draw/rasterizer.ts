/**
 * Which pixels and samples a triangle or a point covers, and what the weights of its vertices are there.
 *
 * Source: Direct3D 11.3 functional specification, 3.4 (rasterization rules) and 3.5 (multisampling): the top-left rule for triangles, points as
 * squares.
 *
 * Not for: lines (line-rasterizer.ts), clipping and viewports (clip.ts), what pixels do (the interpreters).
 */
import {
  boundsOf,
  edgeOf,
  isInside,
  type PixelRectangle,
  quadsOf,
  type RasterPrimitive,
  type SnappedPoint,
  SUBPIXELS,
  snap,
  spanOf,
  type Weights,
  type WindowVertex,
} from './raster-quads.ts';

/**
 * Sets up a triangle. Returns undefined for one without an area.
 *
 * @param clip the pixels that may be covered
 * @param sampleCount samples of a pixel; 1 samples at the centers
 */
export function setUpTriangle(
  vertices: readonly [WindowVertex, WindowVertex, WindowVertex],
  clip: PixelRectangle,
  sampleCount: number,
): RasterPrimitive | undefined {
  const points = snapped(vertices);
  const area = areaOf(points);
  if (area === 0 || !Number.isFinite(area)) return undefined;
  const [a, b, c] = area > 0 ? points : [points[0], points[2], points[1]];
  const edges = [edgeOf(a, b), edgeOf(b, c), edgeOf(c, a)];
  return {
    weightsAt: (x, y) => triangleWeights(points, area, x * SUBPIXELS, y * SUBPIXELS),
    quads: (work) =>
      quadsOf(boundsOf(points), clip, sampleCount, (x, y) => edges.every((edge) => isInside(edge, x, y)), {
        span: spanOf(points, 0),
        work,
      }),
  };
}

/** Whether a triangle is clockwise on the screen: the front, unless the state says otherwise. 0: it has no area. */
export function windingOf(vertices: readonly [WindowVertex, WindowVertex, WindowVertex]): number {
  const points = snapped(vertices);
  return Math.sign(areaOf(points));
}

function snapped(vertices: readonly WindowVertex[]): [SnappedPoint, SnappedPoint, SnappedPoint] {
  return vertices.map(({ x, y }) => ({ x: snap(x), y: snap(y) })) as [SnappedPoint, SnappedPoint, SnappedPoint];
}

/** Twice the area; positive for clockwise on a screen with y downward. */
function areaOf([a, b, c]: readonly [SnappedPoint, SnappedPoint, SnappedPoint]): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

function triangleWeights(
  [a, b, c]: readonly [SnappedPoint, SnappedPoint, SnappedPoint],
  area: number,
  x: number,
  y: number,
): Weights {
  const second = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
  const third = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
  return [1 - second - third, second, third];
}

/** Sets up a point: a square of one pixel around its position, or of `size` pixels. */
export function setUpPoint(
  { x, y }: WindowVertex,
  clip: PixelRectangle,
  sampleCount: number,
  size = 1,
): RasterPrimitive | undefined {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined;
  const half = snap(size / 2);
  const center = { x: snap(x), y: snap(y) };
  const bounds = { left: center.x - half, top: center.y - half, right: center.x + half, bottom: center.y + half };
  return {
    weightsAt: () => [1],
    // The square is two triangles: its upper and left edges are inside.
    quads: (work) =>
      quadsOf(
        bounds,
        clip,
        sampleCount,
        (px, py) => px >= bounds.left && px < bounds.right && py >= bounds.top && py < bounds.bottom,
        { work },
      ),
  };
}
