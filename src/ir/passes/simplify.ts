/**
 * One forward walk: replaces values by what they are the same as, computes constants, merges equal operations, and takes apart constructs that
 * always do the same. Operations that nothing uses stay (dce.ts removes them).
 */
import { continueRegion, parametersOf, resultsOf } from '../carried.ts';
import type { IrModule } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { isConstruct, OP_ROWS, Op } from '../ops.ts';
import { foldConstants } from './fold-constants.ts';
import { RULES_BY_CODE } from './rules.ts';
import { ValueTable } from './value-table.ts';
import { builderBefore, Jumps, Replacements, spliceBefore, walkRegion } from './walk.ts';

/** Simplifies a module; returns whether anything changed. */
export function simplify(module: IrModule): boolean {
  return new Simplifier(module).run();
}

class Simplifier {
  readonly #module: IrModule;
  readonly #replacements: Replacements;
  readonly #table: ValueTable;
  readonly #jumps: Jumps;
  /** Operations that were visited and are in a region that encloses the current one. */
  readonly #visible: Uint8Array;
  #hasChanged = false;

  constructor(module: IrModule) {
    this.#module = module;
    // Rules add few operations; those have no replacement in this walk.
    this.#replacements = new Replacements(module.ops.count);
    this.#table = new ValueTable(module);
    this.#jumps = new Jumps(module);
    this.#visible = new Uint8Array(module.ops.count);
  }

  run(): boolean {
    for (const { region } of this.#module.functions) {
      this.#table.epoch++;
      this.#region(region);
    }
    return this.#hasChanged;
  }

  #region(region: number): void {
    const { first, ops } = this.#module;
    const { size } = this.#table;
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      this.#replacements.resolve(this.#module, op);
      if (isConstruct(ops.code[op]!)) this.#construct(op);
      else this.#operation(op);
      if (op < this.#visible.length) this.#visible[op] = 1;
    }
    this.#table.restore(size);
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!)
      if (op < this.#visible.length) this.#visible[op] = 0;
  }

  #operation(op: number): void {
    const { ops } = this.#module;
    const code = ops.code[op]!;
    const { effect } = OP_ROWS[code]!;
    if (effect === 'writes' || code === Op.call) this.#table.epoch++;
    if (effect === 'writes' || effect === 'control') return;
    if (!foldConstants(this.#module, op)) {
      const by = RULES_BY_CODE[code]?.(this.#module, op) ?? NO_OP;
      if (by !== NO_OP) {
        this.#replace(op, by);
        return;
      }
    }
    const earlier = this.#table.find(op);
    if (earlier === NO_OP) return;
    ops.flags[earlier]! |= ops.flags[op]!;
    this.#replace(op, earlier);
  }

  /** Uses `by` instead of `op`. */
  #replace(op: number, by: number): void {
    this.#replacements.replace(op, by);
    if (this.#module.ops.region[op] !== NO_OP) this.#module.remove(op);
    this.#hasChanged = true;
  }

  #construct(op: number): void {
    const module = this.#module;
    const { ops } = module;
    const code = ops.code[op]!;
    if (code === Op.if) this.#chooseBranch(op);
    else if (code === Op.switch) this.#chooseCase(op);
    else if (code === Op.loop) {
      this.#table.epoch++;
      this.#loopParameters(op);
    }
    const first = ops.extra[op]!;
    const count = module.regionCount(op);
    for (let region = first; region < first + count; region++) {
      if (code === Op.loop && region > first) this.#nextParameters(op, region);
      this.#region(region);
    }
    if (code === Op.loop) this.#table.epoch++;
    this.#results(op);
    if (ops.code[op] === Op.if) this.#toSelects(op);
    else if (ops.code[op] === Op.block) this.#flatten(op);
  }

  /** An `if` whose condition is known is a block. */
  #chooseBranch(op: number): void {
    const { ops } = this.#module;
    const condition = ops.a[op]!;
    if (ops.code[condition] !== Op.const) return;
    this.#becomeBlock(op, ops.a[condition] !== 0 ? 0 : 1);
  }

  /** The same for a switch. One without a region for the value stays. */
  #chooseCase(op: number): void {
    const { ops, cases } = this.#module;
    const selector = ops.a[op]!;
    if (ops.code[selector] !== Op.const) return;
    const first = ops.extra[op]!;
    const regions = Array.from({ length: this.#module.regionCount(op) }, (_, i) => cases[first + i]);
    const exact = regions.findIndex((one) => one?.values.some((value) => (value | 0) === ops.a[selector]));
    const chosen = exact >= 0 ? exact : regions.findIndex((one) => one?.isDefault);
    if (chosen >= 0) this.#becomeBlock(op, chosen);
  }

  #becomeBlock(op: number, chosen: number): void {
    const module = this.#module;
    const { ops, owner, cases } = module;
    const first = ops.extra[op]!;
    const count = module.regionCount(op);
    for (let region = first; region < first + count; region++) {
      cases[region] = undefined;
      if (region !== first + chosen) this.#drop(region);
    }
    for (let region = first; region < first + count; region++) if (region !== first + chosen) owner[region] = DROPPED;
    ops.code[op] = Op.block;
    ops.setOperands(op, []);
    ops.extra[op] = first + chosen;
    this.#hasChanged = true;
  }

  /** Takes the operations of a region, and of those inside, out of the module. */
  #drop(region: number): void {
    const { ops, first, last } = this.#module;
    const dropped: number[] = [];
    walkRegion(this.#module, region, (op) => dropped.push(op));
    for (const op of dropped) ops.region[op] = NO_OP;
    first[region] = NO_OP;
    last[region] = NO_OP;
  }

  /** Replaces parameters of a loop that never change by the values that they begin with. */
  #loopParameters(op: number): void {
    const module = this.#module;
    const { ops } = module;
    const body = ops.extra[op]!;
    const isDirect = continueRegion(module, op) === body;
    const next = isDirect ? [] : parametersOf(module, body + 1);
    for (const [i, parameter] of parametersOf(module, body).entries()) {
      const initial = ops.operand(op, i);
      let isSame = true;
      const check = (value: number) => {
        isSame &&= value === parameter || value === initial;
      };
      if (isDirect) this.#jumps.forEach(module, op, Op.continue, (jump) => check(this.#argument(jump, i)));
      this.#jumps.forEach(module, op, Op.repeat, (jump) => {
        const value = this.#argument(jump, i);
        const carried = next.indexOf(value);
        if (carried < 0) check(value);
        else this.#jumps.forEach(module, op, Op.continue, (other) => check(this.#argument(other, carried)));
      });
      if (isSame) this.#replacements.replace(parameter, initial);
    }
  }

  /** The value that a jump gives, as it is known so far. */
  #argument(jump: number, i: number): number {
    return this.#replacements.of(this.#module.ops.operand(jump, i));
  }

  /** Replaces parameters of the second region of a loop that are always the same value. */
  #nextParameters(op: number, region: number): void {
    for (const [i, parameter] of parametersOf(this.#module, region).entries()) {
      const value = this.#common(op, Op.continue, i);
      if (value !== NO_OP && this.#isVisible(value)) this.#replacements.replace(parameter, value);
    }
  }

  #isVisible(value: number): boolean {
    return value < this.#visible.length && this.#visible[value] === 1;
  }

  /** The value that all jumps to `op` give as number `i`, whatever undefined ones are; {@link NO_OP} if they differ. */
  #common(op: number, code: number, i: number): number {
    const { ops } = this.#module;
    let value = NO_OP;
    let isSame = true;
    this.#jumps.forEach(this.#module, op, code, (jump) => {
      const one = this.#argument(jump, i);
      if (value === NO_OP || ops.code[value] === Op.undef) value = one;
      else if (one !== value && ops.code[one] !== Op.undef && !this.#isSameConstant(one, value)) isSame = false;
    });
    return isSame ? value : NO_OP;
  }

  #isSameConstant(a: number, b: number): boolean {
    const { ops } = this.#module;
    if (ops.code[a] !== Op.const || ops.code[b] !== Op.const || ops.type[a] !== ops.type[b]) return false;
    return ops.operands(a).every((word, i) => word === ops.operand(b, i));
  }

  /** Replaces results that are always the same value. */
  #results(op: number): void {
    const module = this.#module;
    const { ops } = module;
    // Lanes of a switch that enter no region leave it without values.
    for (const [i, result] of resultsOf(module, op).entries()) {
      let value = this.#common(op, Op.exit, i);
      if (value === NO_OP) continue;
      if (!this.#isVisible(value)) {
        const isFree = ops.code[value] === Op.const || ops.code[value] === Op.undef;
        if (!isFree) continue;
        value = builderBefore(module, op).opList(ops.code[value]!, ops.type[value]!, ops.operands(value));
      }
      this.#replacements.replace(result, value);
    }
  }

  /** An `if` that only chooses values is a `select` of each. */
  #toSelects(op: number): void {
    const module = this.#module;
    const { ops, first } = module;
    const [yes, no] = [first[ops.extra[op]!]!, first[ops.extra[op]! + 1]!];
    const isEmpty = (jump: number) => ops.code[jump] === Op.exit && ops.extra[jump] === op;
    if (!isEmpty(yes) || !isEmpty(no)) return;
    const builder = builderBefore(module, op);
    for (const [i, result] of resultsOf(module, op).entries()) {
      if (this.#replacements.of(result) === result) {
        const [a, b] = [this.#argument(yes, i), this.#argument(no, i)];
        this.#replacements.replace(result, builder.op(Op.select, ops.type[result]!, ops.a[op]!, a, b));
      }
      module.remove(result);
    }
    this.#drop(ops.extra[op]!);
    this.#drop(ops.extra[op]! + 1);
    module.remove(op);
    this.#hasChanged = true;
  }

  /** A block that only its end leaves is its operations. */
  #flatten(op: number): void {
    const module = this.#module;
    const { ops, last } = module;
    const region = ops.extra[op]!;
    const end = last[region]!;
    const exits = this.#jumps.exits(module, op);
    const isEnd = ops.code[end] === Op.exit && ops.extra[end] === op;
    if (exits !== (isEnd ? 1 : 0)) return;
    const arguments_ = isEnd ? ops.operands(end) : [];
    spliceBefore(module, region, op);
    for (const [i, result] of resultsOf(module, op).entries()) {
      if (isEnd && this.#replacements.of(result) === result) this.#replacements.replace(result, arguments_[i]!);
      module.remove(result);
    }
    if (!isEnd) this.#endRegionWith(op, region, end);
    ops.region[end] = isEnd ? NO_OP : ops.region[end]!;
    module.remove(op);
    this.#hasChanged = true;
  }

  /** What follows a block that is never left cannot run: its terminator is the one of the region. */
  #endRegionWith(op: number, region: number, end: number): void {
    const module = this.#module;
    const { ops } = module;
    for (let later = ops.next[op]!; later !== NO_OP; later = ops.next[op]!) {
      if (isConstruct(ops.code[later]!)) {
        const first = ops.extra[later]!;
        for (let i = 0; i < module.regionCount(later); i++) this.#drop(first + i);
      }
      module.remove(later);
    }
    module.first[region] = end;
    module.last[region] = end;
    module.remove(end);
    module.insertBefore(op, end);
  }
}

/** The owner of a region that nothing has any more. */
const DROPPED = -2;
