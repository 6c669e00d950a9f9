/**
 * Macros: their table, and what a call of one is replaced with. Rules: oracle.
 *
 * Not for: finding calls in a text or directives (preprocessor.ts).
 */
import { Lexer, LINE_END, nameHash, operatorCode, type TextSink } from './lexer.ts';
import { TokenKind, type TokenSource } from './token-source.ts';

/** A token that is kept: of a macro's body, or of what a macro is called with. */
export interface KeptToken {
  readonly kind: number;
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly punctuator: number;
  readonly hash: number;
  readonly spaced: boolean;
  /** Number of the parameter that it names; -1 for none. */
  readonly parameter: number;
}

export interface Macro {
  readonly name: string;
  readonly hash: number;
  /** Number of its parameters, at least 1; 0 where it takes none and is not called with parentheses. */
  readonly parameters: number;
  readonly body: readonly KeptToken[];
  /** Another macro whose name has the same hash. */
  next: Macro | undefined;
  /** State of the table for which {@link endless} was found, and the mark of the search that looks for it. */
  checked: number;
  searched: number;
  endless: boolean;
}

const HASH = 0x23;
const APOSTROPHE = 0x27;
const PASTE = operatorCode('##');
const TO_CHARACTER = operatorCode('#@');

/** The token at which `tokens` stands, to be kept. */
export function keep(tokens: TokenSource, parameter = -1): KeptToken {
  const { kind, source, start, end, punctuator, hash, spaced } = tokens;
  return { kind, source, start, end, punctuator, hash, spaced, parameter };
}

/** The characters of a token. */
export function textOf(token: { readonly source: string; readonly start: number; readonly end: number }): string {
  return token.source.slice(token.start, token.end);
}

/** Whether a name or a number stands at `at` right behind a number written with digits: `2mov`. */
export function followsDigits(tokens: readonly KeptToken[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined || before === undefined || token.spaced || before.kind !== TokenKind.number) return false;
  if (token.kind !== TokenKind.name && token.kind !== TokenKind.number) return false;
  return before.source.charCodeAt(before.start) !== APOSTROPHE;
}

export class MacroTable {
  readonly #byHash = new Map<number, Macro>();
  /** Counts the changes. */
  #state = 0;
  #searches = 0;

  /** How many there are, counted by the hashes of their names. */
  get size(): number {
    return this.#byHash.size;
  }

  /** The macro whose name stands from `start` to `end` of `source`. */
  find(source: string, start: number, end: number, hash: number): Macro | undefined {
    for (let macro = this.#byHash.get(hash); macro !== undefined; macro = macro.next)
      if (macro.name.length === end - start && source.startsWith(macro.name, start)) return macro;
    return undefined;
  }

  /** Takes a macro; false where one of that name was there and had another meaning. */
  define(name: string, parameters: number, body: readonly KeptToken[]): boolean {
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
   * Whether expanding `macro` would come back to a macro that is being expanded, itself or another: such a macro is left
   * as it stands. Every macro that a body names counts, called or not, also by the name of a parameter (source: oracle).
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

  /** The next macro that the body of `macro` names, from `positions[index]` on, which moves behind it. */
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
function sameBody(a: readonly KeptToken[], b: readonly KeptToken[]): boolean {
  return (
    a.length === b.length &&
    a.every((token, i) => {
      const other = b[i]!;
      if (token.parameter >= 0 || other.parameter >= 0) return token.parameter === other.parameter;
      return token.kind === other.kind && textOf(token) === textOf(other);
    })
  );
}

/** Takes nothing: what is wrong with pasted characters is not told. */
const DEAF: TextSink = { report() {} };

/** The tokens of a text that is no file. */
export function tokensOf(text: string): KeptToken[] {
  const lexer = new Lexer(text, '', DEAF);
  const tokens: KeptToken[] = [];
  for (lexer.next(); lexer.kind !== TokenKind.end; lexer.next()) tokens.push(keep(lexer));
  return tokens;
}

/** A string or a character as a string token spells it inside of its quotes. */
function escaped(token: KeptToken): string {
  const text = textOf(token);
  const first = text.charCodeAt(0);
  return token.kind === TokenKind.string || first === APOSTROPHE ? text.replace(/["\\]/g, '\\$&') : text;
}

/** The spelling of tokens, with one space where white space stood between them. */
function spelling(tokens: readonly KeptToken[], spell: (token: KeptToken) => string): string {
  let text = '';
  for (const token of tokens) text += token.spaced && text !== '' ? ` ${spell(token)}` : spell(token);
  return text;
}

/** `tokens`, of which the first one is spaced as `spaced` says. */
function spacedAs(tokens: readonly KeptToken[], spaced: boolean): readonly KeptToken[] {
  const first = tokens[0];
  if (first === undefined || first.spaced === spaced) return tokens;
  return [{ ...first, spaced }, ...tokens.slice(1)];
}

/** How much macros may still make, in tokens; eight characters of a string count as one. */
export interface MacroBudget {
  left: number;
}

const CHARACTERS_OF_TOKEN = 8;

/**
 * What a call is replaced with: the body of `macro` with its parameters replaced, `#` and `##` done. Arguments have been
 * expanded before, also where they are pasted or made strings of (source: oracle).
 *
 * @param budget is used up; it stops where nothing is left
 */
export function substitute(macro: Macro, args: readonly KeptToken[][], budget: MacroBudget): KeptToken[] {
  const { body } = macro;
  const out: KeptToken[] = [];
  let paste = false;
  for (let at = 0; at < body.length && budget.left > 0; at++) {
    const token = body[at]!;
    const operator = token.kind === TokenKind.punctuator ? token.punctuator : 0;
    if (operator === PASTE && out.length > 0 && at + 1 < body.length) {
      paste = true;
      continue;
    }
    let tokens: readonly KeptToken[];
    if (operator === HASH || operator === TO_CHARACTER) {
      const operand = body[++at];
      if (operand === undefined) break;
      const meant = operand.parameter < 0 ? [operand] : args[operand.parameter]!;
      tokens = spacedAs(quoted(meant, operator === HASH, budget), token.spaced);
    } else tokens = token.parameter < 0 ? [token] : spacedAs(args[token.parameter]!, token.spaced);
    budget.left -= tokens.length;
    if (budget.left < 0) break;
    if (paste) pasteOnto(out, tokens, budget);
    else for (const one of tokens) out.push(one);
    paste = false;
  }
  return out;
}

/** Tokens as one string, or as one character. */
function quoted(tokens: readonly KeptToken[], asString: boolean, budget: MacroBudget): KeptToken[] {
  let length = 0;
  for (const { start, end } of tokens) length += end - start + 1;
  // Quotes and backslashes are doubled.
  budget.left -= (2 * length) / CHARACTERS_OF_TOKEN;
  if (budget.left < 0) return [];
  const made = asString ? `"${spelling(tokens, escaped)}"` : `'${spelling(tokens, textOf)}'`;
  return tokensOf(made).slice(0, 1);
}

/** Joins the last of `out` with the first of `tokens`; what comes of it, and the others, are added. */
function pasteOnto(out: KeptToken[], tokens: readonly KeptToken[], budget: MacroBudget): void {
  const left = out.pop();
  const right = tokens[0];
  if (left === undefined || right === undefined) return;
  budget.left -= (left.end - left.start + right.end - right.start) / CHARACTERS_OF_TOKEN;
  if (budget.left < 0) return;
  for (const one of spacedAs(tokensOf(textOf(left) + textOf(right)), left.spaced)) out.push(one);
  for (let i = 1; i < tokens.length; i++) out.push(tokens[i]!);
}

/** A name as one macro may have: `a`, `a::b`, `::a`. */
const MACRO_NAME = /^(?:::)?[A-Za-z_]\w*(?:::\w+)*$/;

/**
 * Defines a macro that the caller asks for. Its value is the first line of `value`; a name that is none is passed over.
 * Messages about it name no file.
 */
export function defineAhead(macros: MacroTable, name: string, value: string, sink: TextSink): void {
  if (!MACRO_NAME.test(name)) return;
  const line = new LineLexer(value, { report: (code, place) => sink.report(code, { ...place, line: 1 }) });
  const body: KeptToken[] = [];
  for (line.next(); line.kind !== TokenKind.end && line.kind !== LINE_END; line.next()) body.push(keep(line));
  macros.define(name, 0, body);
}

/** A lexer that stays in the first line. */
class LineLexer extends Lexer {
  constructor(text: string, sink: TextSink) {
    super(text, '', sink, false);
    this.inLine = true;
  }
}
