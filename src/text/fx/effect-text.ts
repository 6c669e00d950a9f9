/**
 * The parts that listings of effects consist of: marked text whose column is known, and numbers as Microsoft prints
 * them there.
 *
 * Not for: what is written in which order (effect4.ts).
 */
import { MAX_LISTING_LENGTH } from '../../base/limits.ts';
import { FX4_NO_REGISTER, Fx4Scalar } from '../../effects/fx4/enums.ts';
import type { Fx4Instance } from '../../effects/fx4/model.ts';
import type { Mark, Markup } from '../markup.ts';
import { formatG9, hex32 } from '../numbers.ts';
import type { TextWriter } from '../writer.ts';

/** Writes text and counts the characters of a line; marks do not count. */
export class EffectText {
  /** Characters of the line so far. */
  column = 0;

  constructor(
    private readonly out: TextWriter,
    readonly markup: Markup,
    /** Characters after which nothing more is written. */
    private readonly limit: number,
  ) {}

  /** Whether the limit is reached. */
  get full(): boolean {
    return this.out.length > this.limit;
  }

  /** Writes text without a mark. */
  code(text: string): void {
    if (this.full) return;
    this.out.text(text);
    this.advance(text);
  }

  keyword(text: string): void {
    this.marked(this.markup.keyword, text);
  }

  literal(text: string): void {
    this.marked(this.markup.literal, text);
  }

  comment(text: string): void {
    this.marked(this.markup.comment, text);
  }

  begin(margin: number): void {
    this.column = 0;
    this.code(' '.repeat(margin));
  }

  /** Writes spaces up to `column`. */
  pad(column: number): void {
    this.code(' '.repeat(Math.max(0, column - this.column)));
  }

  private marked({ open, close }: Mark, text: string): void {
    if (this.full) return;
    this.out.text(open + text + close);
    this.advance(text);
  }

  /** Names of damaged effects have line feeds. */
  private advance(text: string): void {
    const line = text.lastIndexOf('\n');
    this.column = line < 0 ? this.column + text.length : text.length - line - 1;
  }
}

/** Characters of a listing for each byte of an effect, and beyond. */
const GROWTH = 100;
const ALLOWANCE = 2 ** 18;

/**
 * The length that a listing of an effect of `size` bytes may reach after `length` characters: what many values share
 * could otherwise fill a disk.
 */
export function listingLimit(length: number, size: number): number {
  return Math.min(MAX_LISTING_LENGTH, length + ALLOWANCE + GROWTH * size);
}

/** Larger numbers are written in hexadecimal. */
const LARGEST_DECIMAL = 10_000;
/** A number that is always unsigned and decimal; compilers do not write it. */
const UNSIGNED = 5;

/** The text of a scalar (`Fx4Scalar`) in a default value or an assignment. */
export function scalarText(scalar: number, bits: number): string {
  switch (scalar) {
    case 0:
      return '##Internal error##';
    case Fx4Scalar.float:
      return formatG9(bits);
    case Fx4Scalar.int:
      // The smallest number has no absolute value in C, and is decimal, too.
      return Math.abs(bits | 0) <= LARGEST_DECIMAL || bits >>> 0 === 0x8000_0000 ? String(bits | 0) : hex32(bits);
    case Fx4Scalar.uint:
      return bits <= LARGEST_DECIMAL ? String(bits) : hex32(bits);
    case Fx4Scalar.bool:
      return bits === 0 ? 'false' : 'true';
    case UNSIGNED:
      return String(bits);
    default:
      return '';
  }
}

/** Whether a number of type `scalar` is one that a byte is made of; others are written as they are. */
export function isInteger(scalar: number): boolean {
  return scalar === Fx4Scalar.int || scalar === Fx4Scalar.uint || scalar === UNSIGNED;
}

/** The text of the low byte of a number. */
export function byteText(bits: number): string {
  return `0x${(bits & 0xff).toString(16).padStart(2, '0')}`;
}

/** An instance of a class, with its index. */
export function instanceText({ name, index }: Fx4Instance): string {
  return index === FX4_NO_REGISTER ? name : `${name}[${index}]`;
}
