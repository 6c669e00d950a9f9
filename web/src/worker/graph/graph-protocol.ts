/**
 * The calls of the worker that lays out graphs. It is a worker of its own, so that a large graph does not keep others
 * waiting.
 */
import type { GraphLayout, GraphToLayOut } from './layout.ts';

export interface GraphCalls {
  layOut: { input: GraphToLayOut; report: never; result: GraphLayout };
}
