/** Translates shaders that are validated first. */
import type { ByteSource } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { readShaderFile } from '../file/shader-file.ts';
import { validate } from '../validate/validate.ts';
import { instructionTexts, preshaderText } from './comments.ts';
import { faultsOfLink } from './link-faults.ts';
import { ALL_MODELS } from './models.ts';
import { type TargetLanguage, TRANSLATE_OPTIONS, type TranslateOptions } from './options.ts';
import { prepareStage } from './stages.ts';
import { TARGETS } from './targets.ts';
import { type TranslationResult, translateAll } from './translate.ts';

/**
 * Translates the first program of a shader, or of each shader of a pipeline, and describes in a map what the application binds. A shader that is
 * not valid is refused with what is wrong. Never throws on any bytes.
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 * @throws RangeError when the language has no such version
 */
export function translate<const Language extends TargetLanguage = 'wgsl'>(
  input: ByteSource | readonly ByteSource[],
  options: TranslateOptions & { readonly to?: Language } = {},
): TranslationResult<Language> {
  checkOptions(options, TRANSLATE_OPTIONS, 'translate');
  const { validate: validates = true, comments = false, ...core } = options;
  const additions = {
    target: TARGETS[core.to ?? 'wgsl'],
    open: readShaderFile,
    models: ALL_MODELS,
    prepare: prepareStage,
    preshaderCode: preshaderText,
    ...(validates && { validate: (bytes: Uint8Array) => validate(bytes).diagnostics, validateLink: faultsOfLink }),
    ...(comments && { comments: instructionTexts }),
  };
  return translateAll(input, core, additions, 'translate') as TranslationResult<Language>;
}
