/**
 * The component that each value has by nature, for versions without free swizzles (ps_2_0): that of the texel, input or
 * constant that it comes from, or of the output or coordinate that it becomes. Values become lanes of one instruction
 * only where each is in its component, and they get that component of a register.
 */
import { type Block, isConstructItem, type Node, Shape } from '../nodes.ts';
import { LITERAL, type Scalar } from '../operand-table.ts';
import type { LaneRule } from '../pack.ts';
import type { Sm1Values } from './values.ts';

const UNKNOWN = -1;

export class NaturalLanes implements LaneRule {
  /** By value. */
  readonly #components: Int8Array;

  constructor(
    readonly values: Sm1Values,
    block: Block,
    readonly hasAnySwizzle: boolean,
  ) {
    this.#components = new Int8Array(values.count).fill(UNKNOWN);
    this.#wanted(block);
    this.#given(block);
  }

  /** From the end to the start: values have the components of what reads them. */
  #wanted({ items, jump }: Block): void {
    this.#pass(jump.copies.to, jump.copies.from);
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i]!;
      if (isConstructItem(item)) {
        for (const inner of item.blocks) this.#wanted(inner);
        this.#pass(item.initial.to, item.initial.from);
        continue;
      }
      for (const { scalars, shape, isExact } of item.operands) {
        if (isExact === true) for (const [at, scalar] of scalars.entries()) this.#want(scalar, at);
        else if (shape === Shape.lanes && item.target !== undefined)
          for (const [at, scalar] of scalars.entries()) this.#want(scalar, item.target.components[at]!);
        else if (shape !== Shape.vector && item.results.length === 1)
          this.#want(scalars[0]!, this.#components[item.results[0]!]!);
      }
    }
  }

  #pass(to: readonly Scalar[], from: readonly Scalar[]): void {
    for (const [i, value] of to.entries()) this.#want(from[i]!, this.#components[value]!);
  }

  #want(scalar: Scalar, component: number): void {
    if (scalar >= 0 && component !== UNKNOWN && this.#components[scalar] === UNKNOWN)
      this.#components[scalar] = component;
  }

  /** From the start to the end: texels have their components, and others those of their operands. */
  #given({ items }: Block): void {
    for (const item of items) {
      if (isConstructItem(item)) {
        for (const [i, value] of item.initial.to.entries()) this.#want(value, this.#componentOf(item.initial.from[i]!));
        for (const inner of item.blocks) this.#given(inner);
        continue;
      }
      if (item.isExact === true) for (const [at, result] of item.results.entries()) this.#components[result] = at;
      else if (item.results.length === 1)
        for (const { shape, scalars } of item.operands)
          if (shape !== Shape.vector) this.#want(item.results[0]!, this.#componentOf(scalars[0]!));
    }
  }

  /** The component of a scalar; unknown for literals, which can be in any. */
  #componentOf(scalar: Scalar): number {
    const { table } = this.values;
    if (scalar >= 0) return this.#components[scalar] ?? UNKNOWN;
    return table.sourceOf(scalar) === LITERAL ? UNKNOWN : table.componentOf(scalar);
  }

  canMerge(a: Node, b: Node): boolean {
    if (this.hasAnySwizzle) return true;
    const at = [...a.results, ...b.results].map((result) => this.#componentOf(result));
    if (at.includes(UNKNOWN) || new Set(at).size !== at.length) return false;
    return a.operands.every(({ shape, scalars }, i) => {
      if (shape !== Shape.lanes) return true;
      const all = [...scalars, ...b.operands[i]!.scalars];
      if (all.every((scalar) => scalar === all[0])) return true;
      // Literals get the components that they are read by.
      return all.every((scalar, lane) => this.values.table.isLiteral(scalar) || this.#componentOf(scalar) === at[lane]);
    });
  }

  /** Gives results the components that they have by nature; where swizzles are free, they only come in that order. */
  pin({ items }: Block): void {
    for (const item of items) {
      if (isConstructItem(item)) for (const inner of item.blocks) this.pin(inner);
      else if (this.hasAnySwizzle) this.#order(item);
      else if (item.isExact !== true) {
        const at = item.results.map((result) => this.#componentOf(result));
        if (at.length > 0 && !at.includes(UNKNOWN) && new Set(at).size === at.length) item.components = at;
      }
    }
  }

  /** Puts the lanes of a node in the order of the components of their results. */
  #order(node: Node): void {
    const { results, operands, picks } = node;
    if (results.length < 2 || node.second !== undefined) return;
    const order = [...results.keys()].sort(
      (a, b) => this.#componentOf(results[a]!) - this.#componentOf(results[b]!) || a - b,
    );
    node.results = order.map((i) => results[i]!);
    if (picks !== undefined) node.picks = order.map((i) => picks[i]!);
    for (const operand of operands)
      if (operand.shape === Shape.lanes) operand.scalars = order.map((i) => operand.scalars[i]!);
  }
}
