/**
 * The public interface of dxlens: what most programs use, in one import. It has one function for each job on a complete
 * file, the types of their options and results, and {@link openShader}, which does several jobs on one shader. The
 * subpaths with the names of jobs (`dxlens/translate`, `dxlens/vm`, ...) have the rest of what is stable. Tables, token
 * fields, chunk readers and programs as modules are in `dxlens/internals/...`, which may change in any release.
 */
export {
  type Assembled,
  type AssembleOptions,
  assemble,
  assembleUnvalidated,
  type IncludedText,
  type UnvalidatedAssembleOptions,
} from './assemble/assemble.ts';
export { assembleRootSignature, type RootSignatureOptions } from './assemble/root-signature/assemble-root-signature.ts';
export type { ByteSource } from './base/bytes.ts';
export type { BytesResult } from './base/diagnostics.ts';
export { type Diagnostic, type DiagnosticRule, InternalError, type Severity, type Span } from './base/diagnostics.ts';
// A listing has one character for each byte: this is how it is written to a file.
export { latin1Bytes } from './base/words.ts';
export { updateChecksum } from './container/edit.ts';
export { STRIP_FLAGS, type StripFlag, stripShader } from './container/parts.ts';
export { type DebugInformation, type FileDebugInformation, readDebugInformation } from './debug/index.ts';
export { detectFormat, type FileFormat, type Format } from './file/detect-format.ts';
export { type OpenedShaderFile, openShaderFile, type ShaderFile, type ShaderProgram } from './file/shader-file.ts';
export { reflectEffect } from './reflect/effect/reflect-effect.ts';
export type { EffectReflection } from './reflect/effect/types.ts';
export {
  type Reflection,
  type ReflectionResult,
  reflect,
  reflectShader,
  type ShaderReflection,
  type ShaderReflectionResult,
} from './reflect/reflect.ts';
export {
  type ConstantValues,
  type LiteralLocation,
  openShader,
  type ReplaceOptions,
  type ReplaceResult,
  Shader,
  type ShaderLiteral,
} from './shader/index.ts';
export { disassemble, disassembleShader, type Listing } from './text/disassemble.ts';
export type { ListingOptions } from './text/options.ts';
export {
  type CheckResult,
  type PipelineValidationOptions,
  type PipelineValidationResult,
  type RootSignatureValidationOptions,
  type ShaderInput,
  type ValidateOptions,
  type ValidationResult,
  validate,
  validateBindings,
  validateEffect,
  validateEmbeddedRootSignature,
  validatePipeline,
  validateRootSignature,
} from './validate/index.ts';
