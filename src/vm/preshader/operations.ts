/**
 * The computation of each preshader operation, on numbers of the types in the table of operations. The evaluator reads
 * inputs and rounds results: to floats in the second generation, not at all in the first.
 *
 * Not for: reading registers, rounding (evaluate.ts).
 *
 * Source: the compiler's own folding of the same expressions (live/preshader.ts) where it folds; the documents
 * of Direct3D 10 for divisions by zero and saturation.
 */
import type { PRESHADER_OPCODES, PreshaderGeneration, PreshaderOpcode } from '../../isa/preshader/opcodes.ts';

/** Computes one component. Inputs that the operation does not have are 0. */
type Each = (a: number, b: number, c: number, generation: PreshaderGeneration) => number;
/**
 * Computes one component from lists of components: one list an input, or one component an input for any number of them.
 */
type Reduce = (inputs: readonly (readonly number[])[], context: ReduceContext) => number;

/** Functions that operations on several components need in addition to their operands. */
export interface ReduceContext {
  /** Rounds the result of each step. */
  readonly round: (value: number) => number;
  readonly noise: (point: readonly number[]) => number;
}

type Operations = {
  readonly [Name in PreshaderOpcode]: (typeof PRESHADER_OPCODES)[Name]['access'] extends 'reduce' ? Reduce : Each;
};

const ALL_BITS = 0xffff_ffff;
const MAX_INT = 0x7fff_ffff;
const MIN_INT = -0x8000_0000;

const lower: Each = (a, b) => (a < b || Number.isNaN(b) ? a : b);
const higher: Each = (a, b) => (a > b || Number.isNaN(b) ? a : b);

function clamp(value: number, low: number, high: number): number {
  return Number.isNaN(value) ? 0 : Math.trunc(Math.min(Math.max(value, low), high));
}

/** Rounds to the nearest integer, ties to even. */
export function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5 || floor % 2 !== 0) return Math.ceil(value);
  return floor;
}

function dot(a: readonly number[], b: readonly number[], { round }: ReduceContext): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum = round(sum + round(a[i]! * (b[i] ?? 0)));
  return sum;
}

const dotOfHalves: Reduce = (inputs, context) => {
  const half = inputs.length >> 1;
  const values = inputs.map(([value = 0]) => value);
  return dot(values.slice(0, half), values.slice(half), context);
};

/** One entry an operation: a new row of the table does not compile without one here. */
export const PRESHADER_OPERATIONS: Operations = {
  mov: (a) => a,
  neg: (a) => -a,
  rcp: (a) => 1 / a,
  frc: (a) => a - Math.floor(a),
  exp: (a) => 2 ** a,
  log: (a) => (a === 0 ? 0 : Math.log2(Math.abs(a))),
  rsq: (a, _b, _c, generation) => 1 / Math.sqrt(generation === 1 ? Math.abs(a) : a),
  sin: (a) => Math.sin(a),
  cos: (a) => Math.cos(a),
  asin: (a) => Math.asin(a),
  acos: (a) => Math.acos(a),
  atan: (a) => Math.atan(a),
  sqrt: (a) => Math.sqrt(a),
  ineg: (a) => -a,
  not: (a) => ~a,
  itof: (a) => a,
  utof: (a) => a,
  ftoi: (a) => clamp(a, MIN_INT, MAX_INT),
  ftou: (a) => clamp(a, 0, ALL_BITS),
  btof: (a) => (a === 0 ? 0 : 1),
  btoi: (a) => (a === 0 ? 0 : 1),
  itob: (a) => a,
  ftob: (a) => (a === 0 ? 0 : 1),
  round: (a) => roundToEven(a),
  floor: (a) => Math.floor(a),
  ceil: (a) => Math.ceil(a),
  min: lower,
  max: higher,
  lt: (a, b) => (a < b ? 1 : 0),
  ge: (a, b) => (a >= b ? 1 : 0),
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
  atan2: (a, b) => Math.atan2(a, b),
  div: (a, b) => a / b,
  bilt: (a, b) => (a < b ? 1 : 0),
  bige: (a, b) => (a >= b ? 1 : 0),
  bieq: (a, b) => (a === b ? 1 : 0),
  bine: (a, b) => (a !== b ? 1 : 0),
  buge: (a, b) => (a >= b ? 1 : 0),
  bult: (a, b) => (a < b ? 1 : 0),
  iadd: (a, b) => a + b,
  idiv: (a, b) => (b === 0 ? ALL_BITS : Math.trunc(a / b)),
  imul: (a, b) => Math.imul(a, b),
  udiv: (a, b) => (b === 0 ? ALL_BITS : Math.floor(a / b)),
  umod: (a, b) => (b === 0 ? ALL_BITS : a % b),
  umul: (a, b) => Math.imul(a, b),
  imin: (a, b) => Math.min(a, b),
  imax: (a, b) => Math.max(a, b),
  umin: (a, b) => Math.min(a, b),
  umax: (a, b) => Math.max(a, b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  ishl: (a, b) => a << (b & 31),
  ishr: (a, b) => a >> (b & 31),
  ushr: (a, b) => a >>> (b & 31),
  cmp: (a, b, c) => (a >= 0 ? b : c),
  movc: (a, b, c) => (a !== 0 ? b : c),
  dot: ([a = [], b = []], context) => dot(a, b, context),
  noise: ([point = []], { noise }) => noise(point),
  d3ds_dotswiz: dotOfHalves,
  d3ds_noiseswiz: (inputs, { noise }) => noise(inputs.map(([value = 0]) => value)),
};

// Gradient noise of one to four dimensions, from -1 to 1, for the operation `noise`. Microsoft documents it as Perlin
// noise from -1 to 1; its table of permutations is not published, and the compiler never folds it, so that values
// differ from those of Direct3D.

const SIZE = 256;
const SEED = 0x9e37_79b9;
const MAX_DIMENSIONS = 4;

let permutation: Uint8Array | undefined;

/** The numbers 0 to 255 in an order that is the same on every run. */
function permutationTable(): Uint8Array {
  if (permutation) return permutation;
  const table = Uint8Array.from({ length: SIZE }, (_, i) => i);
  let state = SEED;
  for (let i = SIZE - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [table[i], table[j]] = [table[j]!, table[i]!];
  }
  permutation = table;
  return table;
}

/**
 * The noise at `point`: 0 at every point whose coordinates are integers, smooth between. Dimensions after the fourth
 * are ignored.
 */
export function perlinNoise(point: readonly number[]): number {
  const dimensions = Math.min(point.length, MAX_DIMENSIONS);
  const table = permutationTable();
  const cell: number[] = [];
  const rest: number[] = [];
  for (let i = 0; i < dimensions; i++) {
    const value = Number.isFinite(point[i]!) ? point[i]! : 0;
    cell.push(((Math.floor(value) % SIZE) + SIZE) % SIZE);
    rest.push(value - Math.floor(value));
  }
  let sum = 0;
  for (let corner = 0; corner < 1 << dimensions; corner++) {
    let hash = 0;
    let weight = 1;
    for (let i = 0; i < dimensions; i++) {
      const bit = (corner >> i) & 1;
      hash = table[(hash + cell[i]! + bit) & (SIZE - 1)]!;
      weight *= fade(bit === 1 ? rest[i]! : 1 - rest[i]!);
    }
    // One bit of the hash is the sign of each component of the gradient.
    let product = 0;
    for (let i = 0; i < dimensions; i++) {
      const distance = rest[i]! - ((corner >> i) & 1);
      product += (hash >> i) & 1 ? -distance : distance;
    }
    sum += weight * product;
  }
  return Math.min(1, Math.max(-1, sum));
}

/** Perlin's curve of fifth degree: 0 at 0, 1 at 1, flat at both. */
function fade(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}
