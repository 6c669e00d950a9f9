/**
 * The listing of a program of shader models 1 to 3, byte for byte as `D3DDisassemble` prints it (every spelling: oracle, except
 * for the cases in differences.ts). This file has the loop over instructions and what begins each line.
 *
 * Not for: the `//` sections before the program (constant-table.ts, preshader.ts), mnemonics (mnemonics.ts) and operands
 * (operands.ts).
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { fastPaths } from '../../base/fast-paths.ts';
import { sm1Profile, sm1Stage } from '../../base/profile.ts';
import { bytesOf, stringAt } from '../../base/words.ts';
import { findSm1HeaderComments, type Sm1CommentSpan, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { isSm1End, Sm1Cursor, sm1TakesDestination } from '../../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODE_LIMIT, SM1_OPCODES, sm1LiteralCount, sm1OpcodeTable } from '../../isa/sm1/opcodes.ts';
import { readSm1Words } from '../../isa/sm1/program.ts';
import { Sm1SlotCounter } from '../../isa/sm1/slots.ts';
import { Sm1CommentToken, Sm1InstructionToken, Sm1SourceToken, Sm1VersionToken } from '../../isa/sm1/tokens.ts';
import type { DebugNotes, DebugPrinters } from '../debug-notes.ts';
import { Indentation } from '../indentation.ts';
import type { Markup } from '../markup.ts';
import { hex32Upper } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { PackedText } from '../packed-texts.ts';
import type { TextRecords } from '../text-records.ts';
import type { TextWriter } from '../writer.ts';
import { printConstantTable } from './constant-table.ts';
import { type Sm1KeptTexts, sm1KeptTexts } from './kept-texts.ts';
import { SM1_MARGIN, sm1LiteralFormat } from './line.ts';
import { DESTINATION, FIRST_SOURCE, PIECES_ROOM, SOURCE } from './operand-pieces.ts';
import { printPreshader } from './preshader.ts';

/**
 * Writes the whole listing of the stream in `words`: header sections, version line, one line an instruction, slot count. It is without
 * `markup.frame`, so that a container can embed it.
 *
 * @param diagnostics receives what cannot be read; spans are bytes from the first word
 */
export function printSm1(
  out: TextWriter,
  words: Uint32Array,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug?: DebugPrinters,
): void {
  const { length } = diagnostics.list;
  const isUsual = new Sm1Printer(out, words, style).print(diagnostics, debug);
  // The printer finds the instructions itself: a scan before it took a tenth of the time (measured).
  if (!isUsual) diagnostics.insert(length, (first) => readSm1Words(words, first));
}

/** Facts by opcode: what an instruction does to the nesting of blocks, whether its line has no number, and what its tokens are. */
const OPENS = 1;
const CLOSES = 2;
const UNNUMBERED = 4;
const DECLARES = 8;
const LITERALS = 16;
const KNOWN = 32;
const HAS_DESTINATION = 64;

const FACTS = sm1OpcodeTable(
  (row) =>
    KNOWN |
    (row.block === 'open' || row.block === 'middle' ? OPENS : 0) |
    (row.block === 'close' || row.block === 'middle' ? CLOSES : 0) |
    (row.numbered === false ? UNNUMBERED : 0) |
    (row.code === SM1_OPCODES.dcl.code ? DECLARES : 0) |
    (sm1LiteralCount(row) > 0 ? LITERALS : 0) |
    (sm1TakesDestination(row.code) ? HAS_DESTINATION : 0),
);

/** How many literals an opcode has. */
const LITERAL_COUNTS = sm1OpcodeTable(sm1LiteralCount);

/** Whether the line of an instruction that begins with `token` has an instruction number; a co-issued one shares that of the other. */
export function sm1HasNumber(token: number): boolean {
  const opcode = token & 0xffff;
  if (opcode === SM1_COMMENT || (token & COISSUED) !== 0) return false;
  return opcode >= SM1_OPCODE_LIMIT || (FACTS[opcode]! & UNNUMBERED) === 0;
}

const RELATIVE = 1 << Sm1SourceToken.relative.low;
const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
const COISSUED = 1 << Sm1InstructionToken.coissue.low;
const LENGTH_LOW = Sm1InstructionToken.length.low;
const MAX_LENGTH = Sm1InstructionToken.length.ones;

/** A bit of all keys of mnemonics, so that none is 0. */
const MNEMONIC = 1 << 21;
/** Reserved bits of the attribute DWORD of a `dcl`. */
const ATTRIBUTES_RESERVED = 0x07f0_ffe0;

/** DWORDs at the start of debug information; shorter comments are something else. */
const DEBUG_HEADER_WORDS = 10;

const LINE_FEED = 0x0a;
const NO_NUMBER = '      ';
const NUMBER_WIDTH = 4;

class Sm1Printer {
  readonly #out: TextWriter;
  readonly #words: Uint32Array;
  readonly #style: ListingStyle;
  readonly #markup: Markup;
  readonly #texts: Sm1KeptTexts;
  readonly #slots: Sm1SlotCounter;
  /**
   * From 2_0 on, an instruction token has the number of the words after it, and a relatively addressed operand is followed by the register
   * that it is relative to.
   */
  readonly #isFrom2: boolean;
  /** Whether every instruction so far is as its token says, and the stream ends with its END token. */
  #isUsual: boolean;
  /** For what is unusual. */
  #cursor: Sm1Cursor | undefined;
  readonly #indentation = new Indentation();

  constructor(out: TextWriter, words: Uint32Array, style: ListingStyle) {
    const version = (words[0] ?? 0) | 0;
    const stage = sm1Stage(version);
    const major = Sm1VersionToken.major.get(version);
    this.#out = out;
    this.#words = words;
    this.#style = style;
    this.#markup = style.markup;
    this.#texts = sm1KeptTexts({ words, stage }, style.markup);
    this.#slots = new Sm1SlotCounter({ words, stage, major });
    this.#isFrom2 = major >= 2;
    this.#isUsual = stage !== undefined;
  }

  /** Returns false when `readSm1Words` reports something. */
  print(diagnostics: Diagnostics, debug: DebugPrinters | undefined): boolean {
    const { comment } = this.#markup;
    const words = this.#words;
    const style = this.#style;
    const out = this.#out;
    const comments = findSm1HeaderComments(words);
    const notes = style.debug && comments.debug ? debug?.sm1?.(words, style, diagnostics) : undefined;
    if (style.header && comments.preshader) printPreshader(out, words, comments.preshader, style, diagnostics);
    out.text(comment.open);
    if (style.header && comments.constantTable) printConstantTable(out, words, comments.constantTable, diagnostics);
    out.text(comment.close);
    this.#title();
    this.#body(notes, this.#debugMarks(comments.debug, notes));
    this.#slotLine();
    return this.#isUsual;
  }

  #title(): void {
    const { keyword, html } = this.#markup;
    const { titles } = this.#texts;
    const version = (this.#words[0] ?? 0) | 0;
    const title = titles.find(version, 1);
    if (title >= 0) {
      this.#out.record(titles, title);
      return;
    }
    const profile = sm1Profile(version);
    // Microsoft's HTML colors the whole body as a mnemonic, and the operands separately inside it.
    const text = html ? keyword.open + SM1_MARGIN + profile : SM1_MARGIN + keyword.open + profile + keyword.close;
    this.#spelled(`${text}\n`, titles, version, 1);
  }

  /** Microsoft's HTML marks debug information. Where it is not read, a program with any prints as without it (0x10). */
  #debugMarks(debug: Sm1CommentSpan | undefined, notes: DebugNotes | undefined): string {
    const { comment, html } = this.#markup;
    if (!html || !this.#style.debug || notes !== undefined) return '';
    return debug && debug.end - debug.start >= DEBUG_HEADER_WORDS ? '' : comment.open + comment.close;
  }

  /** One line an instruction. */
  #body(notes: DebugNotes | undefined, debugMarks: string): void {
    const words = this.#words;
    const style = this.#style;
    const slots = this.#slots;
    const indentation = this.#indentation;
    const out = this.#out;
    // As results of operators and as numbers: engines convert a boolean that they load each time, some 1.5% of large programs (measured).
    const isPrefixed = !(!style.numbers && !style.offsets);
    const usual = fastPaths.enabled ? KNOWN : 0;
    const lengths = this.#isFrom2 ? MAX_LENGTH : 0;
    const limit = words.length;
    let at = 1;
    for (let i = 0; at < limit; i++) {
      // Tokens as signed numbers: bit 31 of every operand is set, and a number beyond 31 bits costs an allocation.
      const token = words[at]! | 0;
      if (isSm1End(token)) break;
      const opcode = token & 0xffff;
      if (opcode === SM1_COMMENT) {
        at = this.#comment(at, token);
        continue;
      }
      const facts = opcode < SM1_OPCODE_LIMIT ? FACTS[opcode]! : 0;
      const start = at;
      notes?.before(out, i, 4 * start);
      if (isPrefixed) this.#prefix(start, sm1HasNumber(token));
      if ((facts & CLOSES) !== 0) indentation.close();
      if (indentation.depth > 0) out.text(indentation.line());
      if ((facts & OPENS) !== 0) indentation.open();

      const { length } = out;
      at = (facts & usual) !== 0 && (token & PREDICATED) === 0 ? this.#usual(start, token, facts) : -1;
      let predicated = false;
      if (at < 0) {
        out.rewind(length);
        const cursor = this.#unusual(start);
        predicated = cursor.predicate >= 0;
        at = cursor.end;
      }
      if ((facts & KNOWN) === 0 || (lengths > 0 && ((token >>> LENGTH_LOW) & lengths) !== at - start - 1))
        this.#isUsual = false;
      notes?.after(out, i, 4 * start);
      out.text(debugMarks);
      out.character(LINE_FEED);
      slots.add(opcode, predicated, (token & COISSUED) !== 0);
    }
    // There must be an END token, and nothing after it.
    if (at !== limit - 1) this.#isUsual = false;
  }

  /**
   * Writes the instruction at `at` without its indentation, if it is a usual one: an opcode of the table, no predicate, and no relative
   * address in its first operand. The texts are copied:
   *
   * - margin and mnemonic from a record under opcode, controls, result modifiers and what a `dcl` declares;
   * - each operand from two pieces (operand-pieces.ts), or a record under its token; each literal from a record under its value.
   *
   * @returns the DWORD index after it; -1, perhaps with a part of it written, when it is unusual
   */
  #usual(at: number, token: number, facts: number): number {
    const texts = this.#texts;
    const words = this.#words;
    const out = this.#out;
    const isFrom2 = this.#isFrom2;
    const { mnemonics, pieces } = texts;
    const limit = words.length;
    const opcode = token & 0xffff;
    let next = at + 1;
    let attributes = 0;
    let detail = (token >>> 16) & 0xff;
    if ((facts & DECLARES) !== 0) {
      if (next === limit) return -1;
      attributes = words[next++]! | 0;
      if ((attributes & ATTRIBUTES_RESERVED) !== 0) return -1;
      // Usage, usage index and texture type.
      detail = (attributes & 0x1f) | ((attributes >>> 11) & 0x1e0) | ((attributes >>> 18) & 0x1e00);
    }
    const word = next < limit ? words[next]! | 0 : 0;
    const first = word < 0 ? word : 0;
    if ((first & RELATIVE) !== 0 || (first === 0 && (facts & LITERALS) !== 0)) return -1;
    const destination = (facts & HAS_DESTINATION) !== 0 ? first : 0;
    // Without a destination the mnemonic has no space after it.
    const results = destination === 0 ? 0 : 0x100 | ((destination >>> 20) & 0xff);
    const key = MNEMONIC | opcode | (detail << 7) | ((token & COISSUED) >>> 10);
    const mnemonic = mnemonics.find(key, results);
    if (mnemonic >= 0) out.record(mnemonics, mnemonic);
    else this.#spelled(texts.mnemonic(token, attributes, destination), mnemonics, key, results);
    if (first === 0) return next;
    next++;
    this.#operand(first, destination !== 0 ? DESTINATION : FIRST_SOURCE);
    if ((facts & LITERALS) !== 0) {
      const last = next + LITERAL_COUNTS[opcode]!;
      if (last > limit) return -1;
      this.#literals(opcode, next, last);
      next = last;
    }
    out.reserve(PIECES_ROOM);
    let { view, length } = out;
    let room = out.capacity - PIECES_ROOM;
    while (next < limit) {
      const source = words[next]! | 0;
      if (source >= 0) break;
      next++;
      const end = length <= room ? pieces.write(view, length, source, SOURCE) : -1;
      if (end >= 0) {
        length = end;
        continue;
      }
      out.length = length;
      if ((source & RELATIVE) === 0) this.#operand(source, SOURCE);
      else out.text(texts.source(source, isFrom2 && next < limit ? words[next++]! : 0));
      ({ view, length } = out);
      room = out.capacity - PIECES_ROOM;
    }
    out.length = length;
    return next;
  }

  /** Writes an operand without a relative address. */
  #operand(token: number, place: number): void {
    const texts = this.#texts;
    const out = this.#out;
    const { operands, pieces } = texts;
    out.reserve(PIECES_ROOM);
    const end = pieces.write(out.view, out.length, token, place);
    if (end >= 0) {
      out.length = end;
      return;
    }
    const operand = operands.find(token, place);
    if (operand >= 0) {
      out.record(operands, operand);
      return;
    }
    this.#spelled(texts.operand(token, place), operands, token, place);
    pieces.keep(token, place, (name) => texts.operand(name, place));
  }

  /** Writes a text that has no record, and keeps it. */
  #spelled(text: string, records: TextRecords, a: number, b: number): void {
    this.#out.text(text);
    records.keep(text, a, b);
  }

  /** Writes the values of `def`, `defi` and `defb` from DWORD `at` to `end`. */
  #literals(opcode: number, at: number, end: number): void {
    const words = this.#words;
    const style = this.#style;
    const texts = this.#texts;
    const out = this.#out;
    const { literals } = texts;
    const format = sm1LiteralFormat(opcode, style.literals);
    for (let next = at; next < end; next++) {
      const word = words[next]! | 0;
      const literal = literals.find(word, format);
      if (literal >= 0) out.record(literals, literal);
      else this.#spelled(texts.literal(word, format), literals, word, format);
    }
  }

  /** Writes any instruction, token by token. Returns the cursor at it. */
  #unusual(at: number): Sm1Cursor {
    const texts = this.#texts;
    const style = this.#style;
    const out = this.#out;
    this.#cursor ??= new Sm1Cursor(this.#words);
    const cursor = this.#cursor;
    cursor.moveTo(at);
    out.text(texts.margin(cursor.token));
    for (const { text } of texts.tokens(cursor, style.literals)) out.text(text);
    return cursor;
  }

  /** Writes the comment at `at` if it is a line of text; returns the DWORD index after it. */
  #comment(at: number, token: number): number {
    const words = this.#words;
    const out = this.#out;
    const length = Sm1CommentToken.length.get(token);
    const end = Math.min(at + 1 + length, words.length);
    if (end !== at + 1 + length) this.#isUsual = false;
    if (end > at + 1 && words[at + 1] === Sm1CommentTag.text) {
      const { open, close } = this.#markup.comment;
      const line = stringAt(bytesOf(words.subarray(at + 2, end)), 0);
      out.text(`${open}${this.#indentation.line()}${SM1_MARGIN}// ${line}\n${close}`);
    }
    return end;
  }

  /** Instruction number and byte offset, as the options request. */
  #prefix(at: number, numbered: boolean): void {
    const { numbers, offsets } = this.#style;
    const out = this.#out;
    const { open, close } = this.#markup.code;
    if (numbers && numbered) {
      out.text(open);
      out.text(padNumber(this.#slots.arithmetic));
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
  #slotLine(): void {
    const out = this.#out;
    const { arithmetic, texture, total } = this.#slots;
    const { comment, keyword, html } = this.#markup;
    out.character(LINE_FEED);
    if (html) out.text(keyword.close);
    out.text(comment.open);
    out.phrase(APPROXIMATELY);
    out.decimal(total);
    out.phrase(total === 1 ? SLOT_USED : SLOTS_USED);
    if (texture > 0) out.text(` (${texture} texture, ${arithmetic} arithmetic)`);
    out.character(LINE_FEED);
    out.text(comment.close);
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
