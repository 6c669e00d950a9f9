/**
 * Slots for names, found by their characters: a name that was added is in one of the two slots that its hash gives,
 * until another name takes it. The meanings of the names are stored by the user of the slots, in arrays by slot.
 */

const SLOT_BITS = 10;
/** The number of slots. */
export const NAME_SLOTS = 1 << SLOT_BITS;
/** Names must not be longer. */
export const LONGEST_NAME = 24;

export class NameSlots {
  readonly #lengths = new Uint8Array(NAME_SLOTS);
  readonly #characters = new Uint8Array(NAME_SLOTS * LONGEST_NAME);
  /** Which of two slots the next name takes. */
  #turn = 0;

  /** The slot of the name of `length` characters at `start` of `source`; -1 when it has none. */
  find(source: string, start: number, length: number, hash: number): number {
    const slot = slotOf(hash);
    if (this.#holds(slot, source, start, length)) return slot;
    return this.#holds(slot ^ 1, source, start, length) ? slot ^ 1 : -1;
  }

  /** Gives that name a slot. */
  add(source: string, start: number, length: number, hash: number): number {
    this.#turn ^= 1;
    const slot = slotOf(hash) ^ this.#turn;
    const base = slot * LONGEST_NAME;
    this.#lengths[slot] = length;
    for (let i = 0; i < length; i++) {
      const code = source.charCodeAt(start + i);
      // A name with other characters is unknown, and not stored.
      if (code > 0x7f) this.#lengths[slot] = 0;
      this.#characters[base + i] = code;
    }
    return slot;
  }

  /** Whether `slot` holds the `length` characters of `source` from `start` on. */
  #holds(slot: number, source: string, start: number, length: number): boolean {
    if (this.#lengths[slot] !== length) return false;
    const characters = this.#characters;
    const base = slot * LONGEST_NAME;
    let i = 0;
    while (i < length && characters[base + i] === source.charCodeAt(start + i)) i++;
    return i === length;
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> SLOT_BITS)) & (NAME_SLOTS - 1);
}
