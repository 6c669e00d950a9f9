/**
 * Gives each bundle a register and each of its lanes a component: in the order in which they begin, the first register
 * whose components are free then.
 */

import { type Bundle, type Bundles, isAllowed } from './bundles.ts';
import { DX6101 } from './messages.ts';
import type { Scalar } from './operand-table.ts';
import { Refusal } from './refusal.ts';

/** Occupied ticks of a component, in order and apart. */
class Component {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  isFree(segments: readonly number[]): boolean {
    for (let i = 0; i < segments.length; i += 2) {
      const at = this.#after(segments[i]!);
      if (at < this.#starts.length && this.#starts[at]! <= segments[i + 1]!) return false;
    }
    return true;
  }

  occupy(segments: readonly number[]): void {
    for (let i = 0; i < segments.length; i += 2) {
      const at = this.#after(segments[i]!);
      if (at === this.#starts.length) {
        this.#starts.push(segments[i]!);
        this.#ends.push(segments[i + 1]!);
      } else {
        this.#starts.splice(at, 0, segments[i]!);
        this.#ends.splice(at, 0, segments[i + 1]!);
      }
    }
  }

  /** The first segment that ends at `tick` or later. */
  #after(tick: number): number {
    let low = 0;
    let high = this.#ends.length;
    if (high === 0 || this.#ends[high - 1]! < tick) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! < tick) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface Locations {
  /** `register << 2 | component` by value. */
  readonly of: readonly (number | undefined)[];
  readonly count: number;
}

/** The scalars that the instruction reads which writes a scalar. */
type SourcesOf = (scalar: Scalar) => readonly Scalar[];

/**
 * @param limit the number of temporary registers that a program may have
 * @param spread the number up to which those that want it get a register that nothing else has had
 * @param sourcesOf given where loads into registers that had loads before count as deeper: they are as flat as possible
 */
export function allocate(bundles: Bundles, limit: number, spread = 0, sourcesOf?: SourcesOf): Locations {
  const locations: (number | undefined)[] = [];
  const registers: Component[][] = [];
  const flat = sourcesOf && new FlatLoads(sourcesOf, registers, locations, spread);
  const startOf = ({ lanes }: Bundle) => Math.min(...lanes.map(({ segments }) => segments[0] ?? 0));
  const list = bundles.all().map((bundle) => ({ bundle, start: startOf(bundle) }));
  list.sort((a, b) => a.start - b.start);
  for (const { bundle } of list) {
    let chosen: number[] | undefined;
    let register = flat?.registerOf(bundle) ?? 0;
    if (flat === undefined && bundle.prefersUnused === true && registers.length < spread) register = registers.length;
    for (; register < registers.length; register++) {
      chosen = matchOf(bundle, registers[register]!);
      if (chosen !== undefined) break;
    }
    if (chosen === undefined) {
      if (registers.length >= limit) throw new Refusal(DX6101, { limit });
      registers.push([new Component(), new Component(), new Component(), new Component()]);
      chosen = bundle.lanes.map((_, i) => i);
    }
    for (const [i, { values, segments }] of bundle.lanes.entries()) {
      registers[register]![chosen[i]!]!.occupy(segments);
      for (const value of values) locations[value] = (register << 2) | chosen[i]!;
    }
  }
  return { of: locations, count: registers.length };
}

/** Selects registers so that few loads overwrite what depends on other loads. */
class FlatLoads {
  /** By register, how many loads depend on each other there. */
  readonly #depths: number[] = [];

  constructor(
    private readonly sourcesOf: SourcesOf,
    private readonly registers: readonly (readonly Component[])[],
    private readonly locations: readonly (number | undefined)[],
    private readonly spread: number,
  ) {}

  registerOf(bundle: Bundle): number {
    const step = bundle.prefersUnused === true ? 1 : 0;
    let read = 0;
    for (const { values } of bundle.lanes)
      for (const value of values)
        for (const source of this.sourcesOf(value)) {
          const location = this.locations[source];
          if (location !== undefined) read = Math.max(read, this.#depths[location >> 2]!);
        }
    const depthIn = (register: number) => Math.max(this.#depths[register] ?? 0, read) + step;
    const { length } = this.registers;
    let best = length;
    for (let register = 0; register < length; register++) {
      const change = depthIn(register) - depthIn(best);
      // Of registers that are as good, the deepest one.
      const isBetter =
        change < 0 || (change === 0 && (best === length || this.#depths[register]! > this.#depths[best]!));
      if ((isBetter || (best === length && length >= this.spread)) && matchOf(bundle, this.registers[register]!))
        best = register;
    }
    this.#depths[best] = depthIn(best);
    return best;
  }
}

/** The component of a register for each lane of a bundle; undefined if there are none. */
function matchOf({ lanes, fixed }: Bundle, components: readonly Component[]): number[] | undefined {
  const chosen: number[] = [];
  const match = (i: number, taken: number): boolean => {
    if (i === lanes.length) return true;
    for (let at = 0; at < 4; at++) {
      if ((taken & (1 << at)) !== 0 || !isAllowed(fixed, at, i, chosen)) continue;
      if (!components[at]!.isFree(lanes[i]!.segments)) continue;
      chosen[i] = at;
      if (match(i + 1, taken | (1 << at))) return true;
    }
    return false;
  };
  return match(0, 0) ? chosen : undefined;
}
