/**
 * The subpath `dxlens/validate`: whether compiled shaders and root signatures are valid, as Microsoft decides, and
 * match each other.
 */
export { validateBindings, validateEmbeddedRootSignature } from './bindings/validate-bindings.ts';
export {
  type PipelineValidationOptions,
  type PipelineValidationResult,
  type ShaderInput,
  validatePipeline,
} from './pipeline/validate-pipeline.ts';
export type { CheckResult } from './result.ts';
export { SM1_MODELS, type Sm1Model, sm1Model } from './sm1/model.ts';
export {
  type Sm1ValidateOptions,
  type ValidatedProgram,
  type ValidateOptions,
  type ValidationResult,
  validate,
  validateSm1,
} from './validate.ts';
export { validateEffect } from './validate-effect.ts';
export {
  MAX_ROOT_SIGNATURE_COST,
  type RootSignatureValidationOptions,
  rootParameterCost,
  rootSignatureCost,
  validateRootSignature,
} from './validate-root-signature.ts';
