/**
 * One forward walk: replaces values by what they are the same as, computes constants, merges equal operations, and
 * takes apart constructs that always do the same. Operations that nothing uses stay (dce.ts removes them).
 */
import { continueRegion, type IrModule, resultsOf } from '../module.ts';
import { INLINE_OPERANDS, NO_OP, type OpStore } from '../op-store.ts';
import { isConstruct, OP_ROWS, Op, OpFlag, sharedFlags } from '../ops.ts';
import { foldConstants } from './fold-constants.ts';
import { OP_FACTS, OpFact } from './op-facts.ts';
import { RULES_BY_CODE } from './rules.ts';
import {
  builderBefore,
  dropRegion,
  giveBytes,
  giveNumbers,
  Jumps,
  Replacements,
  spliceBefore,
  takeBytes,
  takeNumbers,
  takeUnsetNumbers,
} from './walk.ts';

/** Whether memory that an operation reads can change while the program runs. */
function readsFixedMemory({ ops, accesses, bindings }: IrModule, op: number): boolean {
  if (OP_ROWS[ops.code[op]!]!.attribute !== 'access') return false;
  const kind = bindings[accesses[ops.extra[op]!]!.binding]?.kind;
  return kind === 'view' || kind === 'stage';
}

class ValueTable {
  readonly #module: IrModule;
  readonly #ops: OpStore;
  /** The newest entry with each hash. */
  readonly #heads: Int32Array;
  /** The next entry with the same hash, by operation. */
  readonly #chain: Int32Array;
  readonly #mask: number;
  /** The region in which each operation was visited. */
  readonly #homes: Int32Array;
  /** Regions that are walked now. */
  readonly #isOpen: Uint8Array;
  /** Operations that read have the number of their time here. */
  readonly #epochs: Int32Array;
  readonly #count: number;
  /** Counts changes of memory. */
  epoch = 0;

  /** @param count operations, those that the walk makes among them */
  constructor(module: IrModule, count: number) {
    this.#module = module;
    this.#ops = module.ops;
    this.#count = count;
    let size = 64;
    while (size < count) size *= 2;
    this.#mask = size - 1;
    this.#heads = takeNumbers(size, NO_OP);
    this.#chain = takeUnsetNumbers(count);
    this.#epochs = takeUnsetNumbers(count);
    this.#homes = takeNumbers(count, NO_OP);
    this.#isOpen = takeBytes(module.owner.length);
  }

  /** Ends the use of the tables. */
  release(): void {
    giveNumbers(this.#heads);
    giveNumbers(this.#chain);
    giveNumbers(this.#epochs);
    giveNumbers(this.#homes);
    giveBytes(this.#isOpen);
  }

  open(region: number): void {
    this.#isOpen[region] = 1;
  }

  close(region: number): void {
    this.#isOpen[region] = 0;
  }

  visit(op: number, region: number): void {
    this.#homes[op] = region;
  }

  /** Whether an operation was visited, in a region that is open. */
  isVisible(op: number): boolean {
    if (op >= this.#count) return false;
    const home = this.#homes[op]!;
    return home !== NO_OP && this.#isOpen[home] === 1;
  }

  /**
   * An earlier operation with the same value; {@link NO_OP} without one, and then `op`, which was visited, is entered.
   */
  find(op: number): number {
    const facts = OP_FACTS[this.#ops.code[op]!]!;
    if ((facts & (OpFact.merges | OpFact.mergesReads)) === 0) return NO_OP;
    const epoch = (facts & OpFact.mergesReads) !== 0 && !readsFixedMemory(this.#module, op) ? this.epoch : 0;
    const hash = this.#hash(op, epoch);
    const heads = this.#heads;
    const chain = this.#chain;
    let before = NO_OP;
    for (let other = heads[hash]!; other !== NO_OP; ) {
      const next = chain[other]!;
      if (this.#isOpen[this.#homes[other]!] === 0) {
        // Nothing can be the same as an entry of a closed region any more.
        if (before === NO_OP) heads[hash] = next;
        else chain[before] = next;
      } else {
        if (this.#epochs[other] === epoch && this.#isSame(op, other)) return other;
        before = other;
      }
      other = next;
    }
    chain[op] = heads[hash]!;
    heads[hash] = op;
    this.#epochs[op] = epoch;
    return NO_OP;
  }

  #hash(op: number, epoch: number): number {
    const ops = this.#ops;
    const arity = ops.arity[op]!;
    let hash =
      Math.imul(ops.code[op]! + (epoch << 8), 0x9e37_79b1) ^ Math.imul(ops.extra[op]! + ops.type[op]!, 0x85eb_ca6b);
    if (arity > INLINE_OPERANDS) {
      for (let i = 0; i < arity; i++) hash = Math.imul(hash ^ ops.operand(op, i), 0xc2b2_ae35) ^ (hash >>> 15);
    } else {
      // Unused columns are 0.
      hash = Math.imul(hash ^ ops.a[op]!, 0xc2b2_ae35) ^ (hash >>> 15);
      hash = Math.imul(hash ^ ops.b[op]!, 0xc2b2_ae35) ^ (hash >>> 15);
      hash = Math.imul(hash ^ ops.c[op]!, 0xc2b2_ae35) ^ (hash >>> 15);
    }
    return (hash ^ (hash >>> 16)) & this.#mask;
  }

  #isSame(op: number, other: number): boolean {
    const { code, type, extra, arity, a, b, c } = this.#ops;
    if (code[op] !== code[other] || type[op] !== type[other] || extra[op] !== extra[other]) return false;
    const count = arity[op]!;
    if (count !== arity[other]) return false;
    if (count <= INLINE_OPERANDS) return a[op] === a[other] && b[op] === b[other] && c[op] === c[other];
    for (let i = 0; i < count; i++) if (this.#ops.operand(op, i) !== this.#ops.operand(other, i)) return false;
    return true;
  }
}

/**
 * The operations that a walk may make and visit: a fraction of those that are there, as a shift, and some more. Those
 * after them stay as they are until another walk.
 */
const NEW_SHIFT = 2;
const MIN_NEW = 64;

export interface Simplified {
  readonly hasChanged: boolean;
  /**
   * Whether another walk would find nothing: each operation was visited with what its operands are now. That is not so
   * for parameters of loops that turn out to be unchanged at the end of the loop, and for operations that this walk has
   * made if they are too many.
   */
  readonly isFinal: boolean;
  /** Whether something may be used less than before, other than what was removed. */
  readonly leavesUnused: boolean;
}

/**
 * Simplifies a module.
 *
 * @param hasOnlyTypes whether only untyped words have got a type since a final walk. Then casts are replaced with their
 *   operands, and nothing else about float operations is new: those without such an operand are not visited. The value
 *   that replaces a cast had another type before, so no skipped operation has that value as an operand, and none could
 *   be merged with one that has it now. If anything else is replaced, the walk is not final
 */
export function simplify(module: IrModule, hasOnlyTypes = false): Simplified {
  return new Simplifier(module, hasOnlyTypes).run();
}

class Simplifier {
  readonly #module: IrModule;
  readonly #ops: OpStore;
  readonly #replacements: Replacements;
  readonly #table: ValueTable;
  /** Jumps that were visited. */
  readonly #jumps: Jumps;
  /** All jumps, which a loop has to know before it is visited; made at the first loop. */
  #allJumps: Jumps | undefined;
  #hasChanged = false;
  /** Whether no loop has parameters that another walk would replace. */
  #hasSameParameters = true;
  /** Operations that were there before the walk, and those that it has made and visited. */
  #known: number;
  /** How many operations the tables have. */
  readonly #capacity: number;
  readonly #hasOnlyTypes: boolean;
  /** Whether float operations are skipped if their operands are not replaced. */
  #leavesFloatsOut: boolean;
  #leavesUnused = false;
  /** Whether only casts and constants were replaced. */
  #replacesOnlyCasts = true;

  constructor(module: IrModule, hasOnlyTypes: boolean) {
    this.#module = module;
    this.#hasOnlyTypes = hasOnlyTypes;
    this.#leavesFloatsOut = hasOnlyTypes;
    this.#ops = module.ops;
    this.#known = module.ops.count;
    this.#capacity = this.#known + (this.#known >> NEW_SHIFT) + MIN_NEW;
    this.#replacements = new Replacements(module.ops, this.#capacity);
    this.#table = new ValueTable(module, this.#capacity);
    this.#jumps = new Jumps(module);
  }

  run(): Simplified {
    for (const { region } of this.#module.functions) {
      this.#table.epoch++;
      this.#region(region);
    }
    this.#resolveLate();
    this.#replacements.release();
    this.#table.release();
    this.#jumps.release();
    this.#allJumps?.release();
    const isComplete = !this.#hasOnlyTypes || this.#replacesOnlyCasts;
    const isFinal = isComplete && this.#hasSameParameters && this.#ops.count === this.#known;
    return { hasChanged: this.#hasChanged, isFinal, leavesUnused: this.#leavesUnused };
  }

  #region(region: number): void {
    const module = this.#module;
    const ops = this.#ops;
    const table = this.#table;
    const replacements = this.#replacements;
    table.open(region);
    for (let op = module.first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      const facts = OP_FACTS[code]!;
      const isNew = replacements.resolveOperands(ops, op, facts);
      table.visit(op, region);
      if (this.#leavesFloatsOut && !isNew && (facts & OpFact.floats) !== 0) continue;
      if ((facts & (OpFact.writes | OpFact.control)) === 0) this.#operation(op, code, facts);
      else if (isConstruct(code)) this.#construct(op);
      else if ((facts & OpFact.jump) !== 0) this.#jumps.add(op);
      else if ((facts & OpFact.writes) !== 0 || code === Op.call) table.epoch++;
    }
    table.close(region);
  }

  /** Replaces an operation without effects by what it is the same as. */
  #operation(op: number, code: number, facts: number): void {
    const ops = this.#ops;
    if ((facts & OpFact.folds) !== 0 && foldConstants(this.#module, op)) this.#noteChanged(code, op);
    else {
      const rule = RULES_BY_CODE[code];
      const operand = ops.a[op]!;
      const by = rule === undefined ? NO_OP : rule(this.#module, op);
      if (by === op) this.#noteChanged(code, op);
      else if (by !== NO_OP) {
        if (code !== Op.bitcast) this.#replacesOnlyCasts = false;
        if (code !== Op.bitcast || by !== operand) this.#leavesUnused = true;
        this.#replace(op, by);
        if (ops.count > this.#known) this.#visitNew();
        return;
      }
    }
    const earlier = this.#table.find(op);
    if (earlier === NO_OP) return;
    ops.flags[earlier] = sharedFlags(ops.flags[earlier]!, ops.flags[op]!);
    if (code !== Op.const) this.#replacesOnlyCasts = false;
    this.#replace(op, earlier);
  }

  /** Visits the operations that rules have made, so that most modules need no other walk. */
  #visitNew(): void {
    const ops = this.#ops;
    for (let op = this.#known; op < ops.count && op < this.#capacity; op = this.#known) {
      this.#known++;
      const code = ops.code[op]!;
      const facts = OP_FACTS[code]!;
      this.#replacements.resolveOperands(ops, op, facts);
      this.#table.visit(op, ops.region[op]!);
      this.#operation(op, code, facts);
    }
  }

  /** Operations that were too many to be visited have operands that were replaced since. */
  #resolveLate(): void {
    const ops = this.#ops;
    for (let op = this.#capacity; op < ops.count; op++)
      if (ops.region[op] !== NO_OP) this.#replacements.resolveOperands(ops, op, OP_FACTS[ops.code[op]!]!);
  }

  /**
   * Notes that an operation was changed where it is: what uses it may have to be visited, and what it used may be
   * unused.
   */
  #noteChanged(code: number, op: number): void {
    this.#leavesUnused = true;
    if (this.#ops.code[op] !== code) this.#leavesFloatsOut = false;
  }

  #replace(op: number, by: number): void {
    this.#replacements.replace(op, by);
    if (this.#ops.region[op] !== NO_OP) this.#module.remove(op);
    this.#hasChanged = true;
  }

  /** Uses `by` instead of a result or parameter, which stays. */
  #replaceCarried(op: number, by: number): void {
    this.#replacements.replace(op, by);
    this.#leavesUnused = true;
    this.#replacesOnlyCasts = false;
  }

  #construct(op: number): void {
    const module = this.#module;
    const { ops } = module;
    const code = ops.code[op]!;
    if (code === Op.if) this.#chooseBranch(op);
    else if (code === Op.switch) this.#chooseCase(op);
    else if (code === Op.loop) {
      this.#table.epoch++;
      this.#unchangedParameters(op, (parameter, initial) => this.#replaceCarried(parameter, initial));
    }
    const first = ops.extra[op]!;
    const count = module.regionCount(op);
    for (let region = first; region < first + count; region++) {
      if (code === Op.loop && region > first) this.#nextParameters(op, region);
      this.#region(region);
    }
    if (code === Op.loop) {
      this.#table.epoch++;
      this.#unchangedParameters(op, () => {
        this.#hasSameParameters = false;
      });
    }
    this.#results(op);
    if (ops.code[op] === Op.if) this.#toSelects(op);
    else if (ops.code[op] === Op.block) this.#flatten(op);
    this.#visitNew();
  }

  /** An `if` whose condition is known is a block. */
  #chooseBranch(op: number): void {
    const { ops } = this.#module;
    const condition = ops.a[op]!;
    if (ops.code[condition] !== Op.const) return;
    this.#becomeBlock(op, ops.a[condition] !== 0 ? 0 : 1);
  }

  /** Chooses the region of a switch by a constant selector. A switch without a region for the value stays. */
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
      if (region !== first + chosen) dropRegion(module, region);
    }
    for (let region = first; region < first + count; region++) if (region !== first + chosen) owner[region] = DROPPED;
    ops.code[op] = Op.block;
    ops.setOperands(op, []);
    ops.extra[op] = first + chosen;
    this.#hasChanged = true;
  }

  /** Calls `visit` for parameters of a loop that are known to keep their initial values and are not replaced yet. */
  #unchangedParameters(op: number, visit: (parameter: number, initial: number) => void): void {
    const module = this.#module;
    const ops = this.#ops;
    const body = ops.extra[op]!;
    this.#allJumps ??= Jumps.of(module);
    const back = continueRegion(module, op) === body ? Op.continue : Op.repeat;
    let i = 0;
    for (let parameter = module.first[body]!; ops.code[parameter] === Op.param; parameter = ops.next[parameter]!) {
      const initial = ops.operand(op, i);
      const isKnown = this.#replacements.of(parameter) !== parameter;
      if (!isKnown && this.#isUnchanged(op, back, i, parameter, initial)) visit(parameter, initial);
      i++;
    }
  }

  /** Whether all jumps back give `parameter`, which is number `i`, or its initial value. */
  #isUnchanged(loop: number, code: number, i: number, parameter: number, initial: number): boolean {
    const ops = this.#ops;
    const jumps = this.#allJumps!;
    const next = ops.extra[loop]! + 1;
    for (let jump = jumps.firstOf(loop, code); jump !== NO_OP; jump = jumps.nextOf(jump, code)) {
      const value = this.#argument(jump, i);
      if (value === parameter || value === initial) continue;
      // The second region gives on what it gets.
      const isCarried = code === Op.repeat && ops.code[value] === Op.param && ops.region[value] === next;
      if (!isCarried || !this.#isUnchanged(loop, Op.continue, ops.extra[value]!, parameter, initial)) return false;
    }
    return true;
  }

  /** The value that a jump gives, as it is known so far. */
  #argument(jump: number, i: number): number {
    return this.#replacements.of(this.#ops.operand(jump, i));
  }

  /** Replaces parameters of the second region of a loop that are always the same value. */
  #nextParameters(op: number, region: number): void {
    const { code, next } = this.#ops;
    let i = 0;
    for (let parameter = this.#module.first[region]!; code[parameter] === Op.param; parameter = next[parameter]!) {
      const value = this.#common(op, Op.continue, i++);
      if (value !== NO_OP && this.#table.isVisible(value)) this.#replaceCarried(parameter, value);
    }
  }

  /**
   * Returns the value that all jumps to `op` give as number `i`, except undefined ones; {@link NO_OP} if they differ.
   */
  #common(op: number, code: number, i: number): number {
    const ops = this.#ops;
    const jumps = this.#jumps;
    let value = NO_OP;
    for (let jump = jumps.firstOf(op, code); jump !== NO_OP; jump = jumps.nextOf(jump, code)) {
      const one = this.#argument(jump, i);
      if (value === NO_OP || ops.code[value] === Op.undef) value = one;
      else if (one !== value && ops.code[one] !== Op.undef && !this.#isSameConstant(one, value)) return NO_OP;
    }
    return value;
  }

  #isSameConstant(a: number, b: number): boolean {
    const ops = this.#ops;
    if (ops.code[a] !== Op.const || ops.code[b] !== Op.const || ops.type[a] !== ops.type[b]) return false;
    for (let i = 0; i < ops.arity[a]!; i++) if (ops.operand(a, i) !== ops.operand(b, i)) return false;
    return true;
  }

  /** Replaces results that are always the same value. */
  #results(op: number): void {
    const ops = this.#ops;
    let i = 0;
    // Lanes of a switch that enter no region leave it without values.
    for (let result = ops.next[op]!; this.#isResultOf(result, op); result = ops.next[result]!) {
      let value = this.#common(op, Op.exit, i++);
      if (value === NO_OP) continue;
      if (!this.#table.isVisible(value)) {
        const isFree = ops.code[value] === Op.const || ops.code[value] === Op.undef;
        if (!isFree) continue;
        value = builderBefore(this.#module, op).opList(ops.code[value]!, ops.type[value]!, ops.operands(value));
      }
      this.#replaceCarried(result, value);
    }
  }

  #isResultOf(op: number, owner: number): boolean {
    return op !== NO_OP && this.#ops.code[op] === Op.result && this.#ops.a[op] === owner;
  }

  /** An `if` that only chooses values is a `select` of each, unless the source asks for a branch. */
  #toSelects(op: number): void {
    const module = this.#module;
    const ops = this.#ops;
    if ((ops.flags[op]! & OpFlag.branch) !== 0) return;
    const yes = module.first[ops.extra[op]!]!;
    const no = module.first[ops.extra[op]! + 1]!;
    if (!this.#isExitOf(yes, op) || !this.#isExitOf(no, op)) return;
    const builder = builderBefore(module, op);
    for (const [i, result] of resultsOf(module, op).entries()) {
      if (this.#replacements.of(result) === result) {
        const a = this.#argument(yes, i);
        const b = this.#argument(no, i);
        this.#replaceCarried(result, builder.op(Op.select, ops.type[result]!, ops.a[op]!, a, b));
      }
      module.remove(result);
    }
    dropRegion(module, ops.extra[op]!);
    dropRegion(module, ops.extra[op]! + 1);
    module.remove(op);
    this.#hasChanged = true;
  }

  #isExitOf(op: number, construct: number): boolean {
    return this.#ops.code[op] === Op.exit && this.#ops.extra[op] === construct;
  }

  /** A block that only its end leaves is its operations. */
  #flatten(op: number): void {
    const module = this.#module;
    const { ops, last } = module;
    const region = ops.extra[op]!;
    const end = last[region]!;
    const isEnd = this.#isExitOf(end, op);
    const exit = this.#jumps.firstOf(op, Op.exit);
    if (isEnd ? exit !== end || this.#jumps.nextOf(exit, Op.exit) !== NO_OP : exit !== NO_OP) return;
    const arguments_ = isEnd ? ops.operands(end) : [];
    for (let one = module.first[region]!; one !== NO_OP; one = ops.next[one]!) this.#table.visit(one, ops.region[op]!);
    spliceBefore(module, region, op);
    for (const [i, result] of resultsOf(module, op).entries()) {
      if (isEnd && this.#replacements.of(result) === result) this.#replaceCarried(result, arguments_[i]!);
      module.remove(result);
    }
    if (!isEnd) this.#endRegionWith(op, region, end);
    ops.region[end] = isEnd ? NO_OP : ops.region[end]!;
    module.remove(op);
    this.#hasChanged = true;
  }

  /** Operations after a block that never exits cannot run: the terminator of the block becomes that of the region. */
  #endRegionWith(op: number, region: number, end: number): void {
    const module = this.#module;
    const { ops } = module;
    for (let later = ops.next[op]!; later !== NO_OP; later = ops.next[op]!) {
      if (isConstruct(ops.code[later]!)) {
        const first = ops.extra[later]!;
        const count = module.regionCount(later);
        for (let i = 0; i < count; i++) dropRegion(module, first + i);
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
