/** The subpath `dxlens/validate`: Microsoft's verdict on compiled shaders and root signatures, and whether they fit together. */
export { validateBindings, validateEmbeddedRootSignature } from './bindings/validate-bindings.ts';
export type { PipelineRuleRow } from './pipeline/rule.ts';
export {
  type PipelineDiagnostic,
  type PipelineValidationOptions,
  type PipelineValidationResult,
  type ShaderInput,
  validatePipeline,
} from './pipeline/validate-pipeline.ts';
export type { CheckResult } from './result.ts';
export type { RuleRow } from './rule.ts';
export type { Sm1Diagnostic } from './sm1/diagnostics.ts';
export { SM1_MODELS, type Sm1Model, sm1Model } from './sm1/model.ts';
export type { Sm1RuleRow } from './sm1/rule.ts';
export { type Sm1ValidateOptions, type Sm1ValidationResult, validateSm1 } from './sm1/validate-sm1.ts';
export { Sm1Validator } from './sm1/validator.ts';
export {
  type ValidatedProgram,
  type ValidateOptions,
  type ValidationResult,
  validate,
} from './validate.ts';
export {
  MAX_ROOT_SIGNATURE_COST,
  type RootSignatureValidationOptions,
  rootParameterCost,
  rootSignatureCost,
  validateRootSignature,
} from './validate-root-signature.ts';
