/**
 * What a DWORD of a file is, told by its bit-fields: the shape in which token streams and the records of containers are
 * explained alike.
 *
 * Not for: finding out what it is (isa/sm1/fields.ts, isa/sm4/fields.ts, container/explain/).
 */
import type { Field } from './field.ts';

/** Least and greatest value, both included. */
export type AllowedValues = readonly [least: number, most: number];

/** One bit-field of a DWORD. */
export interface ExplainedField<Rule extends string = string> {
  /** Name, bits and what values mean. */
  readonly field: Field;
  readonly value: number;
  /** What the value means, such as `add`, `r0` or `xyz`; empty where the number says it all. */
  readonly meaning: string;
  /** The format rule that the field serves. */
  readonly rule?: Rule;
  /** The only right value here; absent where there are several. */
  readonly expected?: number;
  /** The least and the greatest right value, where there are several and not all are right. */
  readonly allowed?: AllowedValues;
}

/** Whether a field holds a value that is not right. */
export function isInvalidField({ value, expected, allowed }: ExplainedField): boolean {
  if (allowed !== undefined) return value < allowed[0] || value > allowed[1];
  return expected !== undefined && value !== expected;
}

/** What is known about a field of a token besides its bits. */
export interface FieldUse<Rule extends string = string> {
  readonly rule?: Rule;
  /** The only value that a right token has. */
  readonly fixed?: number;
}

/** A kind of DWORD. */
export interface TokenKindRow<Use extends FieldUse = FieldUse> {
  readonly title: string;
  /** Bits from low to high; each of the 32 belongs to one field. */
  readonly fields: Readonly<Record<string, Field>>;
  /** By the keys of {@link fields}. */
  readonly uses: Readonly<Record<string, Use>>;
}
