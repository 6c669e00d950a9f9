/**
 * Operands of shader models 1 to 3 from two pieces: the name of a register with the text before it (`, -c12`), and its
 * mask or swizzle (`.xyz`), at most eight characters each. Shaders have thousands of different operands and some
 * hundred pieces, which stay in the fastest cache of the processor: 1.3 times as fast as caching complete operands
 * (measured).
 *
 * Not for: spelling them (operands.ts), and operands with relative addresses, precisions, other modifiers or markup.
 */
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { FULL_MASK, IDENTITY_SWIZZLE } from '../../isa/components.ts';
import { Sm1DestinationToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import { PER_DOUBLE, pack } from '../text-cache.ts';
import { MASKS, SWIZZLES } from './operands.ts';

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
