/**
 * Data blocks (`customdata`) of programs of shader models 4 to 5.1: comments, immediate constant buffers and debug
 * messages. Every spelling: oracle.
 */
import { bytesOf, stringAt } from '../../base/words.ts';
import { type Sm4Cursor, Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { COMMENT_MARK, Sm4CustomDataClass, UNKNOWN_FUNCTION, UNREADABLE_DATA } from '../../isa/sm4/names.ts';
import { sm4CustomDataClass } from '../../isa/sm4/program.ts';
import { readSm4Message } from '../../isa/sm4/shader-message.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';
import { untypedFormat, writeLiteralWord } from './literals.ts';
import type { Sm4OperandWriter } from './operands.ts';

/** Rows of an immediate constant buffer after the first are aligned under it. */
const ROW_INDENT = ' '.repeat(30);

/** The parts of the printer that data blocks use. */
export interface DataBlockWriter {
  readonly out: TextWriter;
  readonly style: ListingStyle;
  readonly operands: Sm4OperandWriter;
  /** Writes `text` marked as a keyword. */
  keyword(text: string): void;
  /** Words of the program in hexadecimal. */
  wordsFrom(start: number, end: number): string;
}

/** Writes the data block at the cursor. */
export function printDataBlock(writer: DataBlockWriter, cursor: Sm4Cursor): void {
  const { out, style } = writer;
  const { keyword, comment, html } = style.markup;
  const dataClass = sm4CustomDataClass(cursor.token);
  // Microsoft's HTML has an empty mnemonic here.
  if (html) out.text(keyword.open + keyword.close);
  if (dataClass === Sm4CustomDataClass.comment) {
    out.text(`${comment.open}${COMMENT_MARK}${commentText(cursor)}${comment.close}`);
  } else if (dataClass === Sm4CustomDataClass.immediateConstantBuffer) {
    printImmediateConstantBuffer(writer, cursor);
  } else if (dataClass !== Sm4CustomDataClass.shaderMessage || !printMessage(writer, cursor)) {
    out.text(UNREADABLE_DATA);
    if (style.literals === 'exact') out.text(` ${writer.wordsFrom(cursor.start, cursor.end)}`);
  }
}

/** The bytes up to the first NUL; the last byte of the block is never shown (source: oracle). */
function commentText({ program, start, end }: Sm4Cursor): string {
  const bytes = bytesOf(program.words.subarray(start + 2, end));
  return stringAt(bytes, 0, bytes.byteLength - 1);
}

function printImmediateConstantBuffer(writer: DataBlockWriter, cursor: Sm4Cursor): void {
  const { out, style } = writer;
  const format = untypedFormat(style);
  const first = cursor.start + 2;
  const rows = Math.max(0, cursor.end - first) >>> 2;
  writer.keyword('dcl_immediateConstantBuffer');
  out.text(' { ');
  for (let row = 0; row < rows; row++) {
    out.text(row > 0 ? `,\n${ROW_INDENT}{ ` : '{ ');
    for (let i = 0; i < 4; i++) {
      if (i > 0) out.comma();
      writeLiteralWord(out, format, cursor.word(first + 4 * row + i) | 0);
    }
    out.text('}');
  }
  out.text(' }');
}

/** Writes a debug message as the call that it comes from. Returns false, and writes nothing, when it cannot be read. */
function printMessage(writer: DataBlockWriter, cursor: Sm4Cursor): boolean {
  const { out, style, operands: operandWriter } = writer;
  const { open, close } = style.markup.literal;
  const message = readSm4Message(cursor);
  if (message === undefined) return false;
  const operands: Sm4OperandSlot[] = [];
  for (let at = message.operands; at < message.operandsEnd; ) {
    const slot = new Sm4OperandSlot();
    at = cursor.readOperand(slot, at);
    operands.push(slot);
  }
  if (operands.length > message.operandCount) return false;
  writer.keyword(`${message.function ?? UNKNOWN_FUNCTION} `);
  out.text(`${open}"${message.isPrintf ? escaped(message.format) : message.format}"${close}`);
  for (const slot of operands) {
    out.text(', ');
    operandWriter.operand(slot, untypedFormat(style), slot.extension);
  }
  return true;
}

/** How a listing writes characters of a message that would not show. */
export const MESSAGE_ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
};

/** A format string on one line; bytes that do not print become dots. */
function escaped(format: string): string {
  let text = '';
  for (const character of format)
    text += MESSAGE_ESCAPES[character] ?? (character >= ' ' && character <= '\x7f' ? character : '.');
  return text;
}
