/**
 * The functions that compute factors of tessellation. The partitioning of the shader decides how they round; the
 * results are those of Microsoft's compiler, in which Avg and Min of triangles are exchanged.
 */
import { Kind } from '../../ir/types.ts';
import type { Emitter } from './emitter.ts';

type Refs = readonly number[];

/** How edge factors become one factor of the inside. */
export type Reduction = 'average' | 'max' | 'min';

const ODD = 'fractionalOdd';
const EVEN = 'fractionalEven';
const POWERS = 'pow2';

function partitioningOf(e: Emitter): string {
  return e.b.module.facts.partitioning ?? 'integer';
}

/** A factor in the range of the partitioning. */
function clamped(e: Emitter, factor: number): number {
  const partitioning = partitioningOf(e);
  const least = e.float(partitioning === EVEN ? 2 : 1);
  return e.min(e.max(factor, least), e.float(partitioning === ODD ? 63 : 64));
}

/** A factor in range as the partitioning rounds it. */
function rounded(e: Emitter, factor: number): number {
  const partitioning = partitioningOf(e);
  if (partitioning === ODD || partitioning === EVEN) return factor;
  if (partitioning !== POWERS) return e.unary('ceil', factor);
  const bits = e.as(Kind.u32, factor);
  const power = e.and(bits, e.unsigned(0x7f80_0000));
  const isBetween = e.ne(e.and(bits, e.unsigned(0x007f_ffff)), e.unsigned(0));
  return e.as(Kind.f32, e.select(isBetween, e.add(power, e.unsigned(0x0080_0000)), power));
}

/** A factor of a detail or edge. */
export function edgeFactor(e: Emitter, factor: number): number {
  return rounded(e, clamped(e, factor));
}

/** Sums and extremes of pairs, as the compiler orders them: of four numbers (w, y) and (z, x). */
function reduce(factors: Refs, combine: (a: number, b: number) => number): number {
  const [x, y, z, w] = factors as [number, number, number, number?];
  if (factors.length === 2) return combine(y, x);
  if (w === undefined) return combine(z, combine(y, x));
  return combine(combine(w, y), combine(z, x));
}

function combined(e: Emitter, factors: Refs, reduction: Reduction): number {
  if (reduction === 'max') return reduce(factors, (a, b) => e.max(a, b));
  return reduction === 'min' ? reduce(factors, (a, b) => e.min(a, b)) : reduce(factors, (a, b) => e.add(a, b));
}

/** The factor of the inside that belongs to some edges, before it is rounded. */
function insideFactor(e: Emitter, edges: Refs, scale: number, reduction: Reduction): number {
  const factors = edges.map((edge) => e.max(edge, e.float(1)));
  const share = e.float(1 / factors.length);
  const scaled = e.unary('sat', scale);
  if (partitioningOf(e) !== ODD) {
    const product = e.mul(scaled, combined(e, factors, reduction));
    return clamped(e, reduction === 'average' ? e.mul(product, share) : product);
  }
  // Factors below 3 would change the topology at once: they are replaced by what the edges have.
  const average = () => e.mul(combined(e, factors, 'average'), share);
  const edgeFactors = reduction === 'average' ? average() : combined(e, factors, reduction);
  const result = clamped(e, e.mul(scaled, edgeFactors));
  return atLeastThree(e, result, reduction === 'max' ? edgeFactors : average());
}

function atLeastThree(e: Emitter, factor: number, other: number): number {
  return e.select(e.lt(factor, e.float(3)), e.min(other, e.float(3)), factor);
}

/** Rounded edges, the rounded inside and the inside before that, for triangles and quads with one scale. */
export function processEdges(reduction: Reduction, insides: 1 | 2) {
  return (e: Emitter, edges: Refs, scale: Refs): Refs[] => {
    const inside = insideFactor(e, edges, scale[0]!, reduction);
    const repeat = (ref: number) => Array<number>(insides).fill(ref);
    return [edges.map((edge) => edgeFactor(e, edge)), repeat(rounded(e, inside)), repeat(inside)];
  };
}

/** Rounded edges, insides and unrounded insides of quads with a scale for each axis. */
export function processAxes(reduction: Reduction) {
  return (e: Emitter, edges: Refs, scale: Refs): Refs[] => {
    let insides = [0, 1].map((axis) => insideFactor(e, [edges[axis]!, edges[axis + 2]!], scale[axis]!, reduction));
    if (partitioningOf(e) === ODD) {
      const larger = e.max(insides[1]!, insides[0]!);
      insides = insides.map((inside) => atLeastThree(e, inside, larger));
    }
    return [edges.map((edge) => edgeFactor(e, edge)), insides.map((inside) => rounded(e, inside)), insides];
  };
}
