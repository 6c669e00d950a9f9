/** A rule of the validator of shader models 1 to 3: a row with the X code of each model that has it. */
import type { RuleRow } from '../rule.ts';
import type { Sm1Model } from './model.ts';

/** A code of Microsoft's validators, such as `X5703`. */
export type XCode = `X${number}`;

export interface Sm1RuleRow extends RuleRow {
  /** The X code of each model that has the rule. Source: oracle. */
  readonly codes: Readonly<Partial<Record<Sm1Model, XCode>>>;
  /**
   * How Microsoft grades it: an error of one instruction, an error of the entire shader, a warning, or a stream that
   * was not fed as the validator wants it. Only warnings leave a shader valid. Absent: instruction.
   */
  readonly severity?: 'instruction' | 'shader' | 'warning' | 'misuse';
}
