/**
 * Copies what one instruction cannot read: besides temporary registers it reads one constant and one input. Equal
 * copies of a block, and of blocks in it, are shared.
 */
import { appendTo } from '../../base/collections.ts';
import { type Block, type Construct, type Item, isConstructItem, type Node, type Operand, Shape } from '../nodes.ts';
import { LITERAL, type Scalar } from '../operand-table.ts';
import type { Sm1Target } from './legalize.ts';
import type { Literals } from './literals.ts';
import { FIRST_COORDINATE } from './registers.ts';
import type { Sm1Values } from './values.ts';

/** The copy of each scalar. */
type Copies = ReadonlyMap<Scalar, Scalar>;
/** Copies that a block has, by source. */
type Scope = Map<number, Copies[]>;

/** The register files that instructions read through one port each. */
const PORTS = ['constant', 'input'] as const;
/** Constants that an instruction reads, repeated ones included. */
const MAX_CONSTANT_READS = 2;

interface Conflicts {
  instructions: number;
  readonly scalars: Set<Scalar>;
}

export class ReadPorts {
  /** The register of the literals of an operand. */
  readonly registers = new Map<Operand, number>();
  /** Of each source, the instructions that read another one of its port as well, and what they read of it. */
  readonly #conflicts = new Map<string, Conflicts>();
  #nodes: number;
  /** The token of the operation that needs copies. */
  #at = 0;

  constructor(
    readonly values: Sm1Values,
    readonly literals: Literals,
    readonly target: Sm1Target,
    nodes: number,
  ) {
    this.#nodes = nodes;
  }

  run(block: Block): void {
    this.#countConflicts(block);
    this.#block(block, []);
  }

  #block(block: Block, outer: readonly Scope[]): void {
    const inner: Scope = new Map();
    const scopes = [...outer, inner];
    const items: Item[] = [];
    for (const item of block.items) {
      this.#at = item.at;
      if (isConstructItem(item)) {
        this.#construct(item, scopes, items);
        for (const one of item.blocks) this.#block(one, scopes);
      } else {
        for (const [i, operand] of item.operands.entries())
          item.operands[i] = this.#exact(item, operand, scopes, items);
        this.#literalsOf(item);
        this.#ports(item.operands, scopes, items, item.named === undefined);
      }
      items.push(item);
    }
    block.items.length = 0;
    for (const item of items) block.items.push(item);
    this.#copied(block.jump.copies.from);
  }

  #construct(construct: Construct, scopes: readonly Scope[], items: Item[]): void {
    this.#copied(construct.initial.from);
    const { condition, comparison } = construct;
    if (condition === undefined) return;
    const operands = comparison === undefined ? [condition] : [condition, comparison.other];
    this.#ports(operands, scopes, items);
  }

  /** Gives different literals of lanes that have their components the same components of a constant. */
  #literalsOf({ operands, components }: Node): void {
    if (components === undefined) return;
    for (const operand of operands) {
      const { scalars, shape } = operand;
      const isTogether = shape === Shape.lanes && new Set(scalars).size > 1 && this.values.table.isLiteral(scalars[0]!);
      if (isTogether) this.#setLiteral(operand, this.literals.addAt(operand, components));
    }
  }

  /** Copies of literals to parameters and results read them one by one. */
  #copied(from: readonly Scalar[]): void {
    for (const scalar of from) if (this.values.table.isLiteral(scalar)) this.literals.add({ scalars: [scalar] });
  }

  /** Copies the sources of an operand whose components have to be in order, if they are not. */
  #exact(node: Node, operand: Operand, scopes: readonly Scope[], items: Item[]): Operand {
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

  /** @param takesSign whether the operands may have modifiers */
  #ports(operands: readonly Operand[], scopes: readonly Scope[], items: Item[], takesSign = true): void {
    const ofLiterals = operands.filter(
      (operand) => this.values.table.isLiteral(operand.scalars[0]!) && !this.registers.has(operand),
    );
    if (ofLiterals.length > 0) this.#assign(ofLiterals, takesSign);
    for (const port of PORTS) {
      const groups = [...this.#byRegister(operands, port).values()];
      // Registers that other instructions need copies of, too, are copied.
      const cost = (group: readonly Operand[]) => group.reduce((sum, one) => sum + this.#cost(one, scopes), 0);
      groups.sort((a, b) => cost(b) - cost(a));
      for (const group of groups.slice(1)) for (const operand of group) this.#copy(operand, scopes, items);
      const [first] = groups;
      if (first !== undefined && port === 'constant' && first.length > MAX_CONSTANT_READS)
        this.#copy(first[0]!, scopes, items);
    }
  }

  /** The operands of a port by the register that they read. */
  #byRegister(operands: readonly Operand[], port: (typeof PORTS)[number]): Map<string, Operand[]> {
    const groups = new Map<string, Operand[]>();
    for (const operand of operands) {
      if (this.#portOf(operand) === port) appendTo(groups, this.#registerOf(operand, port), operand);
    }
    return groups;
  }

  /** The share of a copy of an operand that an instruction pays: none if there is one, less if others need it, too. */
  #cost({ scalars }: Operand, scopes: readonly Scope[]): number {
    const source = this.values.table.sourceOf(scalars[0]!);
    if (this.#copiesIn(scopes, source, scalars) !== undefined) return 0;
    return 1 / (1 + (this.#conflicts.get(this.#sourceKey(scalars))?.instructions ?? 0));
  }

  #sourceKey(scalars: readonly Scalar[]): string {
    const source = this.values.table.sourceOf(scalars[0]!);
    return source === LITERAL ? [...new Set(scalars)].join() : `c${source}`;
  }

  /** Counts for each source the instructions that read another one of its port as well. */
  #countConflicts(block: Block): void {
    for (const item of block.items)
      if (isConstructItem(item)) for (const inner of item.blocks) this.#countConflicts(inner);
      else
        for (const port of PORTS) {
          const read = new Map<string, Scalar[]>();
          for (const operand of item.operands)
            if (this.#portOf(operand) === port)
              for (const scalar of operand.scalars) appendTo(read, this.#sourceKey(operand.scalars), scalar);
          if (read.size > 1) for (const [key, scalars] of read) this.#addConflict(key, scalars);
        }
  }

  #addConflict(key: string, scalars: readonly Scalar[]): void {
    const conflicts = this.#conflicts.get(key) ?? { instructions: 0, scalars: new Set() };
    this.#conflicts.set(key, conflicts);
    conflicts.instructions++;
    for (const scalar of scalars) if (scalar < 0) conflicts.scalars.add(scalar);
  }

  /** Copies that have all scalars of an operand. */
  #copiesIn(scopes: readonly Scope[], source: number, scalars: readonly Scalar[]): Copies | undefined {
    for (const scope of scopes)
      for (const copies of scope.get(source) ?? [])
        if (scalars.every((one) => one >= 0 || copies.has(one))) return copies;
    return undefined;
  }

  /** Gives the literals of an instruction one register if they fit. */
  #assign(operands: readonly Operand[], takesSign: boolean): void {
    if (operands.length > 1 && this.literals.fits(operands)) {
      const register = this.literals.add({ scalars: operands.flatMap(({ scalars }) => scalars) }, takesSign);
      if (operands.every(({ scalars }) => this.literals.read(scalars, register) !== undefined)) {
        for (const operand of operands) this.#setLiteral(operand, register);
        return;
      }
    }
    for (const operand of operands) this.#setLiteral(operand, this.literals.add(operand, takesSign));
  }

  #setLiteral(operand: Operand, register: number): void {
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
  #copy(operand: Operand, scopes: readonly Scope[], items: Item[]): void {
    const source = this.values.table.sourceOf(operand.scalars.find((scalar) => scalar < 0)!);
    // One copy for all instructions that may need one.
    const others = source === LITERAL ? undefined : this.#conflicts.get(this.#sourceKey(operand.scalars))?.scalars;
    const distinct = [...new Set([...operand.scalars, ...(others ?? [])])].filter((scalar) => scalar < 0);
    let copies = this.#copiesIn(scopes, source, distinct);
    if (copies === undefined) {
      copies = new Map(distinct.map((scalar) => [scalar, this.values.newValue()]));
      const from: Operand = { shape: Shape.lanes, scalars: distinct, negate: false, absolute: false };
      if (source === LITERAL) this.#setLiteral(from, this.literals.add(from));
      items.push(this.#mov(from, [...copies.values()]));
      appendTo(scopes.at(-1)!, source, copies);
    }
    operand.scalars = operand.scalars.map((scalar) => copies.get(scalar) ?? scalar);
    this.registers.delete(operand);
  }

  #mov(operand: Operand, results: Scalar[]): Node {
    return {
      id: this.#nodes++,
      at: this.#at,
      mnemonic: 'mov',
      results: [...results],
      operands: [operand],
      saturate: false,
      isHalf: false,
      precise: 0,
      order: 0,
      key: '',
    };
  }
}
