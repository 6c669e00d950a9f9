/**
 * The listing of a program of shader models 4 to 5.1: the version line, declarations and instructions, byte for byte as
 * `D3DDisassemble` prints them (every spelling: oracle). This file has the loop over instructions and what begins each
 * line.
 *
 * Not for: mnemonics (mnemonics.ts), operands (operands.ts), declarations (declarations.ts) and data blocks
 * (data-blocks.ts); the `//` sections before the program, which come from the other chunks of the container (dxbc/).
 */
import { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import { EXTRA_WORDS, UNKNOWN_OPCODE } from '../../isa/sm4/names.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4Opcode } from '../../isa/sm4/opcodes.ts';
import { type Sm4Program, sm4HasNumber, sm4ProfileOf, sm4UsesRangeIds } from '../../isa/sm4/program.ts';

import { Sm4OpcodeToken } from '../../isa/sm4/tokens.ts';
import type { DebugNotes } from '../debug-notes.ts';
import { Indentation } from '../indentation.ts';
import { hex32 } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';
import { type DataBlockWriter, printDataBlock } from './data-blocks.ts';
import { type DeclarationWriter, payloadLength, printDeclaration } from './declarations.ts';
import {
  extensionNames,
  extensionValues,
  mnemonicKey,
  opcodeTokens,
  type Sm4LineSpellings,
  sm4LineSpellings,
} from './mnemonics.ts';
import { Sm4OperandWriter } from './operands.ts';

/** Writes the version line and one line an instruction, each ended by a line feed. */
export function printSm4(out: TextWriter, program: Sm4Program, style: ListingStyle, notes?: DebugNotes): void {
  new Sm4Printer(out, program, style).print(notes);
}

/** The facts that the loop needs about an opcode, in one number: the number of its operands, and these bits. */
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
 * Writes one program. The loop reads opcode and operand tokens from the words of the program and copies the strings
 * that are cached for them. The cursor decodes an instruction only if something is not cached yet, or needs the slow
 * path.
 */
export class Sm4Printer implements DeclarationWriter, DataBlockWriter {
  readonly cursor: Sm4Cursor;
  readonly out: TextWriter;
  readonly style: ListingStyle;
  readonly rangeIds: boolean;
  readonly operands: Sm4OperandWriter;
  readonly #program: Sm4Program;
  readonly #spellings: Sm4LineSpellings;
  readonly #isExact: boolean;
  readonly #indentation = new Indentation();
  #number = 0;

  constructor(out: TextWriter, program: Sm4Program, style: ListingStyle) {
    this.cursor = new Sm4Cursor(program);
    this.out = out;
    this.style = style;
    this.rangeIds = sm4UsesRangeIds(program);
    this.operands = new Sm4OperandWriter(this.cursor, this.out, style, this.rangeIds);
    this.#program = program;
    this.#isExact = style.literals === 'exact';
    this.#spellings = sm4LineSpellings(style.markup, this.rangeIds);
  }

  print(notes?: DebugNotes): void {
    const { out } = this;
    const indentation = this.#indentation;
    const { count, starts, words } = this.#program;
    const { numbers, offsets, markup } = this.style;
    // The result of an operator: the engine converts a boolean that it loads each time.
    const isPrefixed = !(!numbers && !offsets && !markup.html);
    notes?.begin?.(out);
    if (isPrefixed) this.#linePrefix(0, false);
    out.text(`${sm4ProfileOf(this.#program)}\n`);
    for (let i = 0; i < count; i++) {
      const start = starts[i]!;
      const token = words[start]! | 0;
      const facts = FACTS[token & OPCODE]!;
      if (facts & CLOSES_BLOCK) indentation.close();
      notes?.before(out, i, 4 * start);
      if (isPrefixed) this.#linePrefix(4 * start, sm4HasNumber(token));
      if (indentation.depth > 0) out.text(indentation.line());
      this.#line(i, start, facts);
      notes?.after(out, i, 4 * start);
      out.character(LINE_FEED);
      if (facts & OPENS_BLOCK) indentation.open();
    }
  }

  /** Writes the line of instruction `position`. */
  line(position: number): void {
    const start = this.#program.starts[position]!;
    this.#line(position, start, FACTS[this.#program.words[start]! & OPCODE]!);
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
    const { mnemonics, runs } = this.#spellings;
    const token = words[start]! | 0;
    const next = position + 1 < count ? starts[position + 1]! : end;
    if (facts & IS_REGULAR) {
      const tokens = token < 0 ? opcodeTokens(words, start, next) : 1;
      const cache = token < 0 ? runs : mnemonics;
      const record = token < 0 ? runs.findRun(words, start, tokens) : mnemonics.find(mnemonicKey(token), 0);
      if (record >= 0) {
        out.cached(cache, record);
      } else {
        cursor.goto(position);
        this.mnemonic(cursor.row!);
      }
      if (facts & OPERANDS) this.operands.operands(token & OPCODE, start + tokens, facts & OPERANDS);
      if (this.#isExact) this.#rest(position);
      return;
    }
    const record = facts & IS_DECLARATION ? runs.findRun(words, start, next - start) : -1;
    if (record >= 0) {
      out.cached(runs, record);
      return;
    }
    cursor.goto(position);
    const { row } = cursor;
    if (row === undefined) this.#unknown();
    else if (row.kind === 'declaration') this.declaration(row);
    else if (row.kind === 'custom') printDataBlock(this, cursor);
    else this.#call(row);
  }

  /** Unknown opcodes print as their words, so that nothing is lost (ours: Microsoft's disassembler hangs on them). */
  #unknown(): void {
    const { start, end, code } = this.cursor;
    this.keyword(`${UNKNOWN_OPCODE}${code}`);
    this.out.text(` ${this.wordsFrom(start, end)}`);
  }

  /**
   * The words after the operands of an instruction, which some compilers leave (ours: only exact listings have them).
   */
  #rest(position: number): void {
    const { cursor } = this;
    cursor.goto(position);
    const { payload, end } = cursor;
    if (payload < end) this.out.text(`, ${EXTRA_WORDS}(${this.wordsFrom(payload, end)})`);
  }

  /** The words from DWORD `start` to `end` in hexadecimal. */
  wordsFrom(start: number, end: number): string {
    const words: string[] = [];
    for (let at = start; at < end; at++) words.push(hex32(this.cursor.word(at)));
    return words.join(', ');
  }

  /** Writes the declaration at the cursor. */
  declaration(row: Sm4Opcode): void {
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
    const depends = row.code === SM4_OPCODES.dcl_hs_max_tessfactor.code;
    if (
      !depends &&
      payload + payloadLength(row, this.rangeIds) <= end &&
      (operandCount === 0 || operands[0]!.isRegular)
    )
      this.#spellings.runs.addRun(cursor.program.words, start, end - start, out.since(from));
  }

  /** An interface call. */
  #call(row: Sm4Opcode): void {
    const { cursor } = this;
    this.mnemonic(row);
    this.operands.operands(row.code, cursor.body + 1, cursor.operandCount);
    this.callIndex();
  }

  /** Writes the mnemonic of the instruction at the cursor. */
  mnemonic(row: Sm4Opcode): void {
    this.out.text(this.#spellings.mnemonic(this.cursor, row));
  }

  /** Writes the number of the body that the interface call at the cursor selects. */
  callIndex(): void {
    this.out.text(`[${this.cursor.word(this.cursor.body)}]`);
  }

  declared(): void {
    this.operands.declared();
  }

  keyword(text: string): void {
    const { open, close } = this.style.markup.keyword;
    this.out.text(open + text + close);
  }
}
