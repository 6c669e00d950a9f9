/** Names of one scope: valid in the language, none twice. */

/** Longest name that is taken from a shader. */
const MAX_NAME = 64;

/** Names that are a text with a number after it. */
interface Numbered {
  readonly stem: string;
  /** The next number to try. */
  next: number;
  /** Whether any of them was wished or is reserved: otherwise all are free. */
  isContested: boolean;
}

/** A name that ends with a number, as {@link NameScope} gives them out. */
const WITH_NUMBER = /^(.*[^\d])([1-9]\d*)$/;
const ENDS_WITH_DIGIT = /\d$/;

/** What names of a set that end with a number have before it, by the set: those of a language are long lists. */
const stemsOf = /* @__PURE__ */ new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

function stemsIn(names: ReadonlySet<string>): ReadonlySet<string> {
  let stems = stemsOf.get(names);
  if (stems === undefined) {
    stems = new Set([...names].flatMap((name) => WITH_NUMBER.exec(name)?.[1] ?? []));
    stemsOf.set(names, stems);
  }
  return stems;
}

export class NameScope {
  /** Names that were given out as they were wished. */
  readonly #taken = new Set<string>();
  /** What those of them that end with a number have before it. */
  readonly #stems = new Set<string>();
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
      const endsWithDigit = ENDS_WITH_DIGIT.test(name);
      if (this.#isFree(name) && !(endsWithDigit && this.#isGivenNumber(name))) {
        this.#taken.add(name);
        if (endsWithDigit) this.#contest(name);
        return name;
      }
      numbered = this.#numberedAs(endsWithDigit ? `${name}_` : name);
      this.#byWish.set(wish, numbered);
    }
    for (;;) {
      const name = `${numbered.stem}${numbered.next++}`;
      if (!numbered.isContested || this.#isFree(name)) return name;
    }
  }

  /** Notes that a name was wished that ends with a number. */
  #contest(name: string): void {
    const stem = WITH_NUMBER.exec(name)?.[1];
    if (stem === undefined) return;
    this.#stems.add(stem);
    const numbered = this.#numbered.get(stem);
    if (numbered !== undefined) numbered.isContested = true;
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name) && !this.reserved.has(name);
  }

  #numberedAs(stem: string): Numbered {
    let numbered = this.#numbered.get(stem);
    if (numbered === undefined) {
      numbered = { stem, next: 1, isContested: this.#stems.has(stem) || stemsIn(this.reserved).has(stem) };
      this.#numbered.set(stem, numbered);
    }
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
