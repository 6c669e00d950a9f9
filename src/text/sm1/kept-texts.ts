/**
 * The texts of lines of models 1 to 3 that recur, kept for the printer of whole listings (usual-lines.ts has the keys).
 *
 * Not for: spelling them (line.ts), and single lines, which are spelled each time: assemblers print them, and carry no records.
 */
import type { Markup } from '../markup.ts';
import { TextCache } from '../text-cache.ts';
import { bySm1Spelling, SEPARATOR, Sm1LineTexts } from './line.ts';
import { DESTINATION, Sm1OperandPieces, SOURCE } from './operand-pieces.ts';

/** Numbers of records, as powers of two. */
const MNEMONIC_BITS = 10;
const OPERAND_BITS = 10;
const LITERAL_BITS = 11;
const TITLE_BITS = 4;
/** Characters of the longest kept texts without marks: only the rarest modifiers make longer ones. */
const LONGEST = 24;

/** The texts of one version in one markup, and those that recur. */
export class Sm1KeptTexts extends Sm1LineTexts {
  /** Mnemonics (usual-lines.ts has the keys). */
  readonly mnemonics: TextCache;
  /** Most operands, in two pieces. */
  readonly pieces: Sm1OperandPieces;
  /** The others, by token and place, or by token and the register that it is relative to. */
  readonly operands: TextCache;
  /** Values of literals, the same in all versions: together they take less of the processor's caches. */
  readonly literals: TextCache;
  /** Titles by version token. */
  readonly titles: TextCache;

  constructor(pixel: boolean, version: number, markup: Markup) {
    super(pixel, version, markup);
    const { code, comment, keyword, literal } = markup;
    const marks = [code, comment, keyword, literal].reduce(
      (sum, { open, close }) => sum + open.length + close.length,
      0,
    );
    this.mnemonics = new TextCache(MNEMONIC_BITS, LONGEST + marks);
    this.operands = new TextCache(OPERAND_BITS, LONGEST + marks);
    this.literals = literalsIn(markup, LONGEST + marks);
    this.titles = new TextCache(TITLE_BITS, LONGEST + marks);
    this.pieces = new Sm1OperandPieces();
  }

  /** An operand without a relative address, with the text before it. */
  operand(token: number, place: number): string {
    return place === DESTINATION ? this.destination(token) : this.source(token, 0, place === SOURCE ? SEPARATOR : ' ');
  }
}

const literals = new WeakMap<Markup, TextCache>();

/** The values of literals in a markup. */
function literalsIn(markup: Markup, longest: number): TextCache {
  const known = literals.get(markup) ?? new TextCache(LITERAL_BITS, longest);
  literals.set(markup, known);
  return known;
}

/** The texts for the stage and version of a program in a markup, which are made once. */
export const sm1KeptTexts = /* @__PURE__ */ bySm1Spelling(
  (pixel, version, markup) => new Sm1KeptTexts(pixel, version, markup),
);
