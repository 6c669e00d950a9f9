/** Assembles and validates: the assemblers of `assemble-with.ts` together with the validators.  */

import type { ByteSource } from '../base/bytes.ts';
import { checkOptions, type OptionTypes } from '../base/check-options.ts';
import { Sm1Validator } from '../validate/sm1/validate-sm1.ts';
import { withoutRepeats } from '../validate/sm4/context.ts';
import { validateSm4 } from '../validate/sm4/validate-container.ts';
import { ASSEMBLE_OPTIONS, assembleWith, type UnvalidatedAssembleOptions } from './assemble-with.ts';
import type { Assembled, ProgramValidator } from './program-validator.ts';

const STANDARD_VALIDATOR: ProgramValidator = {
  sm1: () => new Sm1Validator(),
  sm4: (container) => withoutRepeats(validateSm4(container).list),
};

export type { IncludedText } from './assemble-with.ts';
export type { Assembled } from './program-validator.ts';

export interface AssembleOptions extends UnvalidatedAssembleOptions {
  /**
   * `false`: any program that can be written, even one that the runtime would refuse. A program that is put into an
   * original (`into`) may always break the rules that the original itself breaks.
   */
  readonly validate?: boolean;
}

const OPTIONS: OptionTypes<AssembleOptions> = { ...ASSEMBLE_OPTIONS, validate: 'boolean' };

/**
 * Assembles and validates one text. Never throws on any text.
 *
 * @param text bytes are taken as one character each, so that columns count bytes as Microsoft's do
 * @throws TypeError when `text` is neither a string nor bytes, or an option is unknown or of the wrong type
 */
export function assemble(text: string | ByteSource, options: AssembleOptions = {}): Assembled {
  checkOptions(options, OPTIONS, 'assemble');
  const { validate = true } = options;
  return assembleWith(text, options, validate ? STANDARD_VALIDATOR : undefined);
}
