/**
 * Translates shaders to other languages: validates, lowers, runs the passes, gives everything a name and a location,
 * and lets the target write. Listings give comments in the code and preshaders in maps. Bad input is a diagnostic.
 *
 * Not for: what a language looks like (src/emit), or pipelines of WebGPU (webgpu-pipeline.ts).
 */

import type { ByteSource } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import type { Diagnostic } from '../base/diagnostics.ts';
import type { EmitTarget } from '../emit/common/plan.ts';
import { glslTarget } from '../emit/glsl/emit-glsl.ts';
import { SPIRV } from '../emit/spirv/emit-spirv.ts';
import { WASM } from '../emit/wasm/target.ts';
import { WGSL } from '../emit/wgsl/emit-wgsl.ts';
import { readBinaryFile } from '../file/shader-file.ts';
import { validate } from '../validate/validate.ts';
import { dxbcTarget } from './dxbc/target.ts';
import { LISTINGS } from './listings.ts';
import {
  type CoreOptions,
  LANGUAGE_OPTIONS,
  type LanguageOptions,
  type TargetLanguage,
  type TranslateOptions,
} from './options.ts';
import { type TranslationResult, translateAll, translateWith } from './translate-all.ts';

export const TARGETS: Readonly<Record<TargetLanguage, (version: string) => EmitTarget>> = {
  wgsl: () => WGSL,
  essl: glslTarget,
  glsl: glslTarget,
  spirv: () => SPIRV,
  dxbc: dxbcTarget,
  wasm: () => WASM,
};

/**
 * Translates the first program of a shader, or of each shader of a pipeline, and describes in a map what the
 * application binds. A shader that is not valid is refused with what is wrong. Without validation (`validate: false`) a
 * program that breaks a rule is refused where it has no meaning; the code of others is not specified. Never throws on
 * any bytes.
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 * @throws RangeError when the language has no such version
 */
export function translate<const Language extends TargetLanguage = 'wgsl'>(
  input: ByteSource | readonly ByteSource[],
  options: TranslateOptions & { readonly to?: Language } = {},
): TranslationResult<Language> {
  const parts = { target: TARGETS[options.to ?? 'wgsl'], listings: LISTINGS, diagnosticsOf };
  return translateWith(input, options, parts) as TranslationResult<Language>;
}

function diagnosticsOf(bytes: Uint8Array): readonly Diagnostic[] {
  return validate(bytes).diagnostics;
}

/**
 * Translates to WGSL as `translate` does without validation and comments, for bundles that have to be small: it
 * includes no other language and reads no C source.
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 */
export function translateToWgsl(
  input: ByteSource | readonly ByteSource[],
  options: Omit<LanguageOptions, 'version'> = {},
): TranslationResult<'wgsl'> {
  return translateTo(input, options, 'wgsl', () => WGSL, 'translateToWgsl');
}

/**
 * Translates to GLSL as `translate` does without validation and comments, for bundles that have to be small: it
 * includes no other language and reads no C source.
 *
 * @param input a compiled shader, or several
 * @param options `to`: `essl` for GLSL ES (default) or `glsl` for GLSL of desktop OpenGL; the others are those of
 *   `translate`
 * @throws TypeError when an input holds no bytes, or an option is wrong
 * @throws RangeError when the language has no such version
 */
export function translateToGlsl<const Language extends 'essl' | 'glsl' = 'essl'>(
  input: ByteSource | readonly ByteSource[],
  options: LanguageOptions & { readonly to?: Language } = {},
): TranslationResult<Language> {
  const { to = 'essl', ...others } = options;
  checkOptions({ to }, { to: ['essl', 'glsl'] }, 'translateToGlsl');
  return translateTo(input, others, to, glslTarget, 'translateToGlsl') as TranslationResult<Language>;
}

/**
 * Translates to SPIR-V as `translate` does without validation and comments, for bundles that have to be small: it
 * includes no other language and reads no C source.
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 * @throws RangeError when SPIR-V has no such version
 */
export function translateToSpirv(
  input: ByteSource | readonly ByteSource[],
  options: LanguageOptions = {},
): TranslationResult<'spirv'> {
  return translateTo(input, options, 'spirv', () => SPIRV, 'translateToSpirv');
}

function translateTo<Language extends TargetLanguage>(
  input: ByteSource | readonly ByteSource[],
  options: LanguageOptions,
  to: Language,
  target: (version: string) => EmitTarget,
  caller: string,
): TranslationResult<Language> {
  checkOptions(options, LANGUAGE_OPTIONS, caller);
  const core: CoreOptions = { ...options, to };
  return translateAll(input, core, { target, open: readBinaryFile }, caller) as TranslationResult<Language>;
}
