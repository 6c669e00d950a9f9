/**
 * Execution on the CPU: preshaders, texture shaders and expressions of effects; and textures, as samplers read them.
 */

export type { JobNumber, JobNumbers, JobValues } from '../base/shapes.ts';
export type { InvocationResult, ValuesBySemantic } from './job/invocation.ts';
export type { Job, JobCommand } from './job/job-shape.ts';
export { jobSchema } from './job/job-shape.ts';
export type { JsonPath } from './job/json-text.ts';
export type { JobOutput, NestedNumbers } from './job/outputs.ts';
export { type JobParseResult, parseJob, validateJob } from './job/parse-job.ts';
export type { RegisterWrite } from './job/register-values.ts';
export type { JobDiagnostic } from './job/report.ts';
export { type RunOptions, type RunResult, run } from './job/run.ts';
export type { HostBytes, JobHost, JobImage } from './job/shaders.ts';
export {
  createStepper,
  type StepPosition,
  type Stepper,
  type StepperOptions,
  type StepperResult,
  type StepState,
} from './job/stepper.ts';
export type { TraceEvent } from './job/trace.ts';
export type { PreshaderValue } from './preshader/constants.ts';
export { encodePreshader } from './preshader/encode.ts';
export {
  evaluatePreshader,
  type PreshaderInputs,
  type PreshaderOutput,
  type PreshaderResult,
} from './preshader/evaluate.ts';
export { perlinNoise } from './preshader/operations.ts';
export {
  decodePreshader,
  type Preshader,
  type PreshaderHolder,
  type PreshaderSource,
} from './preshader/preshader.ts';
export { type DdsTexture, readDds, writeDds } from './texture/dds.ts';
export { fetch4, type GatherOptions, gather4 } from './texture/gather.ts';
export { legacyView, sampleLegacy } from './texture/legacy.ts';
export {
  BufferView,
  type BufferViewResult,
  createBufferView,
  load,
  loadBuffer,
  storeElement,
  storeTexel,
} from './texture/load.ts';
export { type LodSource, queryLod, sample } from './texture/sample.ts';
export {
  type AddressMode,
  ALL_MAPPED,
  type Comparison,
  createSampler,
  DEFAULT_SAMPLER,
  filterStates,
  type LegacySampler,
  type LegacySamplerStates,
  legacySampler,
  type MipFilter,
  type Reduction,
  SampleRequest,
  type Sampler,
  type TexelFilter,
} from './texture/sampler.ts';
export {
  createTexture,
  fullMipCount,
  type Subresource,
  Texture,
  type TextureDescriptor,
  type TextureDimension,
  type TextureResult,
} from './texture/texture.ts';
export {
  createTextureView,
  resourceInfo,
  type SizeFormat,
  sampleCount,
  samplePosition,
  TextureView,
  type TextureViewDescriptor,
  type TextureViewResult,
  type ViewDimension,
} from './texture/texture-view.ts';
