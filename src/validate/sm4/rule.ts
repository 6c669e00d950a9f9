/**
 * Rules of the validator of shader models 4 to 5.1. Microsoft's validator has messages without codes. The codes here are our own, one for
 * each rule. Rows are next to the checks that report them; `docs/diagnostics.md` is generated from
 * from them.
 */
import type { RuleRow } from '../rule.ts';

export interface Sm4RuleRow extends RuleRow {
  readonly code: `DX${number}`;
  /** A warning leaves a shader valid; absent: an error. */
  readonly severity?: 'warning';
}

/** Rows of one topic: checks their type and keeps their names. */
export function rules<const Rows extends Readonly<Record<string, Sm4RuleRow>>>(rows: Rows): Rows {
  return rows;
}
