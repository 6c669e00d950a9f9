/**
 * What a rule of the validator is: a row with the X code that each model gives it, what it says and how to fix a shader that
 * breaks it. Rows stand in the files of rules/ beside the checks that report them; `docs/diagnostics.md` is made from them.
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
