/** The first line of a DWORD, and the full view of its fields: a table below it. */
import type pc from 'picocolors';
import { type ExplainedField, isInvalidField } from '../../../base/explained.ts';
import { fileText } from '../../terminal-text.ts';

export type Colors = ReturnType<typeof pc.createColors>;

/** Widths of the columns of a field. */
const BITS = 5;
const VALUE = 10;

/** Returns the lines below that of the DWORD, one for each field. */
export function fieldTable(fields: readonly ExplainedField[], colors: Colors): string {
  return fields.map((field) => fieldText(field, colors)).join('');
}

/** The first line of a DWORD; one with a single field needs no more. */
export function dwordLine(
  offset: number,
  value: number,
  title: string,
  fields: readonly ExplainedField[],
  colors: Colors,
): string {
  const line = `${hexText(offset)}  ${hexText(value)}${title === '' ? '' : `  ${title}`}`;
  const [only] = fields;
  if (only === undefined || fields.length > 1) return `${line}\n`;
  return `${line}${only.meaning === '' ? '' : `: ${fileText(only.meaning)}`}${markText(only, colors.red)}\n`;
}

function fieldText(one: ExplainedField, colors: Colors): string {
  const { field, value, meaning } = one;
  const { low, width, name } = field;
  const bits = (width === 1 ? `${low}` : `${low + width - 1}:${low}`).padStart(BITS);
  const text = `    ${bits}  ${numberText(value).padStart(VALUE)}  ${name}${meaning === '' ? '' : `: ${fileText(meaning)}`}`;
  return isQuiet(one) ? `${colors.gray(text)}\n` : `${text}${markText(one, colors.red)}\n`;
}

/** Whether a field is not interesting: a zero without a meaning, such as a reserved field, that is allowed. */
export function isQuiet(one: ExplainedField): boolean {
  return one.value === 0 && one.meaning === '' && !isInvalidField(one);
}

/** The mark after a field whose value is not allowed; '' for all others. */
export function markText(one: ExplainedField, paint: (text: string) => string = String): string {
  if (!isInvalidField(one)) return '';
  const { rule, expected, allowed } = one;
  const right = `expected ${allowed?.join(' to ') ?? expected}`;
  return paint(`  ! ${rule === undefined ? '' : `${rule}: `}${right}`);
}

/** The value of a field. */
export function numberText(value: number): string {
  return value < 10 ? `${value}` : `0x${value.toString(16)}`;
}

/** A DWORD or an offset. */
export function hexText(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}
