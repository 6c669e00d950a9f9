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
export type { CheckResult } from './rule.ts';
export { SM1_MODELS, type Sm1Model, sm1Model } from './rule.ts';
export {
  type Sm1ValidateOptions,
  type ValidatedProgram,
  type ValidateOptions,
  type ValidationResult,
  validate,
  validateEffect,
  validateSm1,
} from './validate.ts';
export {
  MAX_ROOT_SIGNATURE_COST,
  type RootSignatureValidationOptions,
  rootParameterCost,
  rootSignatureCost,
  validateRootSignature,
} from './validate-root-signature.ts';
