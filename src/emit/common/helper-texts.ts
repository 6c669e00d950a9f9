/** Functions that a translation defines besides those of the program. Each is written where a rule asks for it, after those that it uses. */

/** A row of a language's table of helper functions. */
export interface HelperText {
  /** Helpers that it calls, with as many components. */
  readonly uses?: readonly string[];
  /** @param width components; 1 for functions of scalars */
  readonly text: (name: string, width: number) => string;
}

/** What the name of a function for `width` components ends with. */
export function widthSuffix(width: number): string {
  return width === 1 ? '' : String(width);
}

/** The functions that a module needs, in the order in which they were asked for. */
export class HelperTexts<Name extends string = string> {
  readonly texts = new Map<string, string>();

  constructor(private readonly table: Readonly<Record<Name, HelperText>>) {}

  /** The name of a helper for `width` components, which is written from now on. */
  use(helper: Name, width = 1): string {
    const name = `${helper}${widthSuffix(width)}`;
    if (this.texts.has(name)) return name;
    const { uses = [], text } = this.table[helper];
    for (const other of uses) this.use(other as Name, width);
    this.texts.set(name, text(name, width));
    return name;
  }

  /** A function of the module's own, written by `text` when it is asked for first. */
  own(name: string, text: () => string): string {
    if (!this.texts.has(name)) this.texts.set(name, text());
    return name;
  }

  /** A function of the module's own by its text: the same text has one name, others get a number. */
  distinct(base: string, text: (name: string) => string): string {
    let name = base;
    for (let i = 1; this.texts.has(name) && this.texts.get(name) !== text(name); i++) name = `${base}${i}`;
    return this.own(name, () => text(name));
  }
}

/** All names that the helpers of a table may have. */
export function helperNames(table: Readonly<Record<string, HelperText>>): string[] {
  return Object.keys(table).flatMap((name) => ['', '2', '3', '4'].map((width) => `${name}${width}`));
}
