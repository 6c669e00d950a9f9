/** The tokens that replace macros and are not read yet. */
import type { TextLocation } from '../text-location.ts';
import { followsDigits, type KeptToken } from './macro.ts';
import type { Token } from './token-source.ts';

/** The replacement of one macro, read up to `at`. Its tokens are reported at the name of the macro. */
interface Expansion {
  readonly tokens: readonly KeptToken[];
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
  push(tokens: readonly KeptToken[], { file, line, column }: TextLocation, spaced: boolean): void {
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
  peek(): KeptToken | undefined {
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
  from: KeptToken,
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
