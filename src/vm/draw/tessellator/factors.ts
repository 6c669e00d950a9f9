/**
 * The tessellator's use of the factors of a patch: which patches are culled, and how many segments each edge and each
 * inner axis has.
 *
 * Source: Direct3D 11.3 functional specification, 10.13, 11.7.7 and 11.7.10 to 11.7.12. What it leaves open, an inside
 * factor of 1 with integer partitioning while others are larger, is as in Microsoft's tessellator
 * (live/wine/families-tessellation.ts): it counts as 2.
 *
 * Not for: where the points are (axis.ts).
 */
import { TessellatorPartitioning } from '../../../base/d3d/enumerations.ts';
import { type Axis, type Parity, tessellatedAxis } from './axis.ts';

/** How factors are used. */
export interface Partitioning {
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
export function patchAxes(
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
export function isolineAxes(
  density: number,
  detail: number,
  { partitioning, maxTessFactor }: Partitioning,
): { readonly lines: number; readonly across: Axis; readonly axis: Axis } | undefined {
  if (isCulled([density, detail])) return undefined;
  const limit = (factor: number) => Math.min(factor, maxTessFactor);
  const range = rangeOf(partitioning);
  const whole = rangeOf(TessellatorPartitioning.integer);
  const lines = clamped(limit(density), whole);
  return { lines, across: axisOf(lines, whole), axis: axisOf(clamped(limit(detail), range), range) };
}
