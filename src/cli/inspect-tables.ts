/**
 * Formats the output of `dxlens inspect` for people: each DWORD with offset and value, and below it a table of its bit-fields.
 *
 * Not for: JSON (inspect.ts).
 */
import { type ExplainedField, isInvalidField } from '../base/explained.ts';
import type { ExplainedBytes } from '../container/explain/payload.ts';
import type { ExplainedWord } from '../isa/model.ts';
import type { InspectedProgram, Part } from './inspect-parts.ts';

/** Escape codes for terminal colors. */
export interface Paint {
  readonly text: string;
  readonly dim: string;
  readonly wrong: string;
  readonly off: string;
}

export const NO_PAINT: Paint = { text: '', dim: '', wrong: '', off: '' };
export const ANSI_PAINT: Paint = { text: '\x1b[33m', dim: '\x1b[90m', wrong: '\x1b[31m', off: '\x1b[39m' };

/** Widths of the columns of a field. */
const BITS = 5;
const VALUE = 10;

/** Yields the text in pieces, after the name of the file unless it is ''. */
export function* tablesOf(parts: readonly Part[], file: string, paint: Paint): Generator<string> {
  if (file !== '') yield `${file}\n`;
  for (const [index, part] of parts.entries()) {
    if (index > 0) yield '\n';
    if (part.title !== '') yield `${paint.text}${part.title}${paint.off}\n`;
    if ('program' in part) yield* programText(part.program, paint);
    else yield* sectionText(part.section.items(), paint);
  }
}

function* programText(program: InspectedProgram, paint: Paint): Generator<string> {
  const { starts, offset, title, line } = program;
  let before = -1;
  for (const word of program.words()) {
    const { instruction, at, kind, value, fields } = word;
    const begins = instruction >= 0 && starts[instruction] === at;
    if (begins) yield `\n${paint.text}${printable(line(instruction))}${paint.off}\n`;
    else if (endsWith(word, before)) yield '\n';
    before = instruction;
    yield dwordText(offset + 4 * at, value, title(kind), fields, paint);
  }
}

/** Whether the instructions end before a DWORD. */
function endsWith({ kind, instruction }: ExplainedWord, before: number): boolean {
  return kind === 'end' || (before >= 0 && instruction < 0);
}

function* sectionText(items: Iterable<ExplainedBytes>, paint: Paint): Generator<string> {
  let record = '';
  for (const item of items) {
    if (item.record !== record) {
      record = item.record;
      if (record !== '' && item.kind !== 'text') yield `  ${paint.text}${printable(record)}${paint.off}\n`;
    }
    yield itemText(item, paint);
  }
}

function itemText({ offset, kind, value, text, bytes, record, fields }: ExplainedBytes, paint: Paint): string {
  if (value !== undefined)
    return dwordText(offset, value, fields.length === 1 ? fields[0]!.field.name : '', fields, paint);
  if (text !== undefined) return `${hexText(offset)}  "${printable(text)}"  ${printable(record)}\n`;
  const hex = Array.from(bytes ?? [], (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `${hexText(offset)}  ${hex.padEnd(10)}  ${kind}\n`;
}

function dwordText(
  offset: number,
  value: number,
  title: string,
  fields: readonly ExplainedField[],
  paint: Paint,
): string {
  const line = `${hexText(offset)}  ${hexText(value)}${title === '' ? '' : `  ${title}`}`;
  const [only] = fields;
  if (only === undefined) return `${line}\n`;
  // A DWORD with a single field needs no table.
  if (fields.length === 1)
    return `${line}${only.meaning === '' ? '' : `: ${printable(only.meaning)}`}${markText(only, paint)}\n`;
  return `${line}\n${fields.map((field) => fieldText(field, paint)).join('')}`;
}

function fieldText(one: ExplainedField, paint: Paint): string {
  const { field, value, meaning } = one;
  const { low, width, name } = field;
  const bits = (width === 1 ? `${low}` : `${low + width - 1}:${low}`).padStart(BITS);
  const raw = `${value < 10 ? value : `0x${value.toString(16)}`}`.padStart(VALUE);
  const mark = markText(one, paint);
  const text = `    ${bits}  ${raw}  ${name}${meaning === '' ? '' : `: ${printable(meaning)}`}`;
  // A zero without a meaning, such as a reserved field, is not interesting.
  const quiet = mark === '' && value === 0 && meaning === '';
  return quiet ? `${paint.dim}${text}${paint.off}\n` : `${text}${mark}\n`;
}

/** The mark after a field whose value is not allowed. */
function markText(one: ExplainedField, paint: Paint): string {
  if (!isInvalidField(one)) return '';
  const { rule, expected, allowed } = one;
  const right = `expected ${allowed?.join(' to ') ?? expected}`;
  return `${paint.wrong}  ! ${rule === undefined ? '' : `${rule}: `}${right}${paint.off}`;
}

/** Text of the file on one line, without control characters. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, '.');
}

function hexText(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}
