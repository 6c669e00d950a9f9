/** The subpath `dxlens/vm`: shaders that run on the CPU, as jobs or step by step. */
export type { JobNumber, JobNumbers, JobValues } from '../base/shapes.ts';
export type { InvocationResult, ValuesBySemantic } from './job/invocation.ts';
export type { Job, JobCommand } from './job/job-shape.ts';
export { jobSchema } from './job/job-shape.ts';
export type { JsonPath } from './job/json-text.ts';
export type { JobOutput, NestedNumbers } from './job/outputs.ts';
export { type JobParseResult, parseJob, validateJob } from './job/parse-job.ts';
export type { RegisterWrite } from './job/register-values.ts';
export type { JobDiagnostic } from './job/report.ts';
export { type RunEngine, type RunOptions, type RunResult, run } from './job/run.ts';
export type { HostBytes, JobHost, JobImage, SourceOptions } from './job/shaders.ts';
export {
  createStepper,
  type StepPosition,
  type Stepper,
  type StepperOptions,
  type StepperResult,
  type StepState,
} from './job/stepper.ts';
export type { TraceEvent } from './job/trace.ts';
