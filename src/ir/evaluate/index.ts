/** The evaluator of the IR. */

export * from './evaluate.ts';
export type { IrEnvironment, IrOutputs, ResourceRequest } from './values.ts';
