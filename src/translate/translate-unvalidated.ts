/** Translates shaders that are not validated, to any language. */
import type { ByteSource } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { readShaderFile } from '../file/shader-file.ts';
import { ALL_MODELS } from './models.ts';
import { CORE_OPTIONS, type CoreOptions, type TargetLanguage } from './options.ts';
import { prepareStage } from './stages.ts';
import { TARGETS } from './targets.ts';
import { type TranslationResult, translateAll } from './translate.ts';

/**
 * Translates as `translate` does, but does not validate its input and writes no comments, for bundles that have to be small; `translateToWgsl`, `translateToGlsl` and `translateToSpirv` carry one language. A program that
 * breaks a rule is refused where it has no meaning; the code of others is not specified.
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 * @throws RangeError when the language has no such version
 */
export function translateUnvalidated<const Language extends TargetLanguage = 'wgsl'>(
  input: ByteSource | readonly ByteSource[],
  options: CoreOptions & { readonly to?: Language } = {},
): TranslationResult<Language> {
  checkOptions(options, CORE_OPTIONS, 'translateUnvalidated');
  const additions = {
    target: TARGETS[options.to ?? 'wgsl'],
    open: readShaderFile,
    models: ALL_MODELS,
    prepare: prepareStage,
  };
  return translateAll(input, options, additions, 'translateUnvalidated') as TranslationResult<Language>;
}
