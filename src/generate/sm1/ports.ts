/**
 * Copies what one instruction cannot read: besides temporary registers it reads one constant and one input. Equal
 * copies of a block, and of blocks in it, are shared.
 */
import { type Block, type Construct, isConstructItem, type Item, type Node, type Operand, Shape } from '../nodes.ts';
import { LITERAL, type Scalar } from '../operand-table.ts';
import { FIRST_COORDINATE } from './registers.ts';
import type { Sm1Target } from './legalize.ts';
import type { Literals } from './literals.ts';
import type { Sm1Values } from './values.ts';

type Known = Map<string, Scalar[]>;

/** The register files that instructions read through one port each. */
const PORTS = ['constant', 'input'] as const;
/** Constants that an instruction reads, repeated ones included. */
const MAX_CONSTANT_READS = 2;

export class ReadPorts {
  /** The register of the literals of an operand. */
  readonly registers = new Map<Operand, number>();
  #nodes: number;

  constructor(
    readonly values: Sm1Values,
    readonly literals: Literals,
    readonly target: Sm1Target,
    nodes: number,
  ) {
    this.#nodes = nodes;
  }

  run(block: Block, outer: readonly Known[] = []): void {
    const known: Known = new Map();
    const scopes = [...outer, known];
    const items: Item[] = [];
    for (const item of block.items) {
      if (isConstructItem(item)) {
        this.#construct(item, scopes, items);
        for (const inner of item.blocks) this.run(inner, scopes);
      } else {
        for (const [i, operand] of item.operands.entries()) item.operands[i] = this.#exact(item, operand, scopes, items);
        this.#ports(item.operands, scopes, items);
      }
      items.push(item);
    }
    block.items.length = 0;
    for (const item of items) block.items.push(item);
    this.#copied(block.jump.copies.from);
  }

  #construct(construct: Construct, scopes: readonly Known[], items: Item[]): void {
    this.#copied(construct.initial.from);
    const { condition, comparison } = construct;
    if (condition === undefined) return;
    const operands = comparison === undefined ? [condition] : [condition, comparison.other];
    this.#ports(operands, scopes, items);
  }

  /** Copies of literals to parameters and results read them one by one. */
  #copied(from: readonly Scalar[]): void {
    for (const scalar of from) if (this.values.table.isLiteral(scalar)) this.literals.add({ scalars: [scalar] });
  }

  /** Copies the sources of an operand whose components have to be in order, if they are not. */
  #exact(node: Node, operand: Operand, scopes: readonly Known[], items: Item[]): Operand {
    const { scalars, isExact } = operand;
    if (isExact !== true || scalars.every((scalar) => scalar >= 0)) return operand;
    const { table } = this.values;
    const source = scalars[0]! < 0 ? table.sourceOf(scalars[0]!) : LITERAL;
    const { file, indices } = table.sources[source]!;
    const isTexture = node.named !== undefined;
    const isReadable = source !== LITERAL && (!isTexture || (file === 'input' && indices[0]!.base >= FIRST_COORDINATE));
    const isInOrder =
      isReadable &&
      scalars.every((scalar, i) => scalar < 0 && table.componentOf(scalar) === i && table.sourceOf(scalar) === source);
    if (isInOrder) return operand;
    const copy = { ...operand, scalars: [...scalars] };
    this.#copy(copy, scopes, items);
    return copy;
  }

  #ports(operands: readonly Operand[], scopes: readonly Known[], items: Item[]): void {
    const ofLiterals = operands.filter(({ scalars }) => this.values.table.isLiteral(scalars[0]!));
    if (ofLiterals.length > 0) this.#assign(ofLiterals);
    for (const port of PORTS) {
      const readers = operands.filter((operand) => this.#portOf(operand) === port);
      const keys = new Map<string, Operand[]>();
      for (const operand of readers) {
        const key = this.#registerOf(operand, port);
        const list = keys.get(key);
        if (list === undefined) keys.set(key, [operand]);
        else list.push(operand);
      }
      // The register that needs the largest number of copies stays.
      const groups = [...keys.values()].sort((a, b) => this.#cost(b, scopes) - this.#cost(a, scopes));
      for (const group of groups.slice(1)) for (const operand of group) this.#copy(operand, scopes, items);
      const [kept] = groups;
      if (kept !== undefined && port === 'constant' && kept.length > MAX_CONSTANT_READS) this.#copy(kept[0]!, scopes, items);
    }
  }

  #cost(operands: readonly Operand[], scopes: readonly Known[]): number {
    return operands.filter(({ scalars }) => !scopes.some((scope) => scope.has(scalars.join()))).length;
  }

  /** Gives the literals of an instruction one register if they fit. */
  #assign(operands: readonly Operand[]): void {
    if (operands.length > 1 && this.literals.fits(operands)) {
      const register = this.literals.add({ scalars: operands.flatMap(({ scalars }) => scalars) });
      if (operands.every(({ scalars }) => scalars.every((one) => this.literals.at(one, register) !== undefined))) {
        for (const operand of operands) this.#place(operand, register);
        return;
      }
    }
    for (const operand of operands) this.#place(operand, this.literals.add(operand));
  }

  #place(operand: Operand, register: number): void {
    this.registers.set(operand, register);
  }

  #portOf({ scalars }: Operand): (typeof PORTS)[number] | undefined {
    const [scalar] = scalars;
    if (scalar! >= 0) return undefined;
    const { file } = this.values.table.sources[this.values.table.sourceOf(scalar!)]!;
    if (file === 'literal' || file === 'const') return 'constant';
    return file === 'input' ? 'input' : undefined;
  }

  /** Constants with and without an absolute value count as different ones. */
  #registerOf(operand: Operand, port: (typeof PORTS)[number]): string {
    const { scalars, absolute } = operand;
    const source = this.values.table.sourceOf(scalars[0]!);
    const register = source === LITERAL ? `literal ${this.registers.get(operand)}` : `${source}`;
    return port === 'constant' ? `${register}${absolute}` : register;
  }

  /** Lets an operand read copies of its sources. */
  #copy(operand: Operand, scopes: readonly Known[], items: Item[]): void {
    const distinct = [...new Set(operand.scalars)].filter((scalar) => scalar < 0);
    const key = distinct.join();
    let copies: Scalar[] | undefined;
    for (const scope of scopes) copies ??= scope.get(key);
    if (copies === undefined) {
      const from: Operand = { shape: Shape.lanes, scalars: distinct, negate: false, absolute: false };
      copies = distinct.map(() => this.values.newValue());
      if (distinct.every((scalar) => this.values.table.isLiteral(scalar))) this.#place(from, this.literals.add(from));
      items.push(this.#mov(from, copies));
      scopes.at(-1)!.set(key, copies);
    }
    const by = new Map(distinct.map((scalar, i) => [scalar, copies![i]!]));
    operand.scalars = operand.scalars.map((scalar) => by.get(scalar) ?? scalar);
    this.registers.delete(operand);
  }

  #mov(operand: Operand, results: Scalar[]): Node {
    return {
      id: this.#nodes++,
      mnemonic: 'mov',
      results: [...results],
      operands: [operand],
      saturate: false,
      precise: 0,
      order: 0,
      key: '',
    };
  }
}
