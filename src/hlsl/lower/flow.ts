/**
 * Structured control flow: constructs of the IR whose results are the slots that their exits leave different. An exit
 * is noted where it happens, and written at the end of its construct, when all of them are known.
 */
import type { IrBuilder } from '../../ir/builder.ts';
import type { IrCase } from '../../ir/module.ts';
import { Op } from '../../ir/ops.ts';
import type { Changes, Slots } from './slots.ts';

/** A construct that can be left. */
export interface Target {
  readonly construct: number;
  /** Frames and slots that were there before it. */
  readonly depth: number;
  readonly slots: number;
  /** Each with the token of the code that leaves. */
  readonly exits: { readonly region: number; readonly at: number; readonly changes: Changes }[];
}

export class Flow {
  /** The code from here on cannot run: what follows is not lowered. */
  isDead = false;

  constructor(
    readonly b: IrBuilder,
    readonly slots: Slots,
  ) {}

  #target(construct: number): Target {
    return { construct, depth: this.slots.depth, slots: this.slots.count, exits: [] };
  }

  /** Leaves a construct from here. */
  leave(target: Target): void {
    if (this.isDead) return;
    const changes = this.slots.changesSince(target.depth, target.slots);
    target.exits.push({ region: this.b.region, at: this.b.at, changes });
    this.isDead = true;
  }

  /** Leaves a construct from here unless a condition holds. Returns the branch; a known condition makes none. */
  leaveUnless(condition: number, target: Target): number | undefined {
    const { ops } = this.b;
    if (ops.code[condition] !== Op.const)
      return this.if(
        condition,
        () => {},
        () => this.leave(target),
      );
    if (ops.operand(condition, 0) === 0) this.leave(target);
    return undefined;
  }

  /** Lowers a region of a construct with changes of its own, and leaves the construct at its end. */
  #region(target: Target, lower: () => void): void {
    this.slots.push();
    this.isDead = false;
    lower();
    this.leave(target);
    this.slots.pop();
  }

  /** Writes the exits of a construct; the slots get its results. */
  #close({ construct, exits }: Target): void {
    const { b, slots } = this;
    const changed = new Set<number>();
    for (const { changes } of exits) for (const slot of changes.keys()) changed.add(slot);
    const results: number[] = [];
    const same: [slot: number, value: number][] = [];
    for (const slot of changed) {
      const before = slots.get(slot);
      const first = exits[0]!.changes.get(slot) ?? before;
      const isSame = first !== undefined && exits.every(({ changes }) => (changes.get(slot) ?? before) === first);
      // A value from inside of the construct is not visible after it.
      if (isSame && first === before) same.push([slot, first]);
      else results.push(slot);
    }
    const outside = this.b.ops.region[construct]!;
    const { at } = b;
    for (const { region, at: leavesAt, changes } of exits) {
      b.region = region;
      b.at = leavesAt;
      const values = results.map((slot) => changes.get(slot) ?? slots.get(slot) ?? b.undefined(slots.typeOf(slot)));
      b.exit(construct, values);
    }
    b.region = outside;
    b.at = at;
    for (const [slot, value] of same) slots.set(slot, value);
    for (const [number, slot] of results.entries()) slots.set(slot, b.result(construct, slots.typeOf(slot), number));
    this.isDead = exits.length === 0;
    if (this.isDead) b.unreachable();
  }

  /** Returns the construct, as `loop` does. */
  if(condition: number, then: () => void, otherwise: () => void, flags = 0): number {
    const { b } = this;
    const outer = b.flags;
    b.flags |= flags;
    const construct = b.beginIf(condition);
    b.flags = outer;
    const target = this.#target(construct);
    this.#region(target, then);
    b.nextRegion(construct);
    this.#region(target, otherwise);
    this.#close(target);
    return construct;
  }

  /** A region that can be left from inside. */
  block(lower: (target: Target) => void): void {
    const construct = this.b.beginBlock();
    const target = this.#target(construct);
    this.#region(target, () => lower(target));
    this.#close(target);
  }

  switch(selector: number, cases: readonly IrCase[], lower: (target: Target, index: number) => void): void {
    const { b } = this;
    const construct = b.beginSwitch(selector, cases);
    const target = this.#target(construct);
    for (const index of cases.keys()) {
      b.nextRegion(construct, index);
      this.#region(target, () => lower(target, index));
    }
    this.#close(target);
  }

  /**
   * A loop.
   *
   * @param carried slots that may change inside
   * @param lower the body; `again` starts the next iteration from where it is called
   */
  loop(carried: readonly number[], lower: (target: Target, again: () => void) => void): number {
    const { b, slots } = this;
    const currentOf = (slot: number) => slots.get(slot) ?? b.undefined(slots.typeOf(slot));
    const construct = b.beginLoop(carried.map(currentOf));
    const target = this.#target(construct);
    slots.push();
    this.isDead = false;
    for (const slot of carried) slots.set(slot, b.parameter(slots.typeOf(slot)));
    const again = () => {
      if (this.isDead) return;
      b.continue(construct, carried.map(currentOf));
      this.isDead = true;
    };
    lower(target, again);
    again();
    slots.pop();
    this.#close(target);
    return construct;
  }
}
