/**
 * A direct-mapped cache: keys of up to four words, each in the one slot that a hash of its words names. A key that
 * hashes to a used slot replaces the key there. A lookup costs a tenth of that in a `Map` of 32-bit keys (measured).
 *
 * The cache holds keys only. Users hold values in arrays indexed by slot.
 */

/**
 * The switch for everything that only makes dxlens faster: caches, and fast paths in addition to the general code.
 * Results are the same with and without them; tests run both ways to prove it.
 *
 * Each cache reads the switch when it is made, and each pass when it begins. So it must be set before the modules with
 * caches are loaded, as the set-up of the tests does.
 */
export const fastPaths = { enabled: true };

/** Words of a key. Shorter keys end with zeros. */
const KEY = 4;

export class DirectMappedCache {
  readonly #keys: Int32Array;
  readonly #shift: number;
  readonly #enabled = fastPaths.enabled;

  /** @param bits of the number of slots, at least 1 */
  constructor(bits: number) {
    this.#keys = new Int32Array(KEY << bits);
    this.#shift = 32 - bits;
    // A key of zeros belongs into slot 0, so no key of another slot is zeros. This one does not belong into slot 0.
    this.#keys[0] = 1;
  }

  /**
   * The slot of this key, or -1 when the cache does not hold it. Words are signed: larger numbers cost an allocation
   * (measured).
   */
  find(a: number, b = 0, c = 0, d = 0): number {
    const slot = hash(a, b, c, d) >>> this.#shift;
    const keys = this.#keys;
    const at = KEY * slot;
    return keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d ? slot : -1;
  }

  /**
   * The slot of this key, which the cache holds from now on. When fast paths are off, it still does not hold the key.
   */
  add(a: number, b = 0, c = 0, d = 0): number {
    const slot = hash(a, b, c, d) >>> this.#shift;
    if (!this.#enabled) return slot;
    const keys = this.#keys;
    const at = KEY * slot;
    keys[at] = a;
    keys[at + 1] = b;
    keys[at + 2] = c;
    keys[at + 3] = d;
    return slot;
  }
}

function hash(a: number, b: number, c: number, d: number): number {
  return Math.imul(a, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca6b) ^ Math.imul(c, 0xc2b2_ae35) ^ Math.imul(d, 0x27d4_eb2f);
}
