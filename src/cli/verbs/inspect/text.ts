/**
 * Formats the output of `dxlens inspect` for people: parts, instructions and records with their DWORDs, each of them in one of two
 * views (dword-table.ts, dword-bits.ts).
 *
 * Not for: JSON (json.ts).
 */
import pc from 'picocolors';
import type { ExplainedField } from '../../../base/explained.ts';
import type { ExplainedBytes } from '../../../explain/payload.ts';
import type { ExplainedWord } from '../../../isa/model.ts';
import { fileText, oneLine } from '../../terminal-text.ts';
import { fieldBits } from './dword-bits.ts';
import { type Colors, dwordLine, fieldTable, hexText } from './dword-table.ts';
import type { ExplainedComment, InspectedProgram, Part } from './parts.ts';

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
      const head = numbers === undefined ? '' : numberText(numbers[instruction]!);
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
function numberText(number: number): string {
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
