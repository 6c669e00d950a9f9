/**
 * The texts of lines of models 1 to 3 that recur, kept for the printer of whole listings (print.ts has the keys).
 *
 * Not for: spelling them (line.ts), and single lines, which are spelled each time: assemblers print them, and carry no records.
 */
import type { Markup } from '../markup.ts';
import { TextRecords } from '../text-records.ts';
import { bySm1Spelling, SEPARATOR, Sm1LineTexts } from './line.ts';
import { DESTINATION, Sm1OperandPieces, SOURCE } from './operand-pieces.ts';

/** Numbers of records, as powers of two. */
const MNEMONIC_BITS = 10;
const OPERAND_BITS = 10;
const LITERAL_BITS = 11;
const TITLE_BITS = 4;
/** Characters of the longest kept texts without marks: only the rarest modifiers make longer ones. */
const LONGEST_MNEMONIC = 32;
const LONGEST_OPERAND = 24;

/** The texts of one version in one markup, and those that recur. */
export class Sm1KeptTexts extends Sm1LineTexts {
  /** Margins and mnemonics (print.ts has the keys). */
  readonly mnemonics: TextRecords;
  /** Most operands, in two pieces. */
  readonly pieces: Sm1OperandPieces;
  /** The others without a relative address, by token and place. */
  readonly operands: TextRecords;
  readonly literals: TextRecords;
  /** Titles by version token. */
  readonly titles: TextRecords;

  constructor(pixel: boolean, version: number, markup: Markup) {
    super(pixel, version, markup);
    const { code, comment, keyword, literal } = markup;
    const marks = [code, comment, keyword, literal].reduce(
      (sum, { open, close }) => sum + open.length + close.length,
      0,
    );
    this.mnemonics = new TextRecords(MNEMONIC_BITS, LONGEST_MNEMONIC + marks);
    this.operands = new TextRecords(OPERAND_BITS, LONGEST_OPERAND + marks);
    this.literals = new TextRecords(LITERAL_BITS, LONGEST_OPERAND + marks);
    this.titles = new TextRecords(TITLE_BITS, LONGEST_OPERAND + marks);
    this.pieces = new Sm1OperandPieces();
  }

  /** An operand without a relative address, with the text before it. */
  operand(token: number, place: number): string {
    return place === DESTINATION ? this.destination(token) : this.source(token, 0, place === SOURCE ? SEPARATOR : ' ');
  }
}

/** The texts for the stage and version of a program in a markup, which are made once. */
export const sm1KeptTexts = /* @__PURE__ */ bySm1Spelling(
  (pixel, version, markup) => new Sm1KeptTexts(pixel, version, markup),
);
