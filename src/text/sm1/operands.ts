/**
 * How operands of shader models 1 to 3 are written: `-c3[a0.x]_abs.wzyx`. Every spelling: oracle.
 *
 * Not for: caching the strings that recur (fast-lines.ts).
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
  readonly #dialect: Sm1Dialect;
  /** The only register that operands can be relative to before 2_0. */
  readonly #fixedRelative: string;
  readonly #code: Mark;
  /** Minimum precisions are marked as comments. */
  readonly #precisions: readonly string[];

  constructor(dialect: Sm1Dialect, { code, comment }: Markup) {
    this.#dialect = dialect;
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
    return sm1RegisterText(sm1RegisterType(token), number, this.#dialect);
  }
}
