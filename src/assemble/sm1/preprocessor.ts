/**
 * A source of tokens with directives followed and macros expanded, as D3DAssemble does (source: oracle). The parts are
 * lexer.ts, conditionals.ts, include-stack.ts and macro-expander.ts; all other directives are here. A text without
 * macros and directives passes through unchanged and at the speed of the lexer.
 *
 * Not for: reading files, which the caller does, or what tokens mean.
 */
import { DX2202, DX2203, X1504, X1511, X1519, X3568 } from '../messages.ts';
import type { TextLocation } from '../text-location.ts';
import { BACKSLASH, OPEN_PARENTHESIS, operatorCode, UNDERSCORE } from './characters.ts';
import { Conditionals, DirectiveLine } from './conditionals.ts';
import { ConditionStack, type IncludeCallback, IncludeStack } from './include-stack.ts';
import { Lexer } from './lexer.ts';
import { defineAhead, keep, type StoredToken } from './macro.ts';
import { MacroExpander } from './macro-expander.ts';
import { NumberReader } from './numbers.ts';
import { PreprocessorContext, type PreprocessorReporter } from './preprocessor-context.ts';
import { isTerminator, type TextPosition, type Token, TokenKind, type TokenSource } from './token-source.ts';

// The directive `#pragma`: `message`, `warning`, and those of the HLSL compiler, which do nothing here.

const OPEN = operatorCode('(');
const CLOSE = operatorCode(')');
const COLON = operatorCode(':');
const COMMA = operatorCode(',');

/** Pragmas of the HLSL compiler; the assembler skips them without a warning. */
const OTHER_PRAGMAS: ReadonlySet<string> = new Set(['ruledisable']);
/** The values of a register. */
const REGISTER_VALUES = 4;

class Pragmas {
  constructor(
    private readonly line: DirectiveLine,
    private readonly numbers: NumberReader,
  ) {}

  /** At `pragma`: follows the directive. */
  follow(): void {
    const { line } = this;
    const { token } = line;
    line.scan();
    if (token.kind === TokenKind.name) this.#named(token.text);
    if (!token.endsLine) line.skipRest();
    line.endIsNext();
  }

  #named(name: string): void {
    const { line } = this;
    if (name === 'message') this.#message();
    else if (name === 'warning') this.#warning();
    else if (name === 'pack_matrix') this.#packing();
    else if (name === 'def') this.#definition();
    else if (!OTHER_PRAGMAS.has(name)) {
      line.report(X3568, line.token, { name });
      return;
    }
    if (!line.token.endsLine) line.readRest();
  }

  /** `#pragma message("text")`: a note. */
  #message(): void {
    const { line } = this;
    const { token } = line;
    const location = line.context.here();
    line.context.lexer.rawStrings = false;
    line.scan();
    if (!token.isPunctuator(OPEN)) return;
    let text = '';
    for (line.scan(); line.isAt(TokenKind.string); line.scan()) text += insideOf(token);
    if (text !== '' && !token.endsLine) line.report(DX2203, location, { text });
  }

  /** `#pragma pack_matrix(row_major)`, which only HLSL has a use for. */
  #packing(): void {
    const { line } = this;
    line.scan();
    if (!line.token.isPunctuator(OPEN)) return;
    line.scan();
    const { text } = line.token;
    if (text === 'row_major' || text === 'column_major') line.context.reporter.setPacking?.(text === 'row_major');
  }

  /** `#pragma def(ps_3_0, c0, 1, 2, 3, 4)`, which only HLSL knows; any other spelling does nothing. */
  #definition(): void {
    const { line } = this;
    const { token } = line;
    const location = line.context.here();
    line.scan();
    if (!token.isPunctuator(OPEN)) return;
    const kinds = [TokenKind.name, TokenKind.name, ...Array<number>(REGISTER_VALUES).fill(TokenKind.number)];
    for (const [i, kind] of kinds.entries()) {
      line.scan();
      if (!line.isAt(kind)) return;
      line.scan();
      if (!token.isPunctuator(i === kinds.length - 1 ? CLOSE : COMMA)) return;
    }
    line.scan();
    if (token.endsLine) line.context.reporter.defineConstant?.(location);
  }

  /** `#pragma warning(disable: 1519 3568)`; any other spelling does nothing. */
  #warning(): void {
    const { line, numbers } = this;
    const { token } = line;
    line.scan();
    if (!token.isPunctuator(OPEN)) return;
    line.scan();
    const level = token.text;
    if (level !== 'disable' && level !== 'error' && level !== 'once' && level !== 'default') return;
    line.scan();
    if (!token.isPunctuator(COLON)) return;
    const codes: number[] = [];
    for (line.scan(); line.isAt(TokenKind.number); line.scan()) {
      numbers.read(token.source, token.start, token.end);
      codes.push(numbers.value);
    }
    if (!token.isPunctuator(CLOSE)) return;
    line.scan();
    if (token.endsLine) for (const code of codes) line.context.reporter.setWarningLevel(code, level);
  }
}

/** The characters inside a string; one that is not closed ends with its line or the text. */
function insideOf({ source, start, end }: Pick<TextLocation, 'source' | 'start' | 'end'>): string {
  return source.slice(start + 1, end).replace(/["\n>]$/, '');
}

/** The greatest number of `#line`. */
const MAX_LINE = 0xffff_ffff;

export class Directives {
  readonly includes: IncludeStack;
  readonly conditionals: Conditionals;
  readonly #line: DirectiveLine;
  readonly #pragmas: Pragmas;
  readonly #numbers = new NumberReader();

  constructor(
    private readonly context: PreprocessorContext,
    private readonly expander: MacroExpander,
    include: IncludeCallback | undefined,
  ) {
    const conditions = new ConditionStack();
    this.#line = new DirectiveLine(context, expander);
    this.includes = new IncludeStack(context, conditions, include);
    this.conditionals = new Conditionals(this.#line, conditions, this.includes, this.#numbers);
    this.#pragmas = new Pragmas(this.#line, this.#numbers);
  }

  /** At a `#` that begins a line: follows the directive. Leaves the lexer at the end of the line. */
  follow(): void {
    const { lexer, token, expansions } = this.context;
    const hash = this.context.here();
    lexer.stopsAtLineEnds = true;
    lexer.rawStrings = true;
    lexer.scan();
    if (token.kind === TokenKind.name) this.#named(token.text, hash);
    else this.#line.reject();
    lexer.stopsAtLineEnds = false;
    lexer.rawStrings = false;
    lexer.angleStrings = false;
    expansions.clear();
  }

  #named(name: string, hash: TextLocation): void {
    const { conditionals } = this;
    switch (name) {
      case 'define':
        this.#define();
        return;
      case 'undef':
        this.#undefine(hash);
        return;
      case 'if':
        conditionals.if(hash);
        return;
      case 'ifdef':
      case 'ifndef':
        conditionals.ifDefined(hash, name === 'ifdef');
        return;
      case 'elif':
        conditionals.elseIf(hash);
        return;
      case 'else':
        conditionals.else(hash);
        return;
      case 'endif':
        conditionals.endIf(hash);
        return;
      case 'include':
        this.#include(hash);
        return;
      case 'line':
        this.#setLine(hash);
        return;
      case 'error':
        this.#error();
        return;
      case 'pragma':
        this.#pragmas.follow();
        return;
      default:
        this.context.report(X1504, this.context.token, { name });
        this.#line.skipRest();
    }
  }

  #define(): void {
    const { lexer, token } = this.context;
    const line = this.#line;
    lexer.scan();
    if (!line.isAtName) {
      line.reject();
      return;
    }
    const name = token.text;
    const parameters = new Map<string, number>();
    lexer.rawStrings = false;
    if (lexer.position.text.charCodeAt(lexer.position.at) === OPEN_PARENTHESIS) {
      lexer.scan();
      if (!this.#readParameters(parameters)) return;
    }
    const body: StoredToken[] = [];
    for (lexer.scan(); !token.endsLine; lexer.scan()) {
      const parameter = token.kind === TokenKind.name ? (parameters.get(token.text) ?? -1) : -1;
      body.push(keep(token, parameter));
    }
    if (!this.expander.macros.define(name, parameters.size, body)) this.context.report(X1519, token, { name });
    line.endIsNext();
  }

  /** Reads names up to the closing parenthesis; false when the line is given up. */
  #readParameters(parameters: Map<string, number>): boolean {
    const { lexer, token } = this.context;
    const line = this.#line;
    let count = 0;
    for (;;) {
      lexer.scan();
      if (!line.isAt(TokenKind.name)) break;
      const name = token.text;
      // The second one of a name counts as a parameter all the same; its argument is lost.
      if (parameters.has(name)) this.context.report(X1511, token, { name });
      parameters.set(parameters.has(name) ? `${count} ` : name, count++);
      lexer.scan();
      if (token.isPunctuator(CLOSE)) return true;
      if (!token.isPunctuator(COMMA)) break;
    }
    line.rejectTwice();
    return false;
  }

  #undefine(hash: TextLocation): void {
    const { lexer, token } = this.context;
    const { macros } = this.expander;
    const line = this.#line;
    lexer.scan();
    if (!line.isAtName) {
      line.reject();
      return;
    }
    const macro = macros.find(token.source, token.start, token.end, token.hash);
    if (macro !== undefined) macros.remove(macro);
    lexer.scan();
    line.expectEnd(hash);
  }

  #include(hash: TextLocation): void {
    const { lexer, token } = this.context;
    const line = this.#line;
    lexer.angleStrings = true;
    lexer.scan();
    if (token.kind !== TokenKind.string) {
      line.reportUnexpected();
      if (token.kind === TokenKind.end) return;
      // After the token, the end of a line is expected, also after the end of this one.
      lexer.stopsAtLineEnds = token.kind !== TokenKind.lineEnd;
      lexer.scan();
      lexer.stopsAtLineEnds = true;
      if (!token.endsLine) line.reject();
      return;
    }
    const named = this.context.here();
    lexer.scan();
    const found = this.includes.find(insideOf(named), named);
    if (found === undefined) {
      line.skipRest();
      lexer.endHere();
      return;
    }
    this.expander.addToBudget(found.text.length);
    line.expectEnd(hash);
    this.includes.enter(found);
  }

  #setLine(hash: TextLocation): void {
    const { lexer, token } = this.context;
    const { position } = lexer;
    const line = this.#line;
    const numbers = this.#numbers;
    lexer.scan();
    if (token.kind === TokenKind.number) numbers.read(token.source, token.start, token.end);
    if (token.kind !== TokenKind.number || !numbers.isInteger || numbers.isLong) {
      line.reject();
      return;
    }
    const number = Math.min(Math.max(numbers.value, 1), MAX_LINE);
    lexer.scan();
    if (line.isAt(TokenKind.string)) {
      position.file = insideOf(token);
      position.lineShift = number - 1 - position.lineNumber;
      lexer.scan();
      line.expectEnd(hash);
      return;
    }
    const isWrong = !token.endsLine;
    line.expectEnd(hash);
    // Microsoft sets the number after the end of a wrong line: the next one is counted one less.
    position.lineShift = number - 1 - position.lineNumber - (line.isAt(TokenKind.lineEnd) ? 0 : 1);
    if (isWrong && line.isAt(TokenKind.end)) token.line = position.lineNumber + position.lineShift;
  }

  #error(): void {
    const { context } = this;
    const location = context.here();
    const text = this.#restOfLine();
    this.#line.skipRest();
    context.break(DX2202, location, { text });
    context.lexer.endHere();
  }

  /** The characters of the rest of the line, joined lines as one. */
  #restOfLine(): string {
    const { text, at } = this.context.lexer.position;
    let end = text.indexOf('\n', at);
    while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH) end = text.indexOf('\n', end + 1);
    return text
      .slice(at, end < 0 ? text.length : end)
      .replace(/\\\r?\n/g, '')
      .trim();
  }
}

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
