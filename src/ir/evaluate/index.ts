/** The evaluator of the IR. */
export type { IrEnvironment, IrOutputs, ResourceRequest } from './environment.ts';
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
