/**
 * The current values of variables while a program is lowered: each scalar has a slot, and a slot has the operation that
 * computed it last. Frames hold what changed inside of a construct, so that a branch can be forgotten, and so that the
 * end of a construct finds what its exits left different.
 *
 * Not for: arrays that are indexed by values, which are memory of the program.
 */
import type { IrType } from '../../ir/types.ts';

/** Changed slots with their new values. */
export type Changes = ReadonlyMap<number, number>;

export class Slots {
  readonly #types: IrType[] = [];
  readonly #frames: Map<number, number>[] = [new Map()];

  /** @param observe called for each new value of a slot */
  constructor(readonly observe?: (slot: number, value: number) => void) {}

  /** How many slots there are. */
  get count(): number {
    return this.#types.length;
  }

  get depth(): number {
    return this.#frames.length;
  }

  /** New slots without values; returns the first one. */
  add(types: readonly IrType[]): number {
    const first = this.#types.length;
    for (const type of types) this.#types.push(type);
    return first;
  }

  typeOf(slot: number): IrType {
    return this.#types[slot]!;
  }

  /** The value of a slot; undefined before it is set. */
  get(slot: number): number | undefined {
    for (let i = this.#frames.length - 1; i >= 0; i--) {
      const value = this.#frames[i]!.get(slot);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(slot: number, value: number): void {
    this.#frames.at(-1)!.set(slot, value);
    this.observe?.(slot, value);
  }

  push(): void {
    this.#frames.push(new Map());
  }

  /** Forgets the changes of the innermost frame. */
  pop(): void {
    this.#frames.pop();
  }

  /** The changes in the frames from `depth` on, of the slots before `limit`. */
  changesSince(depth: number, limit: number): Changes {
    const changes = new Map<number, number>();
    for (let i = depth; i < this.#frames.length; i++)
      for (const [slot, value] of this.#frames[i]!) if (slot < limit) changes.set(slot, value);
    return changes;
  }
}
