/**
 * Functions for the arithmetic of Direct3D 9 in textual languages: products with zero are 0, reciprocals and logarithms of zero are finite. What they give
 * is said by the rows `f.…9` of the table of operations.
 */
import { MAX_FLOAT } from '../../base/numerics/float.ts';
import { MAX_SPECULAR_POWER } from '../../base/numerics/legacy.ts';
import { type HelperText, widthSuffix } from './helper-texts.ts';

export type LegacyHelper =
  | 'legacy_product'
  | 'legacy_dot'
  | 'legacy_mix'
  | 'legacy_reciprocal'
  | 'legacy_inverse_sqrt'
  | 'legacy_inverse_length'
  | 'legacy_log2'
  | 'legacy_power'
  | 'legacy_specular';

/** How a language writes these functions. */
export interface LegacySpelling {
  /** A function of floats: the names of its parameters with their widths, the width of its result, and its lines. */
  readonly define: (
    name: string,
    parameters: readonly (readonly [name: string, width: number])[],
    result: number,
    ...body: readonly string[]
  ) => string;
  /** A constant of a function's body. */
  readonly local: (name: string, width: number, value: string) => string;
  /** One of two scalars. */
  readonly choose: (condition: string, yes: string, no: string) => string;
  readonly inverseSqrt: string;
  /** The row of `legacy_product`: languages test the components of vectors in their own ways. */
  readonly product: HelperText;
}

const MAX = String(MAX_FLOAT);
const AXES = ['x', 'y', 'z', 'w'] as const;

/** A sum of the components of a vector, in order. */
const sumOf = (name: string, width: number) =>
  AXES.slice(0, width)
    .map((axis) => `${name}.${axis}`)
    .join(' + ');

export function legacyHelpers(spelling: LegacySpelling): Readonly<Record<LegacyHelper, HelperText>> {
  const { define, local, choose, inverseSqrt, product } = spelling;
  const returned = (text: string) => `return ${text};`;
  /** A function of one scalar that has a value of its own at zero. */
  const exceptZero = (atZero: string, elsewhere: string): HelperText => ({
    text: (name) => define(name, [['x', 1]], 1, returned(choose('x == 0.0', atZero, elsewhere))),
  });
  return {
    legacy_product: product,
    legacy_dot: {
      uses: ['legacy_product'],
      text: (name, w) =>
        define(
          name,
          [
            ['a', w],
            ['b', w],
          ],
          1,
          local('products', w, `legacy_product${widthSuffix(w)}(a, b)`),
          returned(sumOf('products', w)),
        ),
    },
    legacy_mix: {
      uses: ['legacy_product'],
      text: (name, w) =>
        define(
          name,
          [
            ['amount', w],
            ['a', w],
            ['b', w],
          ],
          w,
          returned(`legacy_product${widthSuffix(w)}(amount, a - b) + b`),
        ),
    },
    legacy_reciprocal: exceptZero(MAX, '1.0 / x'),
    legacy_inverse_sqrt: exceptZero(MAX, `${inverseSqrt}(abs(x))`),
    legacy_inverse_length: {
      text: (name, w) =>
        define(
          name,
          [['v', w]],
          1,
          local('squares', w, 'v * v'),
          local('sum', 1, sumOf('squares', w)),
          returned(choose('sum == 0.0', MAX, `${inverseSqrt}(sum)`)),
        ),
    },
    legacy_log2: exceptZero(`-${MAX}`, 'log2(abs(x))'),
    legacy_power: {
      uses: ['legacy_product', 'legacy_log2'],
      text: (name) =>
        define(
          name,
          [
            ['x', 1],
            ['y', 1],
          ],
          1,
          returned(choose('y == 0.0', '1.0', 'exp2(legacy_product(legacy_log2(x), y))')),
        ),
    },
    legacy_specular: {
      uses: ['legacy_power', 'min_number', 'max_number'],
      text: (name) =>
        define(
          name,
          [
            ['diffuse', 1],
            ['light', 1],
            ['power', 1],
          ],
          1,
          local('limited', 1, `min_number(max_number(power, -${MAX_SPECULAR_POWER}), ${MAX_SPECULAR_POWER})`),
          returned(choose('0.0 < diffuse && 0.0 < light', 'legacy_power(light, limited)', '0.0')),
        ),
    },
  };
}
