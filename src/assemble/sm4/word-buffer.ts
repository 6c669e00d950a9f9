/** The words of a program while it is written: they grow, and words may still be put in between. */

/** Words that a buffer has room for at first. */
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

  /** Puts `word` at index `at`, before what stands there. */
  insert(at: number, word: number): void {
    if (this.count === this.words.length) this.#grow();
    this.words.copyWithin(at + 1, at, this.count);
    this.words[at] = word;
    this.count++;
  }

  /** A copy of what has been written. */
  finish(): Uint32Array {
    return this.words.slice(0, this.count);
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.words.length);
    larger.set(this.words);
    this.words = larger;
  }
}
