/**
 * Bundles: scalars that have to be in one register, or should be, so that one instruction can read or write them. A
 * bundle has up to four lanes, and each lane has scalars whose live ranges do not overlap: a parameter of a loop and
 * its next value, a result and what branches give it.
 */
import { appendTo } from '../base/collections.ts';
import type { Program } from './lines.ts';
import { type Operand, Shape } from './nodes.ts';
import type { Numbering, OperandTable, Scalar } from './operand-table.ts';
import type { Ranges } from './ranges.ts';

export interface Lane {
  values: Scalar[];
  /** First and last ticks, in order. */
  segments: number[];
}

/** The components that lane `i` of a bundle may be: any, `i` with its pair in either half of the register, or `i`. */
export const Fixed = { no: 0, pairs: 1, exact: 2 } as const;
export type Fixed = (typeof Fixed)[keyof typeof Fixed];

export interface Bundle {
  lanes: Lane[];
  fixed: Fixed;
  /** Whether a register that nothing else has had is better. */
  prefersUnused?: boolean;
  size: number;
}

const NO_LANE: Lane = { values: [], segments: [] };

/** Scalars that a bundle may have, so that merging stays linear. */
const MAX_SIZE = 96;

/** Two lists of segments as one. Segments that overlap become one. */
function merged(a: readonly number[], b: readonly number[]): number[] {
  const list: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const isFirst = j >= b.length || (i < a.length && a[i]! < b[j]!);
    const [start, end] = isFirst ? [a[i]!, a[i + 1]!] : [b[j]!, b[j + 1]!];
    if (isFirst) i += 2;
    else j += 2;
    const last = list.length - 1;
    if (last > 0 && start <= list[last]!) list[last] = Math.max(list[last]!, end);
    else list.push(start, end);
  }
  return list;
}

/** Whether lane `i` of a bundle may be component `at`, after those before it were chosen. */
export function isAllowed(fixed: Fixed, at: number, i: number, chosen: readonly number[]): boolean {
  if (fixed !== Fixed.pairs) return fixed === Fixed.no || at === i;
  if (at !== i && at !== (i ^ 2)) return false;
  return (i & 1) === 0 || (at ^ i) === (chosen[i - 1]! ^ (i - 1));
}

export class Bundles {
  readonly #bundleOf: (Bundle | undefined)[] = [];
  readonly #laneOf: number[] = [];

  constructor(
    readonly program: Program,
    readonly ranges: Ranges,
    readonly table: OperandTable,
    readonly values: Numbering,
  ) {}

  /** Forms the bundles of a function. */
  form(): void {
    this.#results();
    const byDepth: { line: number; depth: number }[] = [];
    const { lines, loopOf, loopDepths } = this.program;
    for (let line = 0; line < lines.length; line++) {
      const loop = loopOf[line]!;
      byDepth.push({ line, depth: loop < 0 ? 0 : loopDepths[loop]! });
    }
    const hasLoops = loopDepths.length > 0;
    if (hasLoops) byDepth.sort((a, b) => b.depth - a.depth || a.line - b.line);
    for (const { line } of byDepth) this.#coalesce(line);
    for (const { line } of byDepth) this.#operands(line);
  }

  /** All bundles, each once. */
  all(): Bundle[] {
    const list = new Set<Bundle>();
    for (const bundle of this.#bundleOf) if (bundle !== undefined) list.add(bundle);
    return [...list];
  }

  laneOf(scalar: Scalar): number {
    this.bundleOf(scalar);
    return this.#laneOf[scalar]!;
  }

  bundleOf(scalar: Scalar): Bundle {
    let bundle = this.#bundleOf[scalar];
    if (bundle === undefined) {
      bundle = { lanes: [{ values: [scalar], segments: this.ranges.segments(scalar) }], fixed: Fixed.no, size: 1 };
      this.#bundleOf[scalar] = bundle;
      this.#laneOf[scalar] = 0;
    }
    return bundle;
  }

  #results(): void {
    for (const line of this.program.lines) {
      if (line.kind === 'copies') for (const to of line.copies.to) this.bundleOf(to);
      // No jump writes the results of a construct that is never left.
      if (line.kind === 'flow') for (const value of line.defines ?? []) this.bundleOf(value);
      if (line.kind !== 'node') continue;
      const { node } = line;
      this.#group(
        node.results,
        node.isExact ? Fixed.exact : node.isDouble && node.results.length === 2 ? Fixed.pairs : Fixed.no,
        node.components,
        node.prefersUnused,
      );
      if (node.second !== undefined) this.#group(node.second, Fixed.no);
    }
  }

  /** @param components the component of the register that each result has to be */
  #group(results: readonly Scalar[], fixed: Fixed, components?: readonly number[], prefersUnused = false): void {
    const [first] = results;
    if (first === undefined) return;
    const bundle = this.bundleOf(first);
    if (fixed !== Fixed.no) bundle.fixed = fixed;
    if (prefersUnused) bundle.prefersUnused = true;
    if (components !== undefined) {
      bundle.fixed = Fixed.exact;
      const [lane] = bundle.lanes;
      bundle.lanes = Array.from({ length: Math.max(...components) + 1 }, () => ({ values: [], segments: [] }));
      bundle.lanes[components[0]!] = lane!;
      this.#laneOf[first] = components[0]!;
    }
    for (let i = 1; i < results.length; i++) {
      const scalar = results[i]!;
      const lane = components === undefined ? bundle.lanes.length : components[i]!;
      bundle.lanes[lane] = { values: [scalar], segments: this.ranges.segments(scalar) };
      bundle.size++;
      this.#bundleOf[scalar] = bundle;
      this.#laneOf[scalar] = lane;
    }
  }

  /** Gives what a copy reads and what it writes one lane, where they are not live at once. */
  #coalesce(index: number): void {
    const line = this.program.lines[index]!;
    if (line.kind !== 'copies') return;
    const { to, from } = line.copies;
    const pairs: (readonly [Scalar, Scalar])[] = [];
    for (let i = 0; i < to.length; i++) if (from[i]! >= 0) pairs.push([to[i]!, from[i]!]);
    while (pairs.length > 0) {
      const [a, b] = [this.bundleOf(pairs[0]![0]), this.bundleOf(pairs[0]![1])];
      const alike = pairs.filter(([x, y]) => this.bundleOf(x) === a && this.bundleOf(y) === b);
      if (!this.#merge(a, b, alike))
        for (const pair of alike) this.#merge(this.bundleOf(pair[0]), this.bundleOf(pair[1]), [pair]);
      const others = pairs.filter((pair) => !alike.includes(pair));
      pairs.length = 0;
      for (const pair of others) pairs.push(pair);
    }
  }

  #operands(index: number): void {
    const line = this.program.lines[index]!;
    if (line.kind !== 'node') return;
    for (const operand of line.node.operands) {
      if (operand.isExact === true) this.#exact(index, operand);
      if (operand.isExact === true || operand.shape === Shape.one || operand.scalars.length < 2) continue;
      if (line.node.isDouble === true) this.#double(index, operand);
      else this.#operand(index, operand);
    }
  }

  /** The words of a double are x and y of a register, or z and w. */
  #double(index: number, operand: Operand): void {
    const [low, high] = operand.scalars as [Scalar, Scalar];
    if (low < 0) return;
    const bundle = this.bundleOf(low);
    const lane = this.laneOf(low);
    const isPair = bundle === this.bundleOf(high) && (lane & 1) === 0 && this.laneOf(high) === lane + 1;
    if (isPair) bundle.fixed = Fixed.pairs;
    else this.#copy(index, operand, operand.scalars, undefined, Fixed.pairs);
  }

  /** Makes scalar `i` of an operand component `i` of a register, or copies all of them. */
  #exact(index: number, operand: Operand): void {
    const { scalars } = operand;
    if (scalars.some((scalar) => scalar < 0)) return;
    const bundle: Bundle = {
      lanes: scalars.map(() => ({ values: [], segments: [] })),
      fixed: Fixed.exact,
      size: 0,
    };
    const isDone =
      new Set(scalars).size === scalars.length &&
      scalars.every((scalar) => {
        const other = this.bundleOf(scalar);
        if (other === bundle) return true;
        const required = other.lanes.map(({ values }) => scalars.findIndex((one) => values.includes(one)));
        return this.#join(bundle, other, required);
      }) &&
      scalars.every((scalar, i) => this.bundleOf(scalar) === bundle && this.laneOf(scalar) === i);
    if (!isDone) this.#copy(index, operand, scalars, undefined, Fixed.exact);
  }

  /** Puts the scalars of an operand into one bundle, or copies of those that cannot be there. */
  #operand(index: number, operand: Operand): void {
    const distinct = [...new Set(operand.scalars)];
    if (distinct.length < 2 || distinct.some((scalar) => scalar < 0)) return;
    for (let i = 1; i < distinct.length; i++) this.#merge(this.bundleOf(distinct[0]!), this.bundleOf(distinct[i]!), []);
    const first = this.bundleOf(distinct[0]!);
    if (distinct.every((scalar) => this.bundleOf(scalar) === first)) return;
    for (let i = 2; i < distinct.length; i++)
      for (let j = 1; j < i; j++) this.#merge(this.bundleOf(distinct[j]!), this.bundleOf(distinct[i]!), []);
    this.#gather(index, operand, distinct);
  }

  #gather(index: number, operand: Operand, distinct: readonly Scalar[]): void {
    const parts = new Map<Bundle, Scalar[]>();
    for (const scalar of distinct) appendTo(parts, this.bundleOf(scalar), scalar);
    // Copies to a bundle that has some of the scalars, if it has lanes for the others.
    const bases = [...parts.keys()].sort((a, b) => parts.get(b)!.length - parts.get(a)!.length);
    for (const base of bases) {
      const copied = distinct.filter((scalar) => this.bundleOf(scalar) !== base);
      if (this.#copy(index, operand, copied, base)) return;
    }
    this.#copy(index, operand, distinct, undefined);
  }

  #copy(
    index: number,
    operand: Operand,
    copied: readonly Scalar[],
    base: Bundle | undefined,
    fixed: Fixed = Fixed.no,
  ): boolean {
    const line = this.program.lines[index]!;
    if (line.kind !== 'node') return false;
    const copies = copied.map((from) => ({ to: this.values.newValue(), from }));
    const segments = [4 * index + 1, 4 * index + 2];
    const bundle: Bundle = {
      lanes: copies.map(({ to }) => ({ values: [to], segments })),
      fixed,
      size: copies.length,
    };
    for (const [lane, { to }] of copies.entries()) {
      this.#bundleOf[to] = bundle;
      this.#laneOf[to] = lane;
    }
    if (base !== undefined && !this.#merge(base, bundle, [])) {
      for (const { to } of copies) this.#bundleOf[to] = undefined;
      return false;
    }
    line.gathers ??= [];
    for (const copy of copies) line.gathers.push(copy);
    if (fixed !== Fixed.no) {
      operand.scalars = copies.map(({ to }) => to);
      return true;
    }
    const by = new Map(copies.map(({ to, from }) => [from, to]));
    operand.scalars = operand.scalars.map((scalar) => by.get(scalar) ?? scalar);
    return true;
  }

  /**
   * Merges two bundles so that the scalars of each pair have the same lane. Returns false, and changes nothing, if
   * ranges would overlap.
   */
  #merge(a: Bundle, b: Bundle, pairs: readonly (readonly [Scalar, Scalar])[]): boolean {
    if (a === b) return pairs.every(([x, y]) => this.#laneOf[x] === this.#laneOf[y]);
    if (a.size + b.size > MAX_SIZE) return false;
    // A larger one keeps its lanes.
    if (b.fixed > a.fixed || (b.fixed === a.fixed && b.lanes.length > a.lanes.length))
      return this.#merge(
        b,
        a,
        pairs.map(([x, y]) => [y, x]),
      );
    const required: number[] = b.lanes.map(() => -1);
    for (const [x, y] of pairs) {
      const lane = this.#laneOf[y]!;
      const at = this.#laneOf[x]!;
      if (required[lane]! >= 0 && required[lane] !== at) return false;
      required[lane] = at;
    }
    return this.#join(a, b, required);
  }

  /** Merges two bundles so that lane `i` of the second one becomes the required lane of the first one, or any (-1). */
  #join(a: Bundle, b: Bundle, required: readonly number[]): boolean {
    const chosen: number[] = [];
    if (!this.#match(a, b, required, b.fixed, 0, 0, chosen)) return false;
    while (a.lanes.length <= Math.max(...chosen)) a.lanes.push({ values: [], segments: [] });
    for (const [i, at] of chosen.entries()) {
      const [lane, other] = [a.lanes[at]!, b.lanes[i]!];
      lane.segments = merged(lane.segments, other.segments);
      for (const value of other.values) {
        lane.values.push(value);
        this.#bundleOf[value] = a;
        this.#laneOf[value] = at;
      }
    }
    a.size += b.size;
    if (b.prefersUnused === true) a.prefersUnused = true;
    return true;
  }

  /** Whether scalars of two lanes are live at once. A copy does not separate what it reads from what it writes. */
  #conflicts(x: Lane, y: Lane): boolean {
    const [a, b] = [x.segments, y.segments];
    let i = 0;
    let j = 0;
    while (i < a.length && j < b.length) {
      if (a[i + 1]! < b[j]!) i += 2;
      else if (b[j + 1]! < a[i]!) j += 2;
      else if (a[i] === a[i + 1] && this.#isCopied(a[i]!, x, y)) i += 2;
      else if (b[j] === b[j + 1] && this.#isCopied(b[j]!, y, x)) j += 2;
      else return true;
    }
    return false;
  }

  /** Whether the copies at a tick give a scalar of one lane the value of one of another lane, or both one value. */
  #isCopied(tick: number, to: Lane, from: Lane): boolean {
    const line = this.program.lines[tick >> 2]!;
    if (line.kind !== 'copies') return false;
    const { copies } = line;
    const isEqual = (value: Scalar) =>
      from.values.includes(value) || copies.to.some((one, i) => copies.from[i] === value && from.values.includes(one));
    return copies.to.some((one, i) => to.values.includes(one) && isEqual(copies.from[i]!));
  }

  /** Finds a lane of `a` for lane `i` of `b` and those after it: an empty one if there is one. */
  #match(
    a: Bundle,
    b: Bundle,
    required: readonly number[],
    fixed: Fixed,
    i: number,
    taken: number,
    chosen: number[],
  ): boolean {
    if (i === b.lanes.length) return true;
    for (let pass = 0; pass < 2; pass++)
      for (let at = 0; at < 4; at++) {
        const lane = a.lanes[at] ?? NO_LANE;
        const isEmpty = lane.values.length === 0;
        if (isEmpty !== (pass === 0) || (taken & (1 << at)) !== 0) continue;
        if (required[i]! >= 0 && required[i] !== at) continue;
        if (!isAllowed(fixed, at, i, chosen)) continue;
        if (this.#conflicts(lane, b.lanes[i]!)) continue;
        chosen[i] = at;
        if (this.#match(a, b, required, fixed, i + 1, taken | (1 << at), chosen)) return true;
      }
    return false;
  }
}
