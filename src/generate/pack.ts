/**
 * Makes instructions on vectors of those on scalars: nodes with the same instruction and modifiers become lanes of one
 * node. Candidates are the operations that came from one vector, of the IR or of the source, then values that one
 * operand reads together, from the end of a block to its start, then any equal ones. A pair is joined only where no
 * operand needs a move for it.
 *
 * Last, instructions whose result is only written to an output write the output themselves.
 */
import { appendTo } from '../base/collections.ts';
import type { VectorLanes } from '../ir/passes/vector-lanes.ts';
import { BlockGraph } from './block-graph.ts';
import {
  type Block,
  type Construct,
  type Item,
  isConstructItem,
  MAX_LANES,
  type Node,
  type Operand,
  Order,
  Shape,
} from './nodes.ts';
import { NO_SCALAR, type Numbering, type Scalar } from './operand-table.ts';
import { RegisterHints } from './register-hints.ts';

/** Later nodes with the same instruction and sources that a node is compared with. */
const MAX_CANDIDATES = 12;
/** Later nodes with the same instruction: joining distant ones needs more registers. */
const MAX_OTHER_CANDIDATES = 3;
/** Rounds of joining by sources at most. */
const MAX_ROUNDS = 4;

/** A rule that instructions have for the lanes of a node. */
export interface LaneRule {
  canMerge(a: Node, b: Node): boolean;
}

export interface PackOptions {
  /** Whether nodes are joined that are alike, although nothing reads their results together. */
  readonly isGreedy: boolean;
  readonly rule?: LaneRule;
  /** Whether the order needs few registers, and loads of textures do not come early. */
  readonly savesRegisters?: boolean;
  /** The vector operations that operations were lanes of in the source. */
  readonly vectors?: VectorLanes | undefined;
}

/** Joins the nodes of a function and orders them. */
export function packFunction(block: Block, values: Numbering, options: PackOptions): void {
  new Packer(values, options).run(block);
}

class Packer {
  /** The item that defines a value, and the block that has it. */
  readonly #definedBy: (Item | undefined)[] = [];
  readonly #blockOf = new Map<Item, Block>();
  /** How often a value is read. */
  readonly #reads: Uint32Array;
  readonly #uses = new Map<Item, readonly Scalar[]>();
  readonly registers: RegisterHints;

  constructor(
    private readonly values: Numbering,
    private readonly options: PackOptions,
  ) {
    this.#reads = new Uint32Array(values.count);
    this.registers = new RegisterHints(values.count);
  }

  run(block: Block): void {
    this.#collect(block);
    this.#block(block);
  }

  /** Notes definitions and uses of a block and those in it; returns what it reads. */
  #collect(block: Block): Set<Scalar> {
    const read = new Set<Scalar>();
    for (const item of block.items) {
      this.#blockOf.set(item, block);
      const uses: Scalar[] = [];
      const add = (scalar: Scalar): void => {
        uses.push(scalar);
        read.add(scalar);
        this.#reads[scalar]!++;
      };
      if (isConstructItem(item)) this.#collectConstruct(item, add, uses, read);
      else {
        for (const { scalars } of item.operands) for (const scalar of scalars) this.values.table.valuesIn(scalar, add);
        for (const { indices } of item.named ?? [])
          for (const { value } of indices) if (value !== NO_SCALAR) add(value);
        for (const { value } of item.target?.indices ?? []) if (value !== NO_SCALAR) add(value);
        for (const result of item.results) this.#definedBy[result] = item;
        for (const result of item.second ?? []) this.#definedBy[result] = item;
        this.registers.define(item.results);
        this.registers.define(item.second ?? []);
      }
      this.#uses.set(item, uses);
    }
    for (const from of block.jump.copies.from)
      this.values.table.valuesIn(from, (scalar) => {
        read.add(scalar);
        this.#reads[scalar]!++;
      });
    return read;
  }

  #collectConstruct(item: Construct, add: (scalar: Scalar) => void, uses: Scalar[], read: Set<Scalar>): void {
    for (const operand of [item.condition, item.comparison?.other])
      for (const scalar of operand?.scalars ?? []) this.values.table.valuesIn(scalar, add);
    for (const scalar of item.initial.from) this.values.table.valuesIn(scalar, add);
    for (const result of item.results) this.#definedBy[result] = item;
    for (const parameter of item.initial.to) this.#definedBy[parameter] = item;
    for (const inner of item.blocks)
      for (const scalar of this.#collect(inner)) {
        uses.push(scalar);
        read.add(scalar);
      }
  }

  // --- blocks -------------------------------------------------------------------------------------------------------

  #block(block: Block): void {
    const { items } = block;
    const { savesRegisters = false, vectors } = this.options;
    const graph = new BlockGraph(
      items,
      (item) => this.#uses.get(item)!,
      (scalar) => {
        const item = this.#definedBy[scalar];
        return item !== undefined && this.#blockOf.get(item) === block ? item : undefined;
      },
    );
    this.#pairs(graph);
    this.#vectors(graph);
    if (vectors !== undefined) this.#sourceVectors(vectors, graph);
    this.#jumpSeeds(block, graph);
    for (let position = items.length - 1; position >= 0; position--) {
      const number = graph.dependencies.at(position);
      if (number < 0) continue;
      const item = items[number]!;
      if (isConstructItem(item)) this.#construct(item, graph);
      else for (const operand of item.operands) this.#operandSeed(operand, graph);
    }
    if (this.options.isGreedy) this.#greedy(graph);
    this.#outputs(graph);
    const isRoot = (number: number): boolean => {
      const item = graph.items[number]!;
      if (isConstructItem(item)) return true;
      if (item.prefersUnused === true && !savesRegisters) return true;
      return (item.order & ~(Order.quad | Order.reads | Order.arrayReads)) !== 0;
    };
    const order = graph.dependencies.lateOrder(isRoot, savesRegisters).map((number) => graph.items[number]!);
    // A move whose components other instructions write is gone.
    const isLeft = (item: Item) =>
      isConstructItem(item) || item.target === undefined || item.operands[0]?.scalars.length !== 0;
    items.length = 0;
    for (const item of order) if (isLeft(item)) items.push(item);
  }

  #construct(construct: Construct, graph: BlockGraph): void {
    for (const inner of construct.blocks) this.#block(inner);
    this.#copySeed(construct.initial.to, construct.initial.from, graph);
  }

  /** Joins what a jump copies to registers that are used together. */
  #jumpSeeds(block: Block, graph: BlockGraph): void {
    const { to, from } = block.jump.copies;
    this.#copySeed(to, from, graph);
  }

  #copySeed(to: readonly Scalar[], from: readonly Scalar[], graph: BlockGraph): void {
    for (let i = 0; i < to.length; i++)
      for (let j = i + 1; j < Math.min(to.length, i + MAX_LANES); j++)
        if (from[i]! >= 0 && from[j]! >= 0 && from[i] !== from[j]) this.#join(from[i]!, from[j]!, graph);
  }

  #operandSeed({ shape, scalars }: Operand, graph: BlockGraph): void {
    if (shape === Shape.one || scalars.length < 2) return;
    for (let i = 1; i < scalars.length; i++)
      for (let j = 0; j < i; j++)
        if (scalars[i]! >= 0 && scalars[j]! >= 0 && scalars[i] !== scalars[j])
          this.#join(scalars[j]!, scalars[i]!, graph);
    this.registers.join(scalars);
  }

  /** Joins the nodes that define two values. */
  #join(a: Scalar, b: Scalar, graph: BlockGraph): void {
    const [x, y] = [this.#definedBy[a], this.#definedBy[b]];
    if (x === undefined || y === undefined || x === y || isConstructItem(x) || isConstructItem(y)) return;
    this.#tryMerge(x, y, graph);
  }

  #greedy(graph: BlockGraph): void {
    const bySources = (node: Node) => `${node.key} ${node.operands.map((operand) => this.#sourceOf(operand)).join()}`;
    // Joined values are one source for what reads them.
    for (let round = 0; round < MAX_ROUNDS && this.#joinAlike(graph, bySources, MAX_CANDIDATES); round++);
    this.#joinAlike(graph, ({ key }) => key, MAX_OTHER_CANDIDATES);
  }

  /** Joins nodes with equal keys that are close to each other. Returns whether there were any. */
  #joinAlike(graph: BlockGraph, keyOf: (node: Node) => string, candidates: number): boolean {
    let hasJoined = false;
    const byKey = new Map<string, Node[]>();
    for (const number of graph.dependencies.order()) {
      const item = graph.items[number]!;
      if (isConstructItem(item) || item.key === '' || lanesOf(item) >= MAX_LANES) continue;
      appendTo(byKey, keyOf(item), item);
    }
    for (const list of byKey.values())
      for (let i = 0; i < list.length; i++) {
        if (graph.isMerged(list[i]!)) continue;
        for (let j = i + 1; j < Math.min(list.length, i + candidates); j++) {
          if (graph.isMerged(list[j]!)) continue;
          if (graph.isMerged(list[i]!)) break;
          hasJoined = this.#tryMerge(list[i]!, list[j]!, graph) || hasJoined;
        }
      }
    return hasJoined;
  }

  /** A number for the register or source that an operand reads. */
  #sourceOf({ scalars }: Operand): number {
    const [scalar] = scalars;
    return scalar! < 0 ? -1 - this.values.table.sourceOf(scalar!) : this.registers.rootOf(scalar!);
  }

  /** Lanes of one operation on vectors. */
  #vectors(graph: BlockGraph): void {
    const { items } = graph;
    let last: Node | undefined;
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      if (isConstructItem(item) || item.key === '') {
        last = undefined;
        continue;
      }
      const isSame = last !== undefined && last.key === item.key && originOf(last) === originOf(item);
      if (!isSame || !this.#tryMerge(last!, item, graph, true)) last = item;
    }
  }

  /** Joins lanes of one vector operation of the source. */
  #sourceVectors(vectors: VectorLanes, graph: BlockGraph): void {
    const byVector = (node: Node) => `${node.key} ${vectors.get(originOf(node)) ?? `alone ${originOf(node)}`}`;
    this.#joinAlike(graph, byVector, MAX_LANES);
  }

  /** Joins nodes that have one result each of an instruction with two. */
  #pairs(graph: BlockGraph): void {
    const known = new Map<string, Node>();
    for (const item of graph.items) {
      if (isConstructItem(item) || item.second === undefined || item.picks !== undefined || item.key === '') continue;
      if (item.mnemonic === 'uaddc' || item.mnemonic === 'usubb') continue;
      const operands = item.operands.map(({ scalars, negate, absolute }) => `${scalars}${negate}${absolute}`);
      const key = `${item.mnemonic} ${item.saturate} ${operands}`;
      const other = known.get(key);
      if (other === undefined || other.results.length === item.results.length) {
        known.set(key, item);
        continue;
      }
      const number = graph.dependencies.merge(graph.numberOf(other), graph.numberOf(item));
      if (number < 0) continue;
      const node = graph.items[number] as Node;
      const rest = node === other ? item : other;
      for (const result of rest.results) this.#define(result, node);
      for (const result of rest.second!) this.#define(result, node);
      if (node.results.length === 0) node.results = rest.results;
      else node.second = rest.second!;
      node.discardsFirst = false;
      node.precise |= rest.precise;
      node.key = '';
      graph.forget(rest);
    }
  }

  #define(result: Scalar, node: Node): void {
    this.#definedBy[result] = node;
  }

  // --- merging ------------------------------------------------------------------------------------------------------

  #tryMerge(a: Node, b: Node, graph: BlockGraph, isVector = false): boolean {
    if (a.key === '' || a.key !== b.key || lanesOf(a) + lanesOf(b) > MAX_LANES) return false;
    if (this.options.rule?.canMerge(a, b) === false) return false;
    if (!graph.has(a) || !graph.has(b) || graph.isMerged(a) || graph.isMerged(b)) return false;
    if (!isVector && (this.#cost(a, b) > 0 || !this.registers.canJoin([...resultsOf(a), ...resultsOf(b)])))
      return false;
    const number = graph.dependencies.merge(graph.numberOf(a), graph.numberOf(b));
    if (number < 0) return false;
    const node = graph.items[number] as Node;
    const other = node === a ? b : a;
    joinLanes(node, a, b);
    for (const result of resultsOf(other)) this.#define(result, node);
    graph.forget(other);
    this.registers.join(resultsOf(node));
    for (const operand of node.operands) if (operand.shape === Shape.lanes) this.registers.join(operand.scalars);
    return true;
  }

  /** The moves that operands of a joined node need, without those that its parts need. */
  #cost(a: Node, b: Node): number {
    let cost = 0;
    for (const [i, operand] of a.operands.entries()) {
      if (operand.shape !== Shape.lanes) continue;
      const other = b.operands[i]!;
      cost +=
        this.#moves([...operand.scalars, ...other.scalars]) - this.#moves(operand.scalars) - this.#moves(other.scalars);
    }
    return cost;
  }

  /** The moves that put scalars into one operand. */
  #moves(scalars: readonly Scalar[]): number {
    const { table } = this.values;
    const sources: number[] = [];
    const values: Scalar[] = [];
    for (const scalar of scalars) {
      const [list, one] = scalar < 0 ? [sources, table.sourceOf(scalar)] : [values, scalar];
      if (!list.includes(one)) list.push(one);
    }
    if (values.length === 0) return sources.length === 1 ? 0 : sources.length;
    const moves = this.registers.canJoin(values) || this.#areAlike(values) ? 0 : 1;
    return moves + sources.length;
  }

  /** Whether values come from nodes that can become one. */
  #areAlike(values: readonly Scalar[]): boolean {
    const first = this.#definedBy[values[0]!];
    if (first === undefined || isConstructItem(first) || first.key === '') return false;
    return values.every((value) => {
      const item = this.#definedBy[value];
      return (
        item !== undefined &&
        !isConstructItem(item) &&
        item.key === first.key &&
        this.#blockOf.get(item) === this.#blockOf.get(first)
      );
    });
  }

  // --- outputs ------------------------------------------------------------------------------------------------------

  /** Lets instructions write outputs whose results nothing else reads. */
  #outputs(graph: BlockGraph): void {
    const { items } = graph;
    const count = items.length;
    for (let number = 0; number < count; number++) {
      const item = items[number]!;
      if (isConstructItem(item) || graph.isMerged(item) || !isOutputMove(item)) continue;
      this.#output(item, graph);
    }
  }

  #output(move: Node, graph: BlockGraph): void {
    const producers = new Set<Node>();
    for (const scalar of move.operands[0]!.scalars) {
      const item = scalar < 0 ? undefined : this.#definedBy[scalar];
      if (item !== undefined && !isConstructItem(item)) producers.add(item);
    }
    const [producer] = producers;
    const found = producers.size === 1 ? this.#positionsIn(move, producer!) : undefined;
    if (found?.positions.length === move.operands[0]!.scalars.length) {
      const number = graph.dependencies.merge(graph.numberOf(producer!), graph.numberOf(move), true);
      if (number < 0) return;
      this.#writeOutput(producer!, move, found);
      graph.forget(graph.items[number] === producer ? move : producer!);
      graph.items[number] = producer!;
      graph.renumber(producer!, number);
    } else if (!graph.hasOutputBarrier) this.#outputParts(move, producers, graph);
  }

  /**
   * Lets instructions write parts of an output. Without barriers it does not matter when: no other instruction of the
   * block writes the same components.
   */
  #outputParts(move: Node, producers: ReadonlySet<Node>, graph: BlockGraph): void {
    if (!graph.writesOnce(move)) return;
    for (const producer of producers) {
      const found = this.#positionsIn(move, producer);
      if (found === undefined) continue;
      const { positions } = found;
      this.#writeOutput(producer, move, found);
      const { target, operands } = move;
      const rest = [...operands[0]!.scalars.keys()].filter((i) => !positions.includes(i));
      move.target = { ...target!, components: rest.map((i) => target!.components[i]!) };
      move.operands = [{ ...operands[0]!, scalars: rest.map((i) => operands[0]!.scalars[i]!) }];
      if (rest.length === 0) graph.forget(move);
    }
  }

  /**
   * Where a move has the results of an instruction that can write them to an output, if nothing else reads them. A
   * result may be at several positions: operands are swizzled accordingly.
   */
  #positionsIn(move: Node, producer: Node): Positions | undefined {
    if (this.#blockOf.get(producer) !== this.#blockOf.get(move) || !canWriteOutput(producer)) return undefined;
    const { scalars } = move.operands[0]!;
    const { picks, second, components } = producer;
    const results = resultsOf(producer);
    const mayRepeat =
      picks === undefined && (results.length === 1 || (second === undefined && components === undefined));
    const positions: number[] = [];
    const lanes: number[] = [];
    for (const [lane, result] of results.entries()) {
      const at = [...scalars.keys()].filter((i) => scalars[i] === result);
      if (at.length === 0 || this.#reads[result] !== at.length || (at.length > 1 && !mayRepeat)) return undefined;
      for (const i of at) {
        positions.push(i);
        lanes.push(lane);
      }
    }
    return { positions, lanes };
  }

  /** Lets an instruction write its results to the components of an output where a move has them. */
  #writeOutput(producer: Node, move: Node, { positions, lanes }: Positions): void {
    const { target } = move;
    producer.target = { ...target!, components: positions.map((i) => target!.components[i]!) };
    if (positions.length > lanesOf(producer)) {
      for (const operand of producer.operands)
        if (operand.shape === Shape.lanes) operand.scalars = lanes.map((lane) => operand.scalars[lane]!);
      producer.precise = lanes.reduce((bits, lane, i) => bits | (((producer.precise >> lane) & 1) << i), 0);
    }
    if (producer.results.length === 0) producer.second = undefined;
    producer.results = [];
    producer.order |= move.order;
    producer.key = '';
  }
}

/** Positions in a move, and the lane of an instruction that each of them has. */
interface Positions {
  readonly positions: readonly number[];
  readonly lanes: readonly number[];
}

function isOutputMove({ mnemonic, target, operands, saturate }: Node): boolean {
  if (mnemonic !== 'mov' || target === undefined || target.file === 'indexableTemp' || saturate) return false;
  if (target.onlyMoves === true) return false;
  const { negate, absolute } = operands[0]!;
  return !negate && !absolute && target.indices.every(({ value }) => value === NO_SCALAR);
}

/** Whether the only result of an instruction may be an output. */
function canWriteOutput({ results, second, target, isDouble, needsTemp, named, mnemonic }: Node): boolean {
  if (needsTemp === true || target !== undefined || isDouble === true) return false;
  if (second !== undefined && (named !== undefined || (results.length > 0 && second.length > 0))) return false;
  return !(named !== undefined && mnemonic.startsWith('imm_atomic'));
}

export function resultsOf(node: Node): readonly Scalar[] {
  return node.results.length > 0 ? node.results : (node.second ?? []);
}

function lanesOf(node: Node): number {
  return resultsOf(node).length;
}

/** The operation of the IR that a node is from. */
function originOf(node: Node): number {
  return resultsOf(node)[0]! >> 2;
}

/** Gives a node, which is one of two, the lanes of the first one and then those of the second one. */
function joinLanes(node: Node, a: Node, b: Node): void {
  const precise = a.precise | (b.precise << lanesOf(a));
  for (const [i, operand] of node.operands.entries())
    if (operand.shape === Shape.lanes) operand.scalars = a.operands[i]!.scalars.concat(b.operands[i]!.scalars);
  if (node.second !== undefined) node.second = a.second!.concat(b.second!);
  node.results = a.results.concat(b.results);
  node.precise = precise;
  node.isHalf = a.isHalf && b.isHalf;
}
