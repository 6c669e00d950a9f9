/**
 * Texts that recur in listings, packed for {@link TextWriter.packed}: eight characters to a double,
 * because a copy of doubles costs a fifth of one character by character (measured). ASCII only: the bits of a double of
 * ASCII characters are never those of a NaN, which an engine may change on its way.
 */

const PER_DOUBLE = 8;

/** One text that is known beforehand. */
export class PackedText {
  readonly characters: Float64Array;
  readonly length: number;

  constructor(text: string) {
    this.length = text.length;
    this.characters = new Float64Array(Math.ceil(text.length / PER_DOUBLE));
    pack(text, new Uint8Array(this.characters.buffer), 0);
  }
}

/** Words of a key. */
const KEY = 4;

/**
 * Texts by the words that they stand for: direct-mapped, each in the place that a hash of its words names, which costs a
 * tenth of a `Map` of 32-bit keys (measured). Words are signed: a number beyond 31 bits costs an allocation (measured).
 */
export class PackedTexts {
  readonly #keys: Int32Array;
  readonly #lengths: Uint8Array;
  readonly #shift: number;
  readonly #stride: number;
  readonly #bytes: Uint8Array;
  /** The characters of all places. */
  readonly characters: Float64Array;

  /**
   * @param bits of the number of places
   * @param longest characters of the longest text that is kept, below 249
   */
  constructor(bits: number, longest: number) {
    const places = 1 << bits;
    this.#shift = 32 - bits;
    this.#stride = Math.ceil(longest / PER_DOUBLE);
    this.#keys = new Int32Array(KEY * places);
    this.#lengths = new Uint8Array(places);
    this.characters = new Float64Array(this.#stride * places);
    this.#bytes = new Uint8Array(this.characters.buffer);
  }

  /** The place of the text of these words, or -1 when it is not kept. */
  find(a: number, b = 0, c = 0, d = 0): number {
    const place = hash(a, b, c, d) >>> this.#shift;
    const keys = this.#keys;
    const at = KEY * place;
    if (keys[at] !== a || keys[at + 1] !== b || keys[at + 2] !== c || keys[at + 3] !== d) return -1;
    return this.#lengths[place] === 0 ? -1 : place;
  }

  /** Keeps `text`, if it is ASCII and not too long, in place of what stood there. */
  keep(text: string, a: number, b = 0, c = 0, d = 0): void {
    if (text.length > PER_DOUBLE * this.#stride) return;
    const place = this.#claim(a, b, c, d);
    const ascii = pack(text, this.#bytes, PER_DOUBLE * this.#stride * place);
    this.#lengths[place] = ascii ? text.length : 0;
  }

  /** Keeps the characters of `bytes` from `from` to `to`, if all are ASCII and they are not too many. */
  keepBytes(bytes: Uint8Array, from: number, to: number, a: number, b: number, c: number, d: number): void {
    const length = to - from;
    if (length > PER_DOUBLE * this.#stride) return;
    const place = this.#claim(a, b, c, d);
    const first = PER_DOUBLE * this.#stride * place;
    let all = 0;
    for (let i = 0; i < length; i++) {
      const byte = bytes[from + i]!;
      all |= byte;
      this.#bytes[first + i] = byte;
    }
    this.#lengths[place] = all < 0x80 ? length : 0;
  }

  /** Characters of the text at `place`. */
  length(place: number): number {
    return this.#lengths[place]!;
  }

  /** Where in {@link characters} the text at `place` begins. */
  start(place: number): number {
    return this.#stride * place;
  }

  /** The place of these words, which is theirs from now on. */
  #claim(a: number, b: number, c: number, d: number): number {
    const place = hash(a, b, c, d) >>> this.#shift;
    const at = KEY * place;
    this.#keys[at] = a;
    this.#keys[at + 1] = b;
    this.#keys[at + 2] = c;
    this.#keys[at + 3] = d;
    return place;
  }
}

function hash(a: number, b: number, c: number, d: number): number {
  return Math.imul(a, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca6b) ^ Math.imul(c, 0xc2b2_ae35) ^ Math.imul(d, 0x27d4_eb2f);
}

/** Puts the characters of `text` into `bytes`; whether all were ASCII. */
function pack(text: string, bytes: Uint8Array, from: number): boolean {
  let all = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    all |= code;
    bytes[from + i] = code;
  }
  return all < 0x80;
}
