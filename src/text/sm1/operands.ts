/**
 * How operands of shader models 1 to 3 are written: `-c3[a0.x]_abs.wzyx`. Every spelling: oracle.
 *
 * Programs repeat their operand tokens, so most texts come from a cache, whose key is the whole token.
 */
import { FULL_MASK, IDENTITY_SWIZZLE, isReplicateSwizzle, maskText, swizzleText } from '../../isa/components.ts';
import {
  SM1_PRECISIONS,
  SM1_REGISTERS,
  SM1_SOURCE_MODIFIER_BY_CODE,
  SM1_SOURCE_MODIFIERS,
  SM1_UNKNOWN_REGISTER,
  type Sm1Dialect,
  sm1RegisterText,
} from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1SourceToken, sm1RegisterType } from '../../isa/sm1/tokens.ts';
import type { Mark, Markup } from '../markup.ts';
import { PackedTexts } from '../packed-texts.ts';
import type { TextWriter } from '../writer.ts';

/** The text after a destination, by its write mask; an empty mask leaves the point (source: oracle). */
const MASKS = Array.from({ length: 16 }, (_, mask) => (mask === FULL_MASK ? '' : `.${maskText(mask)}`));
/** The text after a source, by its swizzle: nothing for the identity, one letter when all four are the same. */
const SWIZZLES = Array.from({ length: 256 }, (_, swizzle) => {
  if (swizzle === IDENTITY_SWIZZLE) return '';
  const text = swizzleText(swizzle);
  return isReplicateSwizzle(swizzle) ? `.${text[0]}` : `.${text}`;
});
const BEFORE = Array.from({ length: 16 }, (_, code) => SM1_SOURCE_MODIFIER_BY_CODE[code]?.before ?? '');
const AFTER = Array.from({ length: 16 }, (_, code) => SM1_SOURCE_MODIFIER_BY_CODE[code]?.after ?? '');

/** The text for a relative address without a token of its own from 2_0 on; only damaged programs have one. */
const LOST_RELATIVE = `[${SM1_UNKNOWN_REGISTER}0.x]`;

/** Slots of the caches, as powers of two, and the longest cached text: only the rarest modifiers are longer. */
const DESTINATION_BITS = 11;
const SOURCE_BITS = 12;
const FIRST_SOURCE_BITS = 6;
const PREDICATE_BITS = 5;
const LONGEST = 32;
const MAX_CACHED = 255;

/** The names of registers with lower numbers are in a table. */
const COMMON = 32;

export class Sm1OperandTexts {
  readonly #dialect: Sm1Dialect;
  /** Whole names of the registers that programs use most, by type and number. */
  readonly #common: readonly string[];
  /** The only register that operands can be relative to before 2_0. */
  readonly #fixedRelative: string;
  readonly #code: Mark;
  /** Minimum precisions are marked as comments. */
  readonly #precisions: readonly string[];
  readonly #destinations: PackedTexts;
  readonly #sources: PackedTexts;
  readonly #firstSources: PackedTexts;
  readonly #predicates: PackedTexts;

  constructor(dialect: Sm1Dialect, { code, comment }: Markup) {
    this.#dialect = dialect;
    this.#common = Array.from({ length: 32 * COMMON }, (_, i) => this.#register(Math.floor(i / COMMON), i % COMMON));
    this.#fixedRelative = dialect.major < 2 ? `[${this.#register(SM1_REGISTERS.addressOrTexture.code, 0)}.x]` : '';
    this.#code = code;
    this.#precisions = SM1_PRECISIONS.map((name) => (name === '' ? '' : `${comment.open} {${name}}${comment.close}`));
    const marks = code.open.length + code.close.length + comment.open.length + comment.close.length;
    const longest = Math.min(MAX_CACHED, LONGEST + marks);
    this.#destinations = new PackedTexts(DESTINATION_BITS, longest);
    this.#sources = new PackedTexts(SOURCE_BITS, longest);
    this.#firstSources = new PackedTexts(FIRST_SOURCE_BITS, longest);
    this.#predicates = new PackedTexts(PREDICATE_BITS, longest);
  }

  /** Writes a destination that is not addressed relatively; `token` as a signed number. */
  destination(out: TextWriter, token: number): void {
    const texts = this.#destinations;
    const slot = texts.find(token);
    if (slot >= 0) out.cached(texts, slot);
    else this.#keep(out, texts, token, this.#spellDestination(token, ''));
  }

  /** Writes a source that is not addressed relatively, with the comma before it; `token` as a signed number. */
  source(out: TextWriter, token: number): void {
    const texts = this.#sources;
    const slot = texts.find(token);
    if (slot >= 0) out.cached(texts, slot);
    else this.#keep(out, texts, token, `, ${this.#spellSource(token, '')}`);
  }

  /** Writes a source that is the first operand, with the space before it. */
  firstSource(out: TextWriter, token: number): void {
    const texts = this.#firstSources;
    const slot = texts.find(token);
    if (slot >= 0) out.cached(texts, slot);
    else this.#keep(out, texts, token, ` ${this.#spellSource(token, '')}`);
  }

  #keep(out: TextWriter, texts: PackedTexts, token: number, spelled: string): void {
    const text = this.#code.open + spelled + this.#code.close;
    out.text(text);
    texts.keep(text, token);
  }

  /** @param relative the token of the register that `token` is relative to; ignored before 2_0, which has none */
  destinationRelative(token: number, relative: number): string {
    return this.#code.open + this.#spellDestination(token, this.#relative(relative)) + this.#code.close;
  }

  /** @param separator the text before the operand: `, `, or a space before the first one */
  sourceRelative(token: number, relative: number, separator: string): string {
    return this.#code.open + separator + this.#spellSource(token, this.#relative(relative)) + this.#code.close;
  }

  /** Writes a predicate with its parentheses and the space after them; `token` as a signed number. */
  predicate(out: TextWriter, token: number): void {
    const texts = this.#predicates;
    const slot = texts.find(token);
    if (slot >= 0) out.cached(texts, slot);
    else this.#keep(out, texts, token, this.#spellPredicate(token));
  }

  #spellPredicate(token: number): string {
    const not = Sm1SourceToken.modifier.get(token) === SM1_SOURCE_MODIFIERS.not.code;
    const relative = Sm1SourceToken.relative.test(token);
    const name = this.#name(token) + (relative ? LOST_RELATIVE : '');
    return `(${not ? '!' : ''}${name}${SWIZZLES[Sm1SourceToken.swizzle.get(token)]!}) `;
  }

  #relative(token: number): string {
    if (this.#fixedRelative !== '') return this.#fixedRelative;
    const nested = Sm1SourceToken.relative.test(token);
    const swizzle = SWIZZLES[Sm1SourceToken.swizzle.get(token)]!;
    return `[${this.#name(token)}${nested ? LOST_RELATIVE : ''}${swizzle}]`;
  }

  #spellDestination(token: number, relative: string): string {
    const mask = MASKS[Sm1DestinationToken.mask.get(token)]!;
    const precision = this.#precisions[Sm1DestinationToken.precision.get(token)]!;
    return this.#name(token) + relative + mask + precision;
  }

  #spellSource(token: number, relative: string): string {
    const modifier = Sm1SourceToken.modifier.get(token);
    const swizzle = SWIZZLES[Sm1SourceToken.swizzle.get(token)]!;
    const precision = this.#precisions[Sm1SourceToken.precision.get(token)]!;
    const name = this.#name(token);
    return BEFORE[modifier]! + name + relative + AFTER[modifier]! + swizzle + precision;
  }

  #name(token: number): string {
    const number = Sm1SourceToken.number.get(token);
    // Only the register of an address can lack the mark. The token is not a register then.
    if (!Sm1SourceToken.mark.test(token)) return `${SM1_UNKNOWN_REGISTER}${number}`;
    const type = sm1RegisterType(token);
    return number < COMMON ? this.#common[type * COMMON + number]! : this.#register(type, number);
  }

  #register(type: number, number: number): string {
    return sm1RegisterText(type, number, this.#dialect);
  }
}

const textsByMarkup = new WeakMap<Markup, Map<number, Sm1OperandTexts>>();

/** The operand texts of a dialect in a markup, which are made once. */
export function sm1OperandTexts(dialect: Sm1Dialect, markup: Markup): Sm1OperandTexts {
  let byDialect = textsByMarkup.get(markup);
  if (byDialect === undefined) {
    byDialect = new Map();
    textsByMarkup.set(markup, byDialect);
  }
  const key = Math.min(dialect.major, 3) * 2 + (dialect.pixel ? 1 : 0);
  let texts = byDialect.get(key);
  if (texts === undefined) {
    texts = new Sm1OperandTexts(dialect, markup);
    byDialect.set(key, texts);
  }
  return texts;
}
