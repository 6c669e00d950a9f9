/**
 * Texts that recur in listings of shader models 1 to 3, packed for {@link TextWriter.packed}: eight characters to a double,
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

/** The texts of tokens: direct-mapped, each in the place that a hash of its token names. */
export class PackedTexts {
  readonly #keys: Int32Array;
  readonly #lengths: Uint8Array;
  readonly #shift: number;
  readonly #stride: number;
  readonly #bytes: Uint8Array;
  readonly characters: Float64Array;

  /**
   * @param bits of the number of places
   * @param longest characters of the longest text that is kept, below 256
   */
  constructor(bits: number, longest: number) {
    const places = 1 << bits;
    this.#shift = 32 - bits;
    this.#stride = Math.ceil(longest / PER_DOUBLE);
    this.#keys = new Int32Array(places);
    this.#lengths = new Uint8Array(places);
    this.characters = new Float64Array(this.#stride * places);
    this.#bytes = new Uint8Array(this.characters.buffer);
  }

  /**
   * The place of the text of `token`, or -1 when it is not kept.
   *
   * @param token not 0, as a signed number: a number beyond 31 bits costs an allocation (measured)
   */
  find(token: number): number {
    const place = Math.imul(token, 0x9e37_79b1) >>> this.#shift;
    return this.#keys[place] === token ? place : -1;
  }

  /** Keeps `text`, if it is ASCII and not too long, in place of what stood there. */
  keep(token: number, text: string): void {
    if (text.length > PER_DOUBLE * this.#stride) return;
    const place = Math.imul(token, 0x9e37_79b1) >>> this.#shift;
    const ascii = pack(text, this.#bytes, PER_DOUBLE * this.#stride * place);
    this.#keys[place] = ascii ? token : 0;
    this.#lengths[place] = text.length;
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
