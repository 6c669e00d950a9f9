/**
 * The table of macros. Rules: oracle.
 *
 * Not for: finding calls in a text and replacing them (macro-expander.ts).
 */

import type { TextLocation } from '../text-location.ts';
import { APOSTROPHE, nameHash } from './characters.ts';
import { Lexer, type TextReporter } from './lexer.ts';
import { type Token, TokenKind } from './token-source.ts';

/** A stored token: of the body of a macro, or of an argument. */
export interface StoredToken {
  readonly kind: number;
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly punctuator: number;
  readonly hash: number;
  readonly spaced: boolean;
  /** Index of the parameter that it names; -1 for none. */
  readonly parameter: number;
}

export interface Macro {
  readonly name: string;
  readonly hash: number;
  /** Number of its parameters; 0 for a macro that is not called with parentheses. */
  readonly parameters: number;
  readonly body: readonly StoredToken[];
  /** Another macro whose name has the same hash. */
  next: Macro | undefined;
  /**
   * The state of the table for which {@link endless} was computed, and the number of the last search that met the
   * macro.
   */
  checked: number;
  searched: number;
  endless: boolean;
}

/** A copy of `token`. */
export function keep(token: Token, parameter = -1): StoredToken {
  const { kind, source, start, end, punctuator, hash, spaced } = token;
  return { kind, source, start, end, punctuator, hash, spaced, parameter };
}

export function textOf(token: { readonly source: string; readonly start: number; readonly end: number }): string {
  return token.source.slice(token.start, token.end);
}

/** Whether the token at `at` is a name or a number that follows a number written with digits without space: `2mov`. */
function followsDigits(tokens: readonly StoredToken[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined || before === undefined || token.spaced || before.kind !== TokenKind.number) return false;
  if (token.kind !== TokenKind.name && token.kind !== TokenKind.number) return false;
  return before.source.charCodeAt(before.start) !== APOSTROPHE;
}

export class MacroTable {
  readonly #byHash = new Map<number, Macro>();
  /** The number of changes so far. */
  #state = 0;
  #searches = 0;

  /** The number of macros, those with the same hash counted once. */
  get size(): number {
    return this.#byHash.size;
  }

  /** The macro whose name is at `start` to `end` of `source`. */
  find(source: string, start: number, end: number, hash: number): Macro | undefined {
    for (let macro = this.#byHash.get(hash); macro !== undefined; macro = macro.next)
      if (macro.name.length === end - start && source.startsWith(macro.name, start)) return macro;
    return undefined;
  }

  /** Adds a macro; false when it replaces one of that name with another meaning. */
  define(name: string, parameters: number, body: readonly StoredToken[]): boolean {
    const hash = nameHash(name);
    const old = this.find(name, 0, name.length, hash);
    if (old !== undefined) this.remove(old);
    const next = this.#byHash.get(hash);
    this.#byHash.set(hash, { name, hash, parameters, body, next, checked: -1, searched: 0, endless: false });
    this.#state++;
    return old === undefined || (old.parameters === parameters && sameBody(old.body, body));
  }

  remove(macro: Macro): void {
    this.#state++;
    const first = this.#byHash.get(macro.hash);
    if (first === macro) {
      if (macro.next === undefined) this.#byHash.delete(macro.hash);
      else this.#byHash.set(macro.hash, macro.next);
      return;
    }
    for (let at = first; at !== undefined; at = at.next) if (at.next === macro) at.next = macro.next;
  }

  /**
   * Whether expanding `macro` would lead back to a macro that is being expanded, itself or another: such a macro is not
   * expanded. Every macro that a body names counts, called or not, also by the name of a parameter (source: oracle).
   */
  isEndless(macro: Macro): boolean {
    if (macro.checked === this.#state) return macro.endless;
    const search = ++this.#searches;
    const path = [macro];
    const positions = [0];
    macro.searched = search;
    while (path.length > 0) {
      const last = path.length - 1;
      const at = path[last]!;
      const inner = this.#nextNamed(at, positions, last);
      if (inner === undefined) {
        at.checked = this.#state;
        at.endless = false;
        path.pop();
        positions.pop();
      } else if (inner.checked === this.#state ? inner.endless : inner.searched === search) {
        for (const outer of path) {
          outer.checked = this.#state;
          outer.endless = true;
        }
        return true;
      } else if (inner.checked !== this.#state) {
        inner.searched = search;
        path.push(inner);
        positions.push(0);
      }
    }
    return false;
  }

  /** The next macro that the body of `macro` names, from `positions[index]` on, which moves past it. */
  #nextNamed(macro: Macro, positions: number[], index: number): Macro | undefined {
    const { body } = macro;
    for (let at = positions[index]!; at < body.length; at++) {
      const token = body[at]!;
      if (token.kind !== TokenKind.name || followsDigits(body, at)) continue;
      const named = this.find(token.source, token.start, token.end, token.hash);
      if (named === undefined) continue;
      positions[index] = at + 1;
      return named;
    }
    return undefined;
  }
}

/** Whether two bodies mean the same: names of parameters and white space do not count. */
function sameBody(a: readonly StoredToken[], b: readonly StoredToken[]): boolean {
  return (
    a.length === b.length &&
    a.every((token, i) => {
      const other = b[i]!;
      if (token.parameter >= 0 || other.parameter >= 0) return token.parameter === other.parameter;
      return token.kind === other.kind && textOf(token) === textOf(other);
    })
  );
}

/** A valid name of a macro: `a`, `a::b`, `::a`. */
const MACRO_NAME = /^(?:::)?[A-Za-z_]\w*(?:::\w+)*$/;

/**
 * Defines a macro that the caller asks for. Its value is the first line of `value`; an invalid name is skipped.
 * Messages about it name no file.
 */
export function defineAhead(macros: MacroTable, name: string, value: string, reporter: TextReporter): void {
  if (!MACRO_NAME.test(name)) return;
  const inFirstLine: TextReporter = { report: (code, location) => reporter.report(code, { ...location, line: 1 }) };
  const lexer = new Lexer(value, '', inFirstLine, false);
  lexer.stopsAtLineEnds = true;
  const body: StoredToken[] = [];
  for (lexer.next(); !lexer.token.endsLine; lexer.next()) body.push(keep(lexer.token));
  macros.define(name, 0, body);
}

/** The replacement of one macro, read up to `at`. Its tokens are reported at the name of the macro. */
interface Expansion {
  readonly tokens: readonly StoredToken[];
  at: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly spaced: boolean;
}

export class ExpansionStack {
  /** The innermost one is last. */
  readonly #expansions: Expansion[] = [];

  get isEmpty(): boolean {
    return this.#expansions.length === 0;
  }

  /** Adds the replacement of the macro whose name is at `name`. */
  push(tokens: readonly StoredToken[], { file, line, column }: TextLocation, spaced: boolean): void {
    this.#expansions.push({ tokens, at: 0, file, line, column, spaced });
  }

  clear(): void {
    this.#expansions.length = 0;
  }

  /** Moves `token` to the next token; false when nothing is left. */
  read(token: Token): boolean {
    const expansions = this.#expansions;
    for (let last = expansions.length - 1; last >= 0; last--) {
      const expansion = expansions[last]!;
      const next = expansion.tokens[expansion.at];
      if (next === undefined) {
        expansions.pop();
        continue;
      }
      restore(token, next, expansion, false);
      if (expansion.at === 0) token.spaced = expansion.spaced;
      expansion.at++;
      return true;
    }
    return false;
  }

  /** The next token, which stays the next one; undefined when nothing is left. */
  peek(): StoredToken | undefined {
    const expansions = this.#expansions;
    for (let i = expansions.length - 1; i >= 0; i--) {
      const { tokens, at } = expansions[i]!;
      const token = tokens[at];
      if (token !== undefined) return token;
    }
    return undefined;
  }

  /** Whether the last token was a number and another one follows it without space: `2mov`. */
  get isRunTogether(): boolean {
    const expansion = this.#expansions[this.#expansions.length - 1];
    return expansion !== undefined && followsDigits(expansion.tokens, expansion.at);
  }
}

/** Makes the stored token `from` the current one again. */
export function restore(
  token: Token,
  from: StoredToken,
  { file, line, column }: Pick<TextLocation, 'file' | 'line' | 'column'>,
  startsLine: boolean,
): void {
  token.kind = from.kind;
  token.source = from.source;
  token.start = from.start;
  token.end = from.end;
  token.punctuator = from.punctuator;
  token.hash = from.hash;
  token.spaced = from.spaced;
  token.file = file;
  token.line = line;
  token.column = column;
  token.startsLine = startsLine;
}
