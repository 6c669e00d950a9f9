/** Names of one scope: valid in the language, none twice.  */

/** Longest name that is taken from a shader. */
const MAX_NAME = 64;

/** Names that consist of a stem and a number. */
interface Numbered {
  readonly stem: string;
  /** The next number to try. */
  next: number;
  /** Whether any of them was requested or is reserved: otherwise all are free. */
  isContested: boolean;
}

/** Where the digits at the end of a name begin; its length without any. */
function digitsAt(name: string): number {
  let at = name.length;
  while (at > 0 && isDigit(name.charCodeAt(at - 1))) at--;
  return at;
}

/** Returns the stem of a name that ends with a number as {@link NameScope} appends them; undefined for other names. */
function stemOf(name: string, at = digitsAt(name)): string | undefined {
  return at > 0 && at < name.length && name.charCodeAt(at) !== ZERO ? name.slice(0, at) : undefined;
}

/** Cached stems of the numbered names in a set, by the set: those of a language are long lists. */
const stemsOf = /* @__PURE__ */ new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

function stemsIn(names: ReadonlySet<string>): ReadonlySet<string> {
  let stems = stemsOf.get(names);
  if (stems === undefined) {
    stems = new Set([...names].flatMap((name) => stemOf(name) ?? []));
    stemsOf.set(names, stems);
  }
  return stems;
}

export class NameScope {
  /** Names that were assigned as requested. */
  readonly #taken = new Set<string>();
  /** Stems of the taken names that end with a number. Most scopes have none of these, nor of those below. */
  #stems: Set<string> | undefined;
  /** The next free number by stem. */
  #numbered: Map<string, Numbered> | undefined;
  /** The next free number by requested name that is taken: many values request the same name. */
  #byPreferred: Map<string, Numbered> | undefined;

  /**
   * @param reserved words that no name may be
   * @param identifier makes a valid name of any text
   */
  constructor(
    readonly reserved: ReadonlySet<string>,
    private readonly identifier: (text: string) => string = identifierFrom,
  ) {}

  /** A scope with the same rules and no names, as that of the members of a struct. */
  inner(): NameScope {
    return new NameScope(this.reserved, this.identifier);
  }

  /** Returns a scope that has these names, too, but adds none to them: that of a function. */
  fork(): NameScope {
    const scope = this.inner();
    for (const name of this.#taken) scope.#taken.add(name);
    if (this.#stems !== undefined) scope.#stems = new Set(this.#stems);
    const numbered = new Map(Array.from(this.#numbered ?? [], ([stem, one]) => [stem, { ...one }]));
    scope.#numbered = numbered;
    scope.#byPreferred = new Map(
      Array.from(this.#byPreferred ?? [], ([name, { stem }]) => [name, numbered.get(stem)!]),
    );
    return scope;
  }

  /** Returns a unique name: `preferred`, with a number if it is taken. */
  unique(preferred: string): string {
    let numbered = this.#byPreferred?.get(preferred);
    if (numbered === undefined) {
      const name = this.identifier(preferred);
      const at = digitsAt(name);
      const stem = stemOf(name, at);
      if (this.#isFree(name) && !(stem !== undefined && this.#isGivenNumber(stem, Number(name.slice(at))))) {
        this.#taken.add(name);
        if (stem !== undefined) this.#contest(stem);
        return name;
      }
      numbered = this.#numberedAs(at < name.length ? `${name}_` : name);
      this.#byPreferred ??= new Map();
      this.#byPreferred.set(preferred, numbered);
    }
    for (;;) {
      const name = `${numbered.stem}${numbered.next++}`;
      if (!numbered.isContested || this.#isFree(name)) return name;
    }
  }

  /** Notes that a name was requested that is this stem with a number. */
  #contest(stem: string): void {
    this.#stems ??= new Set();
    this.#stems.add(stem);
    const numbered = this.#numbered?.get(stem);
    if (numbered !== undefined) numbered.isContested = true;
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name) && !this.reserved.has(name);
  }

  #numberedAs(stem: string): Numbered {
    this.#numbered ??= new Map();
    let numbered = this.#numbered.get(stem);
    if (numbered === undefined) {
      const isContested = this.#stems?.has(stem) === true || stemsIn(this.reserved).has(stem);
      numbered = { stem, next: 1, isContested };
      this.#numbered.set(stem, numbered);
    }
    return numbered;
  }

  /**
   * Whether a stem with a number is one of the numbered names: those below the next number are assigned, or were not
   * free.
   */
  #isGivenNumber(stem: string, number: number): boolean {
    return number < (this.#numbered?.get(stem)?.next ?? 1);
  }
}

const ZERO = 48;
const UNDERSCORE = 95;

function isDigit(character: number): boolean {
  return character >= ZERO && character < ZERO + 10;
}

function isLetter(character: number): boolean {
  const small = character | 32;
  return small >= 97 && small <= 122;
}

/**
 * Whether a name needs no change, like nearly all names in shaders: letters, digits and single underscores between
 * them. Regular expressions for this take several times as long (measured).
 */
function isValidName(text: string): boolean {
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    const isWord = isLetter(character) || (i > 0 && isDigit(character));
    if (!isWord && !(isInside && character === UNDERSCORE)) return false;
    isInside = isWord;
  }
  return isInside && !text.startsWith('gl_');
}

/** A name with letters, digits and single underscores that every target takes. */
export function identifierFrom(text: string): string {
  if (text.length <= MAX_NAME && isValidName(text)) return text;
  const name = text
    .slice(0, MAX_NAME)
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/__+/g, '_')
    .replace(/_$/, '');
  if (name === '' || name === '_') return 'unnamed';
  return /^[A-Za-z]/.test(name) && !/^gl_/.test(name) ? name : `n${name.startsWith('_') ? '' : '_'}${name}`;
}

/** Parameters and variables of functions that use a resource by its name. */
export const LOCAL_NAMES: readonly string[] =
  'at attempt chosen compare element found i level levels next offset old register_index row sampler_index size start value view view_index'.split(
    ' ',
  );

/** Numbered names: parameters, words, arrays, ranges and functions of the program, and copies of system values. */
export const LOCAL_PATTERN = /^(?:[apwx]|input_range|output_range|Results|subroutine|phase)\d+$|^d3d_/;
