/** The items of a block with what orders them: values, and effects on memory, arrays, outputs and quads. */
import { Dependencies, EffectChain } from './dependencies.ts';
import { type Construct, type Item, isConstructItem, type Node, Order, type Target } from './nodes.ts';
import { NO_SCALAR, type Scalar } from './operand-table.ts';

/** The items of a block with their dependencies. */
export class BlockGraph {
  readonly dependencies: Dependencies;
  readonly items: Item[];
  readonly #numbers = new Map<Item, number>();
  readonly #forgotten = new Set<Item>();

  constructor(
    items: readonly Item[],
    usesOf: (item: Item) => readonly Scalar[],
    definedHere: (scalar: Scalar) => Item | undefined,
  ) {
    this.items = [...items];
    this.dependencies = new Dependencies(items.length);
    for (const [number, item] of items.entries()) this.#numbers.set(item, number);
    for (const [number, item] of items.entries())
      for (const scalar of usesOf(item)) {
        const definition = definedHere(scalar);
        if (definition !== undefined) this.dependencies.add(this.#numbers.get(definition)!, number);
      }
    this.#effects();
  }

  /** Whether emitted vertices, indexed outputs or jumps are ordered with outputs. */
  hasOutputBarrier = false;
  /** Components of outputs by register, and those that several items write. */
  readonly #written = new Map<string, { all: number; twice: number }>();

  /** Whether no other item writes a component that a move to an output writes. */
  writesOnce({ target }: Node): boolean {
    const { twice } = this.#written.get(outputKey(target!))!;
    return target!.components.every((component) => (twice & (1 << component)) === 0);
  }

  /** Whether an item is in the block. */
  has(item: Item): boolean {
    return this.#numbers.has(item);
  }

  numberOf(item: Item): number {
    return this.#numbers.get(item)!;
  }

  renumber(item: Item, number: number): void {
    this.#numbers.set(item, number);
  }

  isMerged(item: Item): boolean {
    return this.#forgotten.has(item);
  }

  forget(item: Item): void {
    this.#forgotten.add(item);
  }

  #note(key: string, components: readonly number[]): void {
    const known = this.#written.get(key) ?? { all: 0, twice: 0 };
    for (const component of components) {
      known.twice |= known.all & (1 << component);
      known.all |= 1 << component;
    }
    this.#written.set(key, known);
  }

  #effects(): void {
    const chain = () => new EffectChain(this.dependencies);
    const [memory, arrays, outputs, quads] = [chain(), chain(), chain(), chain()];
    const registers = new Map<string, EffectChain>();
    for (const [number, item] of this.items.entries()) {
      const order = isConstructItem(item) ? orderOf(item) : item.order;
      if (order === 0) continue;
      const isBarrier = isConstructItem(item);
      const escapes = (order & Order.escapes) !== 0;
      if ((order & Order.writes) !== 0 || escapes) memory.write(number);
      else if ((order & Order.reads) !== 0) memory.read(number);
      if ((order & Order.arrayWrites) !== 0) arrays.write(number);
      else if ((order & Order.arrayReads) !== 0) arrays.read(number);
      if ((order & Order.outputs) !== 0 || escapes) {
        const target = isBarrier ? undefined : item.target;
        if (target === undefined || escapes || target.indices.some(({ value }) => value !== NO_SCALAR)) {
          outputs.write(number);
          this.hasOutputBarrier = true;
        } else {
          outputs.read(number);
          const key = outputKey(target);
          this.#note(key, target.components);
          let register = registers.get(key);
          if (register === undefined) {
            register = chain();
            registers.set(key, register);
          }
          register.write(number);
        }
      }
      if (escapes) quads.write(number);
      else if ((order & Order.quad) !== 0) quads.read(number);
    }
  }
}

/** The effects of a construct: those of its blocks, and jumps out of it. */
function orderOf(construct: Construct): number {
  if (construct.order !== 0) return construct.order;
  let order = 0;
  const inside = new Set<Construct>();
  const visit = (one: Construct): void => {
    inside.add(one);
    for (const { items, jump } of one.blocks) {
      for (const item of items)
        if (isConstructItem(item)) visit(item);
        else order |= item.order;
      const { kind, target } = jump;
      if (kind === 'return' || kind === 'abort' || (target !== undefined && !inside.has(target)))
        order |= Order.escapes;
    }
  };
  visit(construct);
  construct.order = order;
  return order;
}

function outputKey({ file, indices }: Target): string {
  return `${file} ${indices[0]?.base}`;
}
