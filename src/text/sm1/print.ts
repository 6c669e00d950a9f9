/**
 * The listing of a program of shader models 1 to 3, byte for byte as `D3DDisassemble` prints it (every spelling: oracle, except
 * for the cases in differences.ts). This file has the loop over instructions and what begins each line.
 *
 * Not for: the `//` sections before the program (constant-table.ts, preshader.ts), mnemonics (mnemonics.ts) and operands
 * (operands.ts).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { sm1Profile } from '../../base/profile.ts';
import { bytesOf, stringAt } from '../../base/words.ts';
import { Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODE_LIMIT, SM1_OPCODES, type Sm1OpcodeRow } from '../../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../../isa/sm1/program.ts';
import { Sm1SlotCounter } from '../../isa/sm1/slots.ts';
import { Sm1InstructionToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import { Indentation } from '../indentation.ts';
import type { Markup } from '../markup.ts';
import { formatG9, hex32, hex32Upper } from '../numbers.ts';
import { type ListingStyle, listingStyle } from '../options.ts';
import { PackedText, PackedTexts } from '../packed-texts.ts';
import { TextWriter } from '../writer.ts';
import { hasDebugInformation, printConstantTable } from './constant-table.ts';
import { type Sm1MnemonicTexts, sm1MnemonicTexts } from './mnemonics.ts';
import { printPreshader } from './preshader.ts';

/**
 * The whole listing of a stream: header sections, version line, one line an instruction, slot count.
 *
 * @param diagnostics receives faults of the constant table and the preshader; spans are bytes from the first word
 * @returns Latin-1 text, one character a byte; without `markup.frame`, so that a container can embed it
 */
export function printSm1(
  program: Sm1Program,
  style: ListingStyle,
  diagnostics: Diagnostics = new Diagnostics(),
): string {
  return new Sm1Printer(program, style).print(diagnostics);
}

/** A token of an instruction, and the characters of its line for it. */
export interface Sm1LineSpan {
  /** DWORD index of the token. */
  readonly at: number;
  /** Offset of its first character in the line, and their number. */
  readonly column: number;
  readonly length: number;
}

/** One line of a listing, without line feed, and the spans of its tokens in the order of the text. */
export interface Sm1Line {
  readonly text: string;
  readonly spans: readonly Sm1LineSpan[];
}

/** The line of the instruction whose token is at DWORD `at`, which must be inside the words; not indented. */
export function printSm1Line(program: Sm1Program, at: number): Sm1Line {
  return new Sm1Printer(program, listingStyle(), LINE_LENGTH).lineWithSpans(at);
}

/** Flags by opcode: what an instruction does to the nesting of blocks, and whether its line has a number. */
const OPENS = 1;
const CLOSES = 2;
const NUMBERED = 4;

const FLAGS = new Uint8Array(SM1_OPCODE_LIMIT).fill(NUMBERED);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code >= SM1_OPCODE_LIMIT) continue;
  FLAGS[row.code] =
    (row.block === 'open' || row.block === 'middle' ? OPENS : 0) |
    (row.block === 'close' || row.block === 'middle' ? CLOSES : 0) |
    (row.numbered === false ? 0 : NUMBERED);
}

const RELATIVE = 1 << Sm1SourceToken.relative.low;

/** The text before the mnemonic in every line. */
const SM1_MARGIN = '    ';
const MARGIN = new PackedText(SM1_MARGIN);
const LINE_END = new PackedText('\n');
/** The margin of a co-issued instruction. */
const COISSUED_MARGIN = '  + ';
const NO_NUMBER = '      ';
const NUMBER_WIDTH = 4;
/** About how many characters a listing has for each DWORD. */
const CHARACTERS_PER_WORD = 8;
/** The same with HTML or offsets. */
const CHARACTERS_MARKED = 40;

/** About how many characters a line has. */
const LINE_LENGTH = 256;

function expectedLength({ words }: Sm1Program, { markup, offsets }: ListingStyle): number {
  return (markup.html || offsets ? CHARACTERS_MARKED : CHARACTERS_PER_WORD) * words.length;
}

class Sm1Printer {
  private readonly program: Sm1Program;
  private readonly style: ListingStyle;
  private readonly markup: Markup;
  private readonly cursor: Sm1Cursor;
  private readonly mnemonics: Sm1MnemonicTexts;
  private readonly slots: Sm1SlotCounter;
  private readonly out: TextWriter;
  private readonly indentation = new Indentation();
  /** Collects the spans of tokens on request. */
  private spans: Sm1LineSpan[] | undefined;

  /** @param expected about how many characters the text will have */
  constructor(program: Sm1Program, style: ListingStyle, expected = expectedLength(program, style)) {
    const version = (program.words[0] ?? 0) & 0xffff;
    const pixel = program.stage !== 'vs';
    this.program = program;
    this.style = style;
    this.markup = style.markup;
    this.cursor = new Sm1Cursor(program.words);
    this.mnemonics = sm1MnemonicTexts(pixel, version, style.markup);
    this.slots = new Sm1SlotCounter(program);
    this.out = new TextWriter(expected);
  }

  print(diagnostics: Diagnostics): string {
    const { comment, keyword, html } = this.markup;
    const { program, style, out } = this;
    const { words } = program;
    if (style.header) printPreshader(out, words, style, diagnostics);
    out.text(comment.open);
    if (style.header) printConstantTable(out, words, 0, words.length, diagnostics);
    out.text(comment.close);
    // Microsoft's HTML colors the whole body as a mnemonic, and the operands separately inside it.
    const profile = sm1Profile(words[0] ?? 0);
    out.text(html ? keyword.open + SM1_MARGIN + profile : SM1_MARGIN + keyword.open + profile + keyword.close);
    out.text('\n');
    this.body();
    out.text(html ? `\n${keyword.close}` : '\n');
    out.text(comment.open + this.slotLine() + comment.close);
    return out.finish();
  }

  /** One line an instruction. */
  private body(): void {
    const { program, cursor, style, indentation, out } = this;
    const { starts, count, words } = program;
    const { comment, code, html } = this.markup;
    const prefixed = style.numbers || style.offsets;
    // The marks are for debug information. It is not read, so a program with any prints as without it (0x10).
    const debug = html && style.debug && !hasDebugInformation(words);
    const lineEnd = debug ? new PackedText(`${comment.open}${comment.close}\n`) : LINE_END;
    const coissuedMargin = new PackedText(code.open + COISSUED_MARGIN + code.close);
    for (let i = 0; i < count; i++) {
      cursor.moveTo(starts[i]!);
      const { opcode, destination: destinationAt } = cursor;
      if (opcode === SM1_COMMENT) {
        if (cursor.commentTag === Sm1CommentTag.text) this.textComment();
        continue;
      }
      const flags = opcode < SM1_OPCODE_LIMIT ? FLAGS[opcode]! : NUMBERED;
      // Tokens as signed numbers: bit 31 of every operand is set, and a number beyond 31 bits costs an allocation.
      const token = words[cursor.start]! | 0;
      const coissued = Sm1InstructionToken.coissue.test(token);
      if (prefixed) this.prefix((flags & NUMBERED) !== 0 && !coissued);
      if (flags & CLOSES) indentation.close();
      out.text(indentation.line());
      if (flags & OPENS) indentation.open();

      const margin = coissued ? coissuedMargin : MARGIN;
      out.packed(margin.characters, 0, margin.length);
      this.instruction(token, destinationAt < 0 ? 0 : words[destinationAt]! | 0);
      out.packed(lineEnd.characters, 0, lineEnd.length);
      this.slots.count(cursor);
    }
  }

  /**
   * The instruction at the cursor, without its margin.
   *
   * @param token its token, and `destination` that of its destination or 0, as signed numbers
   */
  private instruction(token: number, destination: number): void {
    const { cursor, mnemonics, out } = this;
    const { operands } = mnemonics;
    const { words, end } = cursor;
    if (cursor.predicate >= 0) {
      operands.predicate(out, words[cursor.predicate]! | 0);
      this.span(cursor.predicate);
    }
    if (cursor.attributes < 0) mnemonics.write(out, token, destination);
    else mnemonics.declaration(out, words[cursor.attributes]! | 0, destination);
    this.span(cursor.start);
    if (destination !== 0) {
      if ((destination & RELATIVE) === 0) operands.destination(out, destination);
      else this.relativeDestination(destination);
      this.span(cursor.destination);
    }
    if (cursor.literals >= 0) this.literals();
    let at = cursor.sources;
    if (destination === 0 && at < end) {
      const source = words[at]! | 0;
      if ((source & RELATIVE) === 0) operands.firstSource(out, source);
      else this.relativeSource(at, ' ');
      this.span(at);
      at = cursor.after(at);
    }
    while (at < end) {
      const source = words[at]! | 0;
      if ((source & RELATIVE) === 0) {
        operands.source(out, source);
        this.span(at);
        at++;
      } else {
        this.relativeSource(at, ', ');
        this.span(at);
        at = cursor.after(at);
      }
    }
  }

  /** Records that the characters after the last span belong to the token at `at`. */
  private span(at: number): void {
    const { spans, out } = this;
    if (spans === undefined) return;
    const last = spans.at(-1);
    const column = last === undefined ? SM1_MARGIN.length : last.column + last.length;
    spans.push({ at, column, length: out.length - column });
  }

  /** The line of the instruction at DWORD `at`, with the spans of its tokens. */
  lineWithSpans(at: number): Sm1Line {
    const { cursor, out } = this;
    cursor.moveTo(at);
    const { opcode, destination } = cursor;
    const margin = cursor.coissued ? COISSUED_MARGIN : SM1_MARGIN;
    if (opcode === SM1_COMMENT) return { text: `${margin}// comment`, spans: [{ at, column: 4, length: 10 }] };
    this.spans = [];
    out.text(margin);
    this.instruction(cursor.token | 0, destination < 0 ? 0 : cursor.words[destination]! | 0);
    const { spans } = this;
    const text = out.finish();
    return { text, spans: spans.map((span) => trimmed(text, span)) };
  }

  private textComment(): void {
    const { words, literals, end } = this.cursor;
    const { open, close } = this.markup.comment;
    const line = stringAt(bytesOf(words.subarray(literals + 1, end)), 0);
    this.out.text(`${open}${this.indentation.line()}${SM1_MARGIN}// ${line}\n${close}`);
  }

  private relativeDestination(destination: number): void {
    const { cursor, mnemonics, out } = this;
    const relative = cursor.destinationRelative < 0 ? 0 : cursor.words[cursor.destinationRelative]!;
    out.text(mnemonics.operands.destinationRelative(destination, relative));
  }

  private relativeSource(at: number, separator: string): void {
    const { cursor, mnemonics, out } = this;
    const relative = cursor.relativeAt(at);
    const register = relative < 0 ? 0 : cursor.words[relative]!;
    out.text(mnemonics.operands.sourceRelative(cursor.words[at]!, register, separator));
  }

  /** Instruction number and byte offset, as the options request. */
  private prefix(numbered: boolean): void {
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
    out.text(hex32Upper(4 * this.cursor.start));
    out.text(': ');
    out.text(close);
  }

  /** The values of `def`, `defi` and `defb`. */
  private literals(): void {
    const { cursor, style, out } = this;
    const { words, literals, literalCount, opcode } = cursor;
    const { code, literal } = this.markup;
    const comma = `${code.open}, ${code.close}${literal.open}`;
    for (let at = literals; at < literals + literalCount; at++) {
      const word = words[at]! | 0;
      out.text(comma);
      if (opcode === SM1_OPCODES.defi.code) out.decimal(word);
      else if (opcode === SM1_OPCODES.defb.code) out.text(word === 0 ? 'false' : 'true');
      else if (style.hex) out.text(hex32(word));
      else this.float(word);
      out.text(literal.close);
      this.span(at);
    }
  }

  private float(word: number): void {
    const { out } = this;
    const slot = word === 0 ? -1 : FLOATS.find(word);
    if (slot >= 0) {
      out.cached(FLOATS, slot);
      return;
    }
    const text = formatG9(word);
    out.text(text);
    if (word !== 0) FLOATS.keep(text, word);
  }

  private slotLine(): string {
    const { arithmetic, texture, total } = this.slots;
    const split = texture > 0 ? ` (${texture} texture, ${arithmetic} arithmetic)` : '';
    return `// approximately ${total} instruction slot${total === 1 ? '' : 's'} used${split}\n`;
  }
}

/** The span without the separators around its characters. */
function trimmed(text: string, { at, column, length }: Sm1LineSpan): Sm1LineSpan {
  const [, before, inside] = /^([, ]*)(.*?) *$/.exec(text.slice(column, column + length))!;
  return { at, column: column + before!.length, length: inside!.length };
}

/** Texts of float constants: shaders repeat them. */
const FLOATS = new PackedTexts(9, 16);

/** Padded numbers, each made when it is first needed. */
const PADDED: string[] = [];

/** `%4d` */
function padNumber(number: number): string {
  if (number >= 1000) return `${number}`;
  while (PADDED.length <= number) PADDED.push(`${PADDED.length}`.padStart(NUMBER_WIDTH));
  return PADDED[number]!;
}
