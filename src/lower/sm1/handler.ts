/** Handlers that lower the instruction of shader models 1 to 3 at the cursor. */
import type { Sm1Lowering } from './lowering.ts';

/** Makes a result, which is written after it; of instructions that run together, after both. */
export interface Sm1ResultHandler {
  readonly kind: 'result';
  /** Fills `out` with references by component, at least those of `mask`. */
  readonly compute: (l: Sm1Lowering, mask: number, out: Int32Array) => void;
}

/** A handler of flow control and of other instructions without a vector result. */
export interface Sm1FlowHandler {
  readonly kind: 'flow';
  readonly run: (l: Sm1Lowering) => void;
}

export type Sm1Handler = Sm1ResultHandler | Sm1FlowHandler;

export function result(compute: Sm1ResultHandler['compute']): Sm1ResultHandler {
  return { kind: 'result', compute };
}

export function flow(run: Sm1FlowHandler['run']): Sm1FlowHandler {
  return { kind: 'flow', run };
}
