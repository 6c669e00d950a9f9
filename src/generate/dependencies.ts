/**
 * The order of the items of a block: what each needs before it, and a topological order that changes as items become
 * one. Merging two items searches only between them (the algorithm of Pearce and Kelly), up to a limit, so that it
 * takes constant time.
 */

/** Items that a search may visit. */
const MAX_VISITED = 160;

export class Dependencies {
  readonly #before: number[][] = [];
  readonly #after: number[][] = [];
  readonly #merged: Int32Array;
  /** The position of each item. */
  readonly #position: Int32Array;
  /** The items by position; -1 where one was merged with another. */
  readonly #items: Int32Array;

  constructor(readonly count: number) {
    this.#merged = new Int32Array(count);
    this.#position = new Int32Array(count);
    this.#items = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      this.#before.push([]);
      this.#after.push([]);
      this.#merged[i] = i;
      this.#position[i] = i;
      this.#items[i] = i;
    }
  }

  /** Item `after` needs item `before`, which comes earlier. */
  add(before: number, after: number): void {
    const list = this.#before[after]!;
    if (before === after || list.at(-1) === before) return;
    list.push(before);
    this.#after[before]!.push(after);
  }

  /** The item that `item` was merged with. */
  of(item: number): number {
    let root = item;
    while (this.#merged[root] !== root) {
      this.#merged[root] = this.#merged[this.#merged[root]!]!;
      root = this.#merged[root]!;
    }
    return root;
  }

  at(position: number): number {
    return this.#items[position]!;
  }

  /** The items in their order. */
  order(): number[] {
    const list: number[] = [];
    for (const item of this.#items) if (item >= 0) list.push(item);
    return list;
  }

  /**
   * The items in an order in which each comes right before the first one that needs it, unless it is a root.
   *
   * @param savesRegisters whether of the items that one needs, those come first that need most registers themselves
   */
  lateOrder(isRoot: (item: number) => boolean, savesRegisters = false): number[] {
    const order = this.order();
    const list: number[] = [];
    const isDone = new Uint8Array(this.count);
    const registers = savesRegisters ? this.#registersOf(order) : undefined;
    for (const item of order) if (isRoot(item)) this.#visit(item, isDone, list, registers);
    for (const item of order) this.#visit(item, isDone, list, registers);
    return list;
  }

  /** Estimates the registers that each item needs with all that it depends on (after Sethi and Ullman). */
  #registersOf(order: readonly number[]): Uint32Array {
    const registers = new Uint32Array(this.count);
    for (const item of order) {
      const needs = [...new Set(this.#before[item]!.map((edge) => this.of(edge)))].map((one) => registers[one]!);
      needs.sort((a, b) => b - a);
      registers[item] = needs.reduce((max, one, i) => Math.max(max, one + i), 1);
    }
    return registers;
  }

  /** Adds an item after those that it needs. */
  #visit(start: number, isDone: Uint8Array, list: number[], registers: Uint32Array | undefined): void {
    const stack = [start];
    while (stack.length > 0) {
      const item = stack.at(-1)!;
      if (isDone[item] !== 0) {
        stack.pop();
        if (isDone[item] === 1) {
          isDone[item] = 2;
          list.push(item);
        }
        continue;
      }
      isDone[item] = 1;
      const before = this.#before[item]!.map((edge) => this.of(edge)).filter((one) => isDone[one] === 0);
      // The last one is visited first.
      before.sort((a, b) => (registers?.[a] ?? 0) - (registers?.[b] ?? 0) || this.#position[b]! - this.#position[a]!);
      for (const one of before) stack.push(one);
    }
  }

  /**
   * Merges two items and returns the one that remains; -1 if one needs the other through a third one, or if that is not
   * found out within the limit.
   *
   * @param isDirect whether the later one may need the first one itself
   */
  merge(x: number, y: number, isDirect = false): number {
    const [a, b] = this.#position[x]! < this.#position[y]! ? [x, y] : [y, x];
    const low = this.#position[a]!;
    const high = this.#position[b]!;
    const later = this.#search(a, b, low, high, this.#after, isDirect);
    if (later === undefined) return -1;
    const earlier = this.#search(b, a, low, high, this.#before, isDirect);
    if (earlier === undefined) return -1;
    // The needs of the second one come first, then both, then what needs the first one.
    const positions = [...later, ...earlier, a, b].map((item) => this.#position[item]!).sort((p, q) => p - q);
    const byPosition = (p: number, q: number) => this.#position[p]! - this.#position[q]!;
    const sequence = [...earlier.sort(byPosition), a, ...later.sort(byPosition)];
    const at = positions.slice(0, sequence.length);
    this.#items[positions.at(-1)!] = -1;
    for (const [i, item] of sequence.entries()) {
      this.#position[item] = at[i]!;
      this.#items[at[i]!] = item;
    }
    for (const list of [this.#before, this.#after]) {
      for (const item of list[b]!) list[a]!.push(item);
      list[b] = [];
    }
    this.#merged[b] = a;
    return a;
  }

  /**
   * The items between two positions that are reached from `from`; undefined if `to` is one of them, or if there are too
   * many.
   */
  #search(
    from: number,
    to: number,
    low: number,
    high: number,
    edges: readonly (readonly number[])[],
    isDirect: boolean,
  ): number[] | undefined {
    const found: number[] = [];
    const seen = new Set<number>([from]);
    let steps = 0;
    for (let i = -1; i < found.length; i++) {
      const item = i < 0 ? from : found[i]!;
      for (const edge of edges[item]!) {
        const next = this.of(edge);
        if (++steps > 8 * MAX_VISITED) return undefined;
        if (next === to) {
          if (isDirect && item === from) continue;
          return undefined;
        }
        const position = this.#position[next]!;
        if (position <= low || position >= high || seen.has(next)) continue;
        if (found.length >= MAX_VISITED) return undefined;
        seen.add(next);
        found.push(next);
      }
    }
    return found;
  }
}

/** Effects that are ordered: those that only read are not ordered among themselves. */
export class EffectChain {
  #last = -1;
  #since: number[] = [];

  constructor(readonly dependencies: Dependencies) {}

  read(item: number): void {
    if (this.#last >= 0) this.dependencies.add(this.#last, item);
    this.#since.push(item);
  }

  write(item: number): void {
    if (this.#last >= 0) this.dependencies.add(this.#last, item);
    for (const one of this.#since) this.dependencies.add(one, item);
    this.#last = item;
    this.#since = [];
  }
}
