/** What rules of all validators have in common: the wording, how to mend a shader that breaks it, and what it enforces. */

export interface RuleRow {
  /** Our wording, one sentence; `{name}` places are filled from the finding. */
  readonly text: string;
  /** How to mend a shader that breaks the rule, one sentence. */
  readonly hint: string;
  /** Nothing behind it is judged. */
  readonly aborts?: true;
  /** Rules of the format documents that it enforces: DCL8, SM51-2, ... */
  readonly contract?: readonly string[];
}
