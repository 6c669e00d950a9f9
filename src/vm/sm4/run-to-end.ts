/** Runs a quad of a stage whose lanes never wait for others. */
import type { Sm4Quad } from './quad.ts';

/** How a shader runs on a primitive or a patch. */
export interface PrimitiveOptions {
  readonly primitiveId: number;
  readonly maxInstructions: number;
  /** Is asked now and then whether to stop. */
  readonly isStopped?: (() => boolean) | undefined;
}

/** Runs until the lanes have ended, `limit` instructions ran, or `isStopped`. Barriers, which only thread groups have, do nothing. */
export function runToEnd(quad: Sm4Quad, limit: number, isStopped: PrimitiveOptions['isStopped']): void {
  const stop = quad.executed + limit;
  do {
    quad.runUnlessStopped(stop - quad.executed, isStopped);
  } while (quad.state === 'barrier');
}
