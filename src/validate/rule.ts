/**
 * The fields that the rules of all validators have in common: the message, how to fix the shader, and which documented
 * rules they enforce.
 *
 * A rule is an exported constant next to the checks that report it, and its name ends in `_RULE`. `docs/diagnostics.md`
 * is generated from these constants. They are no tables, because bundlers keep the names of properties: 3.2 KB of
 * `validate` after gzip (measured).
 */

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
