/** What rules of all validators have in common: the wording, how to fix a shader that breaks it, and what it enforces. */

export interface RuleRow {
  /** Our wording, one sentence; `{name}` places are filled from the diagnostic. */
  readonly text: string;
  /** How to fix a shader that breaks the rule, one sentence. */
  readonly hint: string;
  /** Nothing after it is checked. */
  readonly aborts?: true;
  /** Rules of the format documents that it enforces: DCL8, SM51-2, ... */
  readonly contract?: readonly string[];
}
