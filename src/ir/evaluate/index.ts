/** The evaluator of the IR. */

export {
  type EvaluateOptions,
  type EvaluateResult,
  evaluateGeometry,
  evaluateGroup,
  evaluateHull,
  evaluateQuad,
  type GroupFault,
  type HullResult,
  type Vertex,
} from './evaluate.ts';
export type { IrEnvironment, IrOutputs, ResourceRequest } from './values.ts';
