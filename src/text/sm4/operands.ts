/**
 * Operands of instructions of shader models 4 to 5.1, as listings write them: registers with indices, selections,
 * modifiers and precisions, and literals. Every spelling: oracle.
 *
 * A register is a string, and for each index its number and another string: `-cb`, 1, `[`, 4, `].xyzw`. The strings
 * depend on the operand token and its extension alone, so {@link Sm4OperandWriter.operands} caches them under these two
 * words, and reads the numbers from the program. Shaders have many registers and few such tokens. The slow path decodes
 * an operand into a slot first: precisions, 64-bit literals, undefined indices, and tokens that are not cached yet.
 */
import { COMPONENTS, maskText, swizzleText } from '../../isa/components.ts';
import { isAbsolute, isNegated, type Sm4Cursor, Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { NON_UNIFORM, SM4_MIN_PRECISIONS, UNKNOWN_TYPE } from '../../isa/sm4/names.ts';
import { SM4_OPCODE_BY_CODE } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES, type Sm4IndexStyle } from '../../isa/sm4/operands.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOperandKind,
  Sm4ExtendedOperandToken,
  Sm4IndexRepresentation,
  Sm4OperandToken,
  Sm4SelectionMode,
} from '../../isa/sm4/tokens.ts';
import type { Markup } from '../markup.ts';
import { exactDouble, formatDouble, formatF, hex32 } from '../numbers.ts';
import type { ListingStyle, LiteralNotation } from '../options.ts';
import { PER_DOUBLE, TextCache } from '../text-cache.ts';
import { DECIMALS, digitsOf, type TextWriter } from '../writer.ts';
import { exactFloatText, type LiteralFormat, literalFormats, writeLiteralWord } from './literals.ts';

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
const INDEXABLE_TEMP = SM4_OPERAND_TYPES.indexableTemp.code;

const COMMA = 0x2c;

/** The spelling of an operand type that does not exist (ours: Microsoft's disassembler gives up). */
const unknownType = (type: number) => `${UNKNOWN_TYPE}${type}_`;
const PREFIXES = Array.from({ length: 256 }, (_, type) => SM4_OPERAND_TYPE_BY_CODE[type]?.prefix ?? unknownType(type));
const RANGE_PREFIXES = Array.from(
  { length: 256 },
  (_, type) => SM4_OPERAND_TYPE_BY_CODE[type]?.rangePrefix ?? PREFIXES[type]!,
);
const INDEX_STYLES = Array.from({ length: 256 }, (_, type) => SM4_OPERAND_TYPE_BY_CODE[type]?.indices ?? 'array');
const SELECT_ONE = [...COMPONENTS].map((component) => `.${component}`);

/** Bits of an extended operand token that add notes after the register. */
const ANNOTATION_BITS = Sm4ExtendedOperandToken.nonUniform.set(Sm4ExtendedOperandToken.minPrecision.set(0, 7), 1);

/** Tokens of literals of one and of four words, without the bits that do not count: masks and swizzles. */
const LITERAL_BITS = Sm4OperandToken.extended.set(
  Sm4OperandToken.type.set(Sm4OperandToken.componentCount.set(0, 3), Sm4OperandToken.type.ones),
  1,
);
const LITERAL1 = Sm4OperandToken.type.set(Sm4ComponentCount.one, IMMEDIATE32);
const LITERAL4 = Sm4OperandToken.type.set(Sm4ComponentCount.four, IMMEDIATE32);

/** The length of the longest cached string before the first index, and of the longest one after an index. */
const LONGEST_FIRST = 24;
const LONGEST_NEXT = 8;
const FIRST_DOUBLES = LONGEST_FIRST / PER_DOUBLE;
/** In this module the engine knows where they are; those of another are looked up each time. */
const NUMBERS = DECIMALS;
const NUMBER_COUNT = DECIMALS.length;
/** The maximum length of a register from cached strings, with its numbers and the registers in its indices. */
const LONGEST_REGISTER = 256;
const LONGEST = LONGEST_FIRST + 3 * LONGEST_NEXT;

/**
 * The value of a cached register: the length of its first string in five bits; then for each index six bits, which are
 * never all zero: whether it has a number, whether it has a register, and the length of the string after it.
 */
const FIRST_BITS = 5;
const INDEX_BITS = 6;
const HAS_NUMBER = 1;
const HAS_REGISTER = 2;
const LENGTH_SHIFT = 2;

/** The cached spellings of registers, and of registers in indices, by operand token and extended token. */
interface RegisterCaches {
  readonly operands: TextCache;
  readonly indices: TextCache;
}
const registerCaches = (): RegisterCaches => ({
  operands: new TextCache(12, LONGEST),
  indices: new TextCache(7, LONGEST),
});
const REGISTERS = registerCaches();
const RANGE_REGISTERS = registerCaches();

/** The selection after a register: the mask, swizzle or component of its token. */
function selectionText(token: number): string {
  const count = Sm4OperandToken.componentCount.get(token);
  if (count === Sm4ComponentCount.none || count === Sm4ComponentCount.one) return '';
  if (count === Sm4ComponentCount.n) return '.';
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.mask) return `.${maskText(Sm4OperandToken.mask.get(token))}`;
  if (mode === Sm4SelectionMode.selectOne) return SELECT_ONE[Sm4OperandToken.select.get(token)]!;
  if (mode !== Sm4SelectionMode.swizzle) return '';
  return `.${swizzleText(Sm4OperandToken.swizzle.get(token))}`;
}

/** Whether index `i` of `count` is in brackets. */
function isBracketed(style: Sm4IndexStyle, i: number, count: number, relative: boolean): boolean {
  if (relative) return true;
  if (style === 'array') return i > 0;
  if (style === 'input') return count > 1;
  return style === 'this' && (i > 0 || count === 1);
}

/** Whether operand `i` is used at the precision of the first operand, so that a listing names both. */
function isAtPrecisionOfFirst(code: number, i: number): boolean {
  return SM4_OPCODE_BY_CODE[code]!.operands[i]!.precisionOfDestination;
}

const hexDouble = (low: number, high: number) => `${hex32(low)}, ${hex32(high)}`;
const isFinite64 = (high: number) => (high & 0x7ff0_0000) !== 0x7ff0_0000;

/** How literals of 64 bits print: a double by its halves, or a single word. */
const DOUBLE_FORMATS: Readonly<
  Record<LiteralNotation, { single(word: number): string; double(low: number, high: number): string }>
> = {
  usual: { single: formatF, double: (low, high) => `${formatDouble(low, high)}l` },
  hex: { single: hex32, double: hexDouble },
  exact: {
    single: exactFloatText,
    double: (low, high) => (isFinite64(high) ? `${exactDouble(low, high)}l` : hexDouble(low, high)),
  },
};

export class Sm4OperandWriter {
  readonly #words: Uint32Array;
  readonly #markup: Markup;
  readonly #notation: LiteralNotation;
  readonly #literals: readonly LiteralFormat[];
  readonly #literalOpen: string;
  readonly #literalClose: string;
  readonly #prefixes: readonly string[];
  readonly #caches: RegisterCaches;
  readonly #slot = new Sm4OperandSlot();

  /** @param rangeIds whether resources are named by range id (SM51-1) */
  constructor(
    private readonly cursor: Sm4Cursor,
    private readonly out: TextWriter,
    style: ListingStyle,
    rangeIds: boolean,
  ) {
    const { markup, literals } = style;
    this.#words = cursor.program.words;
    this.#markup = markup;
    this.#notation = literals;
    this.#literals = literalFormats(style);
    this.#literalOpen = `l${markup.literal.open}(`;
    this.#literalClose = `)${markup.literal.close}`;
    this.#prefixes = rangeIds ? RANGE_PREFIXES : PREFIXES;
    this.#caches = rangeIds ? RANGE_REGISTERS : REGISTERS;
  }

  /** Writes the `count` operands of an instruction with this opcode; the first is at DWORD `start`. */
  operands(code: number, start: number, count: number): void {
    const out = this.out;
    const target = this.#extensionAt(start);
    const annotated = (target & ANNOTATION_BITS) !== 0;
    let at = start;
    for (let i = 0; i < count; i++) {
      if (i > 0) out.comma();
      out.reserve(LONGEST_REGISTER);
      const from = out.length;
      const next = annotated ? -1 : this.#cached(this.#caches.operands, at);
      if (next >= 0) {
        at = next;
        continue;
      }
      out.length = from;
      const literals = this.#literals[code]!;
      const token = this.#words[at]! & LITERAL_BITS;
      if (token === LITERAL1 && !annotated) at = this.#literal32(at + 1, 1, literals);
      else if (token === LITERAL4 && !annotated) at = this.#literal32(at + 1, 4, literals);
      else at = this.#decoded(at, literals, isAtPrecisionOfFirst(code, i) ? target : undefined);
    }
  }

  /** The extended token of the operand at DWORD `at`, or 0. */
  #extensionAt(at: number): number {
    if ((this.#words[at]! | 0) >= 0) return 0;
    const extension = this.#words[at + 1]! | 0;
    return Sm4ExtendedOperandToken.kind.get(extension) === Sm4ExtendedOperandKind.modifier ? extension : 0;
  }

  /**
   * Writes the register at DWORD `start` from the strings that are cached for its tokens, and the numbers of
   * its indices. Returns the DWORD after it, or -1, perhaps after writing a part, when some strings are not cached or a
   * number is large. The caller reserves space.
   */
  #cached(cache: TextCache, start: number): number {
    const words = this.#words;
    const token = words[start]! | 0;
    const extension = token < 0 ? words[start + 1]! | 0 : 0;
    const record = cache.find(token, extension);
    if (record < 0) return -1;
    const out = this.out;
    const { characters } = cache;
    const { view } = out;
    const value = cache.value(record);
    const first = value & 31;
    let text = cache.start(record);
    let to = out.length;
    view.setFloat64(to, characters[text]!, true);
    if (first > 8) {
      view.setFloat64(to + 8, characters[text + 1]!, true);
      view.setFloat64(to + 16, characters[text + 2]!, true);
    }
    to += first;
    text += FIRST_DOUBLES;
    let at = token < 0 ? start + 2 : start + 1;
    for (let indices = value >>> 5; indices !== 0; indices >>>= 6) {
      const number = indices & 1 ? words[at++]! | 0 : 0;
      if (number < 0 || number >= NUMBER_COUNT) return -1;
      if (indices & 2) {
        out.length = to;
        at = this.#cached(this.#caches.indices, at);
        if (at < 0) return -1;
        to = out.length;
      }
      view.setFloat64(to, NUMBERS[number]!, true);
      to += digitsOf(number);
      view.setFloat64(to, characters[text++]!, true);
      to += (indices >>> 2) & 15;
    }
    out.length = to;
    return at;
  }

  /**
   * Decodes and writes the operand at DWORD `at`, and caches its strings if they depend on its tokens alone. Returns
   * the DWORD after it.
   *
   * @param target as in {@link operand}; undefined for the operand's own
   */
  #decoded(at: number, literals: LiteralFormat, target: number | undefined): number {
    const slot = this.#slot;
    const next = this.cursor.readOperand(slot, at);
    this.operand(slot, literals, target ?? slot.extension);
    this.#keep(slot);
    return next;
  }

  /**
   * Caches the strings of the register in `slot`, and of those in its indices, if they depend on its two tokens alone.
   */
  #keep(slot: Sm4OperandSlot): void {
    const { extension, type, indexCount } = slot;
    if (type === IMMEDIATE32 || type === IMMEDIATE64 || (extension & ANNOTATION_BITS) !== 0) return;
    const indices: number[] = [];
    for (let i = 0; i < indexCount; i++) {
      const representation = slot.representation(i);
      if (representation === Sm4IndexRepresentation.immediate32) {
        indices.push(HAS_NUMBER);
        continue;
      }
      if (representation === Sm4IndexRepresentation.relative) indices.push(HAS_REGISTER);
      else if (representation === Sm4IndexRepresentation.immediate32PlusRelative)
        indices.push(HAS_NUMBER | HAS_REGISTER);
      else return;
      this.#keepIndexRegister(slot.relative[i]!);
    }
    this.#cacheStrings(this.#caches.operands, slot, this.#registerStrings(slot, extension), indices);
  }

  #keepIndexRegister(slot: Sm4OperandSlot): void {
    const { extension, type, indexCount } = slot;
    const numbersInOrder = indexCount === 1 || (indexCount === 2 && type === INDEXABLE_TEMP);
    if (!slot.isRegular || !numbersInOrder || (extension & ANNOTATION_BITS) !== 0) return;
    const indices = indexCount === 1 ? [HAS_NUMBER] : [HAS_NUMBER, HAS_NUMBER];
    this.#cacheStrings(this.#caches.indices, slot, this.#indexRegisterStrings(slot), indices);
  }

  /** @param indices the bits of {@link HAS_NUMBER} and {@link HAS_REGISTER} for each index */
  #cacheStrings(cache: TextCache, slot: Sm4OperandSlot, strings: readonly string[], indices: readonly number[]): void {
    const [first, ...others] = strings as [string, ...string[]];
    if (first.length > LONGEST_FIRST || others.some(({ length }) => length > LONGEST_NEXT)) return;
    let value = first.length;
    let characters = first.padEnd(LONGEST_FIRST);
    others.forEach((text, i) => {
      value |= (indices[i]! | (text.length << LENGTH_SHIFT)) << (FIRST_BITS + INDEX_BITS * i);
      characters += text.padEnd(LONGEST_NEXT);
    });
    const extension = slot.token < 0 ? this.#words[slot.at + 1]! | 0 : 0;
    cache.add(slot.token, extension, characters, value);
  }

  /** Writes the operand of the declaration at the cursor. */
  declared(): void {
    const { code, operands } = this.cursor;
    const slot = operands[0]!;
    this.operand(slot, this.#literals[code]!, slot.extension);
  }

  /** Writes operand `i` of the instruction at the cursor. */
  operandAt(i: number): void {
    const { code, operands } = this.cursor;
    const target = isAtPrecisionOfFirst(code, i) ? operands[0]! : operands[i]!;
    this.operand(operands[i]!, this.#literals[code]!, target.extension);
  }

  /**
   * Writes a register or literal with modifiers, precision and non-uniform mark.
   *
   * @param target extended operand token of the operand that decides at which precision this one is used
   */
  operand(slot: Sm4OperandSlot, literals: LiteralFormat, target: number): void {
    const out = this.out;
    const { type, indexCount } = slot;
    if (type === IMMEDIATE32 || type === IMMEDIATE64) {
      const [before, after] = this.#around(slot, target);
      out.text(before);
      if (type === IMMEDIATE64) this.#literal64(slot);
      else if (slot.literalCount > 0) this.#literal32(slot.literal, slot.literalCount, literals);
      // A literal of no components prints four zeros, like words past the end.
      else this.#literal32(this.#words.length, 4, literals);
      out.text(after);
      return;
    }
    const strings = this.#registerStrings(slot, target);
    for (let i = 0; i < indexCount; i++) {
      out.text(strings[i]!);
      if (slot.isRelative(i)) this.#indexRegister(slot.relative[i]!);
      out.decimal(slot.index(i));
    }
    out.text(strings[indexCount]!);
  }

  /** The text before a register or literal, and after it with its selection: modifiers and notes. */
  #around(slot: Sm4OperandSlot, target: number): readonly [before: string, after: string] {
    const { extension } = slot;
    const absolute = isAbsolute(slot);
    const precision = Sm4ExtendedOperandToken.minPrecision.get(extension);
    const wanted = Sm4ExtendedOperandToken.minPrecision.get(target);
    let notes = '';
    if (precision !== wanted) notes = this.#note(`{${SM4_MIN_PRECISIONS[precision]} as ${SM4_MIN_PRECISIONS[wanted]}}`);
    else if (precision !== 0) notes = this.#note(`{${SM4_MIN_PRECISIONS[precision]}}`);
    if (Sm4ExtendedOperandToken.nonUniform.test(extension)) notes += this.#note(`{ ${NON_UNIFORM} }`);
    return [`${isNegated(slot) ? '-' : ''}${absolute ? '|' : ''}`, `${notes}${absolute ? '|' : ''}`];
  }

  #note(text: string): string {
    const { open, close } = this.#markup.comment;
    return `${open} ${text}${close}`;
  }

  /** The strings of a register before its first index, between its indices and after the last. */
  #registerStrings(slot: Sm4OperandSlot, target: number): string[] {
    const { type, indexCount, token } = slot;
    const [before, after] = this.#around(slot, target);
    const style = INDEX_STYLES[type]!;
    const strings: string[] = [];
    let text = before + this.#prefixes[type]!;
    for (let i = 0; i < indexCount; i++) {
      const bracketed = isBracketed(style, i, indexCount, slot.isRelative(i));
      strings.push(bracketed ? `${text}[` : text);
      text = bracketed ? ']' : '';
    }
    strings.push(text + selectionText(token) + after);
    return strings;
  }

  /** Writes the register part of an index. Only its immediate indices print. */
  #indexRegister(slot: Sm4OperandSlot): void {
    const out = this.out;
    const { type, indexCount, index0, index1 } = slot;
    const [first, second, third] = this.#indexRegisterStrings(slot);
    out.text(first!);
    if (indexCount !== 2) out.decimal(indexCount > 0 ? index0 : 0);
    else out.decimal(type === INDEXABLE_TEMP ? index0 : index1);
    out.text(second!);
    if (indexCount !== 2) return;
    out.decimal(type === INDEXABLE_TEMP ? index1 : index0);
    out.text(third!);
  }

  /**
   * The strings of a register in an index around its numbers: those of two indices are in reverse order, except in
   * `x0[1]`.
   */
  #indexRegisterStrings({ type, indexCount, token, extension }: Sm4OperandSlot): string[] {
    const prefix = this.#prefixes[type]!;
    // It always has one component.
    const one = Sm4OperandToken.selection.get(token) === Sm4SelectionMode.selectOne;
    const precision = Sm4ExtendedOperandToken.minPrecision.get(extension);
    const note = precision === 0 ? '' : this.#note(`{${SM4_MIN_PRECISIONS[precision]}}`);
    const end = `${one ? SELECT_ONE[Sm4OperandToken.select.get(token)]! : '.x'}${note} + `;
    if (indexCount !== 2) return [prefix, end];
    return type === INDEXABLE_TEMP ? [prefix, '[', `]${end}`] : [`${prefix}_`, '_', end];
  }

  /** Writes a literal of `count` words from DWORD `at` on. Returns the DWORD after them. */
  #literal32(at: number, count: number, literals: LiteralFormat): number {
    const out = this.out;
    const words = this.#words;
    out.text(this.#literalOpen);
    writeLiteralWord(out, literals, words[at]! | 0);
    for (let i = 1; i < count; i++) {
      if (literals.spaced) out.comma();
      else out.character(COMMA);
      writeLiteralWord(out, literals, words[at + i]! | 0);
    }
    out.text(this.#literalClose);
    return at + count;
  }

  #literal64(slot: Sm4OperandSlot): void {
    const cursor = this.cursor;
    const { literal, literalCount } = slot;
    const { open, close } = this.#markup.literal;
    const word = (i: number) => (i < literalCount ? cursor.word(literal + i) : 0);
    const format = DOUBLE_FORMATS[this.#notation];
    const text =
      literalCount === 1
        ? format.single(word(0))
        : `${format.double(word(0), word(1))}, ${format.double(word(2), word(3))}`;
    this.out.text(`d${open}(${text})${close}`);
  }
}
