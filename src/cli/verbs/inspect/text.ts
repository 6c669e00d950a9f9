/**
 * Formats the output of `dxlens inspect` for people: parts, instructions and records with their DWORDs, each of them in
 * one of two views.
 *
 * Not for: JSON (json.ts).
 */
import pc from 'picocolors';
import { type ExplainedField, isInvalidField } from '../../../base/explained.ts';
import type { ExplainedBytes } from '../../../explain/payload.ts';
import type { ExplainedWord } from '../../../isa/model.ts';
import { fileText, oneLine } from '../../terminal-text.ts';
import type { ExplainedComment, InspectedProgram, Part } from './parts.ts';

// The first line of a DWORD, and the full view of its fields: a table below it.

type Colors = ReturnType<typeof pc.createColors>;

/** Widths of the columns of a field. */
const BITS = 5;
const VALUE = 10;

/** Returns the lines below that of the DWORD, one for each field. */
function fieldTable(fields: readonly ExplainedField[], colors: Colors): string {
  return fields.map((field) => fieldText(field, colors)).join('');
}

/** The first line of a DWORD; one with a single field needs no more. */
function dwordLine(
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
function isQuiet(one: ExplainedField): boolean {
  return one.value === 0 && one.meaning === '' && !isInvalidField(one);
}

/** The mark after a field whose value is not allowed; '' for all others. */
function markText(one: ExplainedField, paint: (text: string) => string = String): string {
  if (!isInvalidField(one)) return '';
  const { rule, expected, allowed } = one;
  const right = `expected ${allowed?.join(' to ') ?? expected}`;
  return paint(`  ! ${rule === undefined ? '' : `${rule}: `}${right}`);
}

/** The value of a field. */
function numberText(value: number): string {
  return value < 10 ? `${value}` : `0x${value.toString(16)}`;
}

/** A DWORD or an offset. */
function hexText(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}

/** Columns of a line. */
const WIDTH = 80;
const INDENT = '    ';
const SEPARATOR = '  ';

/** Returns the lines below that of the DWORD, at most 80 columns wide unless a single field is wider. */
function fieldBits(fields: readonly ExplainedField[], colors: Colors): string {
  const shown = fields.toReversed();
  // Bits and name of a field have the same color, and neighbors have different ones.
  const palette = [colors.cyan, colors.green, colors.magenta];
  let next = 0;
  const painters = shown.map((one) => (isQuiet(one) ? colors.gray : palette[next++ % palette.length]!));
  const groups = shown.map((one, i) => painters[i]!(one.value.toString(2).padStart(one.field.width, '0')));
  const lines = [`${INDENT}${groups.join(' ')}`];
  let length = WIDTH;
  for (const [i, one] of shown.entries()) {
    if (isQuiet(one)) continue;
    const [name, rest] = fieldColumns(one);
    const visible = name.length + rest.length + markText(one).length;
    const isNew = length + SEPARATOR.length + visible > WIDTH;
    if (isNew) lines.push(INDENT);
    lines[lines.length - 1] += `${isNew ? '' : SEPARATOR}${painters[i]!(name)}${rest}${markText(one, colors.red)}`;
    length = isNew ? INDENT.length + visible : length + SEPARATOR.length + visible;
  }
  return `${lines.join('\n')}\n`;
}

/** `opcode` and `=0x32 mad`; a meaning that begins with the number replaces it. */
function fieldColumns({ field, value, meaning }: ExplainedField): [name: string, rest: string] {
  if (meaning === '') return [field.name, `=${numberText(value)}`];
  const text = fileText(meaning);
  return [field.name, text.startsWith(`${value}`) ? `=${text}` : `=${numberText(value)} ${text}`];
}

/** How DWORDs are shown. */
export interface View {
  readonly colors: Colors;
  /** The lines of one DWORD. */
  readonly dword: (offset: number, value: number, title: string, fields: readonly ExplainedField[]) => string;
  /** Whether lines of instructions begin with their numbers. */
  readonly numbered: boolean;
}

/** The view with or without colors: 32 bits and their fields (compact), or a table of the fields. */
export function viewOf(color: boolean, compact: boolean): View {
  const colors = pc.createColors(color);
  const linesOf = compact ? fieldBits : fieldTable;
  const dword: View['dword'] = (offset, value, title, fields) => {
    const line = dwordLine(offset, value, title, fields, colors);
    return fields.length < 2 ? line : line + linesOf(fields, colors);
  };
  return { colors, numbered: compact, dword };
}

/**
 * Yields the text in pieces, after the name of the file unless it is ''.
 *
 * @param offsets what the user asked for: for one inside a DWORD, its bits are named
 */
export function* textOf(
  parts: readonly Part[],
  file: string,
  view: View,
  offsets: readonly number[] = [],
): Generator<string> {
  const { colors } = view;
  const pinned = offsets.length === 0 ? view : withByteNotes(view, offsets);
  if (file !== '') yield `${oneLine(file)}\n`;
  for (const [index, part] of parts.entries()) {
    if (index > 0) yield '\n';
    if (part.title !== '') yield `${colors.yellow(part.title)}\n`;
    if ('program' in part) yield* programText(part.program, pinned);
    else yield* sectionText(part.section.items(), pinned);
  }
}

/** `view` with a line before each DWORD that has one of `offsets` inside. */
function withByteNotes(view: View, offsets: readonly number[]): View {
  const dword: View['dword'] = (offset, value, title, fields) => {
    const inside = offsets.filter((one) => one > offset && one < offset + 4);
    const notes = inside.map((one) => {
      const low = 8 * (one - offset);
      return `offset 0x${one.toString(16)}: bits ${low + 7}:${low} of this DWORD\n`;
    });
    return notes.join('') + view.dword(offset, value, title, fields);
  };
  return { ...view, dword };
}

/** Yields the lines of a program; the DWORDs of comments that are explained are shown as their records. */
export function* programText(program: InspectedProgram, view: View): Generator<string> {
  const { offset, title, comments } = program;
  const numbers = view.numbered ? program.numbers() : undefined;
  const left = new Map<number, ExplainedComment>(comments.map((comment) => [comment.instruction, comment]));
  const explained = new Set(left.keys());
  let before: number | undefined;
  for (const word of program.words()) {
    const { instruction, at, kind, value, fields } = word;
    if (instruction >= 0 && instruction !== before) {
      const line = fileText(program.line(instruction));
      const margin = before === undefined ? '' : '\n';
      // The number takes two of the four columns before the mnemonic.
      const head = numbers === undefined ? '' : wordText(numbers[instruction]!);
      yield `${margin}${head}${view.colors.yellow(line.slice(head === '' ? 0 : 2))}\n`;
    } else if (endsWith(word, before)) yield '\n';
    before = instruction;
    const comment = left.get(instruction);
    if (kind === 'commentData' && explained.has(instruction)) {
      if (comment !== undefined) yield* sectionText(comment.items(), view);
      left.delete(instruction);
    } else yield view.dword(offset + 4 * at, value, title(kind), fields);
  }
}

/** As `disasm --numbers` prints it; -1: none. */
function wordText(number: number): string {
  return number < 0 ? '     ' : `${String(number).padStart(4)}:`;
}

/** Whether the instructions end before a DWORD. */
function endsWith({ kind, instruction }: ExplainedWord, before: number | undefined): boolean {
  if (before === undefined) return false;
  return kind === 'end' || (before >= 0 && instruction < 0);
}

function* sectionText(items: Iterable<ExplainedBytes>, view: View): Generator<string> {
  let record = '';
  for (const item of items) {
    if (item.record !== record) {
      record = item.record;
      if (record !== '' && item.kind !== 'text') yield `  ${view.colors.yellow(oneLine(record))}\n`;
    }
    yield itemText(item, view);
  }
}

function itemText({ offset, kind, value, text, bytes, record, fields }: ExplainedBytes, view: View): string {
  if (value !== undefined) return view.dword(offset, value, fields.length === 1 ? fields[0]!.field.name : '', fields);
  if (text !== undefined) return `${hexText(offset)}  "${fileText(text)}"  ${oneLine(record)}\n`;
  const hex = Array.from(bytes ?? [], (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `${hexText(offset)}  ${hex.padEnd(10)}  ${kind}\n`;
}
