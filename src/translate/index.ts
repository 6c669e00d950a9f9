/**
 * Shaders in other languages (`dxlens/translate`), each with a map: what an application binds where, inputs and
 * outputs, what device and language must have, and what is not exactly as in Direct3D.
 *
 * ```ts
 * const { stages, diagnostics } = translate(readFileSync('shader.cso'));
 * for (const { code, map } of stages) console.log(code, webgpuPipeline(map));
 * ```
 */
export type { Diagnostic } from '../base/diagnostics.ts';
export type { EmitProfile, EmitRobustness } from '../emit/common/plan.ts';
export { type SpirvText, spirvText } from '../emit/spirv/text.ts';
export { wasmArithmetic } from '../emit/wasm/arithmetic.ts';
export type { IrInstances } from '../ir/passes/run-passes.ts';
export type { LowerSm1Sampler, Sm1Dimension } from '../lower/sm1/module-declarations.ts';
export { type ClassInstances, classInstances, type InterfacePointer, interfacePointers } from './class-instances.ts';
export { ALPHA_FUNCTIONS, type AlphaFunction, type IntegerInput, type State9 } from './direct3d9/options.ts';
export {
  type TranslationBinding,
  type TranslationElement,
  type TranslationMap,
  translationMapSchema,
} from './map-shape.ts';
export { type OptimizedShader, optimizeShader } from './optimize.ts';
export {
  type BindingChoice,
  type CodeOf,
  type CoreOptions,
  type LanguageOptions,
  MAP_VERSION,
  TARGET_LANGUAGES,
  TARGET_VERSIONS,
  type TargetLanguage,
  type TranslateOptions,
} from './options.ts';
export type { TranslatedStage } from './stage-translator.ts';
export { translate, translateToGlsl, translateToSpirv, translateToWgsl } from './translate.ts';
export type { TranslationResult } from './translate-all.ts';
export {
  type BindGroupLayout,
  type BindGroupLayoutEntry,
  type BufferType,
  type InputFormat,
  type RequiredFeature,
  type StorageAccess,
  type StorageFormat,
  type VertexAttribute,
  type VertexBuffer,
  type WebgpuPipeline,
  webgpuPipeline,
} from './webgpu-pipeline.ts';
