/**
 * Gives untyped words a type: values that are connected by picks, selects, parameters and results of constructs are a
 * web, and a web is float, signed or unsigned by how its values are computed and used. Casts connect webs of different
 * types.
 *
 * A web that is used as floats only is f32, one of integers has the type of most of its uses, and one of both is u32:
 * some targets flush subnormal floats when they copy them, so a value that may be an integer must not be a float.
 *
 * Sums and products of integers, which are the same with a sign and without, belong to webs as if they had no type.
 */
import { IrBuilder } from '../builder.ts';
import { continueRegion, type IrModule, parametersOf, resultsOf } from '../module.ts';
import { INLINE_OPERANDS, NO_OP, type OpStore } from '../op-store.ts';
import { Op } from '../ops.ts';
import { type IrType, Kind, kindOf, withKind } from '../types.ts';
import { OP_FACTS, OpFact, recast, SAME_AS_RESULT } from './op-facts.ts';
import { giveBytes, giveNumbers, takeBytes, takeNumbers } from './walk.ts';

/**
 * Returns `types` if there were words without a type, or sums of another one: what they were cast from and to may have
 * their type now.
 */
export function typeWebs(module: IrModule): 'types' | false {
  const hasSums = hasSignless(module);
  if (!hasSums && !hasUntyped(module)) return false;
  separateConstants(module);
  return new Webs(module, hasSums).run() ? 'types' : false;
}

/**
 * Gives words that are used as floats only their type before the first cleaning, which then removes their casts: most
 * modules need no other types and no second cleaning. Uses may only disappear later, except through memory that a later
 * pass forwards; modules with such memory are left to {@link typeWebs}.
 */
export function typeFloats(module: IrModule): boolean {
  const { variables, bindings } = module;
  if (variables.length > 0 || bindings.some(({ kind }) => kind === 'group') || !hasUntyped(module)) return false;
  new Webs(module, false).runFloats();
  return true;
}

function hasUntyped({ ops: { type, region, count }, functions }: IrModule): boolean {
  for (let op = 0; op < count; op++) if (kindOf(type[op]!) === Kind.b32 && region[op] !== NO_OP) return true;
  return functions.some(({ results }) => results.some((one) => kindOf(one) === Kind.b32));
}

/** Whether there are sums or products of integers, and casts that could be saved if these had another type. */
function hasSignless({ ops: { code, type, region, count } }: IrModule): boolean {
  let [hasSums, hasCasts] = [false, false];
  for (let op = 0; op < count && !(hasSums && hasCasts); op++) {
    const opcode = code[op]!;
    if (region[op] === NO_OP) continue;
    if ((OP_FACTS[opcode]! & OpFact.signless) !== 0) hasSums = true;
    else if (opcode === Op.bitcast && kindOf(type[op]!) !== Kind.f32) hasCasts = true;
  }
  return hasSums && hasCasts;
}

/** Gives values that would be one web only because an equal constant is among both of them constants of their own. */
function separateConstants(module: IrModule): void {
  const { ops } = module;
  const { code, region, type, count } = ops;
  const builder = new IrBuilder(module);
  const used = takeBytes(count);
  for (let op = 0; op < count; op++) {
    const opcode = code[op]!;
    const facts = OP_FACTS[opcode]!;
    if (region[op] === NO_OP || (facts & OpFact.values) === 0) continue;
    const isControl = (facts & OpFact.control) !== 0;
    if (!isControl && (SAME_AS_RESULT[opcode] === 0 || kindOf(type[op]!) !== Kind.b32)) continue;
    for (let i = 0; i < ops.arity[op]!; i++) {
      const value = ops.operand(op, i);
      if (ops.code[value] !== Op.const || kindOf(ops.type[value]!) !== Kind.b32) continue;
      if (used[value] === 1) {
        builder.goBefore(op);
        ops.setOperand(op, i, builder.constant(ops.type[value]!, ...ops.operands(value)));
      }
      used[value] = 1;
    }
  }
  giveBytes(used);
}

/** Kinds of definitions and uses of a web, a bit each. */
const Vote = { float: 1, signed: 2, unsigned: 4, integer: 8 } as const;

class Webs {
  readonly #module: IrModule;
  readonly #ops: OpStore;
  readonly #count: number;
  /** Trees of values that are tied; {@link NO_OP} at a root. */
  readonly #parents: Int32Array;
  /** Votes, at the roots. */
  readonly #votes: Uint8Array;
  /** How many more of them are for signed integers than for unsigned ones. */
  readonly #balances: Int32Array;

  /** @param hasSignless whether there are sums or products of integers */
  constructor(
    module: IrModule,
    private readonly hasSignless: boolean,
  ) {
    this.#module = module;
    this.#ops = module.ops;
    this.#count = module.ops.count;
    this.#parents = takeNumbers(this.#count, NO_OP);
    this.#votes = takeBytes(this.#count);
    this.#balances = takeNumbers(this.#count, 0);
  }

  /** Returns whether any type changed. */
  run(): boolean {
    this.#tieAndVote();
    this.#functionResults();
    const { region, type } = this.#ops;
    let hasChanged = false;
    for (let op = 0; op < this.#count; op++) {
      if (kindOf(type[op]!) !== Kind.b32 || region[op] === NO_OP) continue;
      type[op] = withKind(type[op]!, this.#kindOf(op));
      hasChanged = true;
    }
    if (this.hasSignless && this.#replaceSignless()) hasChanged = true;
    this.#release();
    return hasChanged;
  }

  /** Types webs of floats only. */
  runFloats(): void {
    this.#tieAndVote();
    const { type } = this.#ops;
    for (let op = 0; op < this.#count; op++)
      if (kindOf(type[op]!) === Kind.b32 && this.#votes[this.#find(op)] === Vote.float)
        type[op] = withKind(type[op]!, Kind.f32);
    this.#release();
  }

  #release(): void {
    giveNumbers(this.#parents);
    giveBytes(this.#votes);
    giveNumbers(this.#balances);
  }

  #kindOf(value: number): number {
    const root = this.#find(value);
    const votes = this.#votes[root]!;
    if ((votes & Vote.float) !== 0) return votes === Vote.float ? Kind.f32 : Kind.u32;
    return this.#balances[root]! > 0 ? Kind.i32 : Kind.u32;
  }

  /**
   * Computes sums and products in the type of their web; the operations themselves become casts. Returns whether any
   * did.
   */
  #replaceSignless(): boolean {
    const ops = this.#ops;
    const before = ops.count;
    const builder = new IrBuilder(this.#module);
    for (let op = 0; op < this.#count; op++) {
      if (!this.#isSignless(op) || ops.region[op] === NO_OP) continue;
      const kind = this.#kindOf(op);
      const type = ops.type[op]!;
      if (kindOf(type) === kind) continue;
      const code = ops.code[op]!;
      builder.goBefore(op, ops.flags[op]);
      const a = recast(builder, kind, ops.a[op]!);
      const b = code === Op['i.shl'] ? ops.b[op]! : recast(builder, kind, ops.b[op]!);
      ops.change(op, Op.bitcast, 1, builder.op(code, withKind(type, kind), a, b), 0);
    }
    return ops.count > before;
  }

  #find(value: number): number {
    const parents = this.#parents;
    let root = value;
    for (let parent = parents[root]!; parent !== NO_OP; parent = parents[root]!) {
      const above = parents[parent]!;
      if (above !== NO_OP) parents[root] = above;
      root = parent;
    }
    return root;
  }

  #isUntyped(value: number): boolean {
    return kindOf(this.#ops.type[value]!) === Kind.b32 || (this.hasSignless && this.#isSignless(value));
  }

  #isSignless(value: number): boolean {
    return (OP_FACTS[this.#ops.code[value]!]! & OpFact.signless) !== 0;
  }

  #tie(a: number, b: number): void {
    if (!this.#isUntyped(a) || !this.#isUntyped(b)) return;
    const x = this.#find(a);
    const y = this.#find(b);
    if (x === y) return;
    // The smaller number is the root: earlier values have more ties.
    const [root, other] = x < y ? [x, y] : [y, x];
    this.#parents[other] = root;
    this.#votes[root]! |= this.#votes[other]!;
    this.#balances[root]! += this.#balances[other]!;
  }

  #vote(value: number, votes: number): void {
    if (!this.#isUntyped(value)) return;
    const root = this.#find(value);
    this.#votes[root]! |= votes;
    if (votes === Vote.signed) this.#balances[root]!++;
    else if (votes === Vote.unsigned) this.#balances[root]!--;
  }

  /** Ties the operands of `op` to `values`. */
  #tieAll(op: number, values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) this.#tie(this.#ops.operand(op, i), values[i]!);
  }

  #tieAndVote(): void {
    const { code, region, type, a } = this.#ops;
    for (let op = 0; op < this.#count; op++) {
      if (region[op] === NO_OP) continue;
      const opcode = code[op]!;
      if (this.hasSignless) this.#voteOfUses(op, opcode);
      if (opcode === Op.bitcast) this.#voteOfCast(op, a[op]!);
      else if (opcode === Op.pick) this.#tiePick(op);
      else if (opcode === Op.out) this.#voteOutput(op);
      else if ((OP_FACTS[opcode]! & OpFact.control) !== 0) this.#tieCarried(op, opcode);
      else if (SAME_AS_RESULT[opcode] !== 0 && kindOf(type[op]!) === Kind.b32)
        this.#tieSame(op, SAME_AS_RESULT[opcode]!);
    }
  }

  /**
   * A cast from a type, or to one. A value that is cast to an integer votes like the uses of the cast, which may be
   * sums.
   */
  #voteOfCast(op: number, value: number): void {
    const { type } = this.#ops;
    if (this.#isUntyped(op) && this.#isUntyped(value)) this.#tie(op, value);
    else if (this.#isUntyped(op)) this.#vote(op, votesFor(type[value]!));
    else if (!this.hasSignless || !isInteger(type[op]!)) this.#vote(value, votesFor(type[op]!));
  }

  /** Ties what a sum or product is made of; other operations use their operands as the integers that these are. */
  #voteOfUses(op: number, code: number): void {
    const { type } = this.#ops;
    const facts = OP_FACTS[code]!;
    if (code === Op.bitcast || (facts & OpFact.floats) !== 0 || (facts & (OpFact.values | OpFact.refs)) === 0) return;
    const isSum = (facts & OpFact.signless) !== 0;
    if (isSum) this.#vote(op, Vote.integer);
    const shift = (facts & OpFact.refs) === 0 ? 0 : 2;
    const count = this.#ops.arity[op]!;
    for (let i = 0; i < count; i++) {
      const operand = this.#ops.operand(op, i) >> shift;
      if (!isInteger(type[operand]!)) continue;
      const value = this.#ops.code[operand] === Op.bitcast ? this.#ops.a[operand]! : operand;
      const isTied = isSum && !(i === 1 && code === Op['i.shl']);
      if (!isTied) this.#vote(value, votesFor(type[operand]!));
      else if (this.#isUntyped(value)) this.#tie(op, value);
      else if (this.#ops.code[value] !== Op.const && isInteger(type[value]!)) this.#vote(op, votesFor(type[value]!));
    }
  }

  #tiePick(op: number): void {
    const { arity, a, b, c } = this.#ops;
    if (!this.#isUntyped(op)) return;
    const count = arity[op]!;
    if (count > INLINE_OPERANDS) {
      for (let i = 0; i < count; i++) this.#tie(op, this.#ops.operand(op, i) >> 2);
      return;
    }
    if (count > 0) this.#tie(op, a[op]! >> 2);
    if (count > 1 && b[op]! >> 2 !== a[op]! >> 2) this.#tie(op, b[op]! >> 2);
    if (count > 2 && c[op]! >> 2 !== b[op]! >> 2) this.#tie(op, c[op]! >> 2);
  }

  #voteOutput(op: number): void {
    const { a, extra } = this.#ops;
    if (this.#isUntyped(a[op]!))
      this.#vote(a[op]!, votesFor(Kind[this.#module.outputs[extra[op]! >> 2]?.type ?? 'f32']));
  }

  /** Ties parameters and results of constructs and calls. */
  #tieCarried(op: number, code: number): void {
    const ops = this.#ops;
    const module = this.#module;
    const extra = ops.extra[op]!;
    if (code === Op.loop) this.#tieAll(op, parametersOf(module, extra));
    else if (code === Op.call) this.#tieAll(op, parametersOf(module, module.functions[extra]!.region));
    else if (ops.arity[op] === 0) return;
    else if (code === Op.exit) this.#tieAll(op, resultsOf(module, extra));
    else if (code === Op.continue) this.#tieAll(op, parametersOf(module, continueRegion(module, extra)));
    else if (code === Op.repeat) this.#tieAll(op, parametersOf(module, ops.extra[extra]!));
    // Results of functions that are left have one type for all calls and returns: unsigned words.
    else if (code === Op.return)
      for (let i = 0; i < ops.arity[op]!; i++) this.#vote(ops.operand(op, i), Vote.unsigned | Vote.float);
    else if (code === Op.result && ops.code[ops.a[op]!] === Op.call) this.#vote(op, Vote.unsigned | Vote.float);
  }

  /** Operands that must have the type of the result. */
  #tieSame(op: number, operands: number): void {
    const { arity, a, b, c } = this.#ops;
    const count = arity[op]!;
    if (count > INLINE_OPERANDS) {
      for (let i = 0; i < count; i++) if (operands & (1 << i)) this.#tie(op, this.#ops.operand(op, i));
      return;
    }
    if (operands & 1 && count > 0) this.#tie(op, a[op]!);
    if (operands & 2 && count > 1) this.#tie(op, b[op]!);
    if (operands & 4 && count > 2) this.#tie(op, c[op]!);
  }

  #functionResults(): void {
    const { functions } = this.#module;
    for (const [number, one] of functions.entries()) {
      if (!one.results.some((type) => kindOf(type) === Kind.b32)) continue;
      functions[number] = {
        ...one,
        results: one.results.map((type) => (kindOf(type) === Kind.b32 ? withKind(type, Kind.u32) : type)),
      };
    }
  }
}

function isInteger(type: IrType): boolean {
  const kind = kindOf(type);
  return kind === Kind.i32 || kind === Kind.u32;
}

function votesFor(type: IrType): number {
  const kind = kindOf(type);
  return kind === Kind.f32 ? Vote.float : kind === Kind.i32 ? Vote.signed : Vote.unsigned;
}
