/**
 * The fast path for lines of models 1 to 3, which copies cached strings: one for the mnemonic, one or two for each
 * operand, one for each literal. A `Map` and `+=` take 2.3 times as long (measured). The two pieces of an operand are
 * the name of a register with the text before it (`, -c12`), and its mask or swizzle (`.xyz`): shaders have thousands
 * of different operands and some hundred pieces, which stay in the fastest cache of the processor.
 *
 * Not for: operands with relative addresses, precisions, other modifiers or markup; the rest of a line (print.ts);
 * single lines, which are spelled each time (line.ts).
 */
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { FULL_MASK, IDENTITY_SWIZZLE } from '../../isa/components.ts';
import { Sm1DestinationToken, Sm1InstructionToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import type { Markup } from '../markup.ts';
import type { LiteralNotation } from '../options.ts';
import { copyText, PER_DOUBLE, pack, TextCache } from '../text-cache.ts';
import type { TextWriter } from '../writer.ts';
import {
  bySm1Spelling,
  DECLARES,
  HAS_DESTINATION,
  LITERAL_COUNTS,
  LITERALS,
  MASKS,
  SEPARATOR,
  SM1_MARGIN,
  Sm1LineSpellings,
  SWIZZLES,
  sm1LiteralFormat,
} from './line.ts';

/** Where an operand is in its line, which decides the text before it and whether it has a mask or a swizzle. */
export const DESTINATION = 0;
export const FIRST_SOURCE = 1;
export const SOURCE = 3;
/** Added to the position code of a source that is negated. */
const NEGATED = 1;
const POSITIONS = 5;

/**
 * Bits of the number and of the type of a register in the index of its name. Higher numbers are rare, and have no
 * piece.
 */
const NUMBER_BITS = 7;
const TYPE_BITS = 5;
const POSITION_SHIFT = NUMBER_BITS + TYPE_BITS;

/** The mark of an operand, and the bits that neither its name nor its mask or swizzle has. */
const MARK = 1 << 31;
const HIGHER_NUMBERS = (Sm1SourceToken.number.ones << NUMBER_BITS) & Sm1SourceToken.number.ones;
const OTHER_IN_DESTINATION =
  MARK |
  HIGHER_NUMBERS |
  Sm1DestinationToken.relative.set(0, 1) |
  Sm1DestinationToken.precision.set(0, Sm1DestinationToken.precision.ones);
/** All modifiers but negation, which is 1. */
const OTHER_IN_SOURCE = OTHER_IN_DESTINATION | Sm1SourceToken.modifier.set(0, Sm1SourceToken.modifier.ones - 1);

/** Masks and swizzles: those of sources by swizzle, then those of destinations by mask. */
const FIRST_MASK = SWIZZLES.length;
const SELECTIONS = new Float64Array(FIRST_MASK + MASKS.length);
const SELECTION_LENGTHS = new Uint8Array(SELECTIONS.length);
for (const [i, text] of [...SWIZZLES, ...MASKS].entries()) {
  pack(text, SELECTIONS, i);
  SELECTION_LENGTHS[i] = text.length;
}

/** Space that {@link Sm1OperandPieces.write} needs. */
export const PIECES_SPACE = 2 * PER_DOUBLE;

/** The pieces of one version. */
export class Sm1OperandPieces {
  /** Names of registers with the text before them. */
  readonly #names = new Float64Array(POSITIONS << POSITION_SHIFT);
  /** Their lengths; 0 for pieces that are not cached. */
  readonly #lengths = new Uint8Array(POSITIONS << POSITION_SHIFT);

  /**
   * Writes an operand into `view` from `at` on.
   *
   * @param token a signed word with the mark of an operand
   * @returns the offset after it; -1 if a piece is missing or the operand needs the slow path
   */
  write(view: DataView, at: number, token: number, position: number): number {
    const isDestination = position === DESTINATION;
    if ((token & (isDestination ? OTHER_IN_DESTINATION : OTHER_IN_SOURCE)) !== MARK) return -1;
    const name = nameIndex(token, position);
    const length = this.#lengths[name]!;
    if (length === 0) return -1;
    const selection = isDestination ? FIRST_MASK + ((token >>> 16) & 0xf) : (token >>> 16) & 0xff;
    view.setFloat64(at, this.#names[name]!, true);
    view.setFloat64(at + length, SELECTIONS[selection]!, true);
    return at + length + SELECTION_LENGTHS[selection]!;
  }

  /**
   * Caches the name of an operand, unless it is too long or the operand needs the slow path.
   *
   * @param spell returns the text of an operand
   */
  keep(token: number, position: number, spell: (token: number) => string): void {
    const isDestination = position === DESTINATION;
    if (!fastPaths.enabled || (token & (isDestination ? OTHER_IN_DESTINATION : OTHER_IN_SOURCE)) !== MARK) return;
    const name = spell(
      isDestination
        ? Sm1DestinationToken.mask.set(token, FULL_MASK)
        : Sm1SourceToken.swizzle.set(token, IDENTITY_SWIZZLE),
    );
    if (name.length > PER_DOUBLE) return;
    const index = nameIndex(token, position);
    if (pack(name, this.#names, index)) this.#lengths[index] = name.length;
  }
}

/** The index of the name of an operand: its number, the two parts of its type, its position in the instruction. */
function nameIndex(token: number, position: number): number {
  const number = token & ((1 << NUMBER_BITS) - 1);
  const type = ((token >>> 4) & 0x180) | ((token >>> 19) & 0xe00);
  const negated = position === DESTINATION ? 0 : (token >>> 24) & NEGATED;
  return number | type | ((position + negated) << POSITION_SHIFT);
}

const PREDICATED = 1 << Sm1InstructionToken.predicated.low;
const RELATIVE = 1 << Sm1SourceToken.relative.low;
const COISSUED = 1 << Sm1InstructionToken.coissue.low;
const RESULTS_LOW = Sm1DestinationToken.modifiers.low;

/** A bit of all keys of mnemonics, so that none is 0. */
const MNEMONIC = 1 << 21;
/** Reserved bits of the attribute DWORD of a `dcl`. */
const ATTRIBUTES_RESERVED = 0x07f0_ffe0;
/** The most literals of an instruction. */
const MAX_LITERALS = 4;
/** The margin as a word. */
const MARGIN = 0x2020_2020;

/** The position of a predicate in keys of operands. */
const PREDICATE = 5;
/** A bit of the keys of relatively addressed sources. */
const WITH_RELATIVE = 1 << 20;
/** Bits of the token of an address register that keys leave out: all are zero but the mark. */
const RELATIVE_MARK = 1 << 31;
const OTHER_RELATIVE_BITS = ~(0xf | (0x3 << 11) | (0xff << 16) | (0x7 << 28));

/** Numbers of records, as powers of two. */
const MNEMONIC_BITS = 10;
const OPERAND_BITS = 10;
const LITERAL_BITS = 11;
const TITLE_BITS = 4;
/** The length of the longest cached strings without marks: only the rarest modifiers make longer ones. */
const LONGEST = 24;

export class Sm1CachedStrings extends Sm1LineSpellings {
  readonly mnemonics: TextCache;
  /** Most operands, in two pieces. */
  readonly pieces: Sm1OperandPieces;
  /** The others, by token and position, or by token and the register that it is relative to. */
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
  operand(token: number, position: number): string {
    return position === DESTINATION
      ? this.destination(token)
      : this.source(token, 0, position === SOURCE ? SEPARATOR : ' ');
  }
}

const literals = new WeakMap<Markup, TextCache>();

/** The values of literals in a markup. */
function literalsIn(markup: Markup, longest: number): TextCache {
  const known = literals.get(markup) ?? new TextCache(LITERAL_BITS, longest);
  literals.set(markup, known);
  return known;
}

/** The cached strings for the stage and version of a program in a markup, which are built once. */
export const sm1CachedStrings = /* @__PURE__ */ bySm1Spelling(
  (pixel, version, markup) => new Sm1CachedStrings(pixel, version, markup),
);

/** Writes the lines of one program. */
export class Sm1FastLines {
  /** Space for margin and mnemonic. */
  readonly #space: number;

  constructor(
    private readonly out: TextWriter,
    private readonly words: Uint32Array,
    private readonly strings: Sm1CachedStrings,

    /** From 2_0 on, a relatively addressed operand is followed by the register that it is relative to. */
    private readonly isFrom2: boolean,
    private readonly notation: LiteralNotation,
  ) {
    this.#space = SM1_MARGIN.length + strings.mnemonics.longest;
  }

  /**
   * Writes the instruction at `at` without its indentation, on the fast path: an opcode of the table, no relative
   * address in its first operand, and a predicate only after a destination.
   *
   * The record of a mnemonic is found under opcode, controls, result modifiers and the attributes of a `dcl`.
   *
   * @param facts of the opcode (line.ts)
   * @returns the DWORD index after it; -1, perhaps after writing a part of it, when it needs the slow path
   */
  write(at: number, token: number, facts: number): number {
    const strings = this.strings;
    const words = this.words;
    const out = this.out;
    const { mnemonics, pieces } = strings;
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
    const predicate = (token & PREDICATED) !== 0 && next + 1 < limit ? words[next + 1]! | 0 : 0;
    if ((token & PREDICATED) !== 0 && (destination === 0 || predicate >= 0 || (predicate & RELATIVE) !== 0)) return -1;
    // Without a destination the mnemonic has no space after it.
    const results = destination === 0 ? 0 : 0x100 | ((destination >>> RESULTS_LOW) & 0xff);
    const key = MNEMONIC | opcode | (detail << 7);
    const mnemonic = mnemonics.find(key, results);
    out.reserve(this.#space);
    let { view, length } = out;
    if ((token & COISSUED) === 0) {
      view.setInt32(length, MARGIN);
      length += SM1_MARGIN.length;
    } else {
      out.text(strings.margin(token));
      out.reserve(this.#space);
      ({ view, length } = out);
    }
    if (predicate !== 0) {
      out.length = length;
      this.#predicate(predicate);
      ({ view, length } = out);
    }
    if (mnemonic >= 0) length = copyText(mnemonics, mnemonic, view, length);
    else {
      out.length = length;
      this.#spelled(strings.mnemonic(token, attributes, destination), mnemonics, key, results);
      ({ view, length } = out);
    }
    let space = out.capacity - PIECES_SPACE;
    if (first === 0) {
      out.length = length;
      return next;
    }
    next++;
    const position = destination !== 0 ? DESTINATION : FIRST_SOURCE;
    const firstEnd = length <= space ? pieces.write(view, length, first, position) : -1;
    if (firstEnd >= 0) length = firstEnd;
    else {
      out.length = length;
      this.#operand(first, position);
      ({ view, length } = out);
      space = out.capacity - PIECES_SPACE;
    }
    if (predicate !== 0) next++;
    if ((facts & LITERALS) !== 0) {
      const last = next + LITERAL_COUNTS[opcode]!;
      if (last > limit) return -1;
      out.length = length;
      this.#literals(opcode, next, last);
      ({ view, length } = out);
      space = out.capacity - PIECES_SPACE;
      next = last;
    }
    while (next < limit) {
      const source = words[next]! | 0;
      if (source >= 0) break;
      next++;
      const end = length <= space ? pieces.write(view, length, source, SOURCE) : -1;
      if (end >= 0) {
        length = end;
        continue;
      }
      out.length = length;
      if ((source & RELATIVE) === 0) this.#operand(source, SOURCE);
      else this.#relative(source, this.isFrom2 && next < limit ? words[next++]! | 0 : 0);
      ({ view, length } = out);
      space = out.capacity - PIECES_SPACE;
    }
    out.length = length;
    return next;
  }

  /** Writes an operand without a relative address. */
  #operand(token: number, position: number): void {
    const strings = this.strings;
    const out = this.out;
    const { operands, pieces } = strings;
    out.reserve(PIECES_SPACE);
    const end = pieces.write(out.view, out.length, token, position);
    if (end >= 0) {
      out.length = end;
      return;
    }
    const operand = operands.find(token, position);
    if (operand >= 0) {
      out.cached(operands, operand);
      return;
    }
    this.#spelled(strings.operand(token, position), operands, token, position);
    pieces.keep(token, position, (name) => strings.operand(name, position));
  }

  /** Writes a predicate, and reserves space for a mnemonic after it. */
  #predicate(token: number): void {
    const strings = this.strings;
    const out = this.out;
    const { operands } = strings;
    const predicate = operands.find(token, PREDICATE);
    if (predicate >= 0) out.cached(operands, predicate);
    else this.#spelled(strings.predicate(token), operands, token, PREDICATE);
    out.reserve(this.#space);
  }

  /** Writes a source that is relative to the register in the token `relative`, 0 where it has none. */
  #relative(token: number, relative: number): void {
    const strings = this.strings;
    const out = this.out;
    const { operands } = strings;
    const others = relative & OTHER_RELATIVE_BITS;
    const isCached = relative === 0 || others === RELATIVE_MARK;
    const key =
      WITH_RELATIVE |
      (relative & 0xf) |
      ((relative >>> 7) & 0x30) |
      ((relative >>> 10) & 0x3fc0) |
      ((relative >>> 14) & 0x3_c000);
    const operand = isCached ? operands.find(token, key) : -1;
    if (operand >= 0) {
      out.cached(operands, operand);
      return;
    }
    const text = strings.source(token, relative, SEPARATOR);
    out.text(text);
    if (isCached) operands.add(token, key, text);
  }

  /** Writes a text that has no record, and caches it. */
  #spelled(text: string, records: TextCache, a: number, b: number): void {
    this.out.text(text);
    records.add(a, b, text);
  }

  /** Writes the values of `def`, `defi` and `defb` from DWORD `at` to `end`. */
  #literals(opcode: number, at: number, end: number): void {
    const words = this.words;
    const strings = this.strings;
    const out = this.out;
    const { literals } = strings;
    const format = sm1LiteralFormat(opcode, this.notation);
    const space = MAX_LITERALS * literals.longest;
    out.reserve(space);
    let { view, length } = out;
    for (let next = at; next < end; next++) {
      const word = words[next]! | 0;
      const literal = literals.find(word, format);
      if (literal >= 0) length = copyText(literals, literal, view, length);
      else {
        out.length = length;
        this.#spelled(strings.literal(word, format), literals, word, format);
        out.reserve(space);
        ({ view, length } = out);
      }
    }
    out.length = length;
  }
}
