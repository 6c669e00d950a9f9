/** Runs a quad of a stage whose lanes never wait for others. */
import type { Sm4Quad } from './quad.ts';
import type { Sm4Step } from './step.ts';

/** How a shader runs on a primitive or a patch. */
export interface PrimitiveOptions {
  readonly primitiveId: number;
  readonly maxInstructions: number;
  /** Is called after each instruction. */
  readonly watch?: ((quad: Sm4Quad, step: Sm4Step) => void) | undefined;
}

/** Runs until the lanes have ended or `limit` instructions ran. Barriers, which only thread groups have, do nothing. */
export function runToEnd(quad: Sm4Quad, limit: number, watch?: PrimitiveOptions['watch']): void {
  const stop = quad.executed + limit;
  const each = watch && ((step: Sm4Step) => watch(quad, step));
  do {
    quad.run(stop - quad.executed, each);
  } while (quad.state === 'barrier');
}
