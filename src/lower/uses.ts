/**
 * Which components of registers the blocks and subroutines of a program write, and which ones subroutines read: lists that are filled in one pass
 * over the instructions, then completed by what called subroutines do.
 *
 * A list has numbers of components, and -1 - the number of a subroutine for each call.
 *
 * Not for: finding the instructions (structure.ts of each instruction set).
 */
import { DX5106, DX5107 } from './messages.ts';
import { Refusal } from './refusal.ts';

/** Levels of calls, as Direct3D has them. */
const MAX_CALLS = 32;
const NONE: readonly number[] = [];

/** A byte for each component, 0 but while a list is made unique: making it costs more than a small program has blocks (measured). */
let scratch = new Uint8Array(0);

export type UseList = number[];

/** A subroutine as messages name it: its label, and the index of its first token. */
export interface SubroutineLocation {
  readonly label: number;
  readonly at: number;
}

export class Uses {
  /** By block: what it writes. */
  readonly blocks: UseList[];
  /** By subroutine: what it writes, and what it reads. */
  readonly writes: UseList[];
  readonly uses: UseList[];
  readonly #seen: Uint8Array;
  readonly #resolved = new Set<number>();

  /** @param components that registers have */
  constructor(blocks: number, subroutines: number, components: number) {
    const lists = (count: number): UseList[] => Array.from({ length: count }, () => []);
    this.blocks = lists(blocks);
    this.writes = lists(subroutines);
    this.uses = lists(subroutines);
    if (scratch.length < components) scratch = new Uint8Array(components);
    this.#seen = scratch;
  }

  /** Notes a call in a list. */
  static call(list: UseList | undefined, subroutine: number): void {
    list?.push(-1 - subroutine);
  }

  /**
   * Completes all lists: blocks write what the blocks in them write, subroutines what those that they call write.
   *
   * @param around the list of what encloses a block: a block before it, or its subroutine
   */
  complete(
    around: (block: number) => UseList | undefined,
    locationOf: (subroutine: number) => SubroutineLocation,
  ): void {
    // Inner blocks come later.
    for (let i = this.blocks.length - 1; i >= 0; i--) {
      this.blocks[i] = this.#unique(this.blocks[i]!);
      const outer = around(i);
      if (outer !== undefined) for (const use of this.blocks[i]!) outer.push(use);
    }
    for (let i = 0; i < this.writes.length; i++) this.#resolve(i, [], locationOf);
    for (let i = 0; i < this.blocks.length; i++) this.blocks[i] = [...this.#expanded(this.blocks[i]!)];
  }

  /** The list without repetitions. */
  #unique(list: readonly number[]): UseList {
    const seen = this.#seen;
    const calls = new Set<number>();
    const result: number[] = [];
    for (const one of list) {
      if (one < 0) {
        if (calls.has(one)) continue;
        calls.add(one);
      } else {
        if (seen[one] !== 0) continue;
        seen[one] = 1;
      }
      result.push(one);
    }
    for (const one of result) if (one >= 0) seen[one] = 0;
    return result;
  }

  /** Replaces calls by what the subroutines write. */
  #expanded(list: readonly number[], of: readonly (readonly number[])[] = this.writes): readonly number[] {
    if (list.length === 0) return NONE;
    const all: number[] = [];
    for (const one of list) {
      if (one >= 0) all.push(one);
      else for (const inner of of[-1 - one]!) all.push(inner);
    }
    return this.#unique(all).sort((a, b) => a - b);
  }

  /** Replaces the calls of a subroutine, those of the subroutines that it calls first. */
  #resolve(
    subroutine: number,
    callers: readonly number[],
    locationOf: (subroutine: number) => SubroutineLocation,
  ): void {
    if (this.#resolved.has(subroutine)) return;
    const { label, at } = locationOf(subroutine);
    if (callers.includes(subroutine)) throw new Refusal(DX5106, at, { label });
    if (callers.length > MAX_CALLS) throw new Refusal(DX5107, at, { what: 'a call', limit: MAX_CALLS });
    const writes = this.#unique(this.writes[subroutine]!);
    const calls = [...writes, ...this.uses[subroutine]!].filter((one) => one < 0);
    for (const call of new Set(calls)) this.#resolve(-1 - call, [...callers, subroutine], locationOf);
    this.writes[subroutine] = [...this.#expanded(writes)];
    this.uses[subroutine] = [...this.#expanded([...this.uses[subroutine]!, ...this.writes[subroutine]], this.uses)];
    this.#resolved.add(subroutine);
  }
}
