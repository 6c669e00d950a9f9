/**
 * Copies to temporary registers what one operand cannot read at once: literals next to values, or components of several
 * inputs and constants. Equal operands of a block, and of blocks in it, share the copies.
 */
import { appendTo } from '../base/collections.ts';
import { type Block, type Item, isConstructItem, type Node, type Operand, Shape } from './nodes.ts';
import { type Numbering, ONE, type OperandTable, type Scalar } from './operand-table.ts';

type Known = Map<string, Scalar[]>;

export class Materializer {
  readonly #table: OperandTable;
  #nodes: number;

  /** @param multiplies whether an input with zeros and ones next to it is a product: in models 1 to 3 */
  constructor(
    readonly values: Numbering,
    nodes: number,
    private readonly multiplies = false,
  ) {
    this.#table = values.table;
    this.#nodes = nodes;
  }

  get nodeCount(): number {
    return this.#nodes;
  }

  run(block: Block, outer: readonly Known[] = []): void {
    const known: Known = new Map();
    const scopes = [...outer, known];
    const items: Item[] = [];
    for (const item of block.items) {
      if (isConstructItem(item)) for (const inner of item.blocks) this.run(inner, scopes);
      else if (this.#isMixedOutput(item, scopes)) {
        this.#output(item, items);
        continue;
      } else for (const operand of item.operands) this.#operand(operand, scopes, items, item);
      items.push(item);
    }
    block.items.length = 0;
    for (const item of items) block.items.push(item);
  }

  /** Whether a node moves components of several sources to an output, and no copies of them are there. */
  #isMixedOutput({ mnemonic, target, operands }: Node, scopes: readonly Known[]): boolean {
    if (mnemonic !== 'mov' || target === undefined || target.onlyMoves === true) return false;
    const { shape, scalars } = operands[0]!;
    return shape === Shape.lanes && this.isMixed(scalars) && !scopes.some((scope) => scope.has(scalars.join()));
  }

  /** Moves the components of each source to an output by themselves. */
  #output(move: Node, items: Item[]): void {
    const { target, operands, at, order, isDouble } = move;
    const [operand] = operands;
    const { scalars, negate, absolute } = operand!;
    const isModified = negate || absolute || move.saturate || isDouble === true;
    const product = this.multiplies && !isModified ? this.#product(scalars, at) : undefined;
    if (product !== undefined) {
      items.push({ ...product, results: [], target: target!, order });
      return;
    }
    const bySource = new Map<number, number[]>();
    for (const [i, scalar] of scalars.entries()) appendTo(bySource, scalar < 0 ? this.#table.sourceOf(scalar) : -1, i);
    for (const lanes of bySource.values())
      items.push({
        ...move,
        id: this.#nodes++,
        target: { ...target!, components: lanes.map((i) => target!.components[i]!) },
        operands: [{ ...operand!, scalars: lanes.map((i) => scalars[i]!) }],
      });
  }

  #operand(operand: Operand, scopes: readonly Known[], items: Item[], node: Node): void {
    const { scalars, shape } = operand;
    const { at, isDouble = false } = node;
    if (shape === Shape.one || scalars.length < 2 || !(this.isMixed(scalars) || (isDouble && !this.#isPair(scalars))))
      return;
    const key = scalars.join();
    for (const scope of scopes) {
      const known = scope.get(key);
      if (known === undefined) continue;
      operand.scalars = known;
      return;
    }
    const distinct = [...new Set(scalars)];
    const product = this.multiplies ? this.#product(distinct, at) : undefined;
    if (product !== undefined) {
      items.push(product);
      operand.scalars = scalars.map((scalar) => product.results[distinct.indexOf(scalar)]!);
      scopes.at(-1)!.set(key, operand.scalars);
      return;
    }
    const copies = new Map<Scalar, Scalar>();
    const bySource = new Map<number, Scalar[]>();
    for (const scalar of distinct) {
      if (scalar >= 0) continue;
      copies.set(scalar, this.values.newValue());
      appendTo(bySource, this.#table.sourceOf(scalar), scalar);
    }
    for (const list of bySource.values())
      items.push(
        this.#node(
          'mov',
          [list],
          list.map((scalar) => copies.get(scalar)!),
          at,
        ),
      );
    operand.scalars = scalars.map((scalar) => copies.get(scalar) ?? scalar);
    scopes.at(-1)!.set(key, operand.scalars);
  }

  /** Components of one input, and literals, as one product; undefined for other scalars. */
  #product(scalars: readonly Scalar[], at: number): Node | undefined {
    const table = this.#table;
    if (!isProduct(table, scalars)) return undefined;
    const [zero, one] = [table.literal(0), table.literal(ONE)];
    const input = scalars.find((scalar) => !table.isLiteral(scalar))!;
    const factors = [
      scalars.map((scalar) => (table.isLiteral(scalar) ? input : scalar)),
      scalars.map((scalar) => (table.isLiteral(scalar) ? zero : one)),
    ];
    const results = scalars.map(() => this.values.newValue());
    if (scalars.every((scalar) => scalar === zero || !table.isLiteral(scalar)))
      return this.#node('mul', factors, results, at);
    const summands = scalars.map((scalar) => (table.isLiteral(scalar) ? scalar : zero));
    return this.#node('mad', [...factors, summands], results, at);
  }

  /** An instruction with these scalars for each operand. */
  #node(mnemonic: string, operands: Scalar[][], results: Scalar[], at: number): Node {
    return {
      id: this.#nodes++,
      at,
      mnemonic,
      results,
      operands: operands.map((scalars) => ({ shape: Shape.lanes, scalars, negate: false, absolute: false })),
      saturate: false,
      isHalf: false,
      precise: 0,
      order: 0,
      key: '',
    };
  }

  /** Whether two words are a double where they are. Numbering are put in order later. */
  #isPair([low, high]: readonly Scalar[]): boolean {
    if (low! >= 0 || this.#table.isLiteral(low!)) return true;
    const first = this.#table.componentOf(low!);
    return (first & 1) === 0 && this.#table.componentOf(high!) === first + 1;
  }

  /** Whether the scalars are neither values only nor components of one source. */
  isMixed(scalars: readonly Scalar[]): boolean {
    const first = scalars[0]!;
    if (first >= 0) return scalars.some((scalar) => scalar < 0);
    const source = this.#table.sourceOf(first);
    return scalars.some((scalar) => scalar >= 0 || this.#table.sourceOf(scalar) !== source);
  }
}

/** Whether scalars are components of one input and literals that one constant can have next to 0 and 1. */
export function isProduct(table: OperandTable, scalars: readonly Scalar[]): boolean {
  const inputs = new Set<number>();
  const literals = new Set([table.literal(0), table.literal(ONE)]);
  const { size } = literals;
  let count = 0;
  for (const scalar of scalars) {
    if (scalar >= 0) return false;
    if (table.isLiteral(scalar)) {
      literals.add(scalar);
      count++;
    } else if (table.sources[table.sourceOf(scalar)]!.file === 'input') inputs.add(table.sourceOf(scalar));
    else return false;
  }
  return inputs.size === 1 && count > 0 && literals.size <= 2 * size;
}
