/**
 * The listing of a program of shader models 1 to 3, byte for byte as `D3DDisassemble` prints it (every spelling:
 * oracle, except for the cases in fixtures/differences.ts): the sections before it, its title, the loop over its
 * instructions, and their count; also of texture shaders (tx_1_0), which fill a texture on the CPU.
 *
 * Not for: the sections (constant-table.ts, preshader.ts) and the text of instructions (line.ts, fast-lines.ts).
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { sm1Profile, sm1Stage } from '../../base/profile.ts';
import { bytesOf, stringAt } from '../../base/words.ts';
import { findSm1Comment, findSm1HeaderComments, type Sm1CommentSpan, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { isSm1End, Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODE_LIMIT } from '../../isa/sm1/opcodes.ts';
import type { TxProgram } from '../../isa/sm1/preshader.ts';
import { readSm1Words, Sm1SlotCounter } from '../../isa/sm1/program.ts';
import { Sm1CommentToken, Sm1InstructionToken, Sm1VersionToken } from '../../isa/sm1/tokens.ts';
import type { DebugNotes, DebugPrinters } from '../debug-notes.ts';
import type { Markup } from '../markup.ts';
import { hex32Upper } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { PackedText, type TextCache } from '../text-cache.ts';
import { Indentation, type TextWriter } from '../writer.ts';
import { printConstantTable } from './constant-table.ts';
import { type Sm1CachedStrings, Sm1FastLines, sm1CachedStrings } from './fast-lines.ts';
import { CLOSES, FACTS, KNOWN, OPENS, SM1_MARGIN, sm1HasNumber } from './line.ts';
import { printPreshader, printPreshaderCode } from './preshader.ts';

const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
const COISSUED = 1 << Sm1InstructionToken.coissue.low;
const LENGTH_LOW = Sm1InstructionToken.length.low;
const MAX_LENGTH = Sm1InstructionToken.length.ones;

const LINE_FEED = 0x0a;
const NO_NUMBER = '      ';
const NUMBER_WIDTH = 4;

export class Sm1BodyPrinter {
  /** Of the slow path. */
  #cursor: Sm1Cursor | undefined;
  readonly #indentation = new Indentation();

  /**
   * @param slots counts the instructions
   * @param isFrom2 whether the version is 2_0 or later: an instruction token has the number of the words after it then
   */
  constructor(
    private readonly out: TextWriter,
    private readonly words: Uint32Array,
    private readonly style: ListingStyle,
    private readonly strings: Sm1CachedStrings,
    private readonly slots: Sm1SlotCounter,
    private readonly isFrom2: boolean,
  ) {}

  /**
   * Writes one line an instruction.
   *
   * @param debugMarks what HTML has at the end of each line
   * @returns whether every instruction is as its token says, and the stream ends with its END token
   */
  print(notes: DebugNotes | undefined, debugMarks: string): boolean {
    const words = this.words;
    const style = this.style;
    const slots = this.slots;
    const indentation = this.#indentation;
    const out = this.out;
    const lines = new Sm1FastLines(out, words, this.strings, this.isFrom2, style.literals);
    // As results of operators and as numbers: engines convert a boolean that they load each time, some 1.5% of large
    // programs (measured).
    const isPrefixed = !(!style.numbers && !style.offsets);
    const isMarked = debugMarks !== '';
    const fast = fastPaths.enabled ? KNOWN : 0;
    const lengths = this.isFrom2 ? MAX_LENGTH : 0;
    const limit = words.length;
    let isComplete = true;
    let at = 1;
    for (let i = 0; at < limit; i++) {
      // Tokens as signed numbers: bit 31 of every operand is set, and a number beyond 31 bits costs an allocation.
      const token = words[at]! | 0;
      if (isSm1End(token)) break;
      const opcode = token & 0xffff;
      if (opcode === SM1_COMMENT) {
        const end = at + 1 + Sm1CommentToken.length.get(token);
        if (end > limit) isComplete = false;
        this.#comment(at + 1, Math.min(end, limit));
        at = Math.min(end, limit);
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
      at = (facts & fast) !== 0 ? lines.write(start, token, facts) : -1;
      let predicated = (token & PREDICATED) !== 0;
      if (at < 0) {
        out.rewind(length);
        const cursor = this.#slow(start);
        predicated = cursor.predicate >= 0;
        at = cursor.end;
      }
      if ((facts & KNOWN) === 0 || (lengths > 0 && ((token >>> LENGTH_LOW) & lengths) !== at - start - 1))
        isComplete = false;
      notes?.after(out, i, 4 * start);
      if (isMarked) out.text(debugMarks);
      out.character(LINE_FEED);
      slots.add(opcode, predicated, (token & COISSUED) !== 0);
    }
    // There must be an END token, and nothing after it.
    return isComplete && at === limit - 1;
  }

  /** Writes any instruction, token by token. Returns the cursor at it. */
  #slow(at: number): Sm1Cursor {
    const strings = this.strings;
    const style = this.style;
    const out = this.out;
    this.#cursor ??= new Sm1Cursor(this.words);
    const cursor = this.#cursor;
    cursor.moveTo(at);
    out.text(strings.margin(cursor.token));
    for (const { text } of strings.tokens(cursor, style.literals)) out.text(text);
    return cursor;
  }

  /** Writes the comment whose words are from `start` to `end` if it is a line of text. */
  #comment(start: number, end: number): void {
    const words = this.words;
    if (end <= start || words[start] !== Sm1CommentTag.text) return;
    const { open, close } = this.style.markup.comment;
    const line = stringAt(bytesOf(words.subarray(start + 1, end)), 0);
    this.out.text(`${open}${this.#indentation.line()}${SM1_MARGIN}// ${line}\n${close}`);
  }

  /** Instruction number and byte offset, as the options request. */
  #prefix(at: number, numbered: boolean): void {
    const { numbers, offsets, markup } = this.style;
    const out = this.out;
    const { open, close } = markup.code;
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
}

/** Padded numbers, each made when it is first needed. */
const PADDED: string[] = [];

function padNumber(number: number): string {
  if (number >= 1000) return `${number}`;
  while (PADDED.length <= number) PADDED.push(`${PADDED.length}`.padStart(NUMBER_WIDTH));
  return PADDED[number]!;
}

/**
 * Writes the listing of the stream in `words`: header sections, version line, one line an instruction, slot count. It
 * is without `markup.frame`, so that a container can embed it.
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
  const { markup } = style;
  const { comment } = markup;
  const { length } = diagnostics.list;
  const version = (words[0] ?? 0) | 0;
  const stage = sm1Stage(version);
  const major = Sm1VersionToken.major.get(version);
  const strings = sm1CachedStrings({ words, stage }, markup);
  const comments = findSm1HeaderComments(words);
  const notes = style.debug && comments.debug ? debug?.sm1?.(words, style, diagnostics) : undefined;
  if (style.header && comments.preshader) printPreshader(out, words, comments.preshader, style, diagnostics);
  out.text(comment.open);
  if (style.header && comments.constantTable) printConstantTable(out, words, comments.constantTable, diagnostics);
  out.text(comment.close);
  printTitle(out, version, strings.titles, markup);
  const slots = new Sm1SlotCounter({ words, stage, major });
  const body = new Sm1BodyPrinter(out, words, style, strings, slots, major >= 2);
  const isIntact = body.print(notes, debugMarks(style, comments.debug, notes));
  printSlots(out, slots, markup);
  // The printer finds the instructions itself: a scan before it took a tenth of the time (measured).
  if (!isIntact || stage === undefined) diagnostics.insert(length, (first) => readSm1Words(words, first));
}

function printTitle(out: TextWriter, version: number, titles: TextCache, { keyword, html }: Markup): void {
  const title = titles.find(version, 1);
  if (title >= 0) {
    out.cached(titles, title);
    return;
  }
  const profile = sm1Profile(version);
  // Microsoft's HTML colors the entire body as a mnemonic, and the operands separately inside it.
  const line = html ? keyword.open + SM1_MARGIN + profile : SM1_MARGIN + keyword.open + profile + keyword.close;
  const text = `${line}\n`;
  out.text(text);
  titles.add(version, 1, text);
}

/** DWORDs at the start of debug information; shorter comments are something else. */
const DEBUG_HEADER_WORDS = 10;

/** Microsoft's HTML marks debug information. Where it is not read, a program with any prints as without it (0x10). */
function debugMarks(
  { debug, markup: { comment, html } }: ListingStyle,
  span: Sm1CommentSpan | undefined,
  notes: DebugNotes | undefined,
): string {
  if (!html || !debug || notes !== undefined) return '';
  return span && span.end - span.start >= DEBUG_HEADER_WORDS ? '' : comment.open + comment.close;
}

const APPROXIMATELY = new PackedText('// approximately ');
const SLOT_USED = new PackedText(' instruction slot used');
const SLOTS_USED = new PackedText(' instruction slots used');
const BEFORE_TEXTURE = new PackedText(' (');
const BEFORE_ARITHMETIC = new PackedText(' texture, ');
const AFTER_ARITHMETIC = new PackedText(' arithmetic)');

/** Writes the empty line after the instructions, and their count. */
function printSlots(out: TextWriter, slots: Sm1SlotCounter, { comment, keyword, html }: Markup): void {
  const { arithmetic, texture, total } = slots;
  out.character(LINE_FEED);
  if (html) out.text(keyword.close);
  out.text(comment.open);
  out.phrase(APPROXIMATELY);
  out.decimal(total);
  out.phrase(total === 1 ? SLOT_USED : SLOTS_USED);
  if (texture > 0) {
    out.phrase(BEFORE_TEXTURE);
    out.decimal(texture);
    out.phrase(BEFORE_ARITHMETIC);
    out.decimal(arithmetic);
    out.phrase(AFTER_ARITHMETIC);
  }
  out.character(LINE_FEED);
  out.text(comment.close);
}

/** Writes the listing without `markup.frame`: header sections, version line, one line an instruction, count. */
export function printTx(out: TextWriter, program: TxProgram, style: ListingStyle, diagnostics: Diagnostics): void {
  const { words, code, major, minor } = program;
  if (code === undefined) return;
  const { comment } = style.markup;
  out.text(comment.open);
  const table = style.header && findSm1Comment(words, Sm1CommentTag.constantTable);
  if (table) printConstantTable(out, words, table, diagnostics);
  out.text(comment.close);
  printPreshaderCode(out, code, `tx_${major}_${minor}`, style);
}
