/**
 * What a rule of the validator of shader models 4 to 5.1 is. Microsoft's validator has texts without codes; the codes are our
 * own, one for each rule, whatever it is broken by. Rows stand beside the checks that report them; `docs/diagnostics.md` is made
 * from them.
 */
import type { RuleRow } from '../rule.ts';

export interface Sm4RuleRow extends RuleRow {
  readonly code: `DX${number}`;
  /** A warning leaves a shader valid; absent: an error. */
  readonly severity?: 'warning';
}

/** Rows of one topic, checked for their shape and kept with their names. */
export function rules<const Rows extends Readonly<Record<string, Sm4RuleRow>>>(rows: Rows): Rows {
  return rows;
}
