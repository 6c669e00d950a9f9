/**
 * Texts that recur in listings, each in one record with its key: a hit touches one or two cache lines. Keys are two words.
 *
 * A record is the first word of the key, a word with the second one (24 bits) above the length of the text (8 bits), and the
 * characters, eight in a double. Only ASCII texts are kept: a double of ASCII characters is never a NaN, whose bits an engine may
 * change when it copies it.
 *
 * A key has two places, the second for the text that was in the first before: with one place, two texts that recur in turns are
 * spelled again each time (5 of 100 look-ups in 20 shaders of 10 KB, with two places 0.5; measured).
 */
import { fastPaths } from '../base/fast-paths.ts';

const PER_DOUBLE = 8;
const LENGTH_BITS = 8;
const MAX_LENGTH = 255;
/** Characters that are copied of every record (TextWriter.record). */
const LEAST_COPIED = 24;

export class TextRecords {
  /** Keys and lengths: the first two words of each record. */
  readonly words: Int32Array;
  /** The same memory as doubles; the characters of a record are all but the first. */
  readonly characters: Float64Array;
  readonly #bytes: Uint8Array;
  /** Doubles of a record. */
  readonly #stride: number;
  readonly #shift: number;
  readonly #enabled = fastPaths.enabled;

  /**
   * @param bits of the number of records
   * @param longest characters of the longest text that is kept; 24 at least are copied
   */
  constructor(bits: number, longest: number) {
    this.#stride = 1 + Math.ceil(Math.min(Math.max(longest, LEAST_COPIED), MAX_LENGTH) / PER_DOUBLE);
    this.#shift = 33 - bits;
    this.characters = new Float64Array(this.#stride << bits);
    this.words = new Int32Array(this.characters.buffer);
    this.#bytes = new Uint8Array(this.characters.buffer);
  }

  /**
   * The record with this key, as an index of {@link characters}; -1 when there is none.
   *
   * @param a a signed word: larger numbers cost an allocation (measured)
   * @param b up to 24 bits; not 0 where `a` may be 0
   */
  find(a: number, b: number): number {
    const { words } = this;
    const first = this.#first(a, b);
    if (words[2 * first] === a && words[2 * first + 1]! >>> LENGTH_BITS === b) return first;
    const second = first + this.#stride;
    return words[2 * second] === a && words[2 * second + 1]! >>> LENGTH_BITS === b ? second : -1;
  }

  /** Keeps `text` under this key, which has no record yet, if it is ASCII, not too long, and fast paths are on. */
  keep(text: string, a: number, b: number): void {
    const { length } = text;
    const stride = this.#stride;
    if (!this.#enabled || length > MAX_LENGTH || length > PER_DOUBLE * (stride - 1) || !isAscii(text)) return;
    const first = this.#first(a, b);
    this.characters.copyWithin(first + stride, first, first + stride);
    this.words[2 * first] = a;
    this.words[2 * first + 1] = (b << LENGTH_BITS) | length;
    for (let i = 0; i < length; i++) this.#bytes[PER_DOUBLE * (first + 1) + i] = text.charCodeAt(i);
  }

  #first(a: number, b: number): number {
    return 2 * this.#stride * ((Math.imul(a, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca6b)) >>> this.#shift);
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
