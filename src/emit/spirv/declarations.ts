/**
 * The section of types, constants and global variables. A type or constant is there once: its instruction is written,
 * looked up by its words, and taken away again where the section has it already. So no key has to be made of what rules
 * ask for with nearly every operation.
 *
 * Not for: what types and constants there are (module-writer.ts).
 */
import { giveNumbers, takeNumbers } from '../../ir/passes/tables.ts';
import { Words } from './words.ts';

/** Where an instruction has its id: types before their operands, constants after their type. */
export const ID_OF_TYPE = 1;
export const ID_OF_CONSTANT = 2;

/** The placeholder of an id that is not known yet. */
export const NO_ID = 0;

/** More than twice as many as most modules have types and constants. */
const MIN_SLOTS = 512;
/** A slot has the hash of an instruction, and its position plus one, or 0. */
const SLOT = 2;
/** The odd number near 2 ** 32 divided by the golden ratio: it spreads small numbers. */
const MULTIPLIER = 0x9e37_79b1;

export class Declarations extends Words {
  #slots = MIN_SLOTS;
  #table = takeNumbers(SLOT * MIN_SLOTS, 0);
  #count = 0;

  override release(): void {
    super.release();
    giveNumbers(this.#table);
  }

  /**
   * Ends the instruction from `start` on, which has {@link NO_ID}. Returns the id of the same instruction, or `next`,
   * which it then has.
   *
   * @param idAt which of its words is the id
   */
  once(start: number, idAt: number, next: number): number {
    const { words, length } = this;
    let hash = 0;
    for (let i = start; i < length; i++) hash = Math.imul((hash ^ words[i]!) + (hash >>> 15), MULTIPLIER);
    const table = this.#table;
    let slot = this.#slotOf(hash);
    for (; table[slot + 1] !== 0; slot = this.#after(slot)) {
      const known = table[slot + 1]! - 1;
      if (table[slot] !== hash || !this.#isSame(known, start, idAt)) continue;
      this.length = start;
      return words[known + idAt]!;
    }
    words[start + idAt] = next;
    table[slot] = hash;
    table[slot + 1] = start + 1;
    if (++this.#count > this.#slots / 2) this.#grow();
    return next;
  }

  #slotOf(hash: number): number {
    return SLOT * ((hash ^ (hash >>> 16)) & (this.#slots - 1));
  }

  #after(slot: number): number {
    return (slot + SLOT) & (SLOT * this.#slots - 1);
  }

  /** Whether the last instruction has the words of an earlier one, but for the id. The first word has their number. */
  #isSame(known: number, start: number, idAt: number): boolean {
    const { words, length } = this;
    for (let i = 0; start + i < length; i++) if (words[known + i] !== words[start + i] && i !== idAt) return false;
    return true;
  }

  #grow(): void {
    const old = this.#table;
    const end = SLOT * this.#slots;
    this.#slots *= 2;
    this.#table = takeNumbers(SLOT * this.#slots, 0);
    for (let from = 0; from < end; from += SLOT) {
      if (old[from + 1] === 0) continue;
      let slot = this.#slotOf(old[from]!);
      while (this.#table[slot + 1] !== 0) slot = this.#after(slot);
      this.#table[slot] = old[from]!;
      this.#table[slot + 1] = old[from + 1]!;
    }
    giveNumbers(old);
  }
}
