/** Compares two texture shaders of one source: the colors of texels, with the same values of variables. */
import { ALL_VARIABLE_TYPE_NAMES } from '../../src/base/d3d/variable-types.ts';
import { evaluatePreshader } from '../../src/vm/preshader/evaluate.ts';
import { decodePreshader, type Preshader } from '../../src/vm/preshader/preshader.ts';
import { Random } from '../random.ts';

/** The largest integer that a component of a variable has, in both directions. */
const LARGEST = 8;
/** Above the first letters of names: the values of a variable depend on its name, and not on the other ones. */
const LARGEST_NAME = 128;
/** Components of variables, so that indices into arrays have values, too. */
const COMPONENTS = 64;

/**
 * Returns as `compareRecompiled` does.
 *
 * @param runs texels that are compared, each with values of variables of its own
 */
export function compareTextures(theirs: Uint8Array, ours: Uint8Array, runs: number, tolerance: number): string {
  const [a, b] = [theirs, ours].map((bytes) => decodePreshader(bytes).value);
  if (a === undefined || b === undefined) return a === b ? 'same' : 'no code';
  let isClose = false;
  for (let seed = 1; seed <= runs; seed++) {
    const [x, y] = [a, b].map((shader) => colorOf(shader, seed));
    if (x!.length !== y!.length) return `${x!.length} components, and ${y!.length}`;
    for (const [i, value] of x!.entries()) {
      const other = y![i]!;
      if (Object.is(value, other) || value === other) continue;
      if (!(Math.abs(value - other) <= tolerance * Math.max(1, Math.abs(value)))) return `${value}, and ${other}`;
      isClose = true;
    }
  }
  return isClose ? 'close' : 'same';
}

/** The components that a shader writes for a random texel. */
function colorOf(shader: Preshader, seed: number): number[] {
  const random = new Random(seed);
  const position = [0, 1, 2].map(() => random.below(65) / 64);
  const size = [0, 1, 2].map(() => 1 / (1 + random.below(64)));
  const constants = Object.fromEntries(
    (shader.constantTable?.constants ?? []).map(({ name, type }) => {
      const random = new Random(seed * LARGEST_NAME + name.charCodeAt(0));
      const number = {
        // An integer is an index of an array, too.
        int: () => random.below(3),
        bool: () => random.below(2),
        float: () => (random.oneIn(2) ? random.between(-LARGEST, LARGEST) : random.between(-64, 64) / 16),
      }[ALL_VARIABLE_TYPE_NAMES[type?.type ?? 0] as 'int' | 'bool' | 'float'];
      return [name, Array.from({ length: COMPONENTS }, number)] as const;
    }),
  );
  return evaluatePreshader(shader, { constants, position, size }).outputs.flatMap(({ values }) =>
    values.map((value) => value ?? Number.NaN),
  );
}
