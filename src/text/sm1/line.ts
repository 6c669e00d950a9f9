/**
 * The line of one instruction of shader models 1 to 3, spelled token by token: mnemonic, controls and result modifiers
 * (`mad_x2_sat`), what a `dcl` declares, operands (`-c3[a0.x]_abs.wzyx`). Every spelling: oracle.
 *
 * Not for: cached strings (fast-lines.ts), the text before the mnemonic, and a complete listing (print.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import { Sm1Version } from '../../base/profile.ts';
import { FULL_MASK, IDENTITY_SWIZZLE, isReplicateSwizzle, maskText, swizzleText } from '../../isa/components.ts';
import { Sm1Cursor, sm1TakesDestination } from '../../isa/sm1/cursor.ts';
import {
  SM1_COMMENT,
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  SM1_UNKNOWN_MNEMONIC,
  type Sm1OpcodeRow,
  sm1LiteralCount,
  sm1OpcodeRow,
  sm1OpcodeTable,
} from '../../isa/sm1/opcodes.ts';
import { type Sm1Program, Sm1SlotCounter } from '../../isa/sm1/program.ts';
import {
  SM1_COMPARISONS,
  SM1_PRECISIONS,
  SM1_REGISTERS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_SOURCE_MODIFIER_BY_CODE,
  SM1_SOURCE_MODIFIERS,
  SM1_TEXLD_CONTROLS,
  SM1_TEXTURE_TYPES,
  SM1_UNKNOWN_DCL,
  SM1_UNKNOWN_REGISTER,
  SM1_USAGES,
  type Sm1Dialect,
  sm1RegisterText,
} from '../../isa/sm1/registers.ts';
import {
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1OtherDclToken,
  Sm1SamplerToken,
  Sm1SourceToken,
  Sm1UsageToken,
  sm1RegisterType,
} from '../../isa/sm1/tokens.ts';
import { type Mark, type Markup, NO_MARKUP } from '../markup.ts';
import { formatG9, hex32, shortestFloat } from '../numbers.ts';
import type { LiteralNotation } from '../options.ts';

/** Bits of an opcode: its effect on the nesting of blocks, a line without a number, its tokens. */
export const OPENS = 1;
export const CLOSES = 2;
const UNNUMBERED = 4;
export const DECLARES = 8;
export const LITERALS = 16;
export const KNOWN = 32;
export const HAS_DESTINATION = 64;

/** These bits by opcode. */
export const FACTS = /* @__PURE__ */ sm1OpcodeTable(
  (row) =>
    KNOWN |
    (row.block === 'open' || row.block === 'middle' ? OPENS : 0) |
    (row.block === 'close' || row.block === 'middle' ? CLOSES : 0) |
    (row.numbered === false ? UNNUMBERED : 0) |
    (row.code === SM1_OPCODES.dcl.code ? DECLARES : 0) |
    (sm1LiteralCount(row) > 0 ? LITERALS : 0) |
    (sm1TakesDestination(row.code) ? HAS_DESTINATION : 0),
);

export const LITERAL_COUNTS = /* @__PURE__ */ sm1OpcodeTable(sm1LiteralCount);

const COISSUED = 1 << Sm1InstructionToken.coissue.low;

/**
 * Whether the line of an instruction that begins with `token` has an instruction number; a co-issued one shares that of
 * the other.
 */
export function sm1HasNumber(token: number): boolean {
  const opcode = token & 0xffff;
  if (opcode === SM1_COMMENT || (token & COISSUED) !== 0) return false;
  return opcode >= SM1_OPCODE_LIMIT || (FACTS[opcode]! & UNNUMBERED) === 0;
}

/**
 * Returns the numbers that a numbered listing prints (source: oracle): the instruction slots before each instruction,
 * without those of texture instructions; -1 where there is none. A co-issued instruction, before which the listing
 * leaves the number out, has that of the other.
 */
export function sm1LineNumbers(program: Sm1Program): Int32Array {
  const { words, starts, count } = program;
  const slots = new Sm1SlotCounter(program);
  const numbers = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const token = words[starts[i]!]!;
    const opcode = Sm1InstructionToken.opcode.get(token);
    if (opcode === SM1_COMMENT) continue;
    const coissued = Sm1InstructionToken.coissue.test(token);
    if (sm1HasNumber(token)) numbers[i] = slots.arithmetic;
    else if (coissued && i > 0) numbers[i] = numbers[i - 1]!;
    slots.add(opcode, Sm1InstructionToken.predicated.test(token), coissued);
  }
  return numbers;
}

/** Spellings of result modifiers and shift by their eight bits, which are adjacent in the destination token. */
const RESULT_BITS_LOW = Sm1DestinationToken.modifiers.low;

const RESULTS = Array.from({ length: 256 }, (_, bits) => {
  let text = SM1_RESULT_SHIFTS[bits >> 4]!;
  for (const { bit, suffix } of SM1_RESULT_MODIFIERS) if (bits & bit) text += suffix;
  return text;
});
const NO_MARK: Mark = { open: '', close: '' };

export class Sm1MnemonicSpellings {
  readonly #from14: boolean;
  readonly #mark: Mark;

  /** @param version the low half of a version token */
  constructor(
    private readonly pixel: boolean,
    version: number,
    markup: Markup,
  ) {
    this.#from14 = version >= Sm1Version.v1_4;
    // Microsoft's HTML colors the entire body, not each mnemonic.
    this.#mark = markup.html ? NO_MARK : markup.keyword;
  }

  /**
   * The mnemonic with its suffixes, and a space when a destination follows.
   *
   * @param token the instruction token, not of a `dcl`
   * @param destination the destination token; 0 when there is none
   */
  mnemonic(token: number, destination: number): string {
    const row = sm1OpcodeRow(Sm1InstructionToken.opcode.get(token));
    if (row === undefined) return this.#suffixed(SM1_UNKNOWN_MNEMONIC, destination);
    const mnemonic = this.#from14 ? row.mnemonic : (row.oldMnemonic ?? row.mnemonic);
    return this.#suffixed(mnemonic + this.#controls(row, Sm1InstructionToken.controls.get(token)), destination);
  }

  /** The mnemonic of a `dcl` with this attribute DWORD, with its suffixes, and a space when a destination follows. */
  declaration(attributes: number, destination: number): string {
    return this.#suffixed(SM1_OPCODES.dcl.mnemonic + this.#declared(attributes), destination);
  }

  #suffixed(mnemonic: string, destination: number): string {
    const { open, close } = this.#mark;
    const result = RESULTS[(destination >>> RESULT_BITS_LOW) & 0xff]!;
    return open + mnemonic + result + close + (destination === 0 ? '' : ' ');
  }

  #controls(row: Sm1OpcodeRow, controls: number): string {
    if (row.controls === undefined || (row.controls === 'texld' && !this.#from14)) return '';
    return (row.controls === 'texld' ? SM1_TEXLD_CONTROLS : SM1_COMPARISONS)[controls] ?? '';
  }

  /** The text for the attribute DWORD of a `dcl`: `_2d`, `_texcoord3`, or nothing. */
  #declared(attributes: number): string {
    // Pixel shaders declare colors, vPos and vFace with an empty DWORD (DCL2, DCL5, DCL6).
    if (this.pixel && !Sm1OtherDclToken.reserved.test(attributes)) return '';
    const texture = Sm1SamplerToken.textureType.get(attributes);
    if (texture !== 0) return `_${SM1_TEXTURE_TYPES[texture] ?? SM1_UNKNOWN_DCL}`;
    // Only the low four bits of the usage count (source: oracle).
    const usage = Sm1UsageToken.usage.get(attributes) & 0xf;
    const index = Sm1UsageToken.index.get(attributes);
    return `_${SM1_USAGES[usage] ?? SM1_UNKNOWN_DCL}${index === 0 ? '' : index}`;
  }
}

/** The text after a destination, by its write mask; an empty mask leaves the point (source: oracle). */
export const MASKS = Array.from({ length: 16 }, (_, mask) => (mask === FULL_MASK ? '' : `.${maskText(mask)}`));
/** The text after a source, by its swizzle: nothing for the identity, one letter when all four are the same. */
export const SWIZZLES = Array.from({ length: 256 }, (_, swizzle) => {
  if (swizzle === IDENTITY_SWIZZLE) return '';
  const text = swizzleText(swizzle);
  return isReplicateSwizzle(swizzle) ? `.${text[0]}` : `.${text}`;
});
const BEFORE = Array.from({ length: 16 }, (_, code) => SM1_SOURCE_MODIFIER_BY_CODE[code]?.before ?? '');
const AFTER = Array.from({ length: 16 }, (_, code) => SM1_SOURCE_MODIFIER_BY_CODE[code]?.after ?? '');

/** The text for a relative address without a token of its own from 2_0 on; only damaged programs have one. */
const LOST_RELATIVE = `[${SM1_UNKNOWN_REGISTER}0.x]`;

export class Sm1OperandSpellings {
  /** The only register that operands can be relative to before 2_0. */
  readonly #fixedRelative: string;
  readonly #code: Mark;
  /** Minimum precisions are marked as comments. */
  readonly #precisions: readonly string[];

  constructor(
    private readonly dialect: Sm1Dialect,
    { code, comment }: Markup,
  ) {
    this.#fixedRelative =
      dialect.major < 2 ? `[${sm1RegisterText(SM1_REGISTERS.addressOrTexture.code, 0, dialect)}.x]` : '';
    this.#code = code;
    this.#precisions = SM1_PRECISIONS.map((name) => (name === '' ? '' : `${comment.open} {${name}}${comment.close}`));
  }

  /**
   * A destination.
   *
   * @param relative the token of the register that it is relative to, 0 when there is none
   */
  destination(token: number, relative: number): string {
    const mask = MASKS[Sm1DestinationToken.mask.get(token)]!;
    const precision = this.#precisions[Sm1DestinationToken.precision.get(token)]!;
    return this.#marked(this.#name(token) + this.#addressed(token, relative) + mask + precision);
  }

  /**
   * A source.
   *
   * @param relative the token of the register that it is relative to, 0 when there is none
   * @param separator the text before the operand: `, `, or a space before the first one
   */
  source(token: number, relative: number, separator: string): string {
    const modifier = Sm1SourceToken.modifier.get(token);
    const swizzle = SWIZZLES[Sm1SourceToken.swizzle.get(token)]!;
    const precision = this.#precisions[Sm1SourceToken.precision.get(token)]!;
    const name = BEFORE[modifier]! + this.#name(token) + this.#addressed(token, relative) + AFTER[modifier]!;
    return this.#marked(separator + name + swizzle + precision);
  }

  /** A predicate with its parentheses and the space after them. */
  predicate(token: number): string {
    const not = Sm1SourceToken.modifier.get(token) === SM1_SOURCE_MODIFIERS.not.code;
    const relative = Sm1SourceToken.relative.test(token);
    const name = this.#name(token) + (relative ? LOST_RELATIVE : '');
    return this.#marked(`(${not ? '!' : ''}${name}${SWIZZLES[Sm1SourceToken.swizzle.get(token)]!}) `);
  }

  #marked(text: string): string {
    return this.#code.open + text + this.#code.close;
  }

  /**
   * The brackets after the register of an operand; before 2_0 the register in them has no token and is always the same.
   */
  #addressed(token: number, relative: number): string {
    return Sm1SourceToken.relative.test(token) ? this.#relative(relative) : '';
  }

  #relative(token: number): string {
    if (this.#fixedRelative !== '') return this.#fixedRelative;
    const nested = Sm1SourceToken.relative.test(token);
    const swizzle = SWIZZLES[Sm1SourceToken.swizzle.get(token)]!;
    return `[${this.#name(token)}${nested ? LOST_RELATIVE : ''}${swizzle}]`;
  }

  #name(token: number): string {
    const number = Sm1SourceToken.number.get(token);
    // Only the register of an address can lack the mark. The token is not a register then.
    if (!Sm1SourceToken.mark.test(token)) return `${SM1_UNKNOWN_REGISTER}${number}`;
    return sm1RegisterText(sm1RegisterType(token), number, this.dialect);
  }
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

/** The text before the mnemonic in every line. */
export const SM1_MARGIN = '    ';
/** That of a co-issued instruction. */
const COISSUED_MARGIN = '  + ';
/** The text before an operand that follows another one. */
export const SEPARATOR = ', ';

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

  constructor(
    pixel: boolean,
    version: number,
    private readonly markup: Markup,
  ) {
    this.#mnemonics = new Sm1MnemonicSpellings(pixel, version, markup);
    this.#operands = new Sm1OperandSpellings({ pixel, major: version >> 8 }, markup);
  }

  /** The text before the mnemonic of an instruction with this token. */
  margin(token: number): string {
    const { open, close } = this.markup.code;
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
    const { code, literal } = this.markup;
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
    const byVersion = getOrInsert(byMarkup, markup, () => new Map());
    const pixel = stage !== 'vs';
    const version = (words[0] ?? 0) & 0xffff;
    // Versions that spell alike share their strings: before 1_4, 1_4, 2, from 3 on.
    const group = version < Sm1Version.v1_4 ? 0 : version < Sm1Version.v2_0 ? 1 : version < Sm1Version.v3_0 ? 2 : 3;
    const key = 2 * group + (pixel ? 1 : 0);
    return getOrInsert(byVersion, key, () => make(pixel, version, markup));
  };
}

const sm1LineSpellings = /* @__PURE__ */ bySm1Spelling(
  (pixel, version, markup) => new Sm1LineSpellings(pixel, version, markup),
);
