/**
 * Texts that recur in listings, packed for {@link TextWriter.packed}: eight characters in a double. Copying doubles costs a fifth of
 * copying characters (measured). Only ASCII texts are packed: a double of ASCII characters is never a NaN, whose bits an engine may
 * change when it copies it.
 */

import { DirectMappedCache } from '../base/direct-mapped-cache.ts';

const PER_DOUBLE = 8;

/** One text that does not change. */
export class PackedText {
  readonly characters: Float64Array;
  readonly length: number;

  constructor(text: string) {
    this.length = text.length;
    this.characters = new Float64Array(Math.ceil(text.length / PER_DOUBLE));
    pack(text, new Uint8Array(this.characters.buffer), 0);
  }
}

/** Texts by the words of their keys. */
export class PackedTexts extends DirectMappedCache {
  readonly #lengths: Uint8Array;
  readonly #stride: number;
  readonly #bytes: Uint8Array;
  /** The characters of all slots. */
  readonly characters: Float64Array;

  /**
   * @param bits of the number of slots
   * @param longest characters of the longest text that is kept, below 249
   */
  constructor(bits: number, longest: number) {
    super(bits);
    const slots = 1 << bits;
    this.#stride = Math.ceil(longest / PER_DOUBLE);
    this.#lengths = new Uint8Array(slots);
    this.characters = new Float64Array(this.#stride * slots);
    this.#bytes = new Uint8Array(this.characters.buffer);
  }

  /** Keeps `text` under this key, if it is ASCII and not too long. */
  keep(text: string, a: number, b = 0, c = 0, d = 0): void {
    if (text.length > PER_DOUBLE * this.#stride) return;
    const slot = this.add(a, b, c, d);
    this.#lengths[slot] = text.length;
    if (!pack(text, this.#bytes, PER_DOUBLE * this.#stride * slot)) this.remove(slot);
  }

  /** Keeps the characters of `bytes` from `from` to `to` under this key, if all are ASCII and they are not too many. */
  keepBytes(bytes: Uint8Array, from: number, to: number, a: number, b: number, c: number, d: number): void {
    const length = to - from;
    if (length > PER_DOUBLE * this.#stride) return;
    const slot = this.add(a, b, c, d);
    const first = PER_DOUBLE * this.#stride * slot;
    let all = 0;
    for (let i = 0; i < length; i++) {
      const byte = bytes[from + i]!;
      all |= byte;
      this.#bytes[first + i] = byte;
    }
    this.#lengths[slot] = length;
    if (all >= 0x80) this.remove(slot);
  }

  /** Characters of the text in `slot`. */
  length(slot: number): number {
    return this.#lengths[slot]!;
  }

  /** Index in {@link characters} at which the text in `slot` begins. */
  start(slot: number): number {
    return this.#stride * slot;
  }
}

/** Writes the characters of `text` into `bytes` from `from` on. Returns whether all of them are ASCII. */
function pack(text: string, bytes: Uint8Array, from: number): boolean {
  let all = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    all |= code;
    bytes[from + i] = code;
  }
  return all < 0x80;
}
