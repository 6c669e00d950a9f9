/** Names of one scope: valid in the language, none twice. */

/** Longest name that is taken from a shader. */
const MAX_NAME = 64;

/** Names that are a text with a number after it. */
interface Numbered {
  readonly stem: string;
  /** The next number to try. */
  next: number;
}

/** A name that ends with a number, as {@link NameScope} gives them out. */
const WITH_NUMBER = /^(.*[^\d])([1-9]\d*)$/;

export class NameScope {
  /** Names that were given out as they were wished. */
  readonly #taken = new Set<string>();
  /** Numbered names by their text, which says for all of them at once which are given out. */
  readonly #numbered = new Map<string, Numbered>();
  /** The same by wishes that are taken: many values ask for the same name. */
  readonly #byWish = new Map<string, Numbered>();

  /** @param reserved words that no name may be */
  constructor(readonly reserved: ReadonlySet<string>) {}

  /** A name like `wish` that nothing else has. It gets a number if it is taken. */
  unique(wish: string): string {
    let numbered = this.#byWish.get(wish);
    if (numbered === undefined) {
      const name = identifierFrom(wish);
      if (this.#isFree(name) && !this.#isGivenNumber(name)) {
        this.#taken.add(name);
        return name;
      }
      numbered = this.#numberedAs(/\d$/.test(name) ? `${name}_` : name);
      this.#byWish.set(wish, numbered);
    }
    for (;;) {
      const name = `${numbered.stem}${numbered.next++}`;
      if (this.#isFree(name)) return name;
    }
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name) && !this.reserved.has(name);
  }

  #numberedAs(stem: string): Numbered {
    const numbered = this.#numbered.get(stem) ?? { stem, next: 1 };
    this.#numbered.set(stem, numbered);
    return numbered;
  }

  /** Whether a name is one of the numbered ones: those below the next number are given out, or were not free. */
  #isGivenNumber(name: string): boolean {
    if (this.#numbered.size === 0) return false;
    const [, stem = '', number] = WITH_NUMBER.exec(name) ?? [];
    return Number(number) < (this.#numbered.get(stem)?.next ?? 1);
  }
}

/** What nearly all names of shaders are: nothing in them has to change. */
const IS_USUAL = /^(?!gl_)[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/;

/** A name with letters, digits and single underscores that every target takes. */
export function identifierFrom(text: string): string {
  if (text.length <= MAX_NAME && IS_USUAL.test(text)) return text;
  const name = text
    .slice(0, MAX_NAME)
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/__+/g, '_')
    .replace(/_$/, '');
  if (name === '' || name === '_') return 'unnamed';
  return /^[A-Za-z]/.test(name) && !/^gl_/.test(name) ? name : `n${name.startsWith('_') ? '' : '_'}${name}`;
}
