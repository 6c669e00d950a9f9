/**
 * Texts that recur in listings, cached by the words of a program that they are made of, and packed as packed-texts.ts says. The cache is
 * direct-mapped. The key, length and characters of a text are one record, so that a lookup and the copy after it read one or two
 * lines of the processor's cache.
 */
import { fastPaths } from '../base/fast-paths.ts';
import { PER_DOUBLE, pack } from './packed-texts.ts';

/** Words of a record before its key: the number of words in the key, 0 in an empty record; and the value. */
const HEAD = 2;
const WORDS_PER_DOUBLE = 2;

export class WordTexts {
  readonly #enabled = fastPaths.enabled;
  readonly #shift: number;
  readonly #longestKey: number;
  readonly #longest: number;
  /** Words of a record. */
  readonly #stride: number;
  /** Words of a record before its characters. */
  readonly #head: number;
  readonly #records: Int32Array;
  /** The characters of all records. */
  readonly characters: Float64Array;

  /**
   * @param bits of the number of records, at least 1
   * @param longestKey words of the longest key; an even number
   * @param longest characters of the longest text; a multiple of 8
   */
  constructor(bits: number, longestKey: number, longest: number) {
    this.#shift = 32 - bits;
    this.#longestKey = longestKey;
    this.#longest = longest;
    this.#head = HEAD + longestKey;
    this.#stride = this.#head + WORDS_PER_DOUBLE * (longest / PER_DOUBLE);
    this.#records = new Int32Array(this.#stride << bits);
    this.characters = new Float64Array(this.#records.buffer);
  }

  /** The record of the text for these two signed words, or -1. */
  find(a: number, b: number): number {
    const record = (hash(hash(0, b), a) >>> this.#shift) * this.#stride;
    const records = this.#records;
    return records[record + HEAD] === a && records[record + HEAD + 1] === b && records[record] === 2 ? record : -1;
  }

  /** The record of the text for the `count` words from `at` on, or -1. Words past the end count as zeros. */
  findRun(words: Uint32Array, at: number, count: number): number {
    const record = this.#recordOf(words, at, count);
    const records = this.#records;
    if (records[record] !== count) return -1;
    for (let i = 0; i < count; i++) if (records[record + HEAD + i] !== (words[at + i]! | 0)) return -1;
    return record;
  }

  /** The value that was kept with the text in `record`. */
  value(record: number): number {
    return this.#records[record + 1]!;
  }

  /** Index in {@link characters} at which the text in `record` begins. */
  start(record: number): number {
    return (record + this.#head) >>> 1;
  }

  /** {@link keepRun} for two words. */
  keep(a: number, b: number, text: string, value = text.length): void {
    this.keepRun(Uint32Array.of(a, b), 0, 2, text, value);
  }

  /**
   * Keeps `text` for the `count` words from `at` on, unless it is too long, or the key is, or the text is not ASCII. Keeps nothing when
   * fast paths are off.
   */
  keepRun(words: Uint32Array, at: number, count: number, text: string, value = text.length): void {
    if (!this.#enabled || count > this.#longestKey || text.length > this.#longest) return;
    const record = this.#recordOf(words, at, count);
    const records = this.#records;
    records[record] = pack(text, this.characters, this.start(record)) ? count : 0;
    records[record + 1] = value;
    for (let i = 0; i < count; i++) records[record + HEAD + i] = words[at + i]!;
  }

  #recordOf(words: Uint32Array, at: number, count: number): number {
    let sum = 0;
    for (let i = count - 1; i >= 0; i--) sum = hash(sum, words[at + i]!);
    return (sum >>> this.#shift) * this.#stride;
  }
}

/** Adds a word to a hash, whose high bits are the good ones. */
function hash(sum: number, word: number): number {
  return Math.imul(sum ^ (sum >>> 16) ^ word, 0x9e37_79b1);
}
