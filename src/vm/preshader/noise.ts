/**
 * Gradient noise of one to four dimensions, from -1 to 1, for the operation `noise`. Microsoft documents it as Perlin noise from -1 to 1;
 * its table of permutations is not published, and the compiler never folds it, so that values differ from those of Direct3D.
 *
 * Not for: an exact copy of a texture shader's result. Callers that know a better function pass it to the evaluator.
 */

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

/** The noise at `point`: 0 at every point whose coordinates are integers, smooth between. Dimensions after the fourth are ignored. */
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
