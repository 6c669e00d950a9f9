/** The list of stages. */
import type { IrStage } from './declarations.ts';

/** All stages: those of a pipeline in their order, and compute shaders. */
export const IR_STAGES = ['vs', 'hs', 'ds', 'gs', 'ps', 'cs'] as const satisfies readonly IrStage[];
