/**
 * The line of one instruction of shader models 1 to 3, in the texts of its tokens.
 *
 * Not for: what is before the mnemonic, and a whole listing (print.ts).
 */
import { Sm1Cursor, sm1TakesDestination } from '../../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODES, Sm1Version } from '../../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../../isa/sm1/program.ts';
import { Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import { shortestFloat } from '../exact-numbers.ts';
import { type Markup, PLAIN } from '../markup.ts';
import { formatG9, hex32 } from '../numbers.ts';
import type { LiteralNotation } from '../options.ts';
import { TextRecords } from '../text-records.ts';
import { Sm1MnemonicTexts } from './mnemonics.ts';
import { Sm1OperandTexts } from './operands.ts';

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

/** The text before the mnemonic in every line. */
export const SM1_MARGIN = '    ';
/** That of a co-issued instruction. */
const COISSUED_MARGIN = '  + ';
/** The text before an operand that follows another one. */
const SEPARATOR = ', ';

/** How the values of a literal print. */
export const LiteralFormat = { float: 1, hex: 2, int: 3, bool: 4, exact: 5 } as const;

const FLOAT_FORMATS = { usual: LiteralFormat.float, hex: LiteralFormat.hex, exact: LiteralFormat.exact } as const;

/** The format of the literals of `opcode`. */
export function sm1LiteralFormat(opcode: number, notation: LiteralNotation): number {
  if (opcode === SM1_OPCODES.defi.code) return LiteralFormat.int;
  if (opcode === SM1_OPCODES.defb.code) return LiteralFormat.bool;
  return FLOAT_FORMATS[notation];
}

/**
 * The line of the instruction whose token is at DWORD `at`, which must be inside the words; not indented.
 */
export function printSm1Line(program: Sm1Program, at: number, notation: LiteralNotation = 'usual'): Sm1Line {
  const cursor = new Sm1Cursor(program.words);
  cursor.moveTo(at);
  const margin = cursor.coissued ? COISSUED_MARGIN : SM1_MARGIN;
  if (cursor.opcode === SM1_COMMENT) return { text: `${margin}// comment`, spans: [{ at, column: 4, length: 10 }] };
  const spans: Sm1LineSpan[] = [];
  let line = margin;
  for (const { at, text } of sm1LineTexts(program, PLAIN).tokens(cursor, notation)) {
    const [, before, inside] = /^([, ]*)(.*?) *$/.exec(text)!;
    spans.push({ at, column: line.length + before!.length, length: inside!.length });
    line += text;
  }
  return { text: line, spans };
}

/** The text of a token with the separators around it. */
interface TokenText {
  /** DWORD index of the token. */
  readonly at: number;
  readonly text: string;
}

/** Records of texts that begin lines, and of those after them; as powers of two. */
const OPENING_BITS = 12;
const OPERAND_BITS = 12;
const LITERAL_BITS = 11;
const TITLE_BITS = 4;
/** Characters of the longest kept texts without marks: only the rarest modifiers make longer ones. */
const LONGEST_OPENING = 40;
const LONGEST_OPERAND = 24;

/** The texts of one version in one markup, and records of those that recur (print.ts has the keys). */
export class Sm1LineTexts {
  readonly openings: TextRecords;
  readonly operands: TextRecords;
  readonly literals: TextRecords;
  /** Titles by version token. */
  readonly titles: TextRecords;
  /** Characters of the longest kept text of an instruction. */
  readonly longest: number;
  readonly #mnemonics: Sm1MnemonicTexts;
  readonly #operands: Sm1OperandTexts;
  readonly #markup: Markup;

  constructor(pixel: boolean, version: number, markup: Markup) {
    const { code, comment, keyword, literal } = markup;
    const marks = [code, comment, keyword, literal].reduce(
      (sum, { open, close }) => sum + open.length + close.length,
      0,
    );
    this.openings = new TextRecords(OPENING_BITS, LONGEST_OPENING + marks);
    this.operands = new TextRecords(OPERAND_BITS, LONGEST_OPERAND + marks);
    this.literals = new TextRecords(LITERAL_BITS, LONGEST_OPERAND + marks);
    this.longest = this.openings.longest;
    this.titles = new TextRecords(TITLE_BITS, LONGEST_OPERAND + marks);
    this.#mnemonics = new Sm1MnemonicTexts(pixel, version, markup);
    this.#operands = new Sm1OperandTexts({ pixel, major: version >> 8 }, markup);
    this.#markup = markup;
  }

  /** The text before the mnemonic of an instruction with this token. */
  margin(token: number): string {
    const { open, close } = this.#markup.code;
    return Sm1InstructionToken.coissue.test(token) ? open + COISSUED_MARGIN + close : SM1_MARGIN;
  }

  /**
   * Margin, mnemonic and first operand of an instruction without predicate.
   *
   * @param attributes the attribute DWORD of a `dcl`
   * @param first the token of the operand, which has no relative address; 0 when there is none
   */
  opening(token: number, attributes: number, first: number): string {
    const opcode = Sm1InstructionToken.opcode.get(token);
    const destination = sm1TakesDestination(opcode) ? first : 0;
    const mnemonics = this.#mnemonics;
    const mnemonic =
      opcode === SM1_OPCODES.dcl.code
        ? mnemonics.declaration(attributes, destination)
        : mnemonics.mnemonic(token, destination);
    const operand =
      destination !== 0 ? this.#operands.destination(destination, 0) : first !== 0 ? this.source(first, 0, ' ') : '';
    return this.margin(token) + mnemonic + operand;
  }

  /** A source (see operands.ts). */
  source(token: number, relative: number, separator = SEPARATOR): string {
    return this.#operands.source(token, relative, separator);
  }

  /** A value of `def`, `defi` or `defb` with the comma before it. */
  literal(word: number, format: number): string {
    const { code, literal } = this.#markup;
    return code.open + SEPARATOR + code.close + literal.open + literalText(word, format) + literal.close;
  }

  /** Every token of the instruction at the cursor after its margin. */
  tokens(cursor: Sm1Cursor, notation: LiteralNotation): TokenText[] {
    const { words, token, opcode, start, predicate, attributes, literals, literalCount, end } = cursor;
    const mnemonics = this.#mnemonics;
    const wordAt = (at: number) => (at < 0 ? 0 : words[at]!);
    const texts: TokenText[] = [];
    const add = (at: number, text: string) => texts.push({ at, text });
    const destination = wordAt(cursor.destination);
    if (predicate >= 0) add(predicate, this.#operands.predicate(words[predicate]!));
    add(
      start,
      attributes < 0 ? mnemonics.mnemonic(token, destination) : mnemonics.declaration(words[attributes]!, destination),
    );
    if (destination !== 0)
      add(cursor.destination, this.#operands.destination(destination, wordAt(cursor.destinationRelative)));
    const format = sm1LiteralFormat(opcode, notation);
    for (let at = literals; at < literals + literalCount; at++) add(at, this.literal(words[at]!, format));
    let separator = destination === 0 ? ' ' : SEPARATOR;
    for (let at = cursor.sources; at < end; at = cursor.after(at)) {
      add(at, this.source(words[at]!, wordAt(cursor.relativeAt(at)), separator));
      separator = SEPARATOR;
    }
    return texts;
  }
}

function literalText(word: number, format: number): string {
  switch (format) {
    case LiteralFormat.int:
      return `${word | 0}`;
    case LiteralFormat.bool:
      return word === 0 ? 'false' : 'true';
    case LiteralFormat.hex:
      return hex32(word);
    case LiteralFormat.exact:
      return exactText(word);
    default:
      return formatG9(word);
  }
}

const EXPONENT = 0x7f80_0000;

/** The bits of a NaN: Microsoft's assembler has no text for most of them, and refuses this one. */
function exactText(word: number): string {
  if ((word & EXPONENT) !== EXPONENT) return shortestFloat(word);
  return word << 9 === 0 ? formatG9(word) : `bits(${hex32(word)})`;
}

const textsByMarkup = new WeakMap<Markup, Map<number, Sm1LineTexts>>();

/** The texts for the stage and version of `program` in a markup, which are made once. */
export function sm1LineTexts({ words, stage }: Sm1Program, markup: Markup): Sm1LineTexts {
  let byVersion = textsByMarkup.get(markup);
  if (byVersion === undefined) {
    byVersion = new Map();
    textsByMarkup.set(markup, byVersion);
  }
  const pixel = stage !== 'vs';
  const version = (words[0] ?? 0) & 0xffff;
  // Versions that spell alike share their texts: before 1_4, 1_4, 2, from 3 on.
  const group = version < Sm1Version.v1_4 ? 0 : version < Sm1Version.v2_0 ? 1 : version < Sm1Version.v3_0 ? 2 : 3;
  const key = 2 * group + (pixel ? 1 : 0);
  let texts = byVersion.get(key);
  if (texts === undefined) {
    texts = new Sm1LineTexts(pixel, version, markup);
    byVersion.set(key, texts);
  }
  return texts;
}
