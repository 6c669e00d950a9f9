/**
 * How jumps of a module become those of a language whose `break` and `continue` have no labels: which constructs need
 * to be left early, and which flags say after an inner construct that an outer one is to be left too.
 */
import { appendTo } from '../../base/collections.ts';
import { type IrModule, NO_OP, Op } from '../../ir/index.ts';
import { forEachOp } from './resource-uses.ts';

/** The jump of an `exit` or `continue` after it has assigned its values. */
export type Jump =
  /** Nothing: the text goes on where the construct ends. */
  | { readonly kind: 'fallThrough' }
  | { readonly kind: 'break' | 'continue' }
  /** Sets a flag and leaves the innermost construct; checks after the others leave them. */
  | { readonly kind: 'flagged'; readonly target: number; readonly continues: boolean };

/** The flag of a target is checked, and what is around the check is left. */
export interface FlagCheck {
  readonly target: number;
  /** Whether it is the flag for repeating the target. */
  readonly repeats: boolean;
  readonly statement: 'break' | 'continue';
}

export interface FlowPlan {
  readonly jumps: ReadonlyMap<number, Jump>;
  /** Constructs that `break` leaves although they are not loops or switches: `if` and `block`. */
  readonly wrapped: ReadonlySet<number>;
  /** By target: whether a flag for leaving it or for repeating it is needed. */
  readonly leaving: ReadonlySet<number>;
  readonly repeating: ReadonlySet<number>;
  /** After a construct: flags to check. */
  readonly checks: ReadonlyMap<number, readonly FlagCheck[]>;
  /** Exits of each construct. */
  readonly exits: ReadonlyMap<number, readonly number[]>;
  /** Loops that something leaves. */
  readonly left: ReadonlySet<number>;
}

const NO_LISTS = /* @__PURE__ */ new Map<number, never>();
const NONE: ReadonlySet<number> = /* @__PURE__ */ new Set();
const NO_JUMPS: FlowPlan = {
  jumps: NO_LISTS,
  wrapped: NONE,
  leaving: NONE,
  repeating: NONE,
  checks: NO_LISTS,
  exits: NO_LISTS,
  left: NONE,
};

/**
 * Plans the jumps of a module.
 *
 * @param leavesLoopsFromSwitches whether a jump inside a switch can leave the loop around it, as in SPIR-V, but not
 *   in languages whose `break` leaves the switch
 */
export function planFlow(module: IrModule, leavesLoopsFromSwitches = false): FlowPlan {
  if (!module.hasConstructs) return NO_JUMPS;
  const { ops } = module;
  const exits: number[] = [];
  const continues: number[] = [];
  const left = new Set<number>();
  const wrapped = new Set<number>();
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    if (code === Op.exit) exits.push(op);
    else if (code === Op.continue) continues.push(op);
    if (code === Op.exit || code === Op.return || code === Op.abort || code === Op.continue) markLeft(module, op, left);
  });
  for (const op of exits) {
    const target = ops.extra[op]!;
    const code = ops.code[target]!;
    if ((code === Op.if || code === Op.block) && !endsConstruct(module, op)) wrapped.add(target);
  }
  const planner = new Planner(module, wrapped, leavesLoopsFromSwitches);
  for (const op of exits) planner.exit(op);
  for (const op of continues) planner.continue(op);
  const { jumps, leaving, repeating, checks } = planner;
  const exitsOf = new Map<number, number[]>();
  for (const op of exits) appendTo(exitsOf, ops.extra[op]!, op);
  return { jumps, wrapped, leaving, repeating, checks, left, exits: exitsOf };
}

/** The construct that has the region of an operation. */
function ownerOf(module: IrModule, op: number): number {
  return module.owner[module.ops.region[op]!]!;
}

/** Marks the loops that a jump leaves. */
function markLeft(module: IrModule, jump: number, left: Set<number>): void {
  const { ops } = module;
  const code = ops.code[jump]!;
  const target = code === Op.exit || code === Op.continue ? ops.extra[jump]! : NO_OP;
  for (let owner = ownerOf(module, jump); owner !== NO_OP; owner = ownerOf(module, owner)) {
    if (owner === target && code === Op.continue) return;
    if (ops.code[owner] === Op.loop) left.add(owner);
    if (owner === target) return;
  }
}

/** Whether what follows a construct in its region never runs: all of its ways lead elsewhere. */
function endsRegion({ ops }: IrModule, construct: number): boolean {
  let op = ops.next[construct]!;
  while (op !== NO_OP && ops.code[op] === Op.result) op = ops.next[op]!;
  return ops.code[op] === Op.unreachable;
}

/** Whether the text ends its target right after a jump, so that no statement is needed. */
function endsConstruct(module: IrModule, jump: number): boolean {
  const { ops } = module;
  const target = ops.extra[jump]!;
  let owner = ownerOf(module, jump);
  while (owner !== target) {
    if (ops.code[owner] !== Op.if || !endsRegion(module, owner)) return false;
    owner = ownerOf(module, owner);
  }
  return true;
}

class Planner {
  readonly jumps = new Map<number, Jump>();
  readonly leaving = new Set<number>();
  readonly repeating = new Set<number>();
  readonly checks = new Map<number, FlagCheck[]>();

  constructor(
    readonly module: IrModule,
    readonly wrapped: ReadonlySet<number>,
    readonly leavesLoopsFromSwitches: boolean,
  ) {}

  #isBreakable(construct: number): boolean {
    const code = this.module.ops.code[construct]!;
    return code === Op.loop || code === Op.switch || this.wrapped.has(construct);
  }

  exit(op: number): void {
    const { ops } = this.module;
    const target = ops.extra[op]!;
    if (ops.code[target] !== Op.loop && endsConstruct(this.module, op)) {
      this.jumps.set(op, { kind: 'fallThrough' });
      return;
    }
    const isLoop = (one: number) => ops.code[one] === Op.loop;
    const isInWay = this.leavesLoopsFromSwitches && isLoop(target) ? isLoop : (one: number) => this.#isBreakable(one);
    const between = this.#between(op, target, isInWay);
    if (between.length === 0) this.jumps.set(op, { kind: 'break' });
    else this.#flag(op, target, between, false);
  }

  continue(op: number): void {
    const { ops } = this.module;
    const loop = ops.extra[op]!;
    // `continue` goes through switches, so only loops are in its way.
    if (this.#between(op, loop, (one) => ops.code[one] === Op.loop).length === 0) {
      const falls = endsConstruct(this.module, op);
      this.jumps.set(op, { kind: falls ? 'fallThrough' : 'continue' });
      return;
    }
    this.#flag(
      op,
      loop,
      this.#between(op, loop, (one) => this.#isBreakable(one)),
      true,
    );
  }

  /** Constructs between a jump and its target, the innermost first. */
  #between(op: number, target: number, filter: (construct: number) => boolean): number[] {
    const list: number[] = [];
    for (let owner = ownerOf(this.module, op); owner !== target && owner !== NO_OP; owner = ownerOf(this.module, owner))
      if (filter(owner)) list.push(owner);
    return list;
  }

  #flag(op: number, target: number, between: readonly number[], continues: boolean): void {
    (continues ? this.repeating : this.leaving).add(target);
    this.jumps.set(op, { kind: 'flagged', target, continues });
    for (const construct of between) {
      const list = this.checks.get(construct) ?? [];
      this.checks.set(construct, list);
      if (list.some((one) => one.target === target && one.repeats === continues)) continue;
      const isLoop = (one: number) => this.module.ops.code[one] === Op.loop;
      const reaches = continues && this.#between(construct, target, isLoop).length === 0;
      list.push({ target, repeats: continues, statement: reaches ? 'continue' : 'break' });
    }
  }
}
