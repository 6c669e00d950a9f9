/**
 * Triangles between a side of a ring and the side of the ring inside of it, which may have other numbers of points.
 *
 * On each half, every point of the side with more points belongs to the point of the other from which it was split. Two
 * neighbors with different ones make two triangles, two with the same one make one. Diagonals point to the corner of
 * their half, those in the middle as a spiral that opens counterclockwise crosses them.
 *
 * Source: Direct3D 11.3 functional specification, 11.7.6.
 */
import { parentPoint } from './axis.ts';

/** A side of a ring, clockwise. */
export interface Side {
  readonly segments: number;
  readonly half: number;
  /** The number of a point; inner sides have none at their ends. */
  readonly point: (i: number) => number;
}

/** Takes a clockwise triangle. */
export type Emit = (a: number, b: number, c: number) => void;

/** Makes the triangles between an outer side and an inner one, which begins and ends a segment later. */
export function stitch(outer: Side, inner: Side, emit: Emit): void {
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
