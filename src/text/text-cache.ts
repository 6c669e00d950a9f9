/**
 * Strings that recur in listings, packed eight characters to a double: copying doubles takes a fifth of the time of
 * copying characters (measured). Fixed strings are a {@link PackedText}; spelled ones are cached in a {@link TextCache}
 * by the DWORDs of a program that they are made of. Only ASCII is packed: a double of ASCII characters is never a NaN,
 * whose bits an engine may change in a copy.
 */
import { fastPaths } from '../base/direct-mapped-cache.ts';

/** Characters in a double. */
export const PER_DOUBLE = 8;

const EIGHT = new DataView(new ArrayBuffer(PER_DOUBLE));

/** One text that does not change. */
export class PackedText {
  readonly characters: Float64Array;
  readonly length: number;

  constructor(text: string) {
    this.length = text.length;
    this.characters = new Float64Array(Math.ceil(text.length / PER_DOUBLE));
    pack(text, this.characters, 0);
  }
}

/**
 * Packs `text` into `characters` from index `from` on. Returns whether all of it is ASCII.
 *
 * The doubles are those whose little-endian bytes are the characters, so that `setFloat64` with the constant `true`
 * writes them on any host: with a variable, it takes an instruction listing a tenth more time (measured).
 */
export function pack(text: string, characters: Float64Array, from: number): boolean {
  let all = 0;
  for (let at = 0; at < text.length; at += PER_DOUBLE) {
    for (let i = 0; i < PER_DOUBLE; i++) {
      const code = at + i < text.length ? text.charCodeAt(at + i) : 0;
      all |= code;
      EIGHT.setUint8(i, code);
    }
    characters[from + at / PER_DOUBLE] = EIGHT.getFloat64(0, true);
  }
  return all < 0x80;
}

/** Words of a record before its key: the number of words in the key, 0 in an empty record; and the value. */
const HEAD = 2;
const WORDS_PER_DOUBLE = 2;
/** Low bits of the first word of a key in which neighbors differ. */
const NEAR_BITS = 4;
const NEAR = 2 ** NEAR_BITS - 1;
/** Characters that {@link copyText} copies of every record. */
const MIN_COPIED = 24;
/** The limit on characters of a cached text. Marks in a listing may have any length. */
const MAX_LENGTH = 256;

/**
 * A direct-mapped cache. The key, value and characters of a text are one record, so that a lookup and the copy after it
 * read one or two lines of the processor's cache.
 */
export class TextCache {
  /** Characters of the longest text, a multiple of 8. {@link copyText} writes no more. */
  readonly longest: number;
  readonly records: Int32Array;
  /** The characters of all records. */
  readonly characters: Float64Array;
  /** Words of a record before its characters. */
  readonly head: number;
  /** Words of a record. */
  readonly #stride: number;
  readonly #shift: number;
  /** Number of the last record. */
  readonly #last: number;
  readonly #longestKey: number;
  readonly #enabled = fastPaths.enabled;

  /**
   * @param bits of the number of records, at least 1
   * @param longest characters of the longest text
   * @param longestKey words of the longest key; an even number
   */
  constructor(bits: number, longest: number, longestKey = 2) {
    const doubles = Math.ceil(Math.min(Math.max(longest, MIN_COPIED), MAX_LENGTH) / PER_DOUBLE);
    this.longest = PER_DOUBLE * doubles;
    this.#longestKey = longestKey;
    this.#shift = 32 - bits;
    this.#last = 2 ** bits - 1;
    this.head = HEAD + longestKey;
    this.#stride = this.head + WORDS_PER_DOUBLE * doubles;
    this.records = new Int32Array(this.#stride << bits);
    this.characters = new Float64Array(this.records.buffer);
  }

  /**
   * The record of the text for these two words, or -1. Words are signed: larger numbers cost an allocation (measured).
   */
  find(a: number, b: number): number {
    const record = this.#recordOf(a, b);
    const { records } = this;
    return records[record + HEAD] === a && records[record + HEAD + 1] === b && records[record] === 2 ? record : -1;
  }

  /** The record of the text for the `count` words from `at` on, or -1. Words past the end count as zeros. */
  findRun(words: Uint32Array, at: number, count: number): number {
    const record = this.#recordOfRun(words, at, count);
    const { records } = this;
    if (records[record] !== count) return -1;
    for (let i = 0; i < count; i++) if (records[record + HEAD + i] !== (words[at + i]! | 0)) return -1;
    return record;
  }

  /** The value that was added with the text in `record`. */
  value(record: number): number {
    return this.records[record + 1]!;
  }

  /** Index in {@link characters} at which the text in `record` begins. */
  start(record: number): number {
    return (record + this.head) >>> 1;
  }

  /**
   * Caches `text` for two words, unless it is too long or not ASCII. Does nothing when fast paths are off, like {@link
   * addRun}.
   *
   * @param value any number, which {@link value} returns; the length of the text if it is to be copied
   */
  add(a: number, b: number, text: string, value = text.length): void {
    this.#add(this.#recordOf(a, b), Uint32Array.of(a, b), text, value);
  }

  /** Caches `text` for the `count` words from `at` on, unless there are too many or some are missing. */
  addRun(words: Uint32Array, at: number, count: number, text: string): void {
    if (count > this.#longestKey || at + count > words.length) return;
    this.#add(this.#recordOfRun(words, at, count), words.slice(at, at + count), text, text.length);
  }

  #add(record: number, key: Uint32Array, text: string, value: number): void {
    if (!this.#enabled || text.length > this.longest) return;
    const { records } = this;
    records[record] = pack(text, this.characters, this.start(record)) ? key.length : 0;
    records[record + 1] = value;
    records.set(key, record + HEAD);
  }

  /** Keys whose first words differ in their low bits only are neighbors, because they are often in use together. */
  #recordOf(a: number, b: number): number {
    const hash = (Math.imul(a >> NEAR_BITS, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca6b)) >>> this.#shift;
    return ((hash + (a & NEAR)) & this.#last) * this.#stride;
  }

  #recordOfRun(words: Uint32Array, at: number, count: number): number {
    let sum = 0;
    for (let i = count - 1; i >= 0; i--) sum = Math.imul(sum ^ (sum >>> 16) ^ words[at + i]!, 0x9e37_79b1);
    return (sum >>> this.#shift) * this.#stride;
  }
}

/**
 * Copies the text of `record`, whose value is its length, into `view` from `at` on, which needs space for {@link
 * TextCache.longest} bytes. Most strings have up to 24 characters, which take no loop.
 *
 * @returns the offset after the text
 */
export function copyText({ records, characters, head }: TextCache, record: number, view: DataView, at: number): number {
  const end = at + records[record + 1]!;
  let next = (record + head) >>> 1;
  view.setFloat64(at, characters[next]!, true);
  view.setFloat64(at + 8, characters[next + 1]!, true);
  view.setFloat64(at + 16, characters[next + 2]!, true);
  next += 3;
  for (let to = at + MIN_COPIED; to < end; to += PER_DOUBLE) view.setFloat64(to, characters[next++]!, true);
  return end;
}
