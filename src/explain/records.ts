/**
 * How the records of chunks are described for `payload.ts`: DWORD by DWORD, each as one number or as some bit-fields,
 * with the meanings of their values.
 *
 * Not for: reading records; the readers in the parent directory know their offsets.
 */
import {
  CompileFlag,
  type Enumeration,
  OPTIMIZATION_LEVEL_BIT,
  OPTIMIZATION_LEVELS,
} from '../base/d3d/enumerations.ts';
import { type Field, field } from '../base/field.ts';
import { shortFloat32Text } from '../base/float32.ts';
import { fourCCText } from '../base/words.ts';

/** The payload that has a value, as far as its meaning needs it; offsets are bytes. */
export interface Surroundings {
  u32(at: number): number;
  u16(at: number): number;
  /** The beginning of the text at `at`, in quotation marks. */
  nameAt(at: number): string;
}

/** The meaning of a value; empty if the number needs no explanation. */
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

/** Returns the row with the only valid value of each of its fields; undefined where several are valid. */
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

export function row(name: string, low: number, width: number, meaning?: Meaning): FieldRow {
  return { field: field(name, low, width), ...(meaning ? { meaning } : {}) };
}

/** Of an offset in the chunk that leads to a name: the name. */
export const name: Meaning = (value, payload) => (value === 0 ? '' : payload.nameAt(value));

export const hexadecimal: Meaning = (value) => `0x${value.toString(16)}`;

export const decimal: Meaning = (value) => `${value}`;

export const byteCount: Meaning = (value) => `${value} bytes`;

export const float: Meaning = (value) => shortFloat32Text(value);

const EXPONENT = 0x7f80_0000;
const MINUS_ZERO = 0x8000_0000;

/**
 * Of a value of the type with this name in HLSL; bits of another type are shown as a float if they are a normal one.
 */
export const literalMeaning = (type: string | undefined): Meaning => {
  switch (type) {
    case 'float':
      return float;
    case 'int':
      return (value) => `${value | 0}`;
    case 'uint':
      return decimal;
    case 'bool':
      return (value) => (value === 0 ? 'false' : 'true');
    default:
      return untyped;
  }
};

const untyped: Meaning = (value, payload) => {
  const exponent = value & EXPONENT;
  const int = (exponent === 0 || exponent === EXPONENT) && value !== MINUS_ZERO;
  return int ? `${value | 0}` : float(value, payload);
};

export const tag: Meaning = (value) => fourCCText(value);

/** Of components in a mask: `xyw`. */
export const mask: Meaning = (value) => [...'xyzw'].filter((_, i) => value & (1 << i)).join('');

/** Of a value whose meanings have names by number; a number without a name stays one. */
export const named =
  (names: Readonly<Record<number, string | undefined>>): Meaning =>
  (value) =>
    names[value] ?? `${value}`;

/** Of the numbers of an enumeration: their names. */
export const enumerated = (...enumerations: readonly Enumeration[]): Meaning => {
  const names: Record<number, string> = {};
  // Of two names for one number the first one counts.
  for (const [name, number] of enumerations.flatMap((one) => Object.entries(one))) names[number] ??= name;
  return named(names);
};

/** Of flags: the names of the bits that are set, and the other bits as one number. */
export const bitNames =
  (bits: Readonly<Record<string, number>>): Meaning =>
  (value) => {
    const names = bitList(bits, value);
    return names.length === 0 ? 'none' : names.join(', ');
  };

/** The names of the bits of `value` that are set, and the other bits as one number. */
export function bitList(bits: Readonly<Record<string, number>>, value: number): string[] {
  const set = Object.entries(bits).filter(([, bit]) => ((value >>> bit) & 1) !== 0);
  const rest = set.reduce((left, [, bit]) => left & ~(1 << bit), value) >>> 0;
  return [...set.map(([name]) => name), ...(rest === 0 ? [] : [`0x${rest.toString(16)}`])];
}

/** Explains flags whose names have masks of one bit. */
export const flagNames = (...masks: readonly Enumeration[]): Meaning =>
  bitNames(Object.fromEntries(masks.flatMap(Object.entries).map(([name, mask]) => [name, 31 - Math.clz32(mask)])));

/** A meaning with another text for one value, such as `none` for all ones. */
export const except =
  (special: number, text: string, meaning: Meaning): Meaning =>
  (value, payload) =>
    value === special ? text : meaning(value, payload);

/** All bits of a DWORD: no register, no upper bound, or nothing of the kind. */
export const ALL_ONES = 0xffff_ffff;

/** Of a byte that is a truth value. */
export const yesOrNo: Meaning = (value) => (value === 0 ? 'no' : 'yes');

/** Of the flags of Microsoft's compiler. */
export const compileFlags: Meaning = (value) => {
  const level = OPTIMIZATION_LEVELS[(value >>> OPTIMIZATION_LEVEL_BIT) & 3]!;
  const others = bitList(CompileFlag, value & ~(3 << OPTIMIZATION_LEVEL_BIT));
  return [...others, `optimizationLevel${level}`].join(', ');
};
