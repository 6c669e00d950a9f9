/**
 * The line of one instruction of shader models 1 to 3, spelled token by token.
 *
 * Not for: the text before the mnemonic, and a complete listing (print.ts).
 */

import { Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODES, Sm1Version } from '../../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../../isa/sm1/program.ts';
import { Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import { shortestFloat } from '../exact-numbers.ts';
import { type Markup, NO_MARKUP } from '../markup.ts';
import { formatG9, hex32 } from '../numbers.ts';
import type { LiteralNotation } from '../options.ts';
import { Sm1MnemonicSpellings } from './mnemonics.ts';
import { Sm1OperandSpellings } from './operands.ts';

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
export const SEPARATOR = ', ';

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
  for (const { at, text } of sm1LineSpellings(program, NO_MARKUP).tokens(cursor, notation)) {
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

/** The spellings of one version in one markup. */
export class Sm1LineSpellings {
  readonly #mnemonics: Sm1MnemonicSpellings;
  readonly #operands: Sm1OperandSpellings;
  readonly #markup: Markup;

  constructor(pixel: boolean, version: number, markup: Markup) {
    this.#mnemonics = new Sm1MnemonicSpellings(pixel, version, markup);
    this.#operands = new Sm1OperandSpellings({ pixel, major: version >> 8 }, markup);
    this.#markup = markup;
  }

  /** The text before the mnemonic of an instruction with this token. */
  margin(token: number): string {
    const { open, close } = this.#markup.code;
    return Sm1InstructionToken.coissue.test(token) ? open + COISSUED_MARGIN + close : SM1_MARGIN;
  }

  /**
   * The mnemonic of an instruction without predicate.
   *
   * @param attributes the attribute DWORD of a `dcl`
   * @param destination the token of the destination; 0 when there is none
   */
  mnemonic(token: number, attributes: number, destination: number): string {
    const mnemonics = this.#mnemonics;
    const isDcl = Sm1InstructionToken.opcode.get(token) === SM1_OPCODES.dcl.code;
    return isDcl ? mnemonics.declaration(attributes, destination) : mnemonics.mnemonic(token, destination);
  }

  /** A destination without a relative address. */
  destination(token: number): string {
    return this.#operands.destination(token, 0);
  }

  /** A source (see operands.ts). */
  source(token: number, relative: number, separator = SEPARATOR): string {
    return this.#operands.source(token, relative, separator);
  }

  /** A predicate without a relative address, and the space after it. */
  predicate(token: number): string {
    return this.#operands.predicate(token);
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
    const cachedTokens: TokenText[] = [];
    const add = (at: number, text: string) => cachedTokens.push({ at, text });
    const destination = wordAt(cursor.destination);
    if (predicate >= 0) add(predicate, this.predicate(words[predicate]!));
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
    return cachedTokens;
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

/**
 * Returns a function of the stage and version of a program and a markup. For those that spell alike, `make` is called
 * once; it is given whether the program is a pixel shader, and the low half of its version token.
 */
export function bySm1Spelling<Spellings>(make: (pixel: boolean, version: number, markup: Markup) => Spellings) {
  const byMarkup = new WeakMap<Markup, Map<number, Spellings>>();
  return ({ words, stage }: Pick<Sm1Program, 'words' | 'stage'>, markup: Markup): Spellings => {
    let byVersion = byMarkup.get(markup);
    if (byVersion === undefined) {
      byVersion = new Map();
      byMarkup.set(markup, byVersion);
    }
    const pixel = stage !== 'vs';
    const version = (words[0] ?? 0) & 0xffff;
    // Versions that spell alike share their strings: before 1_4, 1_4, 2, from 3 on.
    const group = version < Sm1Version.v1_4 ? 0 : version < Sm1Version.v2_0 ? 1 : version < Sm1Version.v3_0 ? 2 : 3;
    const key = 2 * group + (pixel ? 1 : 0);
    let spellings = byVersion.get(key);
    if (spellings === undefined) {
      spellings = make(pixel, version, markup);
      byVersion.set(key, spellings);
    }
    return spellings;
  };
}

const sm1LineSpellings = /* @__PURE__ */ bySm1Spelling(
  (pixel, version, markup) => new Sm1LineSpellings(pixel, version, markup),
);
