/** Names of one scope: valid in the language, none twice. */

/** Longest name that is taken from a shader. */
const MAX_NAME = 64;

export class NameScope {
  readonly #taken: Set<string>;
  /** The next number to try, by name without its number. */
  readonly #next = new Map<string, number>();
  /** Names without their numbers, by wishes that are taken: many values ask for the same name. */
  readonly #stems = new Map<string, string>();

  /**
   * @param reserved words that no name may be
   * @param outer the scope whose names must not be hidden
   */
  constructor(
    readonly reserved: ReadonlySet<string>,
    outer?: NameScope,
  ) {
    this.#taken = new Set(outer === undefined ? [] : outer.#taken);
  }

  /** A name like `wish` that nothing else has. It gets a number if it is taken. */
  unique(wish: string): string {
    let stem = this.#stems.get(wish);
    if (stem === undefined) {
      const name = identifierFrom(wish);
      if (!this.#taken.has(name) && !this.reserved.has(name)) {
        this.#taken.add(name);
        return name;
      }
      stem = /\d$/.test(name) ? `${name}_` : name;
      this.#stems.set(wish, stem);
    }
    for (let number = this.#next.get(stem) ?? 1; ; number++) {
      const numbered = `${stem}${number}`;
      if (this.#taken.has(numbered) || this.reserved.has(numbered)) continue;
      this.#taken.add(numbered);
      this.#next.set(stem, number + 1);
      return numbered;
    }
  }
}

/** A name with letters, digits and single underscores that every target takes. */
export function identifierFrom(text: string): string {
  const name = text
    .slice(0, MAX_NAME)
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/__+/g, '_')
    .replace(/_$/, '');
  if (name === '' || name === '_') return 'unnamed';
  return /^[A-Za-z]/.test(name) && !/^gl_/.test(name) ? name : `n${name.startsWith('_') ? '' : '_'}${name}`;
}
