/**
 * Pixels and samples that a triangle, a line or a point covers, and the weights of its vertices: snapped positions and
 * exact edges.
 *
 * Source: Direct3D 11.3 functional specification, 3.4 (rasterization rules) and 3.5 (multisampling): the top-left rule
 * for triangles, points as squares.
 *
 * Not for: clipping and viewports (clip.ts), what pixels do (the interpreters).
 */
import { samplePositions } from '../../base/d3d/sample-positions.ts';
import { roundDoubleToEven } from '../../numerics/float.ts';
import { LANES } from '../lanes.ts';

// Source: Direct3D 11.3 functional specification, 3.4.1, 3.4.2 and 15.16.

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
   * Writes the weights of the vertices at a point of the window in pixels, without perspective, to the first elements
   * of `out`: for depth, and for attributes that are linear on the screen. Their sum is 1.
   */
  weightsAt(x: number, y: number, out: Float64Array): void;
  /** The quads that are covered, row by row. */
  quads(work?: RasterWork): Generator<CoveredQuad>;
}

/** Is called for each row of quads that is looked at, and with the number of quads; false ends the primitive. */
export type RasterWork = (quads: number) => boolean;

/** Units of the snapped positions in a pixel. */
const SUBPIXELS = 256;

function snap(value: number): number {
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

interface SnappedPoint {
  readonly x: number;
  readonly y: number;
}

/** The edge of a triangle whose inside is to the right on a screen with y downward. */
function edgeOf(a: SnappedPoint, b: SnappedPoint): Edge {
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

function isInside(edge: Edge, x: number, y: number): boolean {
  const side = sideOf(edge, x, y);
  return side > 0 || (side === 0 && edge.includes);
}

function boundsOf(points: readonly SnappedPoint[]): PixelRectangle {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** From where to where a primitive can cover anything between two heights, in snapped units. */
type Span = (top: number, bottom: number) => readonly [left: number, right: number];

/** The span of an outline, widened by `margin` to all sides. */
function spanOf(points: readonly SnappedPoint[], margin: number): Span {
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
  /** Whether everything between two covered points of a row is covered. */
  readonly isConvex?: boolean;
  readonly work?: RasterWork | undefined;
}

/** The quads with a covered sample, row by row. */
function* quadsOf(
  bounds: PixelRectangle,
  clip: PixelRectangle,
  sampleCount: number,
  covers: (x: number, y: number) => boolean,
  { span = () => [bounds.left, bounds.right], isConvex = false, work }: QuadOptions,
): Generator<CoveredQuad> {
  const top = Math.max(clip.top, Math.floor(bounds.top / SUBPIXELS));
  const bottom = Math.min(clip.bottom, Math.floor(bounds.bottom / SUBPIXELS) + 1);
  const samples = samplePositions(sampleCount);
  const all = 2 ** samples.length - 1;
  const complete = [all, all, all, all] as const;
  /** The coverage of a quad; undefined for none. */
  const coverageOf = (x: number, y: number): CoveredQuad['coverage'] | undefined => {
    const coverage = [0, 0, 0, 0];
    let any = 0;
    let every = all;
    for (let lane = 0; lane < LANES; lane++) {
      const px = x + (lane & 1);
      const py = y + (lane >> 1);
      let mask = 0;
      if (px >= clip.left && px < clip.right && py >= clip.top && py < clip.bottom)
        for (let i = 0; i < samples.length; i++) {
          const sample = samples[i]!;
          if (covers(px * SUBPIXELS + HALF + sample[0] * UNIT, py * SUBPIXELS + HALF + sample[1] * UNIT))
            mask |= 1 << i;
        }
      coverage[lane] = mask;
      any |= mask;
      every &= mask;
    }
    return every === all ? complete : any === 0 ? undefined : coverage;
  };
  for (let y = top & ~1; y < bottom; y += 2) {
    const [low, high] = span(y * SUBPIXELS, (y + 2) * SUBPIXELS);
    const left = Math.max(clip.left, Math.floor(low / SUBPIXELS));
    const right = Math.min(clip.right, Math.floor(high / SUBPIXELS) + 1);
    if (work?.(Math.max(0, right - left) / 2) === false) return;
    // From the first quad that is covered completely to the last one, none is tested.
    let last = -1;
    for (let x = left & ~1; x < right; x += 2) {
      const coverage = x <= last ? complete : coverageOf(x, y);
      if (coverage === undefined) continue;
      if (isConvex && coverage === complete && x > last) {
        last = (right - 1) & ~1;
        while (last > x && coverageOf(last, y) !== complete) last -= 2;
      }
      yield { x, y, coverage };
    }
  }
}

/** Half of a pixel. */
const HALF = SUBPIXELS / 2;

/** Subpixels in a sixteenth of a pixel, the unit of sample positions. */
const UNIT = SUBPIXELS / 16;

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
  const [first, second, third] = [edgeOf(a, b), edgeOf(b, c), edgeOf(c, a)];
  const covers = (x: number, y: number) => isInside(first, x, y) && isInside(second, x, y) && isInside(third, x, y);
  return {
    weightsAt: (x, y, out) => triangleWeights(points, area, x * SUBPIXELS, y * SUBPIXELS, out),
    quads: (work) =>
      quadsOf(boundsOf(points), clip, sampleCount, covers, { span: spanOf(points, 0), isConvex: true, work }),
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
  out: Float64Array,
): void {
  const second = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
  const third = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
  out[0] = 1 - second - third;
  out[1] = second;
  out[2] = third;
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
    weightsAt: (_x, _y, out) => {
      out[0] = 1;
    },
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

// Source: Direct3D 11.3 functional specification, 3.4.3 and 3.4.5.

/**
 * Sets up a line: a pixel is covered where the line leaves the diamond around its center, or, as a rectangle of 1.4
 * pixels' width, where its samples are in it. By default it is a rectangle where there are several samples.
 *
 * @param partAt what part of the pixel around a point is covered, for antialiased lines: they cover every pixel that
 *   they touch
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
  const weightsAt = (x: number, y: number, out: Float64Array): void => {
    const along = ((x * SUBPIXELS - a.x) * dx + (y * SUBPIXELS - a.y) * dy) / length;
    const clamped = Math.min(Math.max(along, 0), 1);
    out[0] = 1 - clamped;
    out[1] = clamped;
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
