/**
 * Live ranges of temporary registers as lanes next to the listing: each range has a lane that no other range has at the
 * same time, so that the lanes are as few as registers are live at once.
 *
 * Not for: finding the ranges (worker/liveness.ts).
 */
import type { ListingData } from './listing.ts';

/** Live ranges with positions in bytes from the start of the shader, as typed arrays. */
export interface LivenessData {
  /** The register of each range. */
  readonly registers: Int32Array;
  /** The first byte of the instruction that writes it. */
  readonly starts: Int32Array;
  /** The end of the last instruction that reads it. */
  readonly ends: Int32Array;
  /** Where instructions begin at which the number of live registers changes, in order. */
  readonly offsets: Int32Array;
  /** The number of live registers from there on. */
  readonly counts: Int32Array;
}

/** A live range in its lane. */
export interface LaneRange {
  readonly register: number;
  readonly start: number;
  readonly end: number;
  /** From the left, 0-based. */
  readonly lane: number;
}

/** Lanes next to the listing; further ones are only counted. */
export const MAX_LANES = 16;
/** Colors of lanes: a register has the color of its number. */
export const LANE_COLORS = 6;

/** Puts each range into a lane: that of the register's last range where it is free, else the first that is. */
export function laneRanges({ registers, starts, ends }: LivenessData): LaneRange[] {
  const order = Array.from(registers.keys()).sort((a, b) => starts[a]! - starts[b]! || registers[a]! - registers[b]!);
  /** Where the last range of each lane ends. */
  const taken: number[] = [];
  const last = new Map<number, number>();
  return order.map((i) => {
    const register = registers[i]!;
    const start = starts[i]!;
    const range = last.get(register);
    let lane = range !== undefined && taken[range]! <= start ? range : taken.findIndex((end) => end <= start);
    if (lane < 0) lane = taken.length;
    taken[lane] = ends[i]!;
    last.set(register, lane);
    return { register, start, end: ends[i]!, lane };
  });
}

/** Finds the ranges at a byte in time that does not grow with all of them. */
export class LaneTable {
  readonly #ranges: readonly LaneRange[];
  /** The latest end of all ranges up to each one, to know when to stop looking back. */
  readonly #latest: Int32Array;
  /** How many lanes there are. */
  readonly count: number;

  constructor(data: LivenessData) {
    this.#ranges = laneRanges(data);
    this.#latest = new Int32Array(this.#ranges.length);
    let latest = 0;
    let count = 0;
    for (const [i, { end, lane }] of this.#ranges.entries()) {
      latest = Math.max(latest, end);
      this.#latest[i] = latest;
      count = Math.max(count, lane + 1);
    }
    this.count = count;
  }

  /** The ranges that contain a byte, by lane. */
  at(offset: number): LaneRange[] {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ranges[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    const found: LaneRange[] = [];
    for (let i = low - 1; i >= 0 && this.#latest[i]! > offset; i--)
      if (this.#ranges[i]!.end > offset) found.push(this.#ranges[i]!);
    return found.sort((a, b) => a.lane - b.lane);
  }
}

/** How many registers are live at the instruction with a byte. */
export function liveAt({ offsets, counts }: LivenessData, offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (offsets[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : counts[low - 1]!;
}

/** The most registers that are live at once, and the first instruction where they are. */
export function maxLive({ offsets, counts }: LivenessData): { count: number; offset: number } {
  let count = 0;
  let offset = 0;
  for (const [i, one] of counts.entries())
    if (one > count) {
      count = one;
      offset = offsets[i]!;
    }
  return { count, offset };
}

/** The points of a curve: an instruction of the listing each, with the number of live registers. */
export interface LivePoints {
  /** The position among the instructions, 0-based. */
  readonly positions: Int32Array;
  readonly counts: Int32Array;
  readonly lines: {
    /** The line of each, 0-based, and its bytes. */
    readonly numbers: Int32Array;
    readonly starts: Int32Array;
    readonly ends: Int32Array;
  };
}

/** The number of live registers at each instruction of a listing that has a number. */
export function livePoints(data: LivenessData, { numbers, starts, ends }: ListingData): LivePoints {
  const lines = Int32Array.from(starts.keys()).filter((line) => starts[line]! >= 0 && numbers[line]! >= 0);
  const lineStarts = lines.map((line) => starts[line]!);
  return {
    positions: lines.map((_, i) => i),
    counts: lineStarts.map((start) => liveAt(data, start)),
    lines: { numbers: lines, starts: lineStarts, ends: lines.map((line) => ends[line]!) },
  };
}

/** Where the number of live registers changes: the offsets, and the numbers from there on. */
export function liveCounts(starts: Int32Array, ends: Int32Array): { offsets: Int32Array; counts: Int32Array } {
  const changes = new Map<number, number>();
  for (const start of starts) changes.set(start, (changes.get(start) ?? 0) + 1);
  for (const end of ends) changes.set(end, (changes.get(end) ?? 0) - 1);
  const offsets = Int32Array.from(changes.keys()).sort();
  let live = 0;
  return { offsets, counts: offsets.map((offset) => (live += changes.get(offset)!)) };
}
