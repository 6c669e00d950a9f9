/**
 * How the records of chunks are described for `payload.ts`: DWORD by DWORD, each as one number or as some bit-fields, with
 * what their values mean.
 *
 * Not for: reading records; the readers in the parent directory know their offsets.
 */
import { type Field, field } from '../../base/field.ts';
import { shortFloat32 } from '../../base/float32.ts';
import { fourCCText } from '../../base/words.ts';

/** The payload that has a value, as far as its meaning needs it; offsets are bytes. */
export interface Surroundings {
  u32(at: number): number;
  /** The beginning of the text at `at`, in quotation marks. */
  nameAt(at: number): string;
}

/** What a value means; empty where the number needs no explanation. */
export type Meaning = (value: number, payload: Surroundings) => string;

export interface FieldRow {
  readonly field: Field;
  readonly meaning?: Meaning;
  /** The only valid value. */
  readonly fixed?: number;
}

/** The fields of one DWORD from low to high. */
export type DwordRow = readonly FieldRow[];

/** The DWORDs of a record in their order. */
export type RecordRow = readonly DwordRow[];

/** A DWORD that is one number. */
export function dword(name: string, meaning?: Meaning): DwordRow {
  return [row(name, 0, 32, meaning)];
}

/** The same with the only valid value of each field of `row`; undefined where several are valid. */
export function right(row: DwordRow, ...values: readonly (number | undefined)[]): DwordRow {
  return row.map((field, i) => (values[i] === undefined ? field : { ...field, fixed: values[i] }));
}

/** Two 16-bit words in one DWORD, the low one first. */
export function halves(low: string, high: string, lowMeaning?: Meaning, highMeaning?: Meaning): DwordRow {
  return [row(low, 0, 16, lowMeaning), row(high, 16, 16, highMeaning)];
}

/** Four bytes in one DWORD, the lowest first. */
export function quarters(...fields: readonly (readonly [name: string, meaning?: Meaning])[]): DwordRow {
  return fields.map(([name, meaning], i) => row(name, 8 * i, 8, meaning));
}

/** A DWORD of flags: each bit that has a name, and the others together. */
export function flags(bits: Readonly<Record<string, number>>, rest: string): DwordRow {
  const fields: FieldRow[] = [];
  let next = 0;
  for (const [name, bit] of Object.entries(bits).sort(([, a], [, b]) => a - b)) {
    if (bit > next) fields.push(row(rest, next, bit - next));
    fields.push(row(name, bit, 1));
    next = bit + 1;
  }
  if (next < 32) fields.push(row(rest, next, 32 - next));
  return fields;
}

function row(name: string, low: number, width: number, meaning?: Meaning): FieldRow {
  return { field: field(name, low, width), ...(meaning ? { meaning } : {}) };
}

/** Of an offset in the chunk that leads to a name: the name. */
export const name: Meaning = (value, payload) => (value === 0 ? '' : payload.nameAt(value));

export const hexadecimal: Meaning = (value) => `0x${value.toString(16)}`;

export const decimal: Meaning = (value) => `${value}`;

export const byteCount: Meaning = (value) => `${value} bytes`;

export const float: Meaning = (value) => {
  const number = shortFloat32(value);
  return Object.is(number, -0) ? '-0' : `${number}`;
};

export const tag: Meaning = (value) => fourCCText(value);

/** Of components in a mask: `xyw`. */
export const mask: Meaning = (value) => [...'xyzw'].filter((_, i) => value & (1 << i)).join('');

/** Of a value whose meanings have names by number. */
export const named =
  (names: Readonly<Record<number, string | undefined>>): Meaning =>
  (value) =>
    names[value] ?? '';
