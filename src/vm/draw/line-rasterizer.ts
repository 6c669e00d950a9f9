/**
 * Which pixels and samples a line covers: by the diamonds around the centers of pixels, or as a rectangle of 1.4
 * pixels' width.
 *
 * Source: Direct3D 11.3 functional specification, 3.4.3 and 3.4.5.
 */
import { roundDoubleToEven } from '../../numerics/float.ts';
import {
  boundsOf,
  edgeOf,
  HALF,
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
 * Sets up a line: a pixel is covered where the line leaves the diamond around its center, or, as a rectangle of 1.4
 * pixels' width, where its samples are in it. By default it is a rectangle where there are several samples.
 *
 * @param partAt what part of the pixel around a point is covered, for antialiased lines: they cover every pixel that they touch
 */
export function setUpLine(
  [from, to]: readonly [WindowVertex, WindowVertex],
  clip: PixelRectangle,
  sampleCount: number,
  isRectangle = sampleCount > 1,
  partAt?: (x: number, y: number) => number,
): RasterPrimitive | undefined {
  const a = { x: snap(from.x), y: snap(from.y) };
  const b = { x: snap(to.x), y: snap(to.y) };
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  if (length === 0 || !Number.isFinite(length)) return undefined;
  const weightsAt = (x: number, y: number): Weights => {
    const along = ((x * SUBPIXELS - a.x) * dx + (y * SUBPIXELS - a.y) * dy) / length;
    const clamped = Math.min(Math.max(along, 0), 1);
    return [1 - clamped, clamped];
  };
  const bounds = boundsOf([a, b]);
  const wide = {
    left: bounds.left - SUBPIXELS,
    top: bounds.top - SUBPIXELS,
    right: bounds.right + SUBPIXELS,
    bottom: bounds.bottom + SUBPIXELS,
  };
  const covers = partAt
    ? (x: number, y: number) => partAt(x / SUBPIXELS, y / SUBPIXELS) > 0
    : isRectangle
      ? rectangleTest(a, b)
      : diamondTest(a, b);
  return {
    weightsAt,
    quads: (work) => quadsOf(wide, clip, sampleCount, covers, { span: spanOf([a, b], SUBPIXELS), work }),
  };
}

/** Half the width of a line that is a rectangle: 0.7 pixels (functional specification, 3.4.5). */
const HALF_WIDTH = 0.7 * SUBPIXELS;

/** Whether a point is in the rectangle around a line. */
function rectangleTest(a: SnappedPoint, b: SnappedPoint): (x: number, y: number) => boolean {
  const size = Math.hypot(b.x - a.x, b.y - a.y);
  const sideX = (-(b.y - a.y) / size) * HALF_WIDTH;
  const sideY = ((b.x - a.x) / size) * HALF_WIDTH;
  const corners = [
    { x: a.x - sideX, y: a.y - sideY },
    { x: b.x - sideX, y: b.y - sideY },
    { x: b.x + sideX, y: b.y + sideY },
    { x: a.x + sideX, y: a.y + sideY },
  ].map(({ x, y }) => ({ x: roundDoubleToEven(x), y: roundDoubleToEven(y) })) as [
    SnappedPoint,
    SnappedPoint,
    SnappedPoint,
    SnappedPoint,
  ];
  const edges = corners.map((corner, i) => edgeOf(corner, corners[(i + 1) % 4]!));
  return (x, y) => edges.every((edge) => isInside(edge, x, y));
}

/**
 * Whether a line leaves the diamond around a pixel's center. The diamond has its two lower edges, its bottom corner
 * and, for lines that are steep, its right corner.
 */
function diamondTest(a: SnappedPoint, b: SnappedPoint): (x: number, y: number) => boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const isSteep = Math.abs(dy) > Math.abs(dx);
  return (x, y) => {
    if (isInDiamond(b.x - x, b.y - y, isSteep)) return false;
    return crossesDiamond(a.x - x, a.y - y, dx, dy, isSteep);
  };
}

function isInDiamond(x: number, y: number, isSteep: boolean): boolean {
  const distance = Math.abs(x) + Math.abs(y);
  if (distance < HALF) return true;
  if (distance > HALF) return false;
  if (x === HALF) return isSteep;
  return y > 0;
}

/**
 * Whether the part of a line from `(x, y)` along `(dx, dy)` has a point of the diamond around the origin. All are
 * integers, so the test is exact.
 */
function crossesDiamond(x: number, y: number, dx: number, dy: number, isSteep: boolean): boolean {
  if (isInDiamond(x, y, isSteep)) return true;
  if (meets(x, y, dx, dy, 0, HALF) || (isSteep && meets(x, y, dx, dy, HALF, 0))) return true;
  // The sum |x| + |y| is smallest at an end or on an axis; there it is the other coordinate, `cross` divided by the
  // length along the axis.
  const cross = Math.abs(x * dy - y * dx);
  if (Math.abs(x + dx) + Math.abs(y + dy) < HALF) return true;
  if (x < 0 !== x + dx < 0 && cross < HALF * Math.abs(dx)) return true;
  return y < 0 !== y + dy < 0 && cross < HALF * Math.abs(dy);
}

/** Whether the line has the point `(px, py)`. */
function meets(x: number, y: number, dx: number, dy: number, px: number, py: number): boolean {
  const along = (px - x) * dx + (py - y) * dy;
  return dx * (py - y) === dy * (px - x) && along >= 0 && along <= dx * dx + dy * dy;
}
