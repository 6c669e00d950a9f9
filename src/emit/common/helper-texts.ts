/**
 * Functions that a translation defines besides those of the program. Each is written where a rule asks for it, after
 * those that it uses.
 */

import type { NameScope } from './names.ts';

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
export class HelperTexts<Name extends string = string> {
  readonly texts = new Map<string, string>();
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
    if (!this.texts.has(name)) this.texts.set(name, textOf(row, name, width));
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
      this.texts.set(name, text(name));
    }
    return name;
  }

  /** Returns the name of a function by its source: equal source has one name, other source gets a number. */
  distinct(base: string, text: (name: string) => string): string {
    let preferred = base;
    for (let i = 1; ; i++) {
      const name = this.#defined.get(preferred);
      if (name === undefined) return this.define(preferred, text);
      if (this.texts.get(name) === text(name)) return name;
      preferred = `${base}${i}`;
    }
  }
}

/** All names that the helpers of a table may have. */
export function helperNames(table: Readonly<Record<string, HelperText>>): string[] {
  return Object.keys(table).flatMap((name) => ['', '2', '3', '4'].map((width) => `${name}${width}`));
}
