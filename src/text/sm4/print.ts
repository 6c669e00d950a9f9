/**
 * The listing of a program of shader models 4 to 5.1: the version line, declarations and instructions, byte for byte as
 * `D3DDisassemble` prints them (every spelling: oracle). This file has the loop over instructions and what begins each line.
 *
 * Not for: mnemonics (mnemonics.ts), operands (operands.ts), declarations (declarations.ts) and data blocks (data-blocks.ts); the
 * `//` sections before the program, which come from the other chunks of the container (dxbc/).
 */
import { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import { Sm4CustomDataClass, UNKNOWN_OPCODE } from '../../isa/sm4/names.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4Opcode } from '../../isa/sm4/opcodes.ts';
import { type Sm4Program, sm4ProfileOf, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { sm4CustomDataClass } from '../../isa/sm4/scan.ts';
import { Sm4OpcodeToken } from '../../isa/sm4/tokens.ts';
import { Indentation } from '../indentation.ts';
import { hex32 } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { TextWriter } from '../writer.ts';
import { type DataBlockWriter, printDataBlock } from './data-blocks.ts';
import { type DeclarationWriter, payloadLength, printDeclaration } from './declarations.ts';
import {
  extensionNames,
  extensionValues,
  mnemonicKey,
  opcodeTokens,
  type Sm4LineTexts,
  sm4LineTexts,
} from './mnemonics.ts';
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

/** What the loop needs to know about an opcode, in one number: how many operands it has, and these bits. */
const OPERANDS = 15;
/** Its line is a mnemonic and operands. */
const IS_REGULAR = 16;
const IS_DECLARATION = 32;
const CLOSES_BLOCK = 64;
const OPENS_BLOCK = 128;
/** The bits of an opcode token that hold the opcode. */
const OPCODE = Sm4OpcodeToken.opcode.ones;
const FACTS = Uint8Array.from({ length: OPCODE + 1 }, (_, code) => factsOf(SM4_OPCODE_BY_CODE[code]));

function factsOf(row: Sm4Opcode | undefined): number {
  if (row === undefined || row.kind === 'custom') return 0;
  let facts = row.operands.length;
  if (row.kind === 'declaration') facts |= IS_DECLARATION;
  // An interface call has a number before its operand.
  else if (row.code !== SM4_OPCODES.fcall.code) facts |= IS_REGULAR;
  if (row.block !== undefined && row.block !== 'open') facts |= CLOSES_BLOCK;
  if (row.block !== undefined && row.block !== 'close') facts |= OPENS_BLOCK;
  return facts;
}

const LINE_FEED = 0x0a;

/**
 * Writes one program. The loop reads opcode and operand tokens from the words of the program and copies the texts that are kept for them.
 * The cursor decodes an instruction only where something is not kept yet, or is unusual.
 */
class Sm4Printer implements DeclarationWriter, DataBlockWriter {
  readonly cursor: Sm4Cursor;
  readonly out: TextWriter;
  readonly style: ListingStyle;
  readonly rangeIds: boolean;
  readonly operands: Sm4OperandWriter;
  readonly #program: Sm4Program;
  readonly #texts: Sm4LineTexts;
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
    this.#texts = sm4LineTexts(style.markup, this.rangeIds);
  }

  print(): string {
    const { out } = this;
    const { count, starts, words } = this.#program;
    const { numbers, offsets, markup } = this.style;
    const prefixed = numbers || offsets || markup.html;
    if (prefixed) this.#linePrefix(0, false);
    out.text(`${sm4ProfileOf(this.#program)}\n`);
    for (let i = 0; i < count; i++) {
      const start = starts[i]!;
      const token = words[start]! | 0;
      const facts = FACTS[token & OPCODE]!;
      if (facts & CLOSES_BLOCK) this.#indentation.close();
      if (prefixed) this.#linePrefix(4 * start, isExecutable(SM4_OPCODE_BY_CODE[token & OPCODE], token));
      out.text(this.#indentation.line());
      this.#line(i, start, facts);
      out.character(LINE_FEED);
      if (facts & OPENS_BLOCK) this.#indentation.open();
    }
    return out.finish();
  }

  /** The line of instruction `position`. */
  line(position: number): string {
    const { starts, words } = this.#program;
    const start = starts[position]!;
    this.#line(position, start, FACTS[words[start]! & OPCODE]!);
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
      this.#line(position, start, FACTS[cursor.code]!);
    } else {
      out.text(this.#texts.mnemonic(cursor, row));
      const { operandCount, operands: slots } = cursor;
      for (let i = 0; i < operandCount; i++) {
        if (i > 0) out.text(', ');
        const column = out.length;
        this.operands.operandAt(i);
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

  /** Instruction `position`, which begins at DWORD `start`. */
  #line(position: number, start: number, facts: number): void {
    const { out, cursor } = this;
    const { starts, count, words, end } = this.#program;
    const { mnemonics, runs } = this.#texts;
    const token = words[start]! | 0;
    const next = position + 1 < count ? starts[position + 1]! : end;
    if (facts & IS_REGULAR) {
      const tokens = token < 0 ? opcodeTokens(words, start, next) : 1;
      const texts = token < 0 ? runs : mnemonics;
      const record = token < 0 ? runs.findRun(words, start, tokens) : mnemonics.find(mnemonicKey(token), 0);
      if (record >= 0) {
        out.kept(texts, record);
      } else {
        cursor.goto(position);
        out.text(this.#texts.mnemonic(cursor, cursor.row!));
      }
      if (facts & OPERANDS) this.operands.operands(token & OPCODE, start + tokens, facts & OPERANDS);
      return;
    }
    const record = facts & IS_DECLARATION ? runs.findRun(words, start, next - start) : -1;
    if (record >= 0) {
      out.kept(runs, record);
      return;
    }
    cursor.goto(position);
    const { row } = cursor;
    if (row === undefined) this.#unknown();
    else if (row.kind === 'declaration') this.#declaration(row);
    else if (row.kind === 'custom') printDataBlock(this, cursor);
    else this.#call(row);
  }

  /** Unknown opcodes print as their words, so that nothing is lost (ours: Microsoft's disassembler hangs on them). */
  #unknown(): void {
    const { start, end, code } = this.cursor;
    this.keyword(`${UNKNOWN_OPCODE}${code}`);
    for (let at = start; at < end; at++) this.out.text(`${at === start ? ' ' : ', '}${hex32(this.cursor.word(at))}`);
  }

  #declaration(row: Sm4Opcode): void {
    const { cursor, out } = this;
    const { start, end, body, payload, operandCount, operands } = cursor;
    const from = out.length;
    if (body === start + 1) {
      this.keyword(row.mnemonic);
    } else {
      this.keyword(row.mnemonic + extensionNames(cursor));
      out.text(extensionValues(cursor));
    }
    printDeclaration(this, cursor);
    // The text of other declarations depends on words after them, or, for literals, on the style.
    if (payload + payloadLength(row, this.rangeIds) <= end && (operandCount === 0 || operands[0]!.isRegular))
      this.#texts.runs.keepRun(cursor.program.words, start, end - start, out.since(from));
  }

  /** An interface call, which prints the number of the body that it selects after its operand. */
  #call(row: Sm4Opcode): void {
    const { cursor, out } = this;
    out.text(this.#texts.mnemonic(cursor, row));
    this.operands.operands(row.code, cursor.body + 1, cursor.operandCount);
    this.#callIndex(row);
  }

  /** The number of the body that an interface call selects. */
  #callIndex(row: Sm4Opcode): void {
    if (row.code === SM4_OPCODES.fcall.code) this.out.text(`[${this.cursor.word(this.cursor.body)}]`);
  }

  declared(): void {
    const { cursor, out } = this;
    const column = out.length;
    this.operands.declared();
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
