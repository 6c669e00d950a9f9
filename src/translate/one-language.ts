/**
 * Translates to one language, for bundles that have to be small: each function carries its own language, and neither the validator nor the
 * reader of C source.
 */
import type { ByteSource } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import type { EmitTarget } from '../emit/common/plan.ts';
import { glslTarget } from '../emit/glsl/emit-glsl.ts';
import { SPIRV } from '../emit/spirv/emit-spirv.ts';
import { WGSL } from '../emit/wgsl/emit-wgsl.ts';
import { readBinaryShaderFile } from '../file/shader-file.ts';
import { ALL_MODELS, type Models, SM1_MODELS, SM4_MODELS } from './models.ts';
import { type CoreOptions, LANGUAGE_OPTIONS, type LanguageOptions, type TargetLanguage } from './options.ts';
import { type PrepareStage, prepareStage } from './stages.ts';
import { type TranslationResult, translateAll } from './translate.ts';

/**
 * Translates to WGSL as `translateUnvalidated` does, but carries no other language and reads no C source.
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 */
export function translateToWgsl(
  input: ByteSource | readonly ByteSource[],
  options: Omit<LanguageOptions, 'version'> = {},
): TranslationResult<'wgsl'> {
  return translateTo(input, options, 'wgsl', () => WGSL, ALL_MODELS, 'translateToWgsl');
}

/**
 * Translates to WGSL as `translateToWgsl` does, but carries models 1 to 3 alone; programs of models 4 to 5.1 are refused (`DX6081`).
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 */
export function translateSm1ToWgsl(
  input: ByteSource | readonly ByteSource[],
  options: Omit<LanguageOptions, 'version' | 'instances'> = {},
): TranslationResult<'wgsl'> {
  return translateTo(input, options, 'wgsl', () => WGSL, SM1_MODELS, 'translateSm1ToWgsl');
}

/**
 * Translates to WGSL as `translateToWgsl` does, but carries models 4 to 5.1 alone; programs of models 1 to 3 are refused (`DX6081`).
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 */
export function translateSm4ToWgsl(
  input: ByteSource | readonly ByteSource[],
  options: Omit<LanguageOptions, 'version' | 'state9'> = {},
): TranslationResult<'wgsl'> {
  return translateTo(input, options, 'wgsl', () => WGSL, SM4_MODELS, 'translateSm4ToWgsl');
}

/**
 * Translates to GLSL as `translateUnvalidated` does, but carries no other language and reads no C source.
 *
 * @param input a compiled shader, or several
 * @param options `to`: `essl` for GLSL ES (default) or `glsl` for GLSL of desktop OpenGL; the others are those of `translate`
 * @throws TypeError when an input holds no bytes, or an option is wrong
 * @throws RangeError when the language has no such version
 */
export function translateToGlsl<const Language extends 'essl' | 'glsl' = 'essl'>(
  input: ByteSource | readonly ByteSource[],
  options: LanguageOptions & { readonly to?: Language } = {},
): TranslationResult<Language> {
  const { to = 'essl', ...others } = options;
  checkOptions({ to }, { to: ['essl', 'glsl'] }, 'translateToGlsl');
  return translateTo(
    input,
    others,
    to,
    glslTarget,
    ALL_MODELS,
    'translateToGlsl',
    prepareStage,
  ) as TranslationResult<Language>;
}

/**
 * Translates to SPIR-V as `translateUnvalidated` does, but carries no other language and reads no C source.
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 * @throws RangeError when SPIR-V has no such version
 */
export function translateToSpirv(
  input: ByteSource | readonly ByteSource[],
  options: LanguageOptions = {},
): TranslationResult<'spirv'> {
  return translateTo(input, options, 'spirv', () => SPIRV, ALL_MODELS, 'translateToSpirv', prepareStage);
}

function translateTo<Language extends TargetLanguage>(
  input: ByteSource | readonly ByteSource[],
  options: LanguageOptions,
  to: Language,
  target: (version: string) => EmitTarget,
  models: Models,
  caller: string,
  prepare?: PrepareStage,
): TranslationResult<Language> {
  checkOptions(options, LANGUAGE_OPTIONS, caller);
  const core: CoreOptions = { ...options, to };
  const additions = { target, models, open: readBinaryShaderFile, ...(prepare && { prepare }) };
  return translateAll(input, core, additions, caller) as TranslationResult<Language>;
}
