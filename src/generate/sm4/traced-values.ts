/** The registers of values that the caller follows, with the bytes of the program in which they are there. */
import { readSm4Words } from '../../isa/sm4/program.ts';
import type { Locations } from '../allocate.ts';
import { NO_SCALAR } from '../operand-table.ts';
import type { Ranges } from '../ranges.ts';
import type { Values } from './values.ts';

export interface TracedValue {
  /** The temporary register and its component. */
  readonly register: number;
  readonly component: number;
  /** Bytes from the version token; the instruction that defines the value is before them. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** A function that has its registers. */
export interface TracedFunction {
  readonly ranges: Ranges;
  readonly locations: Locations;
  /** The line of each of its instructions, in order. */
  readonly lines: readonly number[];
  /** The number of its first instruction in the program. */
  readonly first: number;
}

/** Returns the registers of scalar values by their operations. Values without a temporary register are left out. */
export function traceValues(
  values: Values,
  wanted: readonly number[],
  functions: readonly TracedFunction[],
  words: Uint32Array,
): ReadonlyMap<number, TracedValue> {
  const found = new Map<number, TracedValue>();
  if (wanted.length === 0) return found;
  const { starts, count, end } = readSm4Words(words);
  const byteOf = (instruction: number) => 4 * (instruction < count ? starts[instruction]! : end);
  const spans = functions.map(({ lines, first, ranges }) => spansOf(lines, ranges.program.lines.length, first, byteOf));
  for (const op of wanted) {
    if (found.has(op)) continue;
    const scalar = values.tracedScalar(op) ?? NO_SCALAR;
    if (scalar < 0) continue;
    const number = functions.findIndex(({ ranges, locations }) => {
      return locations.of[scalar] !== undefined && ranges.start[scalar] !== undefined && ranges.start[scalar]! >= 0;
    });
    if (number < 0) continue;
    const { ranges, locations } = functions[number]!;
    const location = locations.of[scalar]!;
    const parts: { start: number; end: number }[] = [];
    const segments = ranges.segments(scalar);
    for (let i = 0; i < segments.length; i += 2) {
      const start = spans[number]!.ends[segments[i]! >> 2]!;
      const stop = spans[number]!.ends[segments[i + 1]! >> 2]!;
      if (stop > start) parts.push({ start, end: stop });
    }
    if (parts.length > 0) found.set(op, { register: location >> 2, component: location & 3, ranges: parts });
  }
  return found;
}

/** The byte at which each line ends; a line without instructions ends where the one before it does. */
function spansOf(
  lines: readonly number[],
  count: number,
  first: number,
  byteOf: (instruction: number) => number,
): { readonly ends: readonly number[] } {
  const ends = new Array<number>(count).fill(-1);
  for (const [i, line] of lines.entries()) ends[line] = byteOf(first + i + 1);
  let last = byteOf(first);
  for (let line = 0; line < count; line++) {
    if (ends[line]! < 0) ends[line] = last;
    last = ends[line]!;
  }
  return { ends };
}
