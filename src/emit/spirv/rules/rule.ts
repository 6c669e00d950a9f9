/**
 * A rule writes one operation of the IR and returns the id of its value, 0 if it has none or is found by its
 * components.
 */
import type { SpirvContext } from '../context.ts';

export type SpirvRule = (w: SpirvContext, op: number) => number;
