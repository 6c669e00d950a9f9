/**
 * The listing of a program of shader models 4 to 5.1: the version line, declarations and instructions, byte for byte as
 * `D3DDisassemble` prints them (every spelling: oracle). This file has the loop over instructions and what begins each line.
 *
 * Not for: mnemonics (mnemonics.ts), operands (operands.ts), declarations (declarations.ts) and data blocks (data-blocks.ts); the
 * `//` sections before the program, which come from the other chunks of the container (dxbc/).
 */
import { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import { Sm4CustomDataClass, UNKNOWN_OPCODE } from '../../isa/sm4/names.ts';
import { SM4_OPCODES, type Sm4Opcode, type Sm4OpcodeRow } from '../../isa/sm4/opcodes.ts';
import { type Sm4Program, sm4ProfileOf, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { sm4CustomDataClass } from '../../isa/sm4/scan.ts';
import { Indentation } from '../indentation.ts';
import { hex32 } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { TextWriter } from '../writer.ts';
import { type DataBlockWriter, printDataBlock } from './data-blocks.ts';
import { type DeclarationWriter, printDeclaration } from './declarations.ts';
import { extensionNames, extensionValues, type Sm4MnemonicTexts, sm4MnemonicTexts } from './mnemonics.ts';
import { Sm4OperandWriter } from './operands.ts';

/**
 * The version line and one line an instruction, each ended by a line feed.
 *
 * @returns Latin-1 text: one character a byte
 */
export function printSm4(program: Sm4Program, style: ListingStyle): string {
  return new Sm4Printer(program, style).print();
}

/**
 * A function that returns the line of any instruction, without indentation and line feed; data blocks may have several lines.
 */
export function sm4Lines(program: Sm4Program, style: ListingStyle): (position: number) => string {
  const printer = new Sm4Printer(program, style);
  return (position) => printer.line(position);
}

/** Words of an instruction, and the characters of its line for them. */
export interface Sm4LineSpan {
  /** DWORD index of the first word; {@link end} is exclusive. */
  readonly at: number;
  readonly end: number;
  /** Offset of the first character in the line, and their number. */
  readonly column: number;
  readonly length: number;
}

/** One line of a listing, without indentation and line feed. */
export interface Sm4Line {
  readonly text: string;
  /** The instruction as a whole first, then its operands in their order. Operands of an unknown instruction have none. */
  readonly spans: readonly Sm4LineSpan[];
}

/** The line of instruction `position` and the spans of its operands in it; of a data block the first line. */
export function printSm4Line(program: Sm4Program, position: number, style: ListingStyle): Sm4Line {
  return new Sm4Printer(program, style, LINE_LENGTH).lineWithSpans(position);
}

/** About how many characters a listing has for each DWORD of an instruction. */
const CHARACTERS_PER_WORD = 8;
/** About how many characters a line has. */
const LINE_LENGTH = 256;

/** Writes one program. */
class Sm4Printer implements DeclarationWriter, DataBlockWriter {
  readonly cursor: Sm4Cursor;
  readonly out: TextWriter;
  readonly style: ListingStyle;
  readonly rangeIds: boolean;
  readonly operands: Sm4OperandWriter;
  readonly #program: Sm4Program;
  readonly #mnemonics: Sm4MnemonicTexts;
  readonly #indentation = new Indentation();
  #number = 0;
  /** Collects the spans of operands on request. */
  #spans: Sm4LineSpan[] | undefined;

  /** @param expected about how many characters the text will have */
  constructor(program: Sm4Program, style: ListingStyle, expected = CHARACTERS_PER_WORD * program.words.length) {
    this.cursor = new Sm4Cursor(program);
    this.out = new TextWriter(expected);
    this.style = style;
    this.rangeIds = sm4UsesRangeIds(program);
    this.operands = new Sm4OperandWriter(this.cursor, this.out, style, this.rangeIds);
    this.#program = program;
    this.#mnemonics = sm4MnemonicTexts(style.markup);
  }

  print(): string {
    const { cursor, out } = this;
    const { count } = this.#program;
    const { numbers, offsets, markup } = this.style;
    const prefixed = numbers || offsets || markup.html;
    if (prefixed) this.#linePrefix(0, false);
    out.text(`${sm4ProfileOf(this.#program)}\n`);
    for (let i = 0; i < count; i++) {
      cursor.goto(i);
      const { row } = cursor;
      const block = row?.block;
      if (block !== undefined && block !== 'open') this.#indentation.close();
      if (prefixed) this.#linePrefix(4 * cursor.start, isExecutable(row, cursor.token));
      out.text(this.#indentation.line());
      this.#line(row);
      out.text('\n');
      if (block !== undefined && block !== 'close') this.#indentation.open();
    }
    return out.finish();
  }

  /** The line of instruction `position`. */
  line(position: number): string {
    this.cursor.goto(position);
    this.#line(this.cursor.row);
    return this.out.take();
  }

  /** The line of instruction `position`, with the spans of its operands. */
  lineWithSpans(position: number): Sm4Line {
    const { cursor, out } = this;
    cursor.goto(position);
    const { row, start, end } = cursor;
    const spans: Sm4LineSpan[] = [];
    if (row?.kind === 'declaration') {
      this.#spans = spans;
      this.#declaration(row);
    } else if (row === undefined || row.kind === 'custom') {
      this.#line(row);
    } else {
      this.#mnemonics.write(out, cursor, row);
      const { operandCount, operands: slots } = cursor;
      for (let i = 0; i < operandCount; i++) {
        if (i > 0) out.text(', ');
        const column = out.length;
        const target = row.operands[i]!.precisionOfDestination ? slots[0]! : slots[i]!;
        this.operands.operand(slots[i]!, row.literals, target.extension);
        const operandEnd = i + 1 < operandCount ? slots[i + 1]!.at : end;
        spans.push({ at: slots[i]!.at, end: operandEnd, column, length: out.length - column });
      }
      this.#callIndex(row);
    }
    const [text] = out.finish().split('\n') as [string];
    return { text, spans: [{ at: start, end, column: 0, length: text.trimEnd().length }, ...spans] };
  }

  /** Instruction number and byte offset, as the flags request. */
  #linePrefix(offset: number, executable: boolean): void {
    const { numbers, offsets, markup } = this.style;
    const { open, close } = markup.code;
    let text = '';
    const number = this.#number;
    if (executable) {
      this.#number++;
      if (markup.html) text = `<!-- id=${number} -->`;
    }
    if (numbers) {
      text += executable ? `${open}${String(number).padStart(4)}${offsets ? '  ' : ': '}${close}` : '      ';
    }
    if (offsets) text += `${open}0x${offset.toString(16).toUpperCase().padStart(8, '0')}: ${close}`;
    this.out.text(text);
  }

  /** The instruction at the cursor, whose row is `row`. */
  #line(row: Sm4Opcode | undefined): void {
    if (row === undefined) this.#unknown();
    else if (row.kind === 'declaration') this.#declaration(row);
    else if (row.kind === 'custom') printDataBlock(this, this.cursor);
    else this.#instruction(row);
  }

  /** Unknown opcodes print as their words, so that nothing is lost (ours: Microsoft's disassembler hangs on them). */
  #unknown(): void {
    const { start, end, code } = this.cursor;
    this.keyword(`${UNKNOWN_OPCODE}${code}`);
    for (let at = start; at < end; at++) this.out.text(`${at === start ? ' ' : ', '}${hex32(this.cursor.word(at))}`);
  }

  #declaration(row: Sm4Opcode): void {
    const { cursor } = this;
    if (cursor.body === cursor.start + 1) {
      this.keyword(row.mnemonic);
    } else {
      this.keyword(row.mnemonic + extensionNames(cursor));
      this.out.text(extensionValues(cursor));
    }
    printDeclaration(this, cursor);
  }

  #instruction(row: Sm4Opcode): void {
    this.#mnemonics.write(this.out, this.cursor, row);
    this.operands.operands(row);
    this.#callIndex(row);
  }

  /** The number of the body that an interface call selects. */
  #callIndex(row: Sm4Opcode): void {
    if (row.code === SM4_OPCODES.fcall.code) this.out.text(`[${this.cursor.word(this.cursor.body)}]`);
  }

  declared(literals: Sm4OpcodeRow['literals']): void {
    const { cursor, out } = this;
    const column = out.length;
    this.operands.declared(literals);
    const { at } = cursor.operands[0]!;
    this.#spans?.push({ at, end: cursor.payload, column, length: out.length - column });
  }

  keyword(text: string): void {
    const { open, close } = this.style.markup.keyword;
    this.out.text(open + text + close);
  }
}

/** Whether a line has an instruction number. */
function isExecutable(row: Sm4Opcode | undefined, token: number): boolean {
  if (row === undefined) return true;
  if (row.kind === 'custom') return sm4CustomDataClass(token) === Sm4CustomDataClass.shaderMessage;
  return row.kind === 'instruction' || row.kind === 'reserved';
}
