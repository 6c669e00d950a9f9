/** What the rules of all validators have in common: the message, how to fix the shader, and which documented rules they enforce. */

export interface RuleRow {
  /** The message, one sentence; `{name}` is replaced by the value of that name. */
  readonly text: string;
  /** How to fix a shader that breaks the rule, one sentence. */
  readonly hint: string;
  /** The validation ends with it. */
  readonly aborts?: true;
  /** Rules of the format documents that the rule enforces: DCL8, SM51-2, ... */
  readonly specRules?: readonly string[];
}
