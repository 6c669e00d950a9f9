/**
 * Blocks of BC7.
 *
 * Source: Direct3D 11.3 functional specification, 19.5.14, which requires the exact result.
 */
import { decodeNumber } from '../number-types.ts';
import { beginBits, interpolate, isAnchor, subsetOf, takeBits } from './partitions.ts';

/** Fields after the mode in a block, in this order; numbers of bits. */
interface Mode {
  readonly subsets: number;
  readonly partition: number;
  readonly rotation: number;
  readonly selector: number;
  readonly color: number;
  readonly alpha: number;
  /** Lowest bits of the endpoints: one for each of them, or one for both of a subset. */
  readonly lowBits: 'none' | 'each' | 'shared';
  readonly index: number;
  readonly secondIndex: number;
}

function mode(
  subsets: number,
  partition: number,
  rotation: number,
  selector: number,
  color: number,
  alpha: number,
  lowBits: Mode['lowBits'],
  index: number,
  secondIndex: number,
): Mode {
  return { subsets, partition, rotation, selector, color, alpha, lowBits, index, secondIndex };
}

const MODES: readonly Mode[] = [
  mode(3, 4, 0, 0, 4, 0, 'each', 3, 0),
  mode(2, 6, 0, 0, 6, 0, 'shared', 3, 0),
  mode(3, 6, 0, 0, 5, 0, 'none', 2, 0),
  mode(2, 6, 0, 0, 7, 0, 'each', 2, 0),
  mode(1, 0, 2, 1, 5, 6, 'none', 2, 3),
  mode(1, 0, 2, 0, 7, 8, 'none', 2, 2),
  mode(1, 0, 0, 0, 7, 7, 'each', 4, 0),
  mode(2, 6, 0, 0, 5, 5, 'each', 2, 0),
];

const TEXELS = 16;
const COMPONENTS = 4;
const ALPHA = 3;
const BYTE = 8;
const MAX_ENDPOINTS = 6;

/** Endpoints: `component * MAX_ENDPOINTS + endpoint`. */
const endpoints = new Uint8Array(COMPONENTS * MAX_ENDPOINTS);
const indices = new Uint8Array(TEXELS);
const secondIndices = new Uint8Array(TEXELS);
const color = new Uint8Array(COMPONENTS);

/** Reads the block of 16 bytes at `offset`; a reserved mode gives zeros. */
export function decodeBc7(bytes: Uint8Array, offset: number, out: Uint32Array, isSrgb: boolean): void {
  const number = Math.clz32(bytes[offset]! & -bytes[offset]!) ^ 31;
  if (bytes[offset] === 0 || bytes[offset] === undefined) {
    out.fill(0, 0, TEXELS * COMPONENTS);
    return;
  }
  const row = MODES[number]!;
  beginBits(bytes, offset);
  takeBits(number + 1);
  const partition = takeBits(row.partition);
  const rotation = takeBits(row.rotation);
  const selector = takeBits(row.selector);
  readEndpoints(row);
  readIndices(row.subsets, partition, row.index, indices);
  if (row.secondIndex > 0) readIndices(1, 0, row.secondIndex, secondIndices);
  for (let texel = 0; texel < TEXELS; texel++) {
    const from = subsetOf(row.subsets, partition, texel) * 2;
    for (let c = 0; c < COMPONENTS; c++) {
      const second = row.secondIndex > 0 && (c === ALPHA) !== (selector === 1);
      const [bits, list] = second ? [row.secondIndex, secondIndices] : [row.index, indices];
      const at = c * MAX_ENDPOINTS + from;
      color[c] = interpolate(endpoints[at]!, endpoints[at + 1]!, bits, list[texel]!);
    }
    rotate(rotation);
    for (let c = 0; c < COMPONENTS; c++) {
      out[texel * COMPONENTS + c] = decodeNumber(isSrgb && c !== ALPHA ? 'srgb' : 'unorm', BYTE, color[c]!);
    }
  }
}

/** Exchanges alpha with red, green or blue. */
function rotate(rotation: number): void {
  if (rotation === 0) return;
  const alpha = color[ALPHA]!;
  color[ALPHA] = color[rotation - 1]!;
  color[rotation - 1] = alpha;
}

function readEndpoints(row: Mode): void {
  const count = row.subsets * 2;
  const components = row.alpha > 0 ? COMPONENTS : ALPHA;
  for (let c = 0; c < components; c++) {
    for (let i = 0; i < count; i++) endpoints[c * MAX_ENDPOINTS + i] = takeBits(c === ALPHA ? row.alpha : row.color);
  }
  const extra = row.lowBits === 'none' ? 0 : 1;
  if (extra === 1) {
    let bit = 0;
    for (let i = 0; i < count; i++) {
      if (row.lowBits === 'each' || i % 2 === 0) bit = takeBits(1);
      for (let c = 0; c < components; c++) {
        endpoints[c * MAX_ENDPOINTS + i] = (endpoints[c * MAX_ENDPOINTS + i]! << 1) | bit;
      }
    }
  }
  for (let c = 0; c < components; c++) {
    const bits = (c === ALPHA ? row.alpha : row.color) + extra;
    for (let i = 0; i < count; i++) endpoints[c * MAX_ENDPOINTS + i] = widen(endpoints[c * MAX_ENDPOINTS + i]!, bits);
  }
  if (row.alpha === 0) endpoints.fill(255, ALPHA * MAX_ENDPOINTS);
}

/** A number of `bits` bits as 8, its high bits repeated. */
function widen(value: number, bits: number): number {
  const high = value << (BYTE - bits);
  return high | (high >> bits);
}

function readIndices(subsets: number, partition: number, bits: number, list: Uint8Array): void {
  for (let texel = 0; texel < TEXELS; texel++) {
    list[texel] = takeBits(isAnchor(subsets, partition, texel) ? bits - 1 : bits);
  }
}
