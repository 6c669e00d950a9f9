/**
 * The walk of instruction selection: from the end of a function to its start, so that an operation is selected only
 * where something later needs it. It makes blocks and constructs; what instructions there are is said by the selector
 * of each instruction set.
 */
import { continueRegion, type IrModule, parametersOf, resultsOf } from '../ir/module.ts';
import { NO_OP } from '../ir/op-store.ts';
import { isConstruct, Op, OpFlag } from '../ir/ops.ts';
import { OP_FACTS, OpFact } from '../ir/passes/op-facts.ts';
import { Kind, kindOf, widthOf } from '../ir/types.ts';
import { DX6100 } from './messages.ts';
import type { Block, Construct, ConstructKind, Copies, Item, Jump, Modified, Node, Operand } from './nodes.ts';
import { NO_SCALAR, type Scalar } from './operand-table.ts';
import { Refusal } from './refusal.ts';
import type { ValueScalars } from './value-scalars.ts';

/** The scalars of a type: its components, two words each for f64. */
export function wordsOf(type: number): number {
  return widthOf(type) * (kindOf(type) === Kind.f64 ? 2 : 1);
}

/** A node without the properties that most nodes do not have. */
export type PartialNode = Omit<Node, 'id' | 'at' | 'saturate' | 'isHalf' | 'precise' | 'order' | 'key'> & Partial<Node>;

const NO_COPIES: Copies = { to: [], from: [] };
const NO_CASE = { values: [], isDefault: true };
const SIGN = 0x8000_0000 | 0;

export abstract class BlockSelector<Values extends ValueScalars> {
  readonly module: IrModule;
  #needed: Uint8Array;
  /** How often each value is read. */
  readonly uses: Uint32Array;
  readonly #constructs = new Map<number, Construct>();
  /** The results of loops that end by themselves: parameters, or values from before the loop. */
  readonly #loopResults = new Map<number, readonly number[]>();
  #nodes = 0;
  /** The operation that is selected. */
  #operation = 0;
  /** The block whose items are selected, the last one first. */
  #items: Item[] = [];

  constructor(
    readonly values: Values,
    readonly profile: string,
  ) {
    this.module = values.module;
    this.#needed = new Uint8Array(values.count + 64);
    this.uses = new Uint32Array(4 * this.module.ops.count);
  }

  /** Selects an operation that is neither a construct nor a jump. */
  protected abstract operation(op: number): void;

  /** Whether an operation is part of the operands of others, so that it reads nothing itself. */
  protected abstract isTransparent(code: number): boolean;

  protected abstract constructKind(op: number): ConstructKind;

  /** The test of a construct, as the properties that say it. Its operand is needed from then on. */
  protected abstract test(
    op: number,
  ): Partial<Pick<Construct, 'condition' | 'comparison' | 'nonZero' | 'pointer' | 'count'>>;

  /** Notes that a loop ends without a jump, and its results then. */
  protected endsByItself(loop: number, results: readonly number[]): void {
    this.#loopResults.set(loop, results);
  }

  get nodeCount(): number {
    return this.#nodes;
  }

  /** Returns the blocks of a function. */
  select(region: number): Block {
    this.#countUses(region);
    return this.#block(region, undefined);
  }

  refuse(what: string): never {
    throw new Refusal(DX6100, { profile: this.profile, what });
  }

  /** Counts the operands that instructions read; moves and casts read nothing. */
  #countUses(region: number): void {
    const { ops, first } = this.module;
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      if ((OP_FACTS[code]! & OpFact.values) !== 0 && !this.isTransparent(code))
        for (let i = 0; i < ops.arity[op]!; i++) {
          const operand = ops.operand(op, i);
          const words = wordsOf(ops.type[operand]!);
          for (let c = 0; c < words; c++) this.#use((operand << 2) | c);
        }
      if (!isConstruct(code)) continue;
      const count = this.module.regionCount(op);
      for (let i = 0; i < count; i++) this.#countUses(ops.extra[op]! + i);
    }
  }

  #use(ref: number): void {
    const scalar = this.values.scalar(ref);
    if (scalar >= 0 && scalar < this.uses.length) this.uses[scalar]!++;
  }

  #block(region: number, owner: Construct | undefined): Block {
    const { ops, last } = this.module;
    const outer = this.#items;
    const items: Item[] = [];
    const unreachable: Jump = { kind: 'unreachable', at: 0, target: undefined, copies: NO_COPIES };
    const block: Block = { items, jump: unreachable, owner };
    this.#items = items;
    const end = last[region]!;
    block.jump = end === NO_OP ? block.jump : this.#jump(end);
    for (let op = end === NO_OP ? end : ops.prev[end]!; op !== NO_OP; op = ops.prev[op]!) {
      const code = ops.code[op]!;
      this.#operation = op;
      if (isConstruct(code)) this.#construct(op, block);
      else if (code === Op.call) this.refuse('calls of functions that are not inlined');
      // Jumps and entries write parameters and results.
      else if (code !== Op.param && code !== Op.result) this.operation(op);
    }
    items.reverse();
    this.#items = outer;
    return block;
  }

  #jump(op: number): Jump {
    const { ops } = this.module;
    const code = ops.code[op]!;
    const at = ops.at[op]!;
    if (code === Op.return) return { kind: 'return', at, target: undefined, copies: NO_COPIES };
    if (code === Op.abort) return { kind: 'abort', at, target: undefined, copies: NO_COPIES };
    if (code === Op.unreachable) return { kind: 'unreachable', at, target: undefined, copies: NO_COPIES };
    const owner = ops.extra[op]!;
    const target = this.#constructs.get(owner)!;
    const isExit = code === Op.exit;
    const to = isExit ? target.results : this.#parameters(owner);
    const values = ops.operands(op);
    const copies = isExit ? this.copies(to, values) : this.#iteration(owner, to, values, target.results);
    return { kind: isExit ? 'exit' : 'continue', at, target, copies };
  }

  /**
   * The copies to the parameters of a loop. Where it ends by itself, its results are copied with them: before the first
   * iteration for none at all, and after each one.
   */
  #iteration(loop: number, to: Scalar[], values: readonly number[], results: readonly Scalar[]): Copies {
    const ends = this.#loopResults.get(loop);
    if (ends === undefined) return this.copies(to, values);
    const parameters = parametersOf(this.module, continueRegion(this.module, loop));
    const last = ends.map((value) => values[parameters.indexOf(value)] ?? value);
    return this.copies([...to, ...results], [...values, ...last]);
  }

  #parameters(loop: number): Scalar[] {
    return this.#scalarsOf(parametersOf(this.module, continueRegion(this.module, loop)));
  }

  #scalarsOf(values: readonly number[]): Scalar[] {
    const list: Scalar[] = [];
    for (const value of values) {
      const words = wordsOf(this.module.ops.type[value]!);
      for (let c = 0; c < words; c++) list.push((value << 2) | c);
    }
    return list;
  }

  copies(to: Scalar[], values: readonly number[]): Copies {
    const from = this.#scalarsOf(values).map((ref) => this.need(this.values.scalar(ref)));
    return { to, from };
  }

  // --- nodes --------------------------------------------------------------------------------------------------------

  /** Adds a node before those that were selected so far. */
  push(node: PartialNode): Node {
    const { ops } = this.module;
    const at = ops.at[this.#operation]!;
    const isHalf = (ops.flags[this.#operation]! & OpFlag.half) !== 0;
    const full: Node = { saturate: false, isHalf, precise: 0, order: 0, key: '', ...node, id: this.#nodes++, at };
    for (const { indices } of full.named ?? []) for (const { value } of indices) this.need(value);
    for (const { value } of full.target?.indices ?? []) this.need(value);
    this.#items.push(full);
    return full;
  }

  /** Notes that an instruction reads a scalar, and what its indices read. */
  need(scalar: Scalar): Scalar {
    if (scalar === NO_SCALAR) return scalar;
    if (scalar < 0) {
      const source = this.values.table.sources[this.values.table.sourceOf(scalar)]!;
      for (const { value } of source.indices) this.need(value);
      return scalar;
    }
    if (scalar >= this.#needed.length) {
      const longer = new Uint8Array(2 * scalar);
      longer.set(this.#needed);
      this.#needed = longer;
    }
    this.#needed[scalar] = 1;
    return scalar;
  }

  isNeeded(scalar: Scalar): boolean {
    return this.#needed[scalar] === 1;
  }

  operand(shape: number, scalars: Scalar[], negate = false, absolute = false): Operand {
    for (const scalar of scalars) this.need(scalar);
    return { shape, scalars, negate, absolute };
  }

  /** The scalars of a value as they are. */
  scalars(value: number): Scalar[] {
    const words = wordsOf(this.module.ops.type[value]!);
    return Array.from({ length: words }, (_, c) => this.values.scalar((value << 2) | c));
  }

  bits(shape: number, value: number): Operand {
    return this.operand(shape, this.scalars(value));
  }

  /** The operation of the IR that a scalar is a result of; -1 for others. */
  originOf(scalar: Scalar): number {
    return scalar >= 0 && scalar < this.uses.length ? scalar >> 2 : -1;
  }

  /** Whether operands have the modifier of an operation: negation, absolute value, or none. */
  protected hasModifier(code: number): boolean {
    return code === Op['f.neg'] || code === Op['f.abs'] || code === Op['f.flush'];
  }

  /** A float scalar without the modifiers that operands can have. */
  modified(ref: number): Modified {
    const { ops } = this.module;
    const { table } = this.values;
    let scalar = this.values.scalar(ref);
    let negate = false;
    let absolute = false;
    for (;;) {
      const op = this.originOf(scalar);
      if (op < 0 || !this.hasModifier(ops.code[op]!)) break;
      if (ops.code[op] === Op['f.neg']) negate = negate !== !absolute;
      else if (ops.code[op] === Op['f.abs']) absolute = true;
      scalar = this.values.scalar((ops.a[op]! << 2) | (scalar & 3));
    }
    if (!table.isLiteral(scalar)) return { scalar, negate, absolute };
    let word = table.componentOf(scalar);
    if (absolute) word &= ~SIGN;
    if (negate) word ^= SIGN;
    return { scalar: table.literal(word), negate: false, absolute: false };
  }

  /** A vector or a component of floats. All components have the same modifiers, or none. */
  floats(shape: number, value: number): Operand {
    const words = widthOf(this.module.ops.type[value]!);
    const parts = Array.from({ length: words }, (_, c) => this.modified((value << 2) | c));
    const { negate, absolute } = parts.find(({ scalar }) => !this.values.table.isLiteral(scalar)) ?? parts[0]!;
    const isSame = parts.every(
      (one) => this.values.table.isLiteral(one.scalar) || (one.negate === negate && one.absolute === absolute),
    );
    if (!isSame) return this.bits(shape, value);
    const scalars = parts.map(({ scalar }) => {
      if (!this.values.table.isLiteral(scalar)) return scalar;
      if (!negate && !absolute) return scalar;
      // The literal has its modifiers already.
      return absolute ? NO_SCALAR : this.values.table.literal(this.values.table.componentOf(scalar) ^ SIGN);
    });
    return scalars.includes(NO_SCALAR) ? this.bits(shape, value) : this.operand(shape, scalars, negate, absolute);
  }

  /** An operand with the other sign. */
  negated({ shape, scalars, negate, absolute }: Operand): Operand {
    const { table } = this.values;
    const [scalar] = scalars;
    if (table.isLiteral(scalar!))
      return { shape, scalars: [table.literal(table.componentOf(scalar!) ^ SIGN)], negate, absolute };
    return { shape, scalars, negate: !negate, absolute };
  }

  /** Whether a value has no other use, and is in the region of the operation that uses it. */
  isFoldable(scalar: Scalar, user: number): boolean {
    const { ops } = this.module;
    const op = this.originOf(scalar);
    return op >= 0 && this.uses[scalar] === 1 && ops.region[op] === ops.region[user];
  }

  // --- constructs ---------------------------------------------------------------------------------------------------

  #construct(op: number, parent: Block): void {
    const { ops, cases, first } = this.module;
    const code = ops.code[op]!;
    const start = ops.extra[op]!;
    const count = this.module.regionCount(op);
    const kind = this.constructKind(op);
    const isLoop = kind === 'loop';
    if (isLoop && first[start + 1] !== NO_OP) this.refuse('a second region of a loop that is not joined');
    const blocks: Block[] = [];
    const values = resultsOf(this.module, op);
    const results = this.#scalarsOf(values);
    const construct: Construct = {
      kind,
      id: this.#constructs.size,
      at: ops.at[op]!,
      endsAt: values.length > 0 ? ops.at[values[0]!]! : 0,
      condition: undefined,
      nonZero: true,
      blocks,
      cases: code === Op.switch ? Array.from({ length: count }, (_, i) => cases[start + i] ?? NO_CASE) : [],
      initial: isLoop
        ? this.#iteration(op, this.#scalarsOf(parametersOf(this.module, start)), ops.operands(op), results)
        : NO_COPIES,
      results,
      parent,
      order: 0,
    };
    this.#constructs.set(op, construct);
    // The last region first, as all items.
    for (let i = (isLoop ? 1 : count) - 1; i >= 0; i--) blocks.unshift(this.#block(start + i, construct));
    this.#operation = op;
    Object.assign(construct, this.test(op));
    this.#items.push(construct);
  }
}
