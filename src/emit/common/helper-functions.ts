/**
 * Functions that a translation defines besides those of the program. Each is written where a rule asks for it, after
 * those that it uses.
 */

import { Kind, typeOf } from '../../ir/index.ts';
import { MAX_FLOAT } from '../../numerics/float.ts';
import { MAX_SPECULAR_POWER } from '../../numerics/legacy.ts';
import type { NameScope } from './names.ts';
import type { TextSpelling } from './text-language.ts';

/** A row of a language's table of helper functions. */
export interface HelperText {
  /** Helpers that it calls, with as many components. */
  readonly uses?: readonly string[];
  /** @param width components; 1 for functions of scalars */
  readonly text: (name: string, width: number) => string;
}

/** Returns the suffix of the name of a function for `width` components. */
export function widthSuffix(width: number): string {
  return width === 1 ? '' : String(width);
}

/** Cached source of helpers, by width: that of a row is the same for all modules. */
const known = /* @__PURE__ */ new WeakMap<HelperText, string[]>();

function textOf(row: HelperText, name: string, width: number): string {
  let list = known.get(row);
  if (list === undefined) {
    list = [];
    known.set(row, list);
  }
  list[width] ??= row.text(name, width);
  return list[width];
}

/** The functions that a module needs, in the order in which they were asked for. */
export class HelperFunctions<Name extends string = string> {
  readonly sources = new Map<string, string>();
  /** Names of helpers that were asked for, by helper and width. */
  readonly #names = new Map<Name, string[]>();

  /** Names of module-specific functions, by preferred name. */
  readonly #defined = new Map<string, string>();

  /** @param names the scope of the module; created with the first module-specific function */
  constructor(
    private readonly table: Readonly<Record<Name, HelperText>>,
    private readonly names: () => NameScope,
  ) {}

  /** The name of a helper for `width` components, which is written from now on. */
  use(helper: Name, width = 1): string {
    let names = this.#names.get(helper);
    if (names === undefined) {
      names = [];
      this.#names.set(helper, names);
    }
    const given = names[width];
    if (given !== undefined) return given;
    const name = `${helper}${widthSuffix(width)}`;
    names[width] = name;
    const row = this.table[helper];
    for (const other of row.uses ?? []) this.use(other as Name, width);
    if (!this.sources.has(name)) this.sources.set(name, textOf(row, name, width));
    return name;
  }

  /**
   * Returns the name of a module-specific function, `preferred` if it is free. `text` writes the function on the first
   * request.
   */
  define(preferred: string, text: (name: string) => string): string {
    let name = this.#defined.get(preferred);
    if (name === undefined) {
      name = this.names().unique(preferred);
      this.#defined.set(preferred, name);
      this.sources.set(name, text(name));
    }
    return name;
  }

  /** Returns the name of a function by its source: equal source has one name, other source gets a number. */
  distinct(base: string, text: (name: string) => string): string {
    let preferred = base;
    for (let i = 1; ; i++) {
      const name = this.#defined.get(preferred);
      if (name === undefined) return this.define(preferred, text);
      if (this.sources.get(name) === text(name)) return name;
      preferred = `${base}${i}`;
    }
  }
}

/** All names that the helpers of a table may have. */
export function helperNames(table: Readonly<Record<string, HelperText>>): string[] {
  return Object.keys(table).flatMap((name) => ['', '2', '3', '4'].map((width) => `${name}${width}`));
}

// Functions for the arithmetic of Direct3D 9 in textual languages: products with zero are 0, reciprocals and logarithms
// of zero are finite. The rows `f.…9` of the operation table define their results.

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

/** The parts of these functions that differ between languages. */
export interface LegacyParts {
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

export function legacyHelpers(
  { fn, typeName, local, choose }: TextSpelling,
  { inverseSqrt, product }: LegacyParts,
): Readonly<Record<LegacyHelper, HelperText>> {
  const float = (width: number) => typeName(typeOf(Kind.f32, width));
  /** A function whose parameters have `width` components. */
  const define = (name: string, parameters: readonly string[], width: number, result: number, ...body: string[]) =>
    fn(
      name,
      parameters.map((one) => [one, float(width)] as const),
      float(result),
      body,
    );
  const returned = (text: string) => `return ${text};`;
  /** A function of one scalar with a special value at zero. */
  const exceptZero = (atZero: string, elsewhere: string): HelperText => ({
    text: (name) => define(name, ['x'], 1, 1, returned(choose('x == 0.0', atZero, elsewhere))),
  });
  return {
    legacy_product: product,
    legacy_dot: {
      uses: ['legacy_product'],
      text: (name, w) =>
        define(
          name,
          ['a', 'b'],
          w,
          1,
          local('products', float(w), `legacy_product${widthSuffix(w)}(a, b)`),
          returned(sumOf('products', w)),
        ),
    },
    legacy_mix: {
      uses: ['legacy_product'],
      text: (name, w) =>
        define(name, ['amount', 'a', 'b'], w, w, returned(`legacy_product${widthSuffix(w)}(amount, a - b) + b`)),
    },
    legacy_reciprocal: exceptZero(MAX, '1.0 / x'),
    legacy_inverse_sqrt: exceptZero(MAX, `${inverseSqrt}(abs(x))`),
    legacy_inverse_length: {
      text: (name, w) =>
        define(
          name,
          ['v'],
          w,
          1,
          local('squares', float(w), 'v * v'),
          local('sum', float(1), sumOf('squares', w)),
          returned(choose('sum == 0.0', MAX, `${inverseSqrt}(sum)`)),
        ),
    },
    legacy_log2: exceptZero(`-${MAX}`, 'log2(abs(x))'),
    legacy_power: {
      uses: ['legacy_product', 'legacy_log2'],
      text: (name) =>
        define(name, ['x', 'y'], 1, 1, returned(choose('y == 0.0', '1.0', 'exp2(legacy_product(legacy_log2(x), y))'))),
    },
    legacy_specular: {
      uses: ['legacy_power', 'min_number', 'max_number'],
      text: (name) =>
        define(
          name,
          ['diffuse', 'light', 'power'],
          1,
          1,
          local('limited', float(1), `min_number(max_number(power, -${MAX_SPECULAR_POWER}), ${MAX_SPECULAR_POWER})`),
          returned(choose('0.0 < diffuse && 0.0 < light', 'legacy_power(light, limited)', '0.0')),
        ),
    },
  };
}
