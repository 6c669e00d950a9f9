/** A growing buffer for the words of a program; words can be inserted. */

/** The minimum initial size in words. */
const FIRST = 64;

export class WordBuffer {
  words: Uint32Array;
  count = 0;

  constructor(room = FIRST) {
    this.words = new Uint32Array(Math.max(FIRST, room));
  }

  put(word: number): void {
    if (this.count === this.words.length) this.#grow();
    this.words[this.count++] = word;
  }

  /** Inserts `word` at index `at`. */
  insert(at: number, word: number): void {
    if (this.count === this.words.length) this.#grow();
    this.words.copyWithin(at + 1, at, this.count);
    this.words[at] = word;
    this.count++;
  }

  /** A copy of the words so far. */
  finish(): Uint32Array {
    return this.words.slice(0, this.count);
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.words.length);
    larger.set(this.words);
    this.words = larger;
  }
}
