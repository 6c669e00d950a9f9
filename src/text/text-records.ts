/**
 * Texts that recur in listings, each in one record with its key: a hit touches one or two cache lines. Keys are two words.
 *
 * A record is the first word of the key, a word with the second one (24 bits) above the length of the text (8 bits), and the
 * characters, eight in a double. Only ASCII texts are kept: a double of ASCII characters is never a NaN, whose bits an engine may
 * change when it copies it.
 *
 * A key has two places, the second for the text that was in the first before: with one place, two texts that recur in turns are
 * spelled again each time (6 of 100 look-ups in 20 shaders of 10 KB, with two places 1.5; measured). Second places are in the second half
 * of the memory, and keys that differ in their low bits only are neighbors: what is in use together takes few cache lines.
 */
import { fastPaths } from '../base/fast-paths.ts';
import { PER_DOUBLE, pack } from './packed-texts.ts';

const LENGTH_BITS = 8;
const MAX_LENGTH = 255;
const MAX_B = 2 ** 24 - 1;
/** Low bits of the first word of a key in which neighbors differ. */
const NEAR_BITS = 7;
/** Characters that are copied of every record. */
const LEAST_COPIED = 24;
/** The room after a text that {@link copyRecord} needs. */
export const SPARE_ROOM = 24;

export class TextRecords {
  /** Keys and lengths: the first two words of each record. */
  readonly words: Int32Array;
  /** The same memory as doubles; the characters of a record are all but the first. */
  readonly characters: Float64Array;
  /** Characters of the longest text that is kept. */
  readonly longest: number;
  /** Doubles of a record. */
  readonly #stride: number;
  readonly #shift: number;
  /** The last place. */
  readonly #last: number;
  /** From a first place to the second one. */
  readonly #half: number;
  readonly #enabled = fastPaths.enabled;

  /**
   * @param bits of the number of records, at least 2
   * @param longest characters of the longest text that is kept; 24 at least are copied
   */
  constructor(bits: number, longest: number) {
    this.longest = Math.min(Math.max(longest, LEAST_COPIED), MAX_LENGTH);
    this.#stride = 1 + Math.ceil(this.longest / PER_DOUBLE);
    this.#shift = 33 - bits;
    this.#last = 2 ** (bits - 1) - 1;
    this.#half = this.#stride << (bits - 1);
    this.characters = new Float64Array(this.#stride << bits);
    this.words = new Int32Array(this.characters.buffer);
  }

  /**
   * The record with this key, as an index of {@link characters}; -1 when there is none.
   *
   * @param a a signed word: larger numbers cost an allocation (measured)
   * @param b not negative, and not 0 where `a` may be 0
   */
  find(a: number, b: number): number {
    const { words } = this;
    const first = this.#first(a, b);
    if (words[2 * first] === a && words[2 * first + 1]! >>> LENGTH_BITS === b) return first;
    const second = first + this.#half;
    return words[2 * second] === a && words[2 * second + 1]! >>> LENGTH_BITS === b ? second : -1;
  }

  /**
   * Keeps `text` under this key, which has no record yet, if it is ASCII and not too long, `b` has at most 24 bits, and fast paths are
   * on.
   */
  keep(text: string, a: number, b: number): void {
    const { length } = text;
    const stride = this.#stride;
    if (!this.#enabled || length > this.longest || b > MAX_B || !isAscii(text)) return;
    const first = this.#first(a, b);
    this.characters.copyWithin(first + this.#half, first, first + stride);
    this.words[2 * first] = a;
    this.words[2 * first + 1] = (b << LENGTH_BITS) | length;
    pack(text, this.characters, first + 1);
  }

  #first(a: number, b: number): number {
    const hash = (Math.imul(a >> NEAR_BITS, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca6b)) >>> this.#shift;
    return this.#stride * ((hash + a) & this.#last);
  }
}

/**
 * Copies the text of `record` into `view` from `at` on, which has room for it and {@link SPARE_ROOM} more. Whole doubles are copied, three
 * at least: most texts have up to 24 characters, and these take no loop.
 *
 * @returns the offset after the text
 */
export function copyRecord({ words, characters }: TextRecords, record: number, view: DataView, at: number): number {
  const end = at + (words[2 * record + 1]! & MAX_LENGTH);
  view.setFloat64(at, characters[record + 1]!, true);
  view.setFloat64(at + 8, characters[record + 2]!, true);
  view.setFloat64(at + 16, characters[record + 3]!, true);
  let next = record + 4;
  for (let to = at + 24; to < end; to += 8) view.setFloat64(to, characters[next++]!, true);
  return end;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
