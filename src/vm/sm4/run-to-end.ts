/** Runs a quad of a stage whose lanes never wait for others. */
import type { Sm4Quad } from './quad.ts';

/** How a shader runs on a primitive or a patch. */
export interface PrimitiveOptions {
  readonly primitiveId: number;
  readonly maxInstructions: number;
}

/** Runs until the lanes have ended or `limit` instructions ran. Barriers, which only thread groups have, do nothing. */
export function runToEnd(quad: Sm4Quad, limit: number): void {
  const stop = quad.executed + limit;
  do {
    quad.run(stop - quad.executed);
  } while (quad.state === 'barrier');
}
