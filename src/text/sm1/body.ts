/**
 * The lines of a program of models 1 to 3: the loop over its instructions, and what begins each line.
 *
 * Not for: the fast path of instructions (fast-lines.ts), and what comes before and after the program (print.ts).
 */
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { bytesOf, stringAt } from '../../base/words.ts';
import { Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { isSm1End, Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODE_LIMIT } from '../../isa/sm1/opcodes.ts';
import type { Sm1SlotCounter } from '../../isa/sm1/program.ts';
import { Sm1CommentToken, Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import type { DebugNotes } from '../debug-notes.ts';
import { Indentation } from '../indentation.ts';
import { hex32Upper } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';
import { type Sm1CachedStrings, Sm1FastLines } from './fast-lines.ts';
import { SM1_MARGIN } from './line.ts';
import { CLOSES, FACTS, KNOWN, OPENS, sm1HasNumber } from './line-facts.ts';

const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
const COISSUED = 1 << Sm1InstructionToken.coissue.low;
const LENGTH_LOW = Sm1InstructionToken.length.low;
const MAX_LENGTH = Sm1InstructionToken.length.ones;

const LINE_FEED = 0x0a;
const NO_NUMBER = '      ';
const NUMBER_WIDTH = 4;

export class Sm1BodyPrinter {
  readonly #out: TextWriter;
  readonly #words: Uint32Array;
  readonly #style: ListingStyle;
  readonly #strings: Sm1CachedStrings;
  readonly #slots: Sm1SlotCounter;
  readonly #isFrom2: boolean;
  /** Of the slow path. */
  #cursor: Sm1Cursor | undefined;
  readonly #indentation = new Indentation();

  /**
   * @param slots counts the instructions
   * @param isFrom2 whether the version is 2_0 or later: an instruction token has the number of the words after it then
   */
  constructor(
    out: TextWriter,
    words: Uint32Array,
    style: ListingStyle,
    strings: Sm1CachedStrings,
    slots: Sm1SlotCounter,
    isFrom2: boolean,
  ) {
    this.#out = out;
    this.#words = words;
    this.#style = style;
    this.#strings = strings;
    this.#slots = slots;
    this.#isFrom2 = isFrom2;
  }

  /**
   * Writes one line an instruction.
   *
   * @param debugMarks what HTML has at the end of each line
   * @returns whether every instruction is as its token says, and the stream ends with its END token
   */
  print(notes: DebugNotes | undefined, debugMarks: string): boolean {
    const words = this.#words;
    const style = this.#style;
    const slots = this.#slots;
    const indentation = this.#indentation;
    const out = this.#out;
    const lines = new Sm1FastLines(out, words, this.#strings, this.#isFrom2, style.literals);
    // As results of operators and as numbers: engines convert a boolean that they load each time, some 1.5% of large
    // programs (measured).
    const isPrefixed = !(!style.numbers && !style.offsets);
    const isMarked = debugMarks !== '';
    const fast = fastPaths.enabled ? KNOWN : 0;
    const lengths = this.#isFrom2 ? MAX_LENGTH : 0;
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
    const strings = this.#strings;
    const style = this.#style;
    const out = this.#out;
    this.#cursor ??= new Sm1Cursor(this.#words);
    const cursor = this.#cursor;
    cursor.moveTo(at);
    out.text(strings.margin(cursor.token));
    for (const { text } of strings.tokens(cursor, style.literals)) out.text(text);
    return cursor;
  }

  /** Writes the comment whose words are from `start` to `end` if it is a line of text. */
  #comment(start: number, end: number): void {
    const words = this.#words;
    if (end <= start || words[start] !== Sm1CommentTag.text) return;
    const { open, close } = this.#style.markup.comment;
    const line = stringAt(bytesOf(words.subarray(start + 1, end)), 0);
    this.#out.text(`${open}${this.#indentation.line()}${SM1_MARGIN}// ${line}\n${close}`);
  }

  /** Instruction number and byte offset, as the options request. */
  #prefix(at: number, numbered: boolean): void {
    const { numbers, offsets, markup } = this.#style;
    const out = this.#out;
    const { open, close } = markup.code;
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
}

/** Padded numbers, each made when it is first needed. */
const PADDED: string[] = [];

/** `%4d` */
function padNumber(number: number): string {
  if (number >= 1000) return `${number}`;
  while (PADDED.length <= number) PADDED.push(`${PADDED.length}`.padStart(NUMBER_WIDTH));
  return PADDED[number]!;
}
