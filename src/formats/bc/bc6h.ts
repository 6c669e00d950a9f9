/**
 * Blocks of BC6H.
 *
 * Source: Direct3D 11.3 functional specification, 19.5.13, which requires the exact result; its table of bit fields in
 * text form is in the Khronos Data Format Specification under BPTC. Where the text of 19.5.13.9 leaves out the sign of
 * signed endpoints, the latter has it.
 */
import { bitsOfFloat, halfToFloat } from '../../numerics/conversion.ts';
import { beginBits, interpolate, isAnchor, subsetOf, takeBits } from './partitions.ts';

/** One mode: what follows the bits of the mode. */
interface Mode {
  /** Bits of the first endpoint. */
  readonly bits: number;
  /** Bits of red, green and blue of the other endpoints. */
  readonly deltas: readonly number[];
  /** Whether the others are differences from the first endpoint. */
  readonly isTransformed: boolean;
  readonly subsets: number;
  /**
   * Runs of bits in order: a component and endpoint, and the bits that it gets, from the first one read to the last.
   */
  readonly fields: string;
}

const TWO = 2;
const ONE = 1;
function mode(bits: number, deltas: readonly number[], isTransformed: boolean, subsets: number, fields: string): Mode {
  return { bits, deltas, isTransformed, subsets, fields };
}

/** Modes by their number; missing ones are reserved. */
const MODES: Readonly<Record<number, Mode>> = {
  0: mode(
    10,
    [5, 5, 5],
    true,
    TWO,
    'g2:4 b2:4 b3:4 r0:0-9 g0:0-9 b0:0-9 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3',
  ),
  1: mode(
    7,
    [6, 6, 6],
    true,
    TWO,
    'g2:5 g3:4 g3:5 r0:0-6 b3:0 b3:1 b2:4 g0:0-6 b2:5 b3:2 g2:4 b0:0-6 b3:3 b3:5 b3:4 r1:0-5 g2:0-3 g1:0-5 g3:0-3 b1:0-5 b2:0-3 r2:0-5 r3:0-5',
  ),
  2: mode(
    11,
    [5, 4, 4],
    true,
    TWO,
    'r0:0-9 g0:0-9 b0:0-9 r1:0-4 r0:10 g2:0-3 g1:0-3 g0:10 b3:0 g3:0-3 b1:0-3 b0:10 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3',
  ),
  6: mode(
    11,
    [4, 5, 4],
    true,
    TWO,
    'r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:10 g3:4 g2:0-3 g1:0-4 g0:10 g3:0-3 b1:0-3 b0:10 b3:1 b2:0-3 r2:0-3 b3:0 b3:2 r3:0-3 g2:4 b3:3',
  ),
  10: mode(
    11,
    [4, 4, 5],
    true,
    TWO,
    'r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:10 b2:4 g2:0-3 g1:0-3 g0:10 b3:0 g3:0-3 b1:0-4 b0:10 b2:0-3 r2:0-3 b3:1 b3:2 r3:0-3 b3:4 b3:3',
  ),
  14: mode(
    9,
    [5, 5, 5],
    true,
    TWO,
    'r0:0-8 b2:4 g0:0-8 g2:4 b0:0-8 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3',
  ),
  18: mode(
    8,
    [6, 5, 5],
    true,
    TWO,
    'r0:0-7 g3:4 b2:4 g0:0-7 b3:2 g2:4 b0:0-7 b3:3 b3:4 r1:0-5 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-5 r3:0-5',
  ),
  22: mode(
    8,
    [5, 6, 5],
    true,
    TWO,
    'r0:0-7 b3:0 b2:4 g0:0-7 g2:5 g2:4 b0:0-7 g3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-5 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3',
  ),
  26: mode(
    8,
    [5, 5, 6],
    true,
    TWO,
    'r0:0-7 b3:1 b2:4 g0:0-7 b2:5 g2:4 b0:0-7 b3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-5 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3',
  ),
  30: mode(
    6,
    [6, 6, 6],
    false,
    TWO,
    'r0:0-5 g3:4 b3:0 b3:1 b2:4 g0:0-5 g2:5 b2:5 b3:2 g2:4 b0:0-5 g3:5 b3:3 b3:5 b3:4 r1:0-5 g2:0-3 g1:0-5 g3:0-3 b1:0-5 b2:0-3 r2:0-5 r3:0-5',
  ),
  3: mode(10, [10, 10, 10], false, ONE, 'r0:0-9 g0:0-9 b0:0-9 r1:0-9 g1:0-9 b1:0-9'),
  7: mode(11, [9, 9, 9], true, ONE, 'r0:0-9 g0:0-9 b0:0-9 r1:0-8 r0:10 g1:0-8 g0:10 b1:0-8 b0:10'),
  11: mode(12, [8, 8, 8], true, ONE, 'r0:0-9 g0:0-9 b0:0-9 r1:0-7 r0:11-10 g1:0-7 g0:11-10 b1:0-7 b0:11-10'),
  15: mode(16, [4, 4, 4], true, ONE, 'r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:15-10 g1:0-3 g0:15-10 b1:0-3 b0:15-10'),
};

const TEXELS = 16;
const OUTPUTS = 4;
const COLORS = 3;
const ENDPOINTS = 4;
const PARTITION_BITS = 5;
const SHORT_MODE_BITS = 2;
const LONG_MODE_BITS = 5;

/** Endpoints: `component * ENDPOINTS + endpoint`. */
const endpoints = new Int32Array(COLORS * ENDPOINTS);

/** The runs of each mode: component and endpoint as an index of `endpoints`, first bit, last bit. */
const runs = new Map<Mode, Int8Array>();

function runsOf(row: Mode): Int8Array {
  const known = runs.get(row);
  if (known) return known;
  const list = row.fields.split(' ').flatMap((field) => {
    const [, letter, endpoint, first, last] = /^([rgb])(\d):(\d+)(?:-(\d+))?$/.exec(field)!;
    return ['rgb'.indexOf(letter!) * ENDPOINTS + Number(endpoint), Number(first), Number(last ?? first)];
  });
  const made = Int8Array.from(list);
  runs.set(row, made);
  return made;
}

/** Reads red, green and blue of the block of 16 bytes at `offset`; a reserved mode gives zeros. */
export function decodeBc6h(bytes: Uint8Array, offset: number, out: Uint32Array, isSigned: boolean): void {
  beginBits(bytes, offset);
  const short = takeBits(SHORT_MODE_BITS);
  const number = short < 2 ? short : short | (takeBits(LONG_MODE_BITS - SHORT_MODE_BITS) << SHORT_MODE_BITS);
  const row = MODES[number];
  if (row === undefined) {
    for (let i = 0; i < TEXELS * OUTPUTS; i++) out[i] = 0;
    return;
  }
  readEndpoints(row, isSigned);
  const partition = row.subsets === TWO ? takeBits(PARTITION_BITS) : 0;
  const bits = row.subsets === TWO ? 3 : 4;
  for (let texel = 0; texel < TEXELS; texel++) {
    const index = takeBits(isAnchor(row.subsets, partition, texel) ? bits - 1 : bits);
    const from = subsetOf(row.subsets, partition, texel) * 2;
    for (let c = 0; c < COLORS; c++) {
      const at = c * ENDPOINTS + from;
      const value = interpolate(endpoints[at]!, endpoints[at + 1]!, bits, index);
      out[texel * OUTPUTS + c] = bitsOfFloat(halfToFloat(isSigned ? finishSigned(value) : (value * 31) >> 6));
    }
  }
}

function readEndpoints(row: Mode, isSigned: boolean): void {
  endpoints.fill(0);
  const list = runsOf(row);
  for (let i = 0; i < list.length; i += 3) {
    const [target, first, last] = [list[i]!, list[i + 1]!, list[i + 2]!];
    const step = last < first ? -1 : 1;
    for (let bit = first; bit !== last + step; bit += step) endpoints[target]! |= takeBits(1) << bit;
  }
  for (let c = 0; c < COLORS; c++) {
    const base = c * ENDPOINTS;
    if (isSigned) endpoints[base] = signExtend(endpoints[base]!, row.bits);
    for (let i = 1; i < row.subsets * 2; i++) {
      let value = endpoints[base + i]!;
      if (isSigned || row.isTransformed) value = signExtend(value, row.deltas[c]!);
      if (row.isTransformed) {
        value = (value + endpoints[base]!) & (2 ** row.bits - 1);
        if (isSigned) value = signExtend(value, row.bits);
      }
      endpoints[base + i] = value;
    }
    for (let i = 0; i < row.subsets * 2; i++) {
      const value = endpoints[base + i]!;
      endpoints[base + i] = isSigned ? unquantizeSigned(value, row.bits) : unquantizeUnsigned(value, row.bits);
    }
  }
}

function signExtend(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits);
}

function unquantizeUnsigned(value: number, bits: number): number {
  if (bits >= 15 || value === 0) return value;
  if (value === 2 ** bits - 1) return 0xffff;
  return ((value << 16) + 0x8000) >> bits;
}

function unquantizeSigned(value: number, bits: number): number {
  if (bits >= 16 || value === 0) return value;
  const size = Math.abs(value);
  const wide = size >= 2 ** (bits - 1) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (bits - 1);
  return value < 0 ? -wide : wide;
}

/** The bits of the float16: the sign apart, the rest scaled by 31/32. */
function finishSigned(value: number): number {
  return value < 0 ? 0x8000 | ((-value * 31) >> 5) : (value * 31) >> 5;
}
