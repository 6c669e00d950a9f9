/**
 * Counts the bytes that members have in common with other members, so that a short list cannot make a search as long as
 * its members times their bytes. Archives may name the same bytes twice; how much of that is searched is limited.
 *
 * Not for: unpacked bytes, whose limits are in unpack.ts; readers that know which members are the same.
 */
import { SHARED_ALLOWANCE, SHARED_FACTOR } from '../base/limits.ts';
import { type RandomAccessSource, rootOf } from './source.ts';

/** The remaining budget of a search. */
export class SharedBudget {
  #left: number;

  /** @param size bytes of the source that is searched */
  constructor(size: number) {
    this.#left = SHARED_ALLOWANCE + SHARED_FACTOR * size;
  }

  /** Uses `bytes`, if that many are left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** The members of one item. */
export class MemberBytes {
  readonly #budget: SharedBudget;
  readonly #item: RandomAccessSource;
  /** Bytes that members have so far of each source. */
  readonly #used = new Map<RandomAccessSource, number>();

  constructor(item: RandomAccessSource, budget: SharedBudget) {
    this.#item = item;
    this.#budget = budget;
  }

  /**
   * Adds a member of `size` bytes; false where members have more bytes than there are, and the search has no budget
   * left for that.
   *
   * @param source the bytes, which may be a part of something larger; undefined if they are somewhere in the item
   */
  add(source: RandomAccessSource | undefined, size: number): boolean {
    const whole = source === undefined ? this.#item : rootOf(source, this.#item);
    const used = this.#used.get(whole) ?? 0;
    const shared = Math.min(size, Math.max(0, used + size - whole.size));
    if (shared > 0 && !this.#budget.take(shared)) return false;
    this.#used.set(whole, used + size);
    return true;
  }
}
