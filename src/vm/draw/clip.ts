/**
 * Clips primitives to the view volume and by clip distances, and takes their vertices to the window.
 *
 * Source: Direct3D 11.3 functional specification, 15 (rasterizer stage: clipping, viewports, scissors).
 */
import type { PixelRectangle, WindowVertex } from './rasterizer.ts';

/** A vertex with its position in clip space and its attributes, which clipping interpolates. */
export interface ClipVertex {
  readonly position: readonly [x: number, y: number, z: number, w: number];
  readonly attributes: Float64Array;
  /**
   * A vertex with a negative value is outside; so is the part of a primitive up to 0. A primitive with NaN is
   * completely outside.
   */
  readonly clipDistances: readonly number[];
  /** A primitive is outside if all of its vertices have a negative value at the same index. */
  readonly cullDistances: readonly number[];
}

export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly minDepth: number;
  readonly maxDepth: number;
}

/**
 * The distance in pixels beyond the viewport that clipping preserves; the scissor test removes those pixels exactly.
 */
const GUARD_BAND = 32768;
/** The smallest w of a point that the eye can see. */
const MIN_W = 2 ** -40;

/** The signed distance of a vertex from a plane; negative is outside. */
type Plane = (vertex: ClipVertex) => number;

/** The planes of the view volume: w, the guard band, near and far. */
function planesOf(viewport: Viewport, isDepthClipped: boolean, distances: number): Plane[] {
  const bandX = (2 * GUARD_BAND) / Math.max(viewport.width, 1);
  const bandY = (2 * GUARD_BAND) / Math.max(viewport.height, 1);
  const planes: Plane[] = [
    ({ position: [, , , w] }) => w - MIN_W,
    ({ position: [x, , , w] }) => x + bandX * w,
    ({ position: [x, , , w] }) => bandX * w - x,
    ({ position: [, y, , w] }) => y + bandY * w,
    ({ position: [, y, , w] }) => bandY * w - y,
  ];
  if (isDepthClipped) {
    planes.push(({ position: [, , z] }) => z);
    planes.push(({ position: [, , z, w] }) => w - z);
  }
  for (let i = 0; i < distances; i++) planes.push(({ clipDistances }) => clipDistances[i]!);
  return planes;
}

/** Whether a vertex has no position; an infinite one loses it where it is clipped. */
function hasNoPosition({ position }: ClipVertex): boolean {
  return position.some((value) => Number.isNaN(value));
}

/**
 * The part of a primitive of one, two or three vertices inside of the view volume: as many vertices as it has then;
 * empty for none. Of a triangle it is a convex polygon with the same winding.
 */
export function clipPrimitive(
  vertices: readonly ClipVertex[],
  viewport: Viewport,
  isDepthClipped: boolean,
): readonly ClipVertex[] {
  const [first] = vertices;
  if (first === undefined || vertices.some(hasNoPosition)) return [];
  if (vertices.some(({ clipDistances }) => clipDistances.some((distance) => Number.isNaN(distance)))) return [];
  if (first.cullDistances.some((_, i) => vertices.every(({ cullDistances }) => !(cullDistances[i]! >= 0)))) return [];
  let clipped = vertices;
  for (const plane of planesOf(viewport, isDepthClipped, first.clipDistances.length)) {
    clipped = clipped.length === 1 ? clipped.filter((vertex) => plane(vertex) >= 0) : clipPolygon(clipped, plane);
    if (clipped.length === 0) return [];
  }
  return clipped;
}

/** The part of a polygon, or of a line, on the inner side of a plane; nothing where a cut has no position. */
function clipPolygon(vertices: readonly ClipVertex[], plane: Plane): ClipVertex[] {
  const clipped: ClipVertex[] = [];
  const isLine = vertices.length === 2;
  for (const [i, to] of vertices.entries()) {
    const from = vertices[(i + vertices.length - 1) % vertices.length]!;
    const [a, b] = [plane(from), plane(to)];
    // The edge from the last vertex of a line to its first is none.
    if (a < 0 !== b < 0 && !(isLine && i === 0)) {
      const cut = between(from, to, a / (a - b));
      if (hasNoPosition(cut)) return [];
      clipped.push(cut);
    }
    if (b >= 0) clipped.push(to);
  }
  return clipped;
}

function between(a: ClipVertex, b: ClipVertex, t: number): ClipVertex {
  const mix = (x: number, y: number) => x + (y - x) * t;
  return {
    position: [0, 1, 2, 3].map((i) => mix(a.position[i]!, b.position[i]!)) as [number, number, number, number],
    attributes: a.attributes.map((value, i) => mix(value, b.attributes[i]!)),
    clipDistances: a.clipDistances.map((value, i) => mix(value, b.clipDistances[i]!)),
    cullDistances: a.cullDistances,
  };
}

/** Returns the window coordinates of a vertex. */
export function toWindow({ position: [x, y, z, w] }: ClipVertex, viewport: Viewport): WindowVertex {
  const inverseW = 1 / w;
  return {
    x: viewport.x + ((x * inverseW + 1) * viewport.width) / 2,
    y: viewport.y + ((1 - y * inverseW) * viewport.height) / 2,
    z: viewport.minDepth + z * inverseW * (viewport.maxDepth - viewport.minDepth),
    inverseW,
  };
}

/**
 * The pixels of a viewport and a scissor rectangle, and of the target. The edges of the viewport are rounded down
 * (15.7).
 */
export function pixelsOf(
  viewport: Viewport,
  scissor: PixelRectangle | undefined,
  target: { readonly width: number; readonly height: number },
): PixelRectangle {
  return {
    left: Math.max(0, Math.floor(viewport.x), scissor?.left ?? 0),
    top: Math.max(0, Math.floor(viewport.y), scissor?.top ?? 0),
    right: Math.min(target.width, Math.floor(viewport.x + viewport.width), scissor?.right ?? target.width),
    bottom: Math.min(target.height, Math.floor(viewport.y + viewport.height), scissor?.bottom ?? target.height),
  };
}
