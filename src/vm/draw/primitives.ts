/**
 * Which vertices of a draw make each primitive, by topology.
 *
 * The first vertex of a primitive is its leading one, and triangles of a strip all go around in the same direction.
 * Incomplete primitives are dropped. Neighbors are where geometry shaders see them: between the vertices of a triangle,
 * around those of a line.
 *
 * Source: Direct3D 11.3 functional specification, 8.10 to 8.15; the fan of Direct3D 9 begins at the second vertex,
 * which flat shading takes.
 */

import type { Registers } from '../sm4/quad.ts';
import type { Topology } from './draw-common.ts';

/** Vertices of each primitive, and how many more each next one needs. */
interface TopologyRow {
  /** Vertices of a primitive, with neighbors. */
  readonly size: number;
  readonly step: number;
  /** The indices in `size` of the vertices that are not adjacent ones. */
  readonly drawn?: readonly number[];
}

const ROWS: Readonly<Record<Exclude<Topology, 'patch-list'>, TopologyRow>> = {
  'point-list': { size: 1, step: 1 },
  'line-list': { size: 2, step: 2 },
  'line-strip': { size: 2, step: 1 },
  'triangle-list': { size: 3, step: 3 },
  'triangle-strip': { size: 3, step: 1 },
  'triangle-fan': { size: 3, step: 1 },
  'line-list-adj': { size: 4, step: 4, drawn: [1, 2] },
  'line-strip-adj': { size: 4, step: 1, drawn: [1, 2] },
  'triangle-list-adj': { size: 6, step: 6, drawn: [0, 2, 4] },
  'triangle-strip-adj': { size: 6, step: 2, drawn: [0, 2, 4] },
};

function rowOf(topology: Topology, controlPoints: number): TopologyRow {
  return topology === 'patch-list' ? { size: controlPoints, step: controlPoints } : ROWS[topology];
}

/** Returns the indices of the vertices of a primitive that are drawn, without neighbors; undefined: all. */
export function drawnVertices(topology: Topology): readonly number[] | undefined {
  return rowOf(topology, 1).drawn;
}

/** Primitives that `count` vertices without a cut make. */
export function primitiveCount(topology: Topology, count: number, controlPoints = 1): number {
  const { size, step } = rowOf(topology, controlPoints);
  return count < size ? 0 : Math.floor((count - size) / step) + 1;
}

/** The vertices of primitive `number`, as indices into a run of `count` vertices without a cut. */
export function primitiveVertices(topology: Topology, number: number, count: number, controlPoints = 1): number[] {
  switch (topology) {
    case 'triangle-strip':
      return number % 2 === 0 ? [number, number + 1, number + 2] : [number, number + 2, number + 1];
    case 'triangle-fan':
      return [number + 1, number + 2, 0];
    case 'triangle-strip-adj':
      return stripNeighbors(number, number + 1 === primitiveCount(topology, count));
    default: {
      const { size, step } = rowOf(topology, controlPoints);
      return Array.from({ length: size }, (_, i) => number * step + i);
    }
  }
}

/**
 * A triangle of a strip with neighbors. The even vertices are those of the strip. The neighbor across the edge to the
 * previous triangle is the vertex of that triangle that this one does not share; likewise for the next triangle. At the
 * ends of the strip neighbors are separate vertices.
 */
function stripNeighbors(number: number, isLast: boolean): number[] {
  const first = 2 * number;
  const before = number === 0 ? 1 : first - 2;
  const after = isLast ? first + 5 : first + 6;
  const side = first + 3;
  return number % 2 === 0
    ? [first, before, first + 2, after, first + 4, side]
    : [first, side, first + 4, after, first + 2, before];
}

/** Primitives of the strips that geometry shaders write. */
export function stripTopology(verticesOfPrimitive: number): Topology {
  if (verticesOfPrimitive === 1) return 'point-list';
  return verticesOfPrimitive === 2 ? 'line-strip' : 'triangle-strip';
}

export type PrimitiveSink = (vertices: readonly Registers[], primitiveId: number, stream: number) => void;
