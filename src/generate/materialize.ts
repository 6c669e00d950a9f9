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
      else for (const operand of item.operands) this.#operand(operand, scopes, items, item);
      items.push(item);
    }
    block.items.length = 0;
    for (const item of items) block.items.push(item);
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

  /** Components of one input, and the numbers 0 and 1, as one product; undefined for other scalars. */
  #product(distinct: readonly Scalar[], at: number): Node | undefined {
    const table = this.#table;
    const input = distinct.find((scalar) => scalar >= 0 || !table.isLiteral(scalar))!;
    if (input >= 0 || table.sources[table.sourceOf(input)]!.file !== 'input') return undefined;
    const [zero, one] = [table.literal(0), table.literal(ONE)];
    const isNumber = (scalar: Scalar) => scalar === zero || scalar === one;
    const source = table.sourceOf(input);
    if (!distinct.every((scalar) => scalar < 0 && (isNumber(scalar) || table.sourceOf(scalar) === source)))
      return undefined;
    const factors = [
      distinct.map((scalar) => (isNumber(scalar) ? input : scalar)),
      distinct.map((scalar) => (isNumber(scalar) ? zero : one)),
    ];
    const results = distinct.map(() => this.values.newValue());
    if (!distinct.includes(one)) return this.#node('mul', factors, results, at);
    const summands = distinct.map((scalar) => (isNumber(scalar) ? scalar : zero));
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
