/**
 * A fact about a shader or effect, as two of them are compared.
 *
 * Not for: finding facts (facts.ts, effect-facts.ts), or comparing them (compare-facts.ts).
 */

/** A value of a fact. */
export type FactValue = string | number | boolean | null;

/** Something in a shader that has a name. */
export interface Fact {
  /** The kind of fact: `shader`, `chunk`, `resource`, `variable`, `input`, ... */
  readonly subject: string;
  /**
   * Its name; empty for the shader itself. Names of members have those of their owners before them, with a dot between.
   */
  readonly name: string;
  /** By the field names of `dxlens reflect --json`, where it has them. */
  readonly values: Readonly<Record<string, FactValue>>;
  /** Its bytes, if they are to be compared as well. */
  readonly bytes?: Uint8Array;
}
