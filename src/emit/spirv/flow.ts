/**
 * Constructs and jumps as blocks of SPIR-V. Each `if` and `switch` is a selection with a merge block, each `loop` a
 * loop with a block for its second region; results and parameters are phis. A branch may only leave the innermost
 * switch or loop: constructs that have to be left in another way are switches with one case, and a jump over several
 * sets a flag that is tested after each of them, as planned in emit/common.
 */
import { appendTo } from '../../base/collections.ts';
import { continueRegion, Kind, NO_OP, Op, parametersOf, resultsOf } from '../../ir/index.ts';
import { giveNumbers, takeNumbers } from '../../ir/passes/walk.ts';
import { type FlowPlan, planFlow } from '../common/flow-plan.ts';
import type { SpirvContext } from './context.ts';
import { Spv, StorageClass } from './grammar.ts';

/** A way into a merge block: the block that branches to it, and the values that it brings. */
interface Arrival {
  readonly block: number;
  readonly values: readonly number[];
}

/** Variables of a target that jumps reach over several constructs. */
interface FarTarget {
  readonly flag: number;
  readonly values: readonly number[];
}

/** State of constructs while a module is written. */
class Constructs {
  readonly arrivals = new Map<number, Arrival[]>();
  readonly repeats = new Map<number, Arrival[]>();
  /** By loop: its `repeat`. */
  readonly repeatOf = new Map<number, number>();
  /** By construct: where the jumps through its end go. */
  readonly through = new Map<number, { readonly target: number; readonly arrivals: Arrival[] }>();
  /** Constructs whose region is written without separate blocks. */
  readonly flat = new Set<number>();
  readonly leaving = new Map<number, FarTarget>();
  readonly repeating = new Map<number, FarTarget>();
}

/** For modules without any, which are most: nothing is ever put into it. */
const NO_CONSTRUCTS = /* @__PURE__ */ new Constructs();

export interface FlowHost {
  readonly w: SpirvContext;
  /** Writes an operation that is no construct and no jump. */
  operation(op: number): void;
  /** Ends the function. */
  leaveFunction(op: number): void;
}

export class FlowWriter {
  readonly plan: FlowPlan;
  /** Whether the block has no terminator yet. */
  isOpen = false;
  readonly #w: SpirvContext;
  readonly #merges: Int32Array;
  readonly #continues: Int32Array;
  readonly #constructs: Constructs;
  /** The construct without blocks that goes on where operations after inner ones say that nothing is reached. */
  #resumed = NO_OP;

  constructor(private readonly host: FlowHost) {
    this.#w = host.w;
    const { module } = this.#w;
    this.plan = planFlow(module, true);
    this.#constructs = module.hasConstructs ? new Constructs() : NO_CONSTRUCTS;
    const count = module.hasConstructs ? module.ops.count : 0;
    this.#merges = takeNumbers(count, 0);
    this.#continues = takeNumbers(count, 0);
  }

  /** Gives the memory to the next module, when this one is written. */
  release(): void {
    giveNumbers(this.#merges);
    giveNumbers(this.#continues);
  }

  /** Begins a block. */
  start(label: number): void {
    this.#w.code.label(label);
    this.isOpen = true;
  }

  /** Declares the variables that far jumps need: in the first block of a function. */
  declareVariables(isInFunction: (construct: number) => boolean): void {
    const { module, m, code } = this.#w;
    const variable = (type: number): number =>
      code.value(Spv.Variable, m.pointer(StorageClass.Function, type), [StorageClass.Function]);
    const typesOf = (values: readonly number[]) => values.map((value) => m.type(module.ops.type[value]!));
    for (const target of this.plan.leaving)
      if (isInFunction(target))
        this.#constructs.leaving.set(target, {
          flag: variable(m.bool),
          values: typesOf(resultsOf(module, target)).map(variable),
        });
    for (const target of this.plan.repeating)
      if (isInFunction(target))
        this.#constructs.repeating.set(target, {
          flag: variable(m.bool),
          values: typesOf(parametersOf(module, continueRegion(module, target))).map(variable),
        });
  }

  /** Writes a region. @param keeps whether what it wrote stays visible after it */
  region(region: number, keeps = false): void {
    const w = this.#w;
    const { module } = w;
    const { ops } = module;
    const mark = w.mark();
    for (let op = module.first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      if (code >= Op.if) {
        if (this.#resumed !== NO_OP && code === Op.unreachable) break;
        if (this.isOpen) this.#control(op, code);
      } else if (this.isOpen) this.host.operation(op);
    }
    if (!keeps) w.forget(mark);
  }

  #control(op: number, code: number): void {
    switch (code) {
      case Op.if:
      case Op.switch:
      case Op.loop:
      case Op.block:
        this.#construct(op, code);
        return;
      case Op.exit:
        this.#exit(op);
        return;
      case Op.continue:
        this.#continue(op);
        return;
      case Op.repeat:
        this.#constructs.repeats.set(op, [{ block: this.#w.code.block, values: this.#operands(op) }]);
        this.#constructs.repeatOf.set(this.#w.module.ops.extra[op]!, op);
        this.isOpen = false;
        return;
      case Op.unreachable:
        this.#w.code.effect(Spv.Unreachable);
        this.isOpen = false;
        return;
      case Op.return:
      case Op.abort:
        this.host.leaveFunction(op);
        this.isOpen = false;
        return;
      case Op.call:
        this.host.operation(op);
        return;
      default: // `param` and `result` are values of what they belong to.
    }
  }

  #operands(op: number): number[] {
    const { ops } = this.#w.module;
    const values: number[] = [];
    for (let i = 0; i < ops.arity[op]!; i++) values.push(this.#w.id(ops.operand(op, i)));
    return values;
  }

  // Constructs

  #construct(op: number, code: number): void {
    const w = this.#w;
    const far = this.#constructs.leaving.get(op);
    if (far !== undefined) w.code.store(far.flag, w.m.boolean(false));
    if (code === Op.loop) this.#loop(op);
    else if (code === Op.switch) this.#switch(op);
    else if (this.plan.wrapped.has(op)) this.#wrapped(op, code);
    else if (code === Op.if) this.#if(op);
    else {
      this.#constructs.flat.add(op);
      this.region(w.module.ops.extra[op]!, true);
    }
    if (this.#resumed === op) this.#resumed = NO_OP;
    if (this.isOpen) this.#checks(op);
  }

  #if(op: number): void {
    const w = this.#w;
    const { code, m } = w;
    const start = w.module.ops.extra[op]!;
    const condition = w.operand(op, 0);
    for (const other of [1, 0]) {
      // A branch that only jumps needs no selection: what is left goes on here.
      const jumps = start + 1 - other;
      const goesOn = start + other;
      const jump = this.#firstOf(jumps);
      if (!this.#isDirectJump(jump) || !this.#isOnlyWayOut(op, goesOn)) continue;
      const label = this.#arriveFrom(jump);
      const next = m.id();
      code.branchIf(condition, other === 1 ? label : next, other === 1 ? next : label);
      this.start(next);
      this.#constructs.flat.add(op);
      this.region(goesOn, true);
      return;
    }
    const merge = m.id();
    this.#merges[op] = merge;
    const [jumpOfThen, jumpOfElse] = [this.#firstOf(start), this.#firstOf(start + 1)];
    const hasNoThen = this.#isDirectExit(jumpOfThen, op);
    const hasNoElse = !hasNoThen && this.#isDirectExit(jumpOfElse, op);
    const yes = hasNoThen ? merge : m.id();
    const no = hasNoElse ? merge : m.id();
    if (hasNoThen) this.#arrive(op, this.#operands(jumpOfThen));
    if (hasNoElse) this.#arrive(op, this.#operands(jumpOfElse));
    code.selection(merge);
    code.branchIf(condition, yes, no);
    if (!hasNoThen) {
      this.start(yes);
      this.region(start);
    }
    if (!hasNoElse) {
      this.start(no);
      this.region(start + 1);
    }
    this.#merge(op);
  }

  /**
   * The first operation of a region that is written where it is: constants and components are written where they are
   * used.
   */
  #firstOf(region: number): number {
    const { ops, first } = this.#w.module;
    let op = first[region]!;
    while (op !== NO_OP && (ops.code[op] === Op.const || ops.code[op] === Op.undef || ops.code[op] === Op.pick))
      op = ops.next[op]!;
    return op;
  }

  /** Whether a region begins with an exit from its construct. */
  #isDirectExit(jump: number, target: number): boolean {
    const { ops } = this.#w.module;
    return jump !== NO_OP && ops.code[jump] === Op.exit && ops.extra[jump] === target;
  }

  /** Whether a region begins with a jump that one branch makes: it leaves or repeats a loop, or leaves a switch. */
  #isDirectJump(jump: number): boolean {
    if (jump === NO_OP) return false;
    const { ops } = this.#w.module;
    const code = ops.code[jump]!;
    if (code === Op.continue) return this.plan.jumps.get(jump)?.kind !== 'flagged';
    return code === Op.exit && this.plan.jumps.get(jump)?.kind === 'break';
  }

  /** Whether an `if` goes on after it only from the end of one of its regions, if at all. */
  #isOnlyWayOut(op: number, region: number): boolean {
    const exits = this.plan.exits.get(op) ?? [];
    return exits.length === 0 || (exits.length === 1 && exits[0] === this.#w.module.last[region]);
  }

  /** Enters a direct jump from this block, and gives the label that it goes to. */
  #arriveFrom(jump: number): number {
    const { ops } = this.#w.module;
    const target = ops.extra[jump]!;
    const values = this.#operands(jump);
    if (ops.code[jump] === Op.continue) {
      this.#addTo(this.#constructs.repeats, target, values);
      return this.#continues[target]!;
    }
    this.#arrive(target, values);
    return this.#merges[target]!;
  }

  /** An `if` or `block` that inner branches leave: a switch, because branches may leave the innermost one. */
  #wrapped(op: number, construct: number): void {
    const w = this.#w;
    const { code, m } = w;
    const start = w.module.ops.extra[op]!;
    const merge = m.id();
    this.#merges[op] = merge;
    if (construct === Op.block) {
      const label = m.id();
      code.selection(merge);
      code.effect(Spv.Switch, m.unsigned(0), label);
      this.start(label);
      this.region(start);
    } else {
      const selector = code.select(m.uint, w.operand(op, 0), m.unsigned(1), m.unsigned(0));
      const [yes, no] = [m.id(), m.id()];
      code.selection(merge);
      code.effect(Spv.Switch, selector, no, 1, yes);
      this.start(yes);
      this.region(start);
      this.start(no);
      this.region(start + 1);
    }
    this.#merge(op);
  }

  #switch(op: number): void {
    const w = this.#w;
    const { code, m } = w;
    const { module } = w;
    const start = module.ops.extra[op]!;
    const count = module.regionCount(op);
    const selector = w.operandAs(op, 0, Kind.u32);
    const merge = m.id();
    this.#merges[op] = merge;
    const labels: number[] = [];
    const pairs: number[] = [];
    let otherwise = merge;
    for (let region = start; region < start + count; region++) {
      const { values, isDefault } = module.cases[region]!;
      const label = m.id();
      labels.push(label);
      for (const value of values) pairs.push(value >>> 0, label);
      if (isDefault) otherwise = label;
    }
    if (otherwise === merge) this.#arrive(op, this.#nothing(op));
    code.selection(merge);
    code.switch(selector, otherwise, pairs);
    for (const [i, label] of labels.entries()) {
      this.start(label);
      this.region(start + i);
    }
    this.#merge(op);
  }

  #loop(op: number): void {
    const w = this.#w;
    const { code, m } = w;
    const { module } = w;
    const { ops, first } = module;
    const body = ops.extra[op]!;
    const parameters = parametersOf(module, body);
    const before = this.#w.code.block;
    const initial = this.#operands(op);
    const [head, start, merge, next] = [m.id(), m.id(), m.id(), m.id()];
    this.#merges[op] = merge;
    this.#continues[op] = next;
    code.branch(head);
    this.start(head);
    // The second way in is known at the end of the loop.
    const patches: number[] = [];
    for (const [i, parameter] of parameters.entries()) {
      w.values[parameter] = code.phi(m.type(ops.type[parameter]!), [initial[i]!, before, 0, 0]);
      patches.push(code.to.length - 2);
    }
    code.effect(Spv.LoopMerge, merge, next, 0);
    code.branch(start);
    this.start(start);
    const far = this.#constructs.repeating.get(op);
    if (far !== undefined) code.store(far.flag, m.boolean(false));
    this.region(body);
    this.start(next);
    const ways = this.#constructs.repeats.get(op) ?? [];
    const hasNext = first[body + 1] !== NO_OP;
    const given = hasNext ? parametersOf(module, body + 1) : parameters;
    let values = given.map((value, i) => this.#join(ways, i, ops.type[value]!));
    if (hasNext) {
      for (const [i, value] of given.entries()) w.values[value] = values[i]!;
      this.region(body + 1);
      const repeat = this.#constructs.repeatOf.get(op);
      values = repeat === undefined ? [] : [...this.#constructs.repeats.get(repeat)![0]!.values];
    }
    for (const [i, at] of patches.entries()) {
      const type = m.type(ops.type[parameters[i]!]!);
      code.to.words[at] = values[i] ?? m.undefined(type);
      code.to.words[at + 1] = this.#w.code.block;
    }
    code.branch(head);
    this.isOpen = false;
    this.#merge(op);
  }

  // Merges

  /** The value that arrives on all ways: itself where it is the same on all, else a phi. */
  #join(ways: readonly Arrival[], i: number, type: number): number {
    const { m, code } = this.#w;
    if (ways.length === 0) return m.undefined(m.type(type));
    const first = ways[0]!.values[i]!;
    const pairs: number[] = [];
    let isSame = true;
    for (const { block, values } of ways) {
      pairs.push(values[i]!, block);
      isSame &&= values[i] === first;
    }
    return isSame ? first : code.phi(m.type(type), pairs);
  }

  /** Begins the block after a construct. */
  #merge(op: number): void {
    const w = this.#w;
    const { ops } = w.module;
    const through = this.#constructs.through.get(op);
    const ways = this.#constructs.arrivals.get(op) ?? [];
    this.start(this.#merges[op]!);
    if (through !== undefined) {
      const results = resultsOf(w.module, through.target);
      const values = results.map((result, i) => this.#join(through.arrivals, i, ops.type[result]!));
      this.#exitTo(through.target, values, w.module.owner[ops.region[op]!]!);
      if (this.isOpen) this.#resumed = through.target;
      return;
    }
    if (ways.length === 0) {
      w.code.effect(Spv.Unreachable);
      this.isOpen = false;
      return;
    }
    for (const [i, result] of resultsOf(w.module, op).entries())
      w.values[result] = this.#join(ways, i, ops.type[result]!);
  }

  #addTo(lists: Map<number, Arrival[]>, target: number, values: readonly number[]): void {
    appendTo(lists, target, { block: this.#w.code.block, values });
  }

  #arrive(target: number, values: readonly number[]): void {
    this.#addTo(this.#constructs.arrivals, target, values);
  }

  /** No particular values for the results of a construct. */
  #nothing(target: number): number[] {
    const { module, m } = this.#w;
    return resultsOf(module, target).map((result) => m.undefined(m.type(module.ops.type[result]!)));
  }

  // Jumps

  #exit(op: number): void {
    const { module } = this.#w;
    const { ops } = module;
    const target = ops.extra[op]!;
    const jump = this.plan.jumps.get(op)!;
    const values = this.#operands(op);
    if (jump.kind === 'flagged') this.#flag(op, this.#constructs.leaving.get(target)!, values);
    else if (jump.kind === 'fallThrough') this.#exitTo(target, values, module.owner[ops.region[op]!]!);
    else {
      this.#arrive(target, values);
      this.#w.code.branch(this.#merges[target]!);
      this.isOpen = false;
    }
  }

  /** Leaves a construct whose end is that of the construct `inside`, in which the block is. */
  #exitTo(target: number, values: readonly number[], inside: number): void {
    const w = this.#w;
    const { ops, owner } = w.module;
    let at = inside;
    while (at !== target && this.#constructs.flat.has(at)) at = owner[ops.region[at]!]!;
    if (at !== target) {
      const through = this.#constructs.through.get(at);
      const arrival = { block: this.#w.code.block, values };
      if (through === undefined) this.#constructs.through.set(at, { target, arrivals: [arrival] });
      else through.arrivals.push(arrival);
    } else if (this.#constructs.flat.has(target)) {
      for (const [i, result] of resultsOf(w.module, target).entries()) w.values[result] = values[i]!;
      if (inside !== target) this.#resumed = target;
      return;
    } else this.#arrive(target, values);
    w.code.branch(this.#merges[at]!);
    this.isOpen = false;
  }

  #continue(op: number): void {
    const { ops } = this.#w.module;
    const loop = ops.extra[op]!;
    const values = this.#operands(op);
    if (this.plan.jumps.get(op)?.kind === 'flagged') {
      this.#flag(op, this.#constructs.repeating.get(loop)!, values);
      return;
    }
    this.#addTo(this.#constructs.repeats, loop, values);
    this.#w.code.branch(this.#continues[loop]!);
    this.isOpen = false;
  }

  /** Keeps the values of a far jump, and leaves the innermost construct that branches can leave. */
  #flag(op: number, far: FarTarget, values: readonly number[]): void {
    const { code, m, module } = this.#w;
    for (const [i, variable] of far.values.entries()) code.store(variable, values[i]!);
    code.store(far.flag, m.boolean(true));
    const jump = this.plan.jumps.get(op)!;
    if (jump.kind === 'flagged')
      this.#leaveInnermost(module.owner[module.ops.region[op]!]!, jump.target, jump.continues);
  }

  /**
   * Branches from inside `inside` towards a far target: to the end of the next construct on the way that can be left,
   * or to the target.
   */
  #leaveInnermost(inside: number, target: number, continues: boolean): void {
    const { module, code, m } = this.#w;
    const { ops, owner } = module;
    const isLoop = (construct: number) => ops.code[construct] === Op.loop;
    const isOnWay = (construct: number): boolean =>
      isLoop(construct) ||
      ((continues || !isLoop(target)) && (ops.code[construct] === Op.switch || this.plan.wrapped.has(construct)));
    let at = inside;
    while (at !== target && !isOnWay(at)) at = owner[ops.region[at]!]!;
    const far = (continues ? this.#constructs.repeating : this.#constructs.leaving).get(target)!;
    this.isOpen = false;
    if (at !== target) {
      this.#arrive(at, this.#nothing(at));
      code.branch(this.#merges[at]!);
      return;
    }
    const values = continues ? parametersOf(module, continueRegion(module, target)) : resultsOf(module, target);
    const loaded = values.map((value, i) => code.load(m.type(ops.type[value]!), far.values[i]!));
    this.#addTo(continues ? this.#constructs.repeats : this.#constructs.arrivals, target, loaded);
    code.branch((continues ? this.#continues : this.#merges)[target]!);
  }

  /** After a construct: goes on towards the targets of jumps that left it on their way. */
  #checks(op: number): void {
    const { code, m, module } = this.#w;
    for (const { target, repeats } of this.plan.checks.get(op) ?? []) {
      const far = (repeats ? this.#constructs.repeating : this.#constructs.leaving).get(target)!;
      const flag = code.load(m.bool, far.flag);
      const [jump, next] = [m.id(), m.id()];
      code.selection(next);
      code.branchIf(flag, jump, next);
      this.start(jump);
      this.#leaveInnermost(module.owner[module.ops.region[op]!]!, target, repeats);
      this.start(next);
    }
  }
}
