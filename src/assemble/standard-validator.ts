/** The validators of `src/validate`, as the assemblers take them. */

import { Sm1Validator } from '../validate/sm1/validator.ts';
import { withoutRepeats } from '../validate/sm4/diagnostics.ts';
import { validateSm4 } from '../validate/sm4/validate-container.ts';
import type { ProgramValidator } from './program-validator.ts';

export const STANDARD_VALIDATOR: ProgramValidator = {
  sm1: () => new Sm1Validator(),
  sm4: (container) => withoutRepeats(validateSm4(container).list),
};
