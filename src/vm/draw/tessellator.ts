/** The fixed-function tessellator: domain points of a patch, and the lines or triangles that connect them. */

import { TessellatorDomain, TessellatorOutputPrimitive, TessellatorPartitioning } from '../../base/d3d/enumerations.ts';
import { roundDoubleToEven } from '../../numerics/float.ts';

// Points are symmetric about the middle, so one half says all. From a number of points on a half to the next one point
// is split in two. After a power of two the existing points are split one after the other from the outside in (the
// ruler function); in between, every point moves from its position in the coarser division to that in the finer one.
//
// Source: Direct3D 11.3 functional specification, 11.7.3 to 11.7.5, 11.7.13 and 11.7.14. Where results are rounded was
// found by comparing with Microsoft's tessellator, which llvmpipe has (live/wine/families-tessellation.ts).

/** 1 in the fixed-point numbers of the tessellator. */
export const ONE = 65536;

type Parity = 'odd' | 'even';

interface Axis {
  readonly segments: number;
  /** Points of a half without the corner; with an even number of segments the last one is the middle. */
  readonly half: number;
  /** The positions of the points in fixed point: `segments + 1`. */
  readonly positions: Int32Array;
}

/** Of a half with `half` points, the point that is split when one more comes; 0 is the corner. */
function splitPoint(half: number): number {
  if (half === 0) return 0;
  const epoch = 2 ** (31 - Math.clz32(half));
  // Each point that was split since then is two points now.
  return 2 * (half - epoch) + 1;
}

/** The point of a half with `coarse` points from which point `i` of a half with `fine` points, not fewer, was split. */
export function parentPoint(i: number, fine: number, coarse: number): number {
  let point = i;
  for (let half = fine - 1; half >= coarse; half--) if (point > splitPoint(half)) point--;
  return point;
}

/** Divides an edge. @param factor in the range of its parity: not below 1 or 2 */
export function tessellatedAxis(factor: number, parity: Parity): Axis {
  const fixed = roundDoubleToEven(factor * ONE) / ONE;
  const least = parity === 'odd' ? 1 : 2;
  const segments = least + 2 * Math.ceil((fixed - least) / 2);
  const half = Math.floor(segments / 2);
  const coarser = segments - 2;
  // How far the points are on their way from the coarser division; the coarsest has none before it.
  const progress = coarser < least ? ONE : Math.ceil(((fixed - coarser) * ONE) / 2);
  const positions = new Int32Array(segments + 1);
  for (let i = 0; 2 * i <= segments; i++) {
    const finer = evenPosition(i, segments);
    const from = progress === ONE ? finer : evenPosition(parentPoint(i, half, half - 1), coarser);
    positions[i] = Math.floor((from * (ONE - progress) + finer * progress) / ONE + 0.5);
    positions[segments - i] = ONE - positions[i]!;
  }
  if (parity === 'even') positions[half] = ONE / 2;
  return { segments, half, positions };
}

/** Where point `i` of the first half is in an even division. The length of a segment is rounded, so errors add up. */
function evenPosition(i: number, segments: number): number {
  return i * Math.floor(ONE / segments + 0.5);
}

// Source: Direct3D 11.3 functional specification, 10.13, 11.7.7 and 11.7.10 to 11.7.12. What it leaves open, an inside
// factor of 1 with integer partitioning while others are larger, is as in Microsoft's tessellator
// (live/wine/families-tessellation.ts): it counts as 2.

/** How factors are used. */
interface Partitioning {
  /** `D3D_TESSELLATOR_PARTITIONING` */
  readonly partitioning: number;
  /** The attribute `maxtessfactor` that the hull shader declares. */
  readonly maxTessFactor: number;
}

/** The edges and the inside of a patch, divided. */
export interface PatchAxes {
  readonly edges: readonly Axis[];
  /** Of quads along u and v, of triangles one. */
  readonly inside: readonly Axis[];
}

/** The smallest fraction in the tessellator's arithmetic. */
const EPSILON = 2 ** -16;
const MAX_FACTOR = 64;

interface Range {
  readonly low: number;
  readonly high: number;
  readonly parity: Parity | undefined;
}

function rangeOf(partitioning: number): Range {
  switch (partitioning) {
    case TessellatorPartitioning.fractionalOdd:
      return { low: 1, high: MAX_FACTOR - 1, parity: 'odd' };
    case TessellatorPartitioning.fractionalEven:
      return { low: 2, high: MAX_FACTOR, parity: 'even' };
    default:
      return { low: 1, high: MAX_FACTOR, parity: undefined };
  }
}

/** Clamps a factor, NaN to the lower end; without a parity it is rounded up. */
function clamped(factor: number, { low, high, parity }: Range): number {
  const value = factor > low ? Math.min(factor, high) : low;
  return parity === undefined ? Math.ceil(value) : value;
}

function axisOf(factor: number, { parity }: Range): Axis {
  return tessellatedAxis(factor, parity ?? (Math.ceil(factor) % 2 === 0 ? 'even' : 'odd'));
}

/** Whether a patch is culled: an edge is not positive. */
function isCulled(edges: readonly number[]): boolean {
  return edges.some((factor) => !(factor > 0));
}

/** The edges and the inside of a triangle or quad; undefined for a patch that is culled. */
function patchAxes(
  edges: readonly number[],
  inside: readonly number[],
  { partitioning, maxTessFactor }: Partitioning,
): PatchAxes | undefined {
  if (isCulled(edges)) return undefined;
  const range = rangeOf(partitioning);
  const limit = (factor: number) => clamped(factor > maxTessFactor ? maxTessFactor : factor, range);
  const edgeFactors = edges.map(limit);
  const insideFactors = inside.map(limit);
  const isDivided = [...edgeFactors, ...insideFactors].some((factor) => factor > 1 + EPSILON / 2);
  return {
    edges: edgeFactors.map((factor) => axisOf(factor, range)),
    inside: insideFactors.map((factor) => axisOf(isDivided && factor < 1 + EPSILON ? 1 + EPSILON : factor, range)),
  };
}

/** How many lines an isoline patch has and how each is divided; undefined for a patch that is culled. */
function isolineAxes(
  density: number,
  detail: number,
  { partitioning, maxTessFactor }: Partitioning,
): { readonly lines: number; readonly across: Axis; readonly axis: Axis } | undefined {
  if (isCulled([density, detail])) return undefined;
  const limit = (factor: number) => Math.min(factor, maxTessFactor);
  const range = rangeOf(partitioning);
  const integerRange = rangeOf(TessellatorPartitioning.integer);
  const lines = clamped(limit(density), integerRange);
  return { lines, across: axisOf(lines, integerRange), axis: axisOf(clamped(limit(detail), range), range) };
}

// On each half, every point of the side with more points belongs to the point of the other from which it was split. Two
// neighbors with different ones make two triangles, two with the same one make one. Diagonals point to the corner of
// their half, those in the middle as a spiral that opens counterclockwise crosses them.
//
// Source: Direct3D 11.3 functional specification, 11.7.6.

interface Side {
  readonly segments: number;
  readonly half: number;
  /** The number of a point; inner sides have none at their ends. */
  readonly point: (i: number) => number;
}

/** Takes a clockwise triangle. */
export type Emit = (a: number, b: number, c: number) => void;

/** Makes the triangles between an outer side and an inner one, which begins and ends a segment later. */
function stitch(outer: Side, inner: Side, emit: Emit): void {
  const o = (i: number) => outer.point(i);
  const n = (i: number) => inner.point(Math.min(Math.max(i, 1), inner.segments - 1));
  const add: Emit = (a, b, c) => {
    if (a !== b && b !== c && c !== a) emit(a, b, c);
  };
  const steps = halfSteps(outer.half, inner.half);
  for (const [i, j, isOuterStep, isInnerStep] of steps) {
    if (isOuterStep) add(o(i), o(i + 1), n(isInnerStep ? j + 1 : j));
    if (isInnerStep) add(o(i), n(j + 1), n(j));
  }
  middle(outer, inner, add);
  // The other half is the mirror image.
  const [outerEnd, innerEnd] = [outer.segments, inner.segments];
  for (const [i, j, isOuterStep, isInnerStep] of steps.reverse()) {
    if (isOuterStep) add(o(outerEnd - i - 1), o(outerEnd - i), n(innerEnd - j - (isInnerStep ? 1 : 0)));
    if (isInnerStep) add(o(outerEnd - i), n(innerEnd - j), n(innerEnd - j - 1));
  }
}

/** Emits the triangles between the halves: none, one, or two. */
function middle(outer: Side, inner: Side, add: Emit): void {
  const isOuterOdd = outer.segments % 2 === 1;
  const isInnerOdd = inner.segments % 2 === 1;
  const clamp = (i: number) => inner.point(Math.min(Math.max(i, 1), inner.segments - 1));
  const [i, j] = [outer.half, inner.half];
  if (isOuterOdd) add(outer.point(i), outer.point(i + 1), clamp(isInnerOdd ? j + 1 : j));
  if (isInnerOdd) add(outer.point(i), clamp(j + 1), clamp(j));
}

type Step = readonly [outer: number, inner: number, isOuterStep: boolean, isInnerStep: boolean];

/** From the corner to the middle: from which point of each side a step goes, and on which sides. */
function halfSteps(outerHalf: number, innerHalf: number): Step[] {
  const isOuterFine = outerHalf >= innerHalf;
  const [fine, coarse] = isOuterFine ? [outerHalf, innerHalf] : [innerHalf, outerHalf];
  const steps: Step[] = [];
  for (let i = 0; i < fine; i++) {
    const from = parentPoint(i, fine, coarse);
    const isCoarseStep = parentPoint(i + 1, fine, coarse) > from;
    steps.push(isOuterFine ? [i, from, true, isCoarseStep] : [from, i, isCoarseStep, true]);
  }
  return steps;
}

// A triangle or a quad is a row of rings around its middle. The outermost ring has the points of the edges, each
// with a separate factor; the others use the inside factors.
//
// Source: Direct3D 11.3 functional specification, 11.5 to 11.7. Orders of points and triangles, which it leaves open,
// are those of the rings from outside to inside, clockwise.

export interface TessellatorInput extends Partitioning {
  /** `D3D_TESSELLATOR_DOMAIN` */
  readonly domain: number;
  /** `D3D_TESSELLATOR_OUTPUT_PRIMITIVE` */
  readonly output: number;
  /**
   * Of a quad at u = 0, v = 0, u = 1, v = 1; of a triangle at u = 0, v = 0, w = 0; of isolines density and detail.
   */
  readonly edges: readonly number[];
  /** Of a quad along u and v; of a triangle one. */
  readonly inside: readonly number[];
}

export interface Tessellation {
  /** u and v of each point in 65536ths, one after the other; of a triangle w is what is left of 1. */
  readonly points: readonly number[];
  /** Numbers of points: one, two or three a primitive. */
  readonly primitives: readonly number[];
  /** Points of a primitive. */
  readonly size: 1 | 2 | 3;
}

const NOTHING: Tessellation = { points: [], primitives: [], size: 1 };

/** Tessellates a patch; one that is culled has no points. */
export function tessellate(input: TessellatorInput): Tessellation {
  const { domain, output } = input;
  if (domain === TessellatorDomain.isoline) return isolines(input);
  if (domain !== TessellatorDomain.tri && domain !== TessellatorDomain.quad) return NOTHING;
  const axes = patchAxes(input.edges, input.inside, input);
  if (axes === undefined) return NOTHING;
  const mesh = new Mesh(output === TessellatorOutputPrimitive.triangleCcw);
  if (domain === TessellatorDomain.tri) triangle(mesh, axes.edges, axes.inside[0]!);
  else quad(mesh, axes.edges, axes.inside[0]!, axes.inside[1]!);
  return withOutput(mesh.points, mesh.triangles, 3, output);
}

/** The primitives, or the points alone. */
function withOutput(
  points: readonly number[],
  primitives: readonly number[],
  size: 2 | 3,
  output: number,
): Tessellation {
  if (output !== TessellatorOutputPrimitive.point) return { points, primitives, size };
  return { points, primitives: Array.from({ length: points.length / 2 }, (_, i) => i), size: 1 };
}

function isolines(input: TessellatorInput): Tessellation {
  const axes = isolineAxes(input.edges[0] ?? 0, input.edges[1] ?? 0, input);
  if (axes === undefined) return NOTHING;
  const { lines, across, axis } = axes;
  const points: number[] = [];
  const primitives: number[] = [];
  for (let line = 0; line < lines; line++) {
    for (const [i, u] of axis.positions.entries()) {
      if (i > 0) primitives.push(points.length / 2 - 1, points.length / 2);
      points.push(u, across.positions[line]!);
    }
  }
  return withOutput(points, primitives, 2, input.output);
}

class Mesh {
  readonly points: number[] = [];
  readonly triangles: number[] = [];

  constructor(private readonly isCounterclockwise: boolean) {}

  point(u: number, v: number): number {
    this.points.push(u, v);
    return this.points.length / 2 - 1;
  }

  /** Adds a clockwise triangle; u goes to the right, v down. */
  readonly triangle = (a: number, b: number, c: number): void => {
    if (this.isCounterclockwise) this.triangles.push(a, c, b);
    else this.triangles.push(a, b, c);
  };
}

/** Points of a ring, side by side; the last point of a side is the first of the next. */
type Ring = readonly (readonly number[])[];

/** Makes the points of a ring. @param positionOf u and v of point `i` of a side that has a given number of segments */
function ringOf(
  mesh: Mesh,
  segments: readonly number[],
  positionOf: (side: number, i: number) => readonly [u: number, v: number],
): Ring {
  const corners = segments.map((_, side) => mesh.point(...positionOf(side, 0)));
  return segments.map((count, side) => {
    const inner = Array.from({ length: Math.max(count - 1, 0) }, (_, i) => mesh.point(...positionOf(side, i + 1)));
    return [corners[side]!, ...inner, corners[(side + 1) % corners.length]!];
  });
}

function outerSide(ring: Ring, side: number, { segments, half }: Pick<Axis, 'segments' | 'half'>): Side {
  return { segments, half, point: (i) => ring[side]![i]! };
}

function innerSide(ring: Ring, side: number, { segments, half }: Pick<Axis, 'segments' | 'half'>): Side {
  return { segments, half, point: (i) => ring[side]![i - 1]! };
}

/** The part of an axis that ring `r` has. */
function partOf({ segments, half }: Axis, r: number): Pick<Axis, 'segments' | 'half'> {
  return { segments: segments - 2 * r, half: half - r };
}

/** Corners are u = 1, v = 1, w = 1; the sides from them on have w = 0, u = 0, v = 0. */
function triangle(mesh: Mesh, [atU, atV, atW]: readonly Axis[], inside: Axis): void {
  const edges = [atW!, atU!, atV!];
  let ring = ringOf(
    mesh,
    edges.map(({ segments }) => segments),
    (side, i) => turned(side, ONE - edges[side]!.positions[i]!, edges[side]!.positions[i]!),
  );
  for (let r = 0; inside.segments - 2 * r > 1; r++) {
    const next = innerTriangle(mesh, inside, r + 1);
    for (let side = 0; side < 3; side++) {
      const outer = r === 0 ? edges[side]! : partOf(inside, r);
      stitch(outerSide(ring, side, outer), innerSide(next, side, partOf(inside, r)), mesh.triangle);
    }
    ring = next;
  }
  if (inside.segments % 2 === 1) mesh.triangle(ring[0]![0]!, ring[1]![0]!, ring[2]![0]!);
}

/** u and v of a point that on side 0 has these values of u and v: each side is the one before, turned. */
function turned(side: number, u: number, v: number): readonly [u: number, v: number] {
  const w = ONE - u - v;
  if (side === 0) return [u, v];
  return side === 1 ? [w, u] : [v, w];
}

/**
 * A ring inside of a triangle. A side is parallel to the edge; its points are where perpendiculars to the edge at the
 * points of the inside axis meet it. The middle of the axis is at a distance of a third.
 */
function innerTriangle(mesh: Mesh, { segments, positions }: Axis, r: number): Ring {
  const count = segments - 2 * r;
  const distance = Math.floor((positions[r]! * TWO_THIRDS) / ONE + 0.5);
  const shift = Math.ceil(distance / 2);
  if (count === 0) {
    const center = mesh.point(distance, distance);
    return [[center], [center], [center]];
  }
  return ringOf(mesh, [count, count, count], (side, i) => {
    // The sides are divided from v = 1 to w = 1, and the other two from u = 1: the coordinate that is left over takes
    // what was rounded.
    if (side === 2) return [positions[r + i]! - shift, distance];
    const along = positions[segments - r - i]! - shift;
    return side === 1 ? [distance, along] : [along, ONE - distance - along];
  });
}

/** As Microsoft's tessellator has it: rounded down. */
const TWO_THIRDS = 43690;

/** Sides from the corner (0, 0) on: v = 0, u = 1, v = 1, u = 0. */
function quad(mesh: Mesh, [left, top, right, bottom]: readonly Axis[], alongU: Axis, alongV: Axis): void {
  const edges = [top!, right!, bottom!, left!];
  const inside = [alongU, alongV, alongU, alongV];
  let ring = ringOf(
    mesh,
    edges.map(({ segments }) => segments),
    (side, i) => around(side, edges[side]!.positions[i]!, 0, 0),
  );
  let r = 0;
  for (; Math.min(alongU.segments, alongV.segments) - 2 * r > 1; r++) {
    const next = innerQuad(mesh, alongU, alongV, r + 1);
    for (let side = 0; side < 4; side++) {
      const outer = r === 0 ? edges[side]! : partOf(inside[side]!, r);
      stitch(outerSide(ring, side, outer), innerSide(next, side, partOf(inside[side]!, r)), mesh.triangle);
    }
    ring = next;
  }
  const [columns, lines] = [alongU.segments - 2 * r, alongV.segments - 2 * r];
  if (columns === 1) strip(mesh, ring[3]!.toReversed(), ring[1]!, true);
  else if (lines === 1) strip(mesh, ring[0]!, ring[2]!.toReversed(), false);
}

/** u and v of a point of a side: so far along it, and so far inside along u and along v. */
function around(side: number, along: number, insideU: number, insideV: number): readonly [u: number, v: number] {
  switch (side) {
    case 0:
      return [along, insideV];
    case 1:
      return [ONE - insideU, along];
    case 2:
      return [ONE - along, ONE - insideV];
    default:
      return [insideU, ONE - along];
  }
}

/** A ring inside of a quad, which may be a line or a point. */
function innerQuad(mesh: Mesh, alongU: Axis, alongV: Axis, r: number): Ring {
  const [columns, lines] = [alongU.segments - 2 * r, alongV.segments - 2 * r];
  const [insideU, insideV] = [alongU.positions[r]!, alongV.positions[r]!];
  if (columns === 0 || lines === 0) {
    const isColumn = columns === 0;
    const axis = isColumn ? alongV : alongU;
    const line = Array.from({ length: Math.max(columns, lines) + 1 }, (_, i) => {
      const along = axis.positions[r + i]!;
      return isColumn ? mesh.point(insideU, along) : mesh.point(along, insideV);
    });
    const [first, last] = [line[0]!, line.at(-1)!];
    const back = line.toReversed();
    return isColumn ? [[first], line, [last], back] : [line, [last], back, [first]];
  }
  const axes = [alongU, alongV, alongU, alongV];
  return ringOf(mesh, [columns, lines, columns, lines], (side, i) =>
    around(side, axes[side]!.positions[r + i]!, insideU, insideV),
  );
}

/**
 * The row of quads in the middle. @param isVertical the lines are the left and the right one; else the upper and the
 * lower one
 */
function strip(mesh: Mesh, first: readonly number[], second: readonly number[], isVertical: boolean): void {
  const count = first.length - 1;
  for (let i = 0; i < count; i++) {
    const [a, b] = isVertical ? [first[i]!, second[i]!] : [first[i]!, first[i + 1]!];
    const [d, c] = isVertical ? [first[i + 1]!, second[i + 1]!] : [second[i]!, second[i + 1]!];
    // a b above d c. Only in a column, besides its middle, the spiral crosses from a to c.
    if (isVertical && 2 * i + 1 !== count) {
      mesh.triangle(a, b, c);
      mesh.triangle(a, c, d);
    } else {
      mesh.triangle(a, b, d);
      mesh.triangle(b, c, d);
    }
  }
}
