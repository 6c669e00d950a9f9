/** The subpath `dxlens/validate`: Microsoft's verdict on compiled shaders and root signatures, and whether they fit together. */
export { judgeBindings, judgeOwnRootSignature } from './bindings/validate-bindings.ts';
export type { LinkRuleRow } from './pipeline/rule.ts';
export {
  type LinkFinding,
  type LinkOptions,
  type LinkVerdict,
  linkShaders,
  type ShaderInput,
} from './pipeline/validate-pipeline.ts';
export type { RuleRow } from './rule.ts';
export type { Sm1Finding } from './sm1/diagnostics.ts';
export { SM1_MODELS, type Sm1Model, sm1Model } from './sm1/model.ts';
export type { Sm1RuleRow } from './sm1/rule.ts';
export { type Sm1ValidateOptions, type Sm1Verdict, validateSm1 } from './sm1/validate-sm1.ts';
export { Sm1Validator } from './sm1/validator.ts';
export { type FileFinding, type FileVerdict, type JudgedProgram, type ValidateOptions, validate } from './validate.ts';
export {
  judgeRootSignature,
  MAX_ROOT_SIGNATURE_COST,
  type RootSignatureReport,
  rootParameterCost,
  rootSignatureCost,
} from './validate-root-signature.ts';
