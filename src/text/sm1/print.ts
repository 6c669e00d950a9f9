/**
 * The listing of a program of shader models 1 to 3, byte for byte as `D3DDisassemble` prints it (every spelling: oracle, except
 * for the cases in differences.ts). This file has the loop over instructions and what begins each line.
 *
 * Not for: the `//` sections before the program (constant-table.ts, preshader.ts), mnemonics (mnemonics.ts) and operands
 * (operands.ts).
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { sm1Profile } from '../../base/profile.ts';
import { bytesOf, stringAt } from '../../base/words.ts';
import { Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODE_LIMIT, SM1_OPCODES, sm1LiteralCount, sm1OpcodeTable } from '../../isa/sm1/opcodes.ts';
import { readSm1Words, type Sm1Program } from '../../isa/sm1/program.ts';
import { Sm1SlotCounter } from '../../isa/sm1/slots.ts';
import { Sm1InstructionToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import type { DebugNotes, DebugPrinters } from '../debug-notes.ts';
import { Indentation } from '../indentation.ts';
import type { Markup } from '../markup.ts';
import { hex32Upper } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { PackedText } from '../packed-texts.ts';
import { copyRecord, SPARE_ROOM, type TextRecords } from '../text-records.ts';
import type { TextWriter } from '../writer.ts';
import { hasDebugInformation, printConstantTable } from './constant-table.ts';
import { SM1_MARGIN, type Sm1LineTexts, sm1LineTexts, sm1LiteralFormat } from './line.ts';
import { printPreshader } from './preshader.ts';

/**
 * Writes the whole listing of a stream: header sections, version line, one line an instruction, slot count. It is without
 * `markup.frame`, so that a container can embed it.
 *
 * @param diagnostics receives faults of the constant table and the preshader; spans are bytes from the first word
 */
export function printSm1(
  out: TextWriter,
  program: Sm1Program,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug: DebugPrinters = {},
): void {
  const notes = style.debug ? debug.sm1?.(program.words, style, diagnostics) : undefined;
  new Sm1Printer(out, program, style).print(diagnostics, notes);
}

/** The positions of the last listed program, whose array the next one reuses: a new one takes 7% of a short listing (measured). */
let spare: Uint32Array = new Uint32Array(2 ** 10);
/** Longer arrays are not reused. */
const LONGEST_SPARE = 2 ** 16;

/** {@link printSm1} of the stream in `words`. */
export function printSm1Words(
  out: TextWriter,
  words: Uint32Array,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug?: DebugPrinters,
): void {
  const program = readSm1Words(words, diagnostics, spare);
  if (program.starts.length <= LONGEST_SPARE) spare = program.starts;
  printSm1(out, program, style, diagnostics, debug);
}

/** Flags by opcode: what an instruction does to the nesting of blocks, whether its line has no number, and what its tokens are. */
const OPENS = 1;
const CLOSES = 2;
const UNNUMBERED = 4;
const DECLARES = 8;
const LITERALS = 16;

const FLAGS = sm1OpcodeTable(
  (row) =>
    (row.block === 'open' || row.block === 'middle' ? OPENS : 0) |
    (row.block === 'close' || row.block === 'middle' ? CLOSES : 0) |
    (row.numbered === false ? UNNUMBERED : 0) |
    (row.code === SM1_OPCODES.dcl.code ? DECLARES : 0) |
    (sm1LiteralCount(row) > 0 ? LITERALS : 0),
);

/** How many literals an opcode has. */
const LITERAL_COUNTS = sm1OpcodeTable(sm1LiteralCount);

/** Whether the line of an instruction that begins with `token` has an instruction number; a co-issued one shares that of the other. */
export function sm1HasNumber(token: number): boolean {
  const opcode = token & 0xffff;
  if (opcode === SM1_COMMENT || (token & COISSUED) !== 0) return false;
  return opcode >= SM1_OPCODE_LIMIT || (FLAGS[opcode]! & UNNUMBERED) === 0;
}

const RELATIVE = 1 << Sm1SourceToken.relative.low;
const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
const COISSUED = 1 << Sm1InstructionToken.coissue.low;

/** A bit of all keys of openings, so that none is 0. */
const OPENING = 1 << 21;
/** Reserved bits of the attribute DWORD of a `dcl`. */
const ATTRIBUTES_RESERVED = 0x07f0_ffe0;

const LINE_FEED = 0x0a;
const NO_NUMBER = '      ';
const NUMBER_WIDTH = 4;
class Sm1Printer {
  private readonly program: Sm1Program;
  private readonly style: ListingStyle;
  private readonly markup: Markup;
  private readonly texts: Sm1LineTexts;
  private readonly slots: Sm1SlotCounter;
  /** Whether a relatively addressed operand is followed by the register it is relative to. */
  private readonly relativeTokens: boolean;
  /** For what is unusual. */
  private cursor: Sm1Cursor | undefined;
  private readonly out: TextWriter;
  private readonly indentation = new Indentation();

  constructor(out: TextWriter, program: Sm1Program, style: ListingStyle) {
    this.out = out;
    this.program = program;
    this.style = style;
    this.markup = style.markup;
    this.texts = sm1LineTexts(program, style.markup);
    this.slots = new Sm1SlotCounter(program);
    this.relativeTokens = program.major >= 2;
  }

  print(diagnostics: Diagnostics, notes: DebugNotes | undefined): void {
    const { comment } = this.markup;
    const { program, style, out } = this;
    const { words } = program;
    if (style.header) printPreshader(out, words, style, diagnostics);
    if (comment.open !== '') out.text(comment.open);
    if (style.header) printConstantTable(out, words, 0, words.length, diagnostics);
    if (comment.close !== '') out.text(comment.close);
    this.title();
    this.body(notes);
    this.slotLine();
  }

  private title(): void {
    const { keyword, html } = this.markup;
    const { titles } = this.texts;
    const version = (this.program.words[0] ?? 0) | 0;
    const title = titles.find(version, 1);
    if (title >= 0) {
      this.out.record(titles, title);
      return;
    }
    const profile = sm1Profile(version);
    // Microsoft's HTML colors the whole body as a mnemonic, and the operands separately inside it.
    const text = html ? keyword.open + SM1_MARGIN + profile : SM1_MARGIN + keyword.open + profile + keyword.close;
    this.spelled(`${text}\n`, titles, version, 1);
  }

  /** One line an instruction. */
  private body(notes: DebugNotes | undefined): void {
    const { program, style, slots, indentation, out } = this;
    const { starts, count, words } = program;
    const { comment, html } = this.markup;
    const prefixed = style.numbers || style.offsets;
    // The marks are for debug information. Where it is not read, a program with any prints as without it (0x10).
    const debug = html && style.debug && notes === undefined && !hasDebugInformation(words);
    const debugMarks = debug ? comment.open + comment.close : '';
    for (let i = 0; i < count; i++) {
      const at = starts[i]!;
      const end = i + 1 < count ? starts[i + 1]! : program.end;
      // Tokens as signed numbers: bit 31 of every operand is set, and a number beyond 31 bits costs an allocation.
      const token = words[at]! | 0;
      const opcode = token & 0xffff;
      if (opcode === SM1_COMMENT) {
        this.textComment(at);
        continue;
      }
      const flags = opcode < SM1_OPCODE_LIMIT ? FLAGS[opcode]! : 0;
      const coissued = (token & COISSUED) !== 0;
      notes?.before(out, i, 4 * at);
      if (prefixed) this.prefix(at, sm1HasNumber(token));
      if (flags & CLOSES) indentation.close();
      if (indentation.depth > 0) out.text(indentation.line());
      if (flags & OPENS) indentation.open();

      const predicated = this.usual(at, end, token, flags) ? false : this.unusual(at);
      notes?.after(out, i, 4 * at);
      if (debugMarks !== '') out.text(debugMarks);
      out.character(LINE_FEED);
      slots.add(opcode, predicated, coissued);
    }
  }

  /**
   * Writes the instruction at `at` without its indentation, if it is a usual one: an opcode of the table, no predicate, and a first
   * operand that is not addressed relatively. Most of its line is copied from records:
   *
   * - the opening, margin to first operand, under that operand, opcode, controls and what a `dcl` declares (one text instead of
   *   three);
   * - each later operand under its token, each literal under its value.
   */
  private usual(at: number, end: number, token: number, flags: number): boolean {
    const { texts, out } = this;
    const { openings, operands } = texts;
    const { words } = this.program;
    const opcode = token & 0xffff;
    if (opcode >= SM1_OPCODE_LIMIT || (token & PREDICATED) !== 0) return false;
    let next = at + 1;
    let attributes = 0;
    let detail = (token >>> 16) & 0xff;
    if ((flags & DECLARES) !== 0) {
      if (next === end) return false;
      attributes = words[next++]! | 0;
      if ((attributes & ATTRIBUTES_RESERVED) !== 0) return false;
      // Usage, usage index and texture type.
      detail = (attributes & 0x1f) | ((attributes >>> 11) & 0x1e0) | ((attributes >>> 18) & 0x1e00);
    }
    const first = next < end ? words[next++]! | 0 : 0;
    if ((first & RELATIVE) !== 0 || (first >= 0 && (flags & LITERALS) !== 0)) return false;
    const key = OPENING | opcode | (detail << 7) | ((token & COISSUED) >>> 10);
    // Room for the whole line, and the place of the next text in a variable: 5% of large programs (measured).
    const room = (end - at + 1) * texts.longest + SPARE_ROOM;
    out.reserve(room);
    const opening = openings.find(first, key);
    if (opening >= 0) out.length = copyRecord(openings, opening, out.view, out.length);
    else this.spelled(texts.opening(token, attributes, first), openings, first, key);
    if ((flags & LITERALS) !== 0) next = this.literals(opcode, next, end);
    if (opening < 0 || (flags & LITERALS) !== 0) out.reserve(room);
    let { view, length } = out;
    while (next < end) {
      const source = words[next++]! | 0;
      const operand = (source & RELATIVE) === 0 ? operands.find(source, 0) : -1;
      if (operand >= 0) {
        length = copyRecord(operands, operand, view, length);
        continue;
      }
      out.length = length;
      if ((source & RELATIVE) === 0) this.spelled(texts.source(source, 0), operands, source, 0);
      else out.text(texts.source(source, this.relativeTokens && next < words.length ? words[next++]! : 0));
      out.reserve(room);
      ({ view, length } = out);
    }
    out.length = length;
    return true;
  }

  /** Writes a text that has no record, and keeps it. */
  private spelled(text: string, records: TextRecords, a: number, b: number): void {
    this.out.text(text);
    records.keep(text, a, b);
  }

  /** Writes the values of `def`, `defi` and `defb` from DWORD `at` on; returns the index after them. */
  private literals(opcode: number, at: number, end: number): number {
    const { style, texts, out } = this;
    const { literals } = texts;
    const { words } = this.program;
    const format = sm1LiteralFormat(opcode, style.literals);
    const last = Math.min(at + LITERAL_COUNTS[opcode]!, end);
    for (let next = at; next < last; next++) {
      const word = words[next]! | 0;
      const literal = literals.find(word, format);
      if (literal >= 0) out.record(literals, literal);
      else this.spelled(texts.literal(word, format), literals, word, format);
    }
    return last;
  }

  /** Writes any instruction, token by token. Returns whether it is predicated. */
  private unusual(at: number): boolean {
    const { texts, style, out } = this;
    const cursor = this.cursorAt(at);
    out.text(texts.margin(cursor.token));
    for (const { text } of texts.tokens(cursor, style.literals)) out.text(text);
    return cursor.predicate >= 0;
  }

  private cursorAt(at: number): Sm1Cursor {
    this.cursor ??= new Sm1Cursor(this.program.words);
    this.cursor.moveTo(at);
    return this.cursor;
  }

  /** Writes the comment at `at` if it is a line of text. */
  private textComment(at: number): void {
    const cursor = this.cursorAt(at);
    if (cursor.commentTag !== Sm1CommentTag.text) return;
    const { words, literals, end } = cursor;
    const { open, close } = this.markup.comment;
    const line = stringAt(bytesOf(words.subarray(literals + 1, end)), 0);
    this.out.text(`${open}${this.indentation.line()}${SM1_MARGIN}// ${line}\n${close}`);
  }

  /** Instruction number and byte offset, as the options request. */
  private prefix(at: number, numbered: boolean): void {
    const { numbers, offsets } = this.style;
    const { out } = this;
    const { open, close } = this.markup.code;
    if (numbers && numbered) {
      out.text(open);
      out.text(padNumber(this.slots.arithmetic));
      out.text(offsets ? '  ' : ': ');
      out.text(close);
    } else if (numbers) out.text(NO_NUMBER);
    if (!offsets) return;
    out.text(open);
    out.text(hex32Upper(4 * at));
    out.text(': ');
    out.text(close);
  }

  /** The empty line after the instructions, and their count. */
  private slotLine(): void {
    const { out } = this;
    const { arithmetic, texture, total } = this.slots;
    const { comment, keyword, html } = this.markup;
    out.character(LINE_FEED);
    if (html) out.text(keyword.close);
    if (comment.open !== '') out.text(comment.open);
    out.phrase(APPROXIMATELY);
    out.decimal(total);
    out.phrase(total === 1 ? SLOT_USED : SLOTS_USED);
    if (texture > 0) out.text(` (${texture} texture, ${arithmetic} arithmetic)`);
    out.character(LINE_FEED);
    if (comment.close !== '') out.text(comment.close);
  }
}

const APPROXIMATELY = new PackedText('// approximately ');
const SLOT_USED = new PackedText(' instruction slot used');
const SLOTS_USED = new PackedText(' instruction slots used');

/** Padded numbers, each made when it is first needed. */
const PADDED: string[] = [];

/** `%4d` */
function padNumber(number: number): string {
  if (number >= 1000) return `${number}`;
  while (PADDED.length <= number) PADDED.push(`${PADDED.length}`.padStart(NUMBER_WIDTH));
  return PADDED[number]!;
}
