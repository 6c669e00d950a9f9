/**
 * A source of tokens with directives followed and macros expanded, as D3DAssemble does (source: oracle). The parts are
 * lexer.ts, directives.ts with conditionals.ts and include-stack.ts, and macro-expander.ts. A text without macros and
 * directives passes through unchanged and at the speed of the lexer.
 *
 * Not for: reading files, which the caller does, or what tokens mean.
 */
import { operatorCode, UNDERSCORE } from './characters.ts';
import { Directives } from './directives.ts';
import type { IncludeCallback } from './include-stack.ts';
import { Lexer } from './lexer.ts';
import { defineAhead } from './macro.ts';
import { MacroExpander } from './macro-expander.ts';
import { PreprocessorContext, type PreprocessorReporter } from './preprocessor-context.ts';
import { isTerminator, type TextPosition, type Token, TokenKind, type TokenSource } from './token-source.ts';

export interface PreprocessorOptions {
  /** Macros that are defined before the text begins, with their values. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  readonly include?: IncludeCallback | undefined;
  /** `false`: a text of HLSL, where `;` begins no comment. */
  readonly isAssembly?: boolean | undefined;
}

const HASH = operatorCode('#');

export class Preprocessor implements TokenSource {
  readonly token: Token;
  readonly #lexer: Lexer;
  readonly #context: PreprocessorContext;
  readonly #expander: MacroExpander;
  readonly #include: IncludeCallback | undefined;
  /** Created for the first directive: most programs have none. */
  #directives: Directives | undefined;
  /** The parser was given the end, which stays. */
  #ended = false;

  constructor(text: string, file: string, reporter: PreprocessorReporter, options: PreprocessorOptions = {}) {
    this.#lexer = new Lexer(text, file, reporter, options.isAssembly);
    this.token = this.#lexer.token;
    this.#context = new PreprocessorContext(this.#lexer, reporter);
    this.#expander = new MacroExpander(this.#context, text.length, () => this.#read());
    this.#include = options.include;
    const { defines = {} } = options;
    for (const [name, value] of Object.entries(defines)) defineAhead(this.#expander.macros, name, value, reporter);
  }

  get isBroken(): boolean {
    return this.#context.isBroken;
  }

  next(): void {
    const { token } = this;
    if (!this.#ended && this.#context.expansions.isEmpty && !this.#context.isBroken) {
      this.#lexer.scan();
      const { kind } = token;
      // Most tokens of most programs are returned here.
      if (kind === TokenKind.name) {
        if (this.#expander.macros.size === 0 && token.source.charCodeAt(token.start) !== UNDERSCORE) return;
      } else if (kind === TokenKind.punctuator) {
        if (token.punctuator !== HASH || !token.startsLine) return;
      } else if (kind === TokenKind.number) return;
      this.#follow();
    } else {
      if (this.#ended) return;
      this.#read();
    }
    if (this.#isAt(TokenKind.name)) this.#expander.expandNames();
    if (this.#directives?.conditionals.endsInSkippedGroup && this.#isAt(TokenKind.name)) this.#read();
    // The parser takes such a character for the end of the text.
    if (isTerminator(token)) token.kind = TokenKind.end;
    if (token.kind === TokenKind.end) this.#ended = true;
  }

  directText(): TextPosition | undefined {
    const { expansions, isBroken } = this.#context;
    const isUnchanged = this.#expander.macros.size === 0 && expansions.isEmpty && !this.#ended && !isBroken;
    return isUnchanged ? this.#lexer.position : undefined;
  }

  finish(): void {
    if (this.#context.isBroken) return;
    do {
      this.#read();
      if (this.#isAt(TokenKind.name)) this.#expander.expandNames();
    } while (!this.#isAt(TokenKind.end));
    this.#ended = true;
  }

  #isAt(kind: number): boolean {
    return this.token.kind === kind;
  }

  /** Moves to the next token, macros not expanded; directives are followed. */
  #read(): void {
    const { expansions } = this.#context;
    if (!expansions.isEmpty && expansions.read(this.token)) return;
    if (this.#context.isBroken) {
      this.token.kind = TokenKind.end;
      return;
    }
    this.#lexer.scan();
    this.#follow();
  }

  /** At a token of a file: follows directives and leaves included files until the token is one of the text. */
  #follow(): void {
    const { token } = this;
    for (;;) {
      if (token.isPunctuator(HASH)) {
        if (!token.startsLine) return;
        this.#directives ??= new Directives(this.#context, this.#expander, this.#include);
        this.#directives.follow();
        if (this.#context.isBroken) {
          token.kind = TokenKind.end;
          return;
        }
        // The end after a directive is not reported as one inside a condition: the next one is.
        if (this.#isAt(TokenKind.end) && this.#directives.includes.isInOutermost) return;
      } else if (token.kind !== TokenKind.end) return;
      else if (this.#directives === undefined || !this.#directives.includes.leave()) return;
      this.#lexer.scan();
    }
  }
}
