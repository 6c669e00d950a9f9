/**
 * Which values and which flow differ between the threads of a group or the pixels of a quad, and the operations that
 * must not depend on them: writes of one element by all threads, barriers, derivatives (source: oracle).
 *
 * Not for: what the program computes. Microsoft's compiler looks at the program as it is written, before its passes.
 */
import type { Message } from '../../base/messages.ts';
import { NO_OP, type OpStore } from '../../ir/op-store.ts';
import { BarrierBits, isConstruct, OP_ROWS, Op, OpFlag } from '../../ir/ops.ts';
import { OP_FACTS, OpFact } from '../../ir/passes/op-facts.ts';
import { Jumps, walkModule, walkRegion } from '../../ir/passes/walk.ts';
import { widthOf } from '../../ir/types.ts';
import type { LoopStatement } from '../check/typed-tree.ts';
import { X3570, X3583, X3584, X3595, X3662, X3663, X3694, X3695, X4026, X4603 } from '../messages.ts';
import type { Lowering } from './lowering.ts';

/** Reasons for which a value or the flow differs. */
const Varying = {
  /** By the number of a thread or the position of a pixel, or by memory that others may change. */
  thread: 1,
  /** By group memory. */
  group: 2,
  /** By a view for unordered access. */
  view: 4,
  /** By group memory that was read after the last barrier, in flow only. */
  unsynchronized: 8,
  /** By group memory that was read before the first barrier, in flow only. */
  unset: 16,
  /** By a switch, in flow only: derivatives and barriers may be there. */
  choice: 32,
  /** The value was just loaded from a structured or raw buffer: see `#useOf`. */
  loaded: 64,
} as const;

const VALUE = Varying.thread | Varying.group | Varying.view;
/** Reasons for which threads may not write one element together. */
const RACE = Varying.thread | Varying.group | Varying.choice;
const BARRIER = Varying.thread | Varying.unsynchronized | Varying.unset;

/** Rounds over a program until the values of loops are known. */
const MAX_ROUNDS = 8;

/** A construct around the code. */
interface Level {
  readonly construct: number;
  readonly region: number;
  /** The reasons for which only some threads run the region. */
  readonly condition: number;
  /** The reasons for which only some threads run the rest of the region. */
  control: number;
  /** Of a loop: the reasons for which threads leave it at different times. */
  readonly isLoop: boolean;
}

/** The operands of stores that are the address, and the one after them that is the value. */
const ADDRESS_OPERANDS: Readonly<Record<number, number>> = {
  [Op['buf.put']]: 1,
  [Op['buf.store.raw']]: 1,
  [Op['buf.store']]: 2,
  [Op['img.store']]: 1,
};

const ZERO_FACTORS: ReadonlySet<number> = /* @__PURE__ */ new Set([Op['i.mul'], Op['i.and'], Op['f.mul']]);

/** Reports the operations of a program that must not depend on varying values, and finds loops to unroll for them. */
export function checkVarying(l: Lowering): void {
  const { stage, module } = l;
  const threads = module.facts.threadGroupSize?.reduce((product, count) => product * count, 1) ?? 0;
  const hasReports =
    threads > 1 ||
    // Only linking decides about the flow around a library function.
    (stage === 'ps' &&
      !l.isLibrary &&
      (l.loopStatements.size > 0 || module.bindings.some(({ kind }) => kind === 'uav')));
  if (l.b.spans.size > 0 && (hasReports || l.hasPointers)) new VaryingFlow(l).check();
}

class VaryingFlow {
  readonly #l: Lowering;
  readonly #ops: OpStore;
  readonly #jumps: Jumps;
  /** The reasons of each value. */
  readonly #values: Uint8Array;
  /** The number of barriers before the last group memory that a value depends on, from 1 on. */
  readonly #epochs: Int32Array;
  /** The reasons of each jump, and of what follows a construct after jumps out of it. */
  readonly #control: Uint8Array;
  readonly #after: Uint8Array;
  /** The reasons for which threads leave a loop at different times. */
  readonly #iterations: Uint8Array;
  /** The reasons of all that is stored in an array. */
  readonly #stored: Uint8Array;
  readonly #levels: Level[] = [];
  readonly #barriersOnly = new Map<number, boolean>();
  /** Group memory that was written so far, and reads of other group memory. */
  readonly #written = new Set<number>();
  readonly #unset: number[] = [];
  /** The last stores to group memory that a later load of the same element reads, by binding. */
  #last = new Map<number, number>();
  #barriers = 0;
  #hasChanged = false;
  #reports = false;
  #hasError = false;

  constructor(l: Lowering) {
    this.#l = l;
    this.#ops = l.module.ops;
    this.#jumps = Jumps.of(l.module);
    const { count } = this.#ops;
    this.#values = new Uint8Array(count);
    this.#epochs = new Int32Array(count);
    this.#control = new Uint8Array(count);
    this.#after = new Uint8Array(count);
    this.#iterations = new Uint8Array(count);
    this.#stored = new Uint8Array(l.module.variables.length);
  }

  check(): void {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.#hasChanged = false;
      this.#walkFunctions();
      if (!this.#hasChanged) break;
    }
    this.#reports = true;
    this.#walkFunctions();
    this.#refuseUnset();
    this.#jumps.release();
  }

  #walkFunctions(): void {
    this.#barriers = 0;
    this.#last.clear();
    for (const { region } of this.#l.module.functions) {
      this.#levels.push({ construct: NO_OP, region, condition: 0, control: 0, isLoop: false });
      this.#walk(region);
      this.#levels.pop();
    }
  }

  #walk(region: number): void {
    const { module } = this.#l;
    const { code, next } = this.#ops;
    for (let op = module.first[region]!; op !== NO_OP; op = next[op]!) {
      if (isConstruct(code[op]!)) this.#construct(op);
      else if (code[op] === Op.exit || code[op] === Op.continue) this.#jump(op);
      else this.#operation(op);
    }
  }

  #construct(op: number): void {
    const { code, extra, a } = this.#ops;
    let condition = 0;
    if (code[op] === Op.if) condition = this.#flowOf(a[op]!);
    else if (code[op] === Op.switch) {
      const reasons = this.#values[a[op]!]!;
      condition = (reasons & Varying.view) | ((reasons & RACE) === 0 ? 0 : Varying.choice);
    }
    const isLoop = code[op] === Op.loop;
    if (isLoop && this.#reports && !this.#levels.some((level) => level.isLoop)) this.#noteWritten(op);
    const first = extra[op]!;
    const count = this.#l.module.regionCount(op);
    if (isLoop) this.#last.clear();
    const before = this.#last;
    for (let region = first; region < first + count; region++) {
      this.#last = new Map(before);
      this.#levels.push({ construct: op, region, condition, control: condition, isLoop });
      this.#walk(region);
      this.#levels.pop();
      for (const [binding, store] of before) if (this.#last.get(binding) !== store) before.delete(binding);
    }
    this.#last = before;
    this.#levels.at(-1)!.control |= this.#after[op]!;
  }

  /** The reasons for which a condition makes flow differ. */
  #flowOf(condition: number): number {
    const epoch = this.#epochs[condition]!;
    const isSynchronized = epoch <= this.#barriers;
    const reasons = this.#values[condition]! & VALUE;
    if (isSynchronized) return reasons;
    return reasons | (epoch === 1 ? Varying.unset : Varying.unsynchronized);
  }

  /** A jump makes what it skips differ; threads leave a loop at different times then. */
  #jump(op: number): void {
    const target = this.#ops.extra[op]!;
    const levels = this.#levels;
    let at = levels.length - 1;
    let reasons = 0;
    for (; at > 0; at--) {
      reasons |= levels[at]!.control;
      if (levels[at]!.construct === target) break;
    }
    this.#add(this.#control, op, reasons);
    if (levels[at]!.isLoop) this.#add(this.#iterations, target, reasons);
    for (let inner = levels.length - 1; inner > at; inner--) {
      const { construct, isLoop } = levels[inner]!;
      if (isLoop) this.#add(this.#iterations, construct, reasons);
      // The code after a loop that was left does not count.
      if (isLoop) break;
      if ((reasons & Varying.choice) !== 0) reasons |= Varying.thread;
      this.#add(this.#after, construct, reasons);
    }
  }

  #add(table: Uint8Array, op: number, reasons: number): void {
    if ((table[op]! | reasons) === table[op]) return;
    table[op]! |= reasons;
    this.#hasChanged = true;
  }

  #operation(op: number): void {
    const { code } = this.#ops;
    const row = OP_ROWS[code[op]!]!;
    if (code[op] === Op.result) this.#result(op);
    else if (code[op] === Op.param) this.#parameter(op);
    else if (row.result !== '') this.#value(op);
    else if (code[op] === Op['var.store'])
      this.#eachOperand(op, (operand) => this.#add(this.#stored, this.#ops.extra[op]! >> 2, this.#values[operand]!));
    if (this.#reports && this.#l.b.spans.has(op)) this.#report(op);
    if (row.attribute === 'access' && row.effect === 'writes') this.#noteLast(op);
    if (code[op] === Op.barrier && (this.#ops.extra[op]! & BarrierBits.threads) !== 0) this.#barriers++;
  }

  #value(op: number): void {
    const stored = this.#storedValue(op);
    let reasons = stored === undefined ? this.#sourceOf(op) : this.#values[stored]!;
    let epoch = stored === undefined ? 0 : this.#epochs[stored]!;
    // Group memory is the same for all threads after a barrier, at any address.
    if (stored === undefined && reasons === Varying.group) epoch = this.#barriers + 1;
    else if (stored === undefined && !this.#isConstant(op)) {
      const isChoice = this.#ops.code[op] === Op.select && this.#isEqual(this.#ops.b[op]!, this.#ops.c[op]!);
      this.#eachOperand(op, (operand, i) => {
        if (isChoice && i === 0) return;
        reasons |= this.#useOf(op, operand, i);
        epoch = Math.max(epoch, this.#epochs[operand]!);
      });
    }
    this.#epochs[op] = epoch;
    this.#add(this.#values, op, reasons);
  }

  #noteLast(op: number): void {
    const binding = this.#bindingOf(op);
    if (this.#l.module.bindings[binding]!.kind !== 'group') return;
    if (this.#ops.code[op] === Op['buf.store']) this.#last.set(binding, op);
    else this.#last.delete(binding);
  }

  /** The component that was stored last where an operation loads one; undefined where that is not known. */
  #storedValue(op: number): number | undefined {
    const { ops, bindings } = this.#l.module;
    if (ops.code[op] !== Op['buf.load']) return undefined;
    const binding = this.#bindingOf(op);
    const store = bindings[binding]!.kind === 'group' ? this.#last.get(binding) : undefined;
    if (store === undefined || !this.#isEqual(ops.operand(store, 0), ops.operand(op, 0))) return undefined;
    const [from, at] = [ops.operand(store, 1), ops.operand(op, 1)];
    if (ops.code[from] !== Op.const || ops.code[at] !== Op.const) return undefined;
    const first = (ops.operand(at, 0) - ops.operand(from, 0)) / 4;
    const value = ops.operand(store, 2);
    const stored = ops.code[value] === Op.pick ? ops.operands(value).map((ref) => ref >> 2) : [value];
    const width = widthOf(ops.type[op]!);
    return width === 1 ? stored[first] : first === 0 && stored.length === width ? value : undefined;
  }

  /** Whether an operation gives one value for all operands: a product with zero, a difference of equal values. */
  #isConstant(op: number): boolean {
    const { code, a, b } = this.#ops;
    if (code[op] === Op['i.sub'] || code[op] === Op['i.xor']) return a[op] === b[op];
    if (!ZERO_FACTORS.has(code[op]!)) return false;
    return this.#isZero(a[op]!) || this.#isZero(b[op]!);
  }

  #eachOperand(op: number, visit: (operand: number, index: number) => void): void {
    const { ops } = this.#l.module;
    const facts = OP_FACTS[ops.code[op]!]!;
    if ((facts & (OpFact.values | OpFact.refs)) === 0) return;
    const shift = (facts & OpFact.refs) === 0 ? 0 : 2;
    for (let i = 0; i < ops.arity[op]!; i++) visit(ops.operand(op, i) >> shift, i);
  }

  /** The reasons for which the value of an operation differs by itself. */
  #sourceOf(op: number): number {
    const { code, extra } = this.#ops;
    const { module, stage } = this.#l;
    switch (code[op]) {
      case Op.in:
      case Op['eval.centroid']:
      case Op['eval.sample']:
      case Op['eval.snapped']:
        return this.#isUniformInput(extra[op]!) ? 0 : Varying.thread;
      case Op['in.at']:
        return Varying.thread;
      case Op['var.load']:
        return this.#stored[extra[op]! >> 2]! | (this.#l.constantArrays.has(extra[op]! >> 2) ? 0 : Varying.thread);
      case Op.undef:
        return stage === 'cs' ? Varying.thread : 0;
      case Op['counter.next']:
      case Op['counter.last']:
        return Varying.thread | Varying.view;
      default:
        break;
    }
    const row = OP_ROWS[code[op]!]!;
    if (row.attribute !== 'access' || code[op] === Op['tex.size'] || code[op] === Op['buf.size']) return 0;
    const { kind } = module.bindings[this.#bindingOf(op)]!;
    if (row.effect === 'writes') return Varying.thread | (kind === 'uav' ? Varying.view : 0);
    if (this.#l.methodLoads.has(op)) return 0;
    if (kind !== 'view') return kind === 'uav' ? Varying.thread | Varying.view : Varying.group;
    const isMemory = code[op] === Op['buf.load'] || code[op] === Op['buf.load.raw'];
    return isMemory && this.#l.version[0] >= 5 ? Varying.loaded : 0;
  }

  #isUniformInput(source: number): boolean {
    const { inputs, facts } = this.#l.module;
    const { special, interpolation, systemValue } = inputs[source >> 2]!;
    if (special === 'threadIdInGroup') return facts.threadGroupSize?.[source & 3] === 1;
    if (special !== undefined) return special === 'threadGroupId';
    return interpolation === 'constant' && systemValue === undefined;
  }

  /**
   * The reasons of an operand. Microsoft's compiler takes a load from a structured or raw buffer for a value that
   * differs, except where it is the first operand of an arithmetic instruction.
   */
  #useOf(op: number, operand: number, i: number): number {
    const { code, a } = this.#ops;
    const reasons = this.#values[operand]!;
    if ((reasons & Varying.loaded) === 0 || code[op] === Op.bitcast || code[op] === Op.pick) return reasons;
    // A number above zero is one that is not zero: its operands are exchanged.
    const first = code[op] === Op['u.lt'] && this.#isZero(a[op]!) ? 1 : 0;
    const isRaw = code[this.#withoutCasts(operand)] === Op['buf.load.raw'];
    const isPure = OP_ROWS[code[op]!]!.effect === 'pure';
    const isIgnored = isPure && (i === first || isRaw || code[op] === Op['d.pack']);
    return (reasons & ~Varying.loaded) | (isIgnored ? 0 : Varying.thread);
  }

  #isZero(value: number): boolean {
    return this.#ops.code[value] === Op.const && this.#ops.operand(value, 0) === 0;
  }

  #withoutCasts(value: number): number {
    const { ops } = this.#l.module;
    let at = value;
    for (;;) {
      if (ops.code[at] === Op.bitcast) at = ops.operand(at, 0);
      else if (ops.code[at] === Op.pick && ops.arity[at] === 1) at = ops.operand(at, 0) >> 2;
      else return at;
    }
  }

  /** A result differs by the values of the exits, and by which exit a thread takes if their values are not the same. */
  #result(op: number): void {
    const { ops } = this.#l.module;
    const construct = ops.a[op]!;
    const number = ops.extra[op]!;
    let reasons = 0;
    let control = 0;
    let epoch = 0;
    let first = NO_OP;
    let isSame = ops.code[construct] !== Op.loop;
    const jumps = this.#jumps;
    for (let exit = jumps.firstOf(construct, Op.exit); exit !== NO_OP; exit = jumps.nextOf(exit, Op.exit)) {
      const value = ops.operand(exit, number);
      reasons |= this.#values[value]!;
      control |= this.#control[exit]!;
      epoch = Math.max(epoch, this.#epochs[value]!);
      if (first === NO_OP) first = value;
      else isSame &&= this.#isEqual(first, value);
    }
    if (!isSame) reasons |= (control & VALUE) | ((control & RACE) === 0 ? 0 : Varying.thread);
    this.#epochs[op] = epoch;
    this.#add(this.#values, op, reasons & VALUE);
  }

  #isEqual(a: number, b: number): boolean {
    const { ops } = this.#l.module;
    return a === b || (ops.code[a] === Op.const && ops.code[b] === Op.const && ops.operand(a, 0) === ops.operand(b, 0));
  }

  /** A parameter of a loop differs by its first value and those of the iterations. */
  #parameter(op: number): void {
    const { ops, owner } = this.#l.module;
    const loop = owner[ops.region[op]!]!;
    if (loop === NO_OP) return;
    const number = ops.extra[op]!;
    const initial = ops.operand(loop, number);
    let reasons = this.#values[initial]!;
    const jumps = this.#jumps;
    for (let one = jumps.firstOf(loop, Op.continue); one !== NO_OP; one = jumps.nextOf(one, Op.continue))
      reasons |= this.#values[ops.operand(one, number)]!;
    reasons |= this.#iterations[loop]! & Varying.view;
    this.#epochs[op] = this.#epochs[initial]!;
    this.#add(this.#values, op, reasons & VALUE);
  }

  // Reports

  #report(op: number): void {
    const isStore = ADDRESS_OPERANDS[this.#ops.code[op]!] !== undefined;
    if (isStore) this.#written.add(this.#bindingOf(op));
    if (this.#hasError) return;
    if (this.#ops.code[op] === Op['instance.table']) this.#reportPointer(op);
    else if (this.#l.stage === 'ps') this.#reportDerivative(op);
    else if (this.#l.stage !== 'cs') return;
    else if (this.#ops.code[op] === Op.barrier) this.#reportBarrier(op);
    else if (isStore) this.#reportStore(op);
    else this.#noteUnset(op);
  }

  #bindingOf(op: number): number {
    return this.#l.module.accesses[this.#ops.extra[op]!]!.binding;
  }

  /** Notes a read of group memory before anything was written to it. */
  #noteUnset(op: number): void {
    const binding = this.#bindingOf(op);
    const isUnset = this.#l.module.bindings[binding]!.kind === 'group' && !this.#written.has(binding);
    if (isUnset) this.#unset.push(op);
  }

  /** Notes what the loops at a construct write: an iteration may read what the one before wrote. */
  #noteWritten(construct: number): void {
    walkRegion(this.#l.module, this.#ops.extra[construct]!, (op) => {
      if (ADDRESS_OPERANDS[this.#ops.code[op]!] !== undefined) this.#written.add(this.#bindingOf(op));
    });
  }

  /** Refuses reads of group memory that was not set, if their values are used. */
  #refuseUnset(): void {
    if (this.#unset.length === 0) return;
    const { module, refusals, b } = this.#l;
    const { code } = this.#ops;
    const used = new Set<number>();
    // A statement that only updates memory does not use it.
    const updates = new Set<string>();
    const keyOf = (op: number) => `${this.#bindingOf(op)} ${b.spans.get(op)?.first}`;
    walkModule(module, (op) => {
      if (code[op] !== Op.bitcast && code[op] !== Op.pick)
        this.#eachOperand(op, (operand) => used.add(this.#withoutCasts(operand)));
      if (ADDRESS_OPERANDS[code[op]!] !== undefined) updates.add(keyOf(op));
    });
    const loaded = new Set<number>();
    for (const op of b.spans.keys())
      if (code[op] === Op['buf.load'] && !updates.has(keyOf(op))) loaded.add(this.#bindingOf(op));
    for (const op of this.#unset) {
      const binding = this.#bindingOf(op);
      const at = b.spans.get(op)!;
      if (code[op] === Op['buf.load'] && loaded.has(binding))
        refusals.push({ ops: [op], code: 'X4575', values: {}, at });
      else if (code[op] !== Op['buf.load'] && (used.has(op) || loaded.has(binding)))
        refusals.push({ ops: [], code: 'X4000', values: { name: module.bindings[binding]!.name ?? '' }, at });
    }
  }

  #warn(message: Message, op: number): void {
    this.#l.warn(message, this.#l.b.spans.get(op)!);
    this.#hasError ||= message.severity === 'error';
  }

  /** All threads of a group write one element. In a loop they may not do it at once. */
  #reportStore(op: number): void {
    const { ops } = this.#l.module;
    if (this.#l.b.partialStores.has(op)) return;
    if (this.#levels.some(({ control, isLoop }) => isLoop || (control & RACE) !== 0)) return;
    const count = ADDRESS_OPERANDS[ops.code[op]!]!;
    for (let i = 0; i < count; i++) if ((this.#values[ops.operand(op, i)]! & (RACE | Varying.loaded)) !== 0) return;
    const { kind } = this.#l.module.bindings[this.#bindingOf(op)]!;
    const [differs, equals] = kind === 'group' ? [X3695, X3584] : [X3694, X3583];
    const value = ops.operand(op, count);
    const components = ops.code[value] === Op.pick ? ops.operands(value).map((ref) => ref >> 2) : [value];
    for (const one of components) {
      if (this.#hasError) return;
      const isSame = (this.#values[one]! & RACE) === 0 && !this.#isLoadedBy(one, op);
      this.#warn(isSame ? equals : differs, op);
    }
  }

  /** Whether a value is loaded by the statement that stores it; a variable would have a copy. */
  #isLoadedBy(value: number, store: number): boolean {
    const { spans } = this.#l.b;
    const load = spans.get(this.#withoutCasts(value));
    if ((this.#values[value]! & Varying.loaded) === 0 || load === undefined) return false;
    const { first, last } = spans.get(store)!;
    return load.first >= first && load.first <= last;
  }

  #reportBarrier(op: number): void {
    if ((this.#ops.extra[op]! & BarrierBits.threads) === 0) return;
    // A branch with nothing but barriers becomes none.
    const levels = this.#levels.filter(({ construct }) => !this.#hasOnlyBarriers(construct));
    const { construct, region, condition, isLoop } = levels.at(-1)!;
    const reasons = isLoop ? this.#iterations[construct]! : condition;
    const isDirect = !this.#l.afterReturns.has(region);
    if (isDirect && (reasons & (Varying.thread | Varying.unset)) !== 0) this.#warn(X3663, op);
    else if (levels.some((level) => ((level.control | (this.#iterations[level.construct] ?? 0)) & BARRIER) !== 0))
      this.#warn(X4026, op);
  }

  /** Whether a branch has nothing but barriers and arithmetic, so that Microsoft's compiler makes it choices. */
  #hasOnlyBarriers(construct: number): boolean {
    if (construct === NO_OP || this.#ops.code[construct] !== Op.if) return false;
    const known = this.#barriersOnly.get(construct);
    if (known !== undefined) return known;
    const { module } = this.#l;
    const { code, extra, flags, next } = this.#ops;
    const isBarrier = (op: number): boolean => {
      if (code[op] === Op.if) return this.#hasOnlyBarriers(op);
      if (code[op] === Op.exit) return extra[op] === construct;
      return code[op] === Op.barrier || code[op] === Op.result || OP_ROWS[code[op]!]!.effect === 'pure';
    };
    let result = (flags[construct]! & OpFlag.branch) === 0;
    for (let region = extra[construct]!; region < extra[construct]! + 2; region++)
      for (let op = module.first[region]!; op !== NO_OP && result; op = next[op]!) result = isBarrier(op);
    this.#barriersOnly.set(construct, result);
    return result;
  }

  /** The object that a call uses is the same for all, which the counter of a loop is not that some leave before. */
  #reportPointer(op: number): void {
    const { ops } = this.#l.module;
    const index = ops.operand(op, 0);
    if (ops.code[index] === Op.const) return;
    let reasons = this.#values[index]!;
    for (const { construct, isLoop } of this.#levels) if (isLoop) reasons |= this.#iterations[construct]!;
    if ((reasons & (Varying.thread | Varying.group)) !== 0) this.#warn(X4603, op);
  }

  #reportDerivative(op: number): void {
    if (OP_ROWS[this.#ops.code[op]!]!.effect !== 'quad') return;
    for (let i = this.#levels.length - 1; i > 0; i--) {
      const { construct, isLoop } = this.#levels[i]!;
      if (!isLoop) continue;
      let reasons = this.#iterations[construct]!;
      for (const { control } of this.#levels.slice(0, i)) reasons |= control;
      if ((reasons & Varying.thread) !== 0) this.#reportLoop(this.#l.loopStatements.get(construct)!, op);
    }
    let reasons = 0;
    this.#eachOperand(op, (operand) => {
      reasons |= this.#values[operand]!;
    });
    if ((reasons & Varying.view) !== 0) this.#warn(X3662, op);
  }

  #reportLoop(loop: LoopStatement, op: number): void {
    if (loop.attributes.some(({ name }) => name === 'loop')) {
      this.#warn(X3595, op);
      return;
    }
    this.#warn(X3570, op);
    this.#l.newUnrolled.add(loop);
  }
}
