/**
 * Facts of values that decide which code they need: which components are used, whether a float may be subnormal, and
 * whether the bits of a NaN are seen.
 *
 * Floats follow Direct3D: operations flush subnormal operands and results, and a NaN that is stored has one bit
 * pattern. WebAssembly does neither. A value that an operation has flushed needs no second flush, and the payload of a
 * NaN counts only where bits are stored, moved between lanes of other types, or read as integers.
 */
import {
  type IrModule,
  type IrOpName,
  isConstruct,
  isTerminator,
  Kind,
  kindOf,
  NO_OP,
  OP_NAMES,
  OP_ROWS,
  Op,
  parametersOf,
  resultsOf,
  widthOf,
} from '../../ir/index.ts';
import { continueRegion } from '../../ir/module.ts';
import { OPERANDS_BY_NAME } from './operand-uses.ts';

const EXPONENT = 0x7f80_0000;
const MANTISSA = 0x007f_ffff;
/** Rounds until facts of loops do not change any more: each one marks at least one parameter. */
const MAX_ROUNDS = 64;

/** Words of 128 bits that a component takes: doubles have their low and high words in two. */
export function slotsOf(type: number): number {
  return widthOf(type) * (kindOf(type) === Kind.f64 ? 2 : 1);
}

/** Receives an operand's component, and whether it is read as a float whose subnormals are flushed. */
type Use = (value: number, slot: number, isFlushed: boolean) => void;

export class ValueFacts {
  /** Uses of each component as it is, and as a flushed float: element `4 * value + slot`. */
  readonly rawUses: Int32Array;
  readonly flushedUses: Int32Array;
  /** Whether a value has no subnormal floats. */
  readonly isFlushed: Uint8Array;
  /** Whether the bits of a value are seen, so that a NaN must have the bits of Direct3D. */
  readonly isObserved: Uint8Array;
  /** Instructions of the program in each region, without the regions inside. */
  readonly costs = new Map<number, number>();
  #hasChanged = false;

  constructor(readonly module: IrModule) {
    const { count } = module.ops;
    this.rawUses = new Int32Array(4 * count);
    this.flushedUses = new Int32Array(4 * count);
    this.isFlushed = new Uint8Array(count);
    this.isObserved = new Uint8Array(count);
    const regions = module.functions.map(({ region }) => region);
    for (const region of regions) this.#assumeFlushed(region);
    this.#settle(() => {
      for (const region of regions) this.#forward(region);
    });
    this.#settle(() => {
      this.rawUses.fill(0);
      this.flushedUses.fill(0);
      for (const region of regions) this.#backward(region);
    });
    for (const region of regions) this.#count(region);
  }

  usesOf(value: number, slot: number): number {
    return this.rawUses[4 * value + slot]! + this.flushedUses[4 * value + slot]!;
  }

  isUsed(value: number): boolean {
    for (let slot = 0; slot < 4; slot++) if (this.usesOf(value, slot) > 0) return true;
    return false;
  }

  /** Whether an operation can be left out: its value is not used and it does nothing else. */
  isDead(op: number): boolean {
    const { ops } = this.module;
    const code = ops.code[op]!;
    const { effect } = OP_ROWS[code]!;
    if (code === Op.param || code === Op.result || effect === 'control' || effect === 'writes') return false;
    return !this.isUsed(op);
  }

  /** Calls `use` for each component of the operands that the code of an operation reads. */
  forEachUse(op: number, use: Use): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    const name = OP_NAMES[code]!;
    if (code === Op.const || code === Op.undef || code === Op.param || code === Op.result) return;
    if (code === Op.pick) {
      const slots = kindOf(ops.type[op]!) === Kind.f64 ? 2 : 1;
      for (let i = 0; i < slots * ops.arity[op]!; i++) {
        const ref = ops.operand(op, Math.floor(i / slots));
        const slot = (ref & 3) * slots + (i % slots);
        if (this.rawUses[4 * op + i]! > 0) use(ref >> 2, slot, false);
        if (this.flushedUses[4 * op + i]! > 0) use(ref >> 2, slot, true);
      }
      return;
    }
    const targets = this.#targetsOf(op, code);
    if (targets !== undefined) {
      for (const [i, target] of targets.entries()) {
        const value = ops.operand(op, i);
        const isAlways = ops.code[target] === Op.param;
        for (let slot = 0; slot < slotsOf(ops.type[value]!); slot++)
          if (isAlways || this.usesOf(target, slot) > 0) use(value, slot, false);
      }
      return;
    }
    const how = OPERANDS_BY_NAME[name as IrOpName];
    for (let i = 0; i < ops.arity[op]!; i++) {
      const value = ops.operand(op, i);
      const slots = slotsOf(ops.type[value]!);
      const isFlushed = how?.flushes === true;
      if (how?.isComponentwise && slots === slotsOf(ops.type[op]!)) {
        for (let slot = 0; slot < slots; slot++) if (this.usesOf(op, slot) > 0) use(value, slot, isFlushed);
      } else for (let slot = 0; slot < slots; slot++) use(value, slot, isFlushed);
    }
  }

  /** The values that a jump or a loop gives its operands to. */
  #targetsOf(op: number, code: number): readonly number[] | undefined {
    const { module } = this;
    const { extra } = module.ops;
    if (code === Op.exit) return resultsOf(module, extra[op]!);
    if (code === Op.continue) return parametersOf(module, continueRegion(module, extra[op]!));
    if (code === Op.repeat) return parametersOf(module, module.ops.extra[extra[op]!]!);
    if (code === Op.loop) return parametersOf(module, extra[op]!);
    return undefined;
  }

  #settle(round: () => void): void {
    for (let i = 0; i < MAX_ROUNDS; i++) {
      this.#hasChanged = false;
      round();
      if (!this.#hasChanged) return;
    }
    // Never reached by programs of compilers: without a result, nothing is known.
    this.isFlushed.fill(0);
    this.isObserved.fill(1);
    round();
  }

  /** Results and parameters are assumed to be flushed until a jump gives them something else. */
  #assumeFlushed(region: number): void {
    const { ops } = this.module;
    this.#walk(region, (op) => {
      const code = ops.code[op]!;
      if (code === Op.param || code === Op.result) this.isFlushed[op] = kindOf(ops.type[op]!) === Kind.f32 ? 1 : 0;
    });
  }

  #forward(region: number): void {
    const { ops } = this.module;
    this.#walk(region, (op) => {
      const code = ops.code[op]!;
      const targets = this.#targetsOf(op, code);
      if (targets !== undefined)
        for (const [i, target] of targets.entries()) {
          if (!this.isFlushed[target] || this.isFlushed[ops.operand(op, i)]) continue;
          this.isFlushed[target] = 0;
          this.#hasChanged = true;
        }
      else if (code !== Op.param && code !== Op.result) this.isFlushed[op] = this.#givesFlushed(op, code) ? 1 : 0;
    });
  }

  #givesFlushed(op: number, code: number): boolean {
    const { ops } = this.module;
    if (kindOf(ops.type[op]!) !== Kind.f32) return false;
    if (code === Op.const) {
      for (let i = 0; i < ops.arity[op]!; i++) {
        const word = ops.operand(op, i);
        if ((word & EXPONENT) === 0 && (word & MANTISSA) !== 0) return false;
      }
      return true;
    }
    if (code === Op.undef) return true;
    if (code === Op.pick) {
      for (let i = 0; i < ops.arity[op]!; i++) if (!this.isFlushed[ops.operand(op, i) >> 2]) return false;
      return true;
    }
    if (code === Op['f.neg'] || code === Op['f.abs']) return this.isFlushed[ops.a[op]!] === 1;
    if (code === Op.select) return (this.isFlushed[ops.b[op]!]! & this.isFlushed[ops.c[op]!]!) === 1;
    return OPERANDS_BY_NAME[OP_NAMES[code]!]?.givesFlushed === true;
  }

  #backward(region: number): void {
    const { ops, last } = this.module;
    for (let op = last[region]!; op !== NO_OP; op = ops.prev[op]!) {
      const code = ops.code[op]!;
      if (isConstruct(code)) {
        const first = ops.extra[op]!;
        for (let i = this.module.regionCount(op) - 1; i >= 0; i--) this.#backward(first + i);
      }
      if (this.isDead(op)) continue;
      const targets = this.#targetsOf(op, code);
      const isMove = MOVES.has(code);
      this.forEachUse(op, (value, slot, isFlushed) => {
        (isFlushed ? this.flushedUses : this.rawUses)[4 * value + slot]!++;
      });
      if (targets !== undefined)
        for (const [i, target] of targets.entries()) this.#observe(ops.operand(op, i), this.isObserved[target] === 1);
      else if (code === Op.pick)
        for (let i = 0; i < ops.arity[op]!; i++) this.#observe(ops.operand(op, i) >> 2, this.isObserved[op] === 1);
      else if (code !== Op.const && OPERANDS_BY_NAME[OP_NAMES[code]!]?.readsNumbers !== true)
        for (let i = 0; i < ops.arity[op]!; i++)
          this.#observe(ops.operand(op, i), !isMove || this.isObserved[op] === 1);
    }
  }

  #observe(value: number, isObserved: boolean): void {
    if (!isObserved || this.isObserved[value]) return;
    this.isObserved[value] = 1;
    this.#hasChanged = true;
  }

  /**
   * Counts the tokens that operations are from: at most as many as the interpreter executes. Declarations and jumps,
   * which share the tokens of their conditions, do not count. The body of a loop counts in any case, so that it ends.
   */
  #count(region: number): void {
    const { ops, first } = this.module;
    const tokens = new Set<number>();
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      if (!this.isDead(op) && !FREE.has(code) && !isTerminator(code)) tokens.add(ops.at[op]!);
      if (!isConstruct(ops.code[op]!)) continue;
      const start = ops.extra[op]!;
      for (let i = 0; i < this.module.regionCount(op); i++) this.#count(start + i);
    }
    const owner = this.module.owner[region]!;
    const isLoop = owner !== NO_OP && ops.code[owner] === Op.loop;
    this.costs.set(region, Math.max(tokens.size, isLoop ? 1 : 0));
  }

  #walk(region: number, visit: (op: number) => void): void {
    const { ops, first } = this.module;
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      visit(op);
      if (!isConstruct(ops.code[op]!)) continue;
      const start = ops.extra[op]!;
      for (let i = 0; i < this.module.regionCount(op); i++) this.#walk(start + i, visit);
    }
  }
}

/** Operations without an instruction of the program. */
const FREE: ReadonlySet<number> = new Set([Op.const, Op.undef, Op.in, Op.param, Op.result]);

/** Operations that give the bits of their operands, or a change of their signs. */
const MOVES: ReadonlySet<number> = new Set([Op['f.neg'], Op['f.abs'], Op['f.flush'], Op.select]);
