/**
 * An edge that is divided: how many segments it has and where its points are.
 *
 * Points are symmetric about the middle, so one half says all. From a number of points on a half to the next one point
 * is split in two. After a power of two the existing points are split one after the other from the outside in (the
 * ruler function); in between, every point moves from its position in the coarser division to that in the finer one.
 *
 * Source: Direct3D 11.3 functional specification, 11.7.3 to 11.7.5, 11.7.13 and 11.7.14. Where results are rounded was
 * found by comparing with Microsoft's tessellator, which llvmpipe has (live/wine/families-tessellation.ts).
 */
import { roundDoubleToEven } from '../../../numerics/float.ts';

/** 1 in the fixed-point numbers of the tessellator. */
export const ONE = 65536;

export type Parity = 'odd' | 'even';

export interface Axis {
  readonly segments: number;
  /** Points of a half without the corner; with an even number of segments the last one is the middle. */
  readonly half: number;
  /** Places of the points in fixed point: `segments + 1`. */
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
