/**
 * A rule of the validator: a row with the X code of each model that has it, the message and a hint how to fix the shader. Rows
 * are in the files of rules/, beside the checks that report them; `docs/diagnostics.md` is generated from them.
 */
import type { RuleRow } from '../rule.ts';
import type { Sm1Model } from './model.ts';

/** A code of Microsoft's validators, such as `X5703`. */
export type XCode = `X${number}`;

export interface Sm1RuleRow extends RuleRow {
  /** The X code of each model that has the rule. Source: oracle. */
  readonly codes: Readonly<Partial<Record<Sm1Model, XCode>>>;
  /**
   * How Microsoft grades it: an error of one instruction, an error of the whole shader, a warning, or a stream that was not
   * fed as the validator wants it. Only warnings leave a shader valid. Absent: instruction.
   */
  readonly severity?: 'instruction' | 'shader' | 'warning' | 'misuse';
}

/** Rows of one topic, checked for their shape and kept with their names. */
export function rules<const Rows extends Readonly<Record<string, Sm1RuleRow>>>(rows: Rows): Rows {
  return rows;
}
