/** The types and makers of handlers of shader models 1 to 3. */
import { isEqual, isGreaterOrEqual, isLess, isNotEqual } from '../../../numerics/float.ts';
import type { LaneWords } from '../../lanes.ts';
import type { Sm1Step } from '../executable.ts';
import type { Sm1Quad } from '../quad.ts';

/** Computes a result, which is written after it; of co-issued instructions, after both. */
export interface Sm1ResultHandler {
  readonly kind: 'result';
  readonly compute: (quad: Sm1Quad, step: Sm1Step, out: LaneWords) => void;
}

/** A handler of flow control, which changes more than a result. */
export interface Sm1FlowHandler {
  readonly kind: 'flow';
  readonly run: (quad: Sm1Quad, step: Sm1Step) => void;
}

export type Sm1Handler = Sm1ResultHandler | Sm1FlowHandler;

export function result(compute: Sm1ResultHandler['compute']): Sm1ResultHandler {
  return { kind: 'result', compute };
}

export function flow(run: Sm1FlowHandler['run']): Sm1FlowHandler {
  return { kind: 'flow', run };
}

/**
 * Comparisons of `if`, `break` and `setp` by their number, in the order gt, eq, ge, lt, ne, le; others never hold.
 * Subnormal numbers are zeros, as in `sge`.
 */
export const COMPARISONS: readonly (((a: number, b: number) => boolean) | undefined)[] = [
  undefined,
  (a, b) => isLess(b, a),
  isEqual,
  isGreaterOrEqual,
  isLess,
  isNotEqual,
  (a, b) => isGreaterOrEqual(b, a),
];
