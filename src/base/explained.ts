/**
 * A DWORD of a file explained by its bit-fields. Token streams and records of containers use the same types.
 *
 * Not for: explaining any (isa/sm1/fields.ts, isa/sm4/fields.ts, container/explain/).
 */
import type { Field } from './field.ts';

/** Smallest and largest valid value, both included. */
export type AllowedValues = readonly [least: number, most: number];

/** One bit-field of a DWORD. */
export interface ExplainedField<Rule extends string = string> {
  /** Name, bits and meanings of values. */
  readonly field: Field;
  readonly value: number;
  /** The meaning of the value, such as `add`, `r0` or `xyz`; empty where the number needs no explanation. */
  readonly meaning: string;
  /** The format rule that the field serves. */
  readonly rule?: Rule;
  /** The only valid value; absent where there are several. */
  readonly expected?: number;
  /** The smallest and largest valid value, where not all are valid. */
  readonly allowed?: AllowedValues;
}

/**
 * An explained field; what is undefined is absent. A conditional spread for each of the three would take three times as
 * long (measured).
 */
export function explainedField<Rule extends string>(
  field: Field,
  value: number,
  meaning: string,
  rule: Rule | undefined,
  expected: number | undefined,
  allowed: AllowedValues | undefined,
): ExplainedField<Rule> {
  const explained: { -readonly [Name in keyof ExplainedField]: ExplainedField<Rule>[Name] } = { field, value, meaning };
  if (rule !== undefined) explained.rule = rule;
  if (expected !== undefined) explained.expected = expected;
  if (allowed !== undefined) explained.allowed = allowed;
  return explained;
}

export function isInvalidField({ value, expected, allowed }: ExplainedField): boolean {
  if (allowed !== undefined) return value < allowed[0] || value > allowed[1];
  return expected !== undefined && value !== expected;
}

/** Properties of a token field other than its bits. */
export interface FieldUse<Rule extends string = string> {
  readonly rule?: Rule;
  /** The only valid value. */
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
