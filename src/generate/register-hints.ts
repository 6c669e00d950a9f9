import { MAX_LANES } from './nodes.ts';
import type { Scalar } from './operand-table.ts';

/** Values that will be in one register, as far as it is known: up to four. */
export class RegisterHints {
  readonly #parents: Int32Array;
  readonly #sizes: Uint8Array;

  constructor(count: number) {
    this.#parents = new Int32Array(count);
    for (let i = 0; i < count; i++) this.#parents[i] = i;
    this.#sizes = new Uint8Array(count).fill(1);
  }

  /** One of the values that are with `value` in one register. */
  rootOf(value: Scalar): Scalar {
    const parents = this.#parents;
    let root = value;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  }

  define(values: readonly Scalar[]): void {
    this.#unite(values);
  }

  /** Whether values fit into one register with those that they are with. */
  canJoin(values: readonly Scalar[]): boolean {
    let [first, size, roots] = [-1, 0, 0];
    for (let i = 0; i < values.length; i++) {
      if (values[i]! < 0) continue;
      const root = this.rootOf(values[i]!);
      let isNew = root !== first;
      for (let j = 0; j < i && isNew; j++) isNew = values[j]! < 0 || this.rootOf(values[j]!) !== root;
      if (!isNew) continue;
      if (first < 0) first = root;
      roots++;
      size += this.#sizes[root]!;
    }
    return size <= MAX_LANES || roots === 1;
  }

  /** Joins values if they can be in one register. */
  join(values: readonly Scalar[]): void {
    if (this.canJoin(values)) this.#unite(values);
  }

  #unite(values: readonly Scalar[]): void {
    let root = -1;
    for (const value of values) {
      if (value < 0) continue;
      const other = this.rootOf(value);
      if (root < 0) root = other;
      else if (other !== root) {
        this.#sizes[root]! += this.#sizes[other]!;
        this.#parents[other] = root;
      }
    }
  }
}
