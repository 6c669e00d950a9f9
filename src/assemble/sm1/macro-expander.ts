/**
 * Finds calls of macros in the tokens of a text and replaces them (source: oracle).
 *
 * Not for: the directives that define macros (directives.ts).
 */

import { MACRO_TOKENS_OF_CHARACTER, MAX_MACRO_CALLS, MAX_MACRO_TOKENS } from '../../base/limits.ts';
import { DX2204, DX2205, X1515, X1516 } from '../messages.ts';
import { APOSTROPHE, nameHash, OPEN_PARENTHESIS, operatorCode, UNDERSCORE } from './characters.ts';
import { Lexer, type TextReporter } from './lexer.ts';
import { keep, type Macro, MacroTable, restore, type StoredToken, textOf } from './macro.ts';
import type { PreprocessorContext } from './preprocessor-context.ts';
import { TokenKind } from './token-source.ts';

// The replacement of a macro call. Rules: oracle.

const HASH = operatorCode('#');
const PASTE = operatorCode('##');
const TO_CHARACTER = operatorCode('#@');

/** Ignores everything: faults of pasted characters are not reported. */
const IGNORED: TextReporter = { report() {} };

/** The tokens of a text that is not a file. */
function tokensOf(text: string): StoredToken[] {
  const lexer = new Lexer(text, '', IGNORED);
  const tokens: StoredToken[] = [];
  for (lexer.next(); lexer.token.kind !== TokenKind.end; lexer.next()) tokens.push(keep(lexer.token));
  return tokens;
}

/** A string or a character as a string token spells it inside its quotes. */
function escaped(token: StoredToken): string {
  const text = textOf(token);
  const first = text.charCodeAt(0);
  return token.kind === TokenKind.string || first === APOSTROPHE ? text.replace(/["\\]/g, '\\$&') : text;
}

/** The spelling of tokens, with one space for white space between them. */
function spelling(tokens: readonly StoredToken[], spell: (token: StoredToken) => string): string {
  let text = '';
  for (const token of tokens) text += token.spaced && text !== '' ? ` ${spell(token)}` : spell(token);
  return text;
}

/** `tokens`, the first one spaced as `spaced` says. */
function spacedAs(tokens: readonly StoredToken[], spaced: boolean): readonly StoredToken[] {
  const first = tokens[0];
  if (first === undefined || first.spaced === spaced) return tokens;
  return [{ ...first, spaced }, ...tokens.slice(1)];
}

/** How many tokens macros may still make; eight characters of a string count as one. */
interface MacroBudget {
  left: number;
}

const CHARACTERS_OF_TOKEN = 8;

/**
 * The replacement of a call: the body of `macro` with arguments for its parameters, and with `#` and `##` applied.
 * Arguments were expanded before, also those of `#` and `##` (source: oracle).
 *
 * @param budget is used up; substitution stops when nothing is left
 */
function substitute(macro: Macro, args: readonly StoredToken[][], budget: MacroBudget): StoredToken[] {
  const { body } = macro;
  const out: StoredToken[] = [];
  let paste = false;
  for (let at = 0; at < body.length && budget.left > 0; at++) {
    const token = body[at]!;
    const operator = token.kind === TokenKind.punctuator ? token.punctuator : 0;
    if (operator === PASTE && out.length > 0 && at + 1 < body.length) {
      paste = true;
      continue;
    }
    let tokens: readonly StoredToken[];
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
function quoted(tokens: readonly StoredToken[], asString: boolean, budget: MacroBudget): StoredToken[] {
  let length = 0;
  for (const { start, end } of tokens) length += end - start + 1;
  // Quotes and backslashes are doubled.
  budget.left -= (2 * length) / CHARACTERS_OF_TOKEN;
  if (budget.left < 0) return [];
  const made = asString ? `"${spelling(tokens, escaped)}"` : `'${spelling(tokens, textOf)}'`;
  return tokensOf(made).slice(0, 1);
}

/** Joins the last of `out` with the first of `tokens`; adds the tokens of the joined characters, and the others. */
function pasteOnto(out: StoredToken[], tokens: readonly StoredToken[], budget: MacroBudget): void {
  const left = out.pop();
  const right = tokens[0];
  if (left === undefined || right === undefined) return;
  budget.left -= (left.end - left.start + right.end - right.start) / CHARACTERS_OF_TOKEN;
  if (budget.left < 0) return;
  for (const one of spacedAs(tokensOf(textOf(left) + textOf(right)), left.spaced)) out.push(one);
  for (let i = 1; i < tokens.length; i++) out.push(tokens[i]!);
}

/** The outcome for a name that may be a macro. */
export const Expanded = {
  /** The tokens that replace it are next. */
  replaced: 0,
  /** It stays: its expansion would not end. */
  endless: 1,
  /** It stays: it takes arguments and there are none. */
  notCalled: 2,
  /** Its arguments are wrong, which was reported. They are gone; the current token is the last of them. */
  wrong: 3,
} as const;

const OPEN = operatorCode('(');
const CLOSE = operatorCode(')');
const COMMA = operatorCode(',');
const OPENING: ReadonlySet<number> = new Set('( [ {'.split(' ').map(operatorCode));
const CLOSING: ReadonlySet<number> = new Set(') ] }'.split(' ').map(operatorCode));
const BLANKS = [0x20, 0x09, 0x0b, 0x0c, 0x0d];

const LINE_MACRO = '__LINE__';
const FILE_MACRO = '__FILE__';
const LINE_HASH = nameHash(LINE_MACRO);
const FILE_HASH = nameHash(FILE_MACRO);

export class MacroExpander {
  readonly macros = new MacroTable();
  readonly #budget: MacroBudget;
  #callDepth = 0;

  /** @param readNext moves to the next token of the text, directives followed and macros not expanded */
  constructor(
    private readonly context: PreprocessorContext,
    length: number,
    private readonly readNext: () => void,
  ) {
    this.#budget = { left: MAX_MACRO_TOKENS + MACRO_TOKENS_OF_CHARACTER * length };
  }

  /** Allows more tokens: an included file has `length` characters. */
  addToBudget(length: number): void {
    this.#budget.left += MACRO_TOKENS_OF_CHARACTER * length;
  }

  /** At a name: the macro of that name. `__LINE__` and `__FILE__` become a number and a string at once. */
  macroHere(): Macro | undefined {
    const { token } = this.context;
    const { source, start, end } = token;
    if (this.macros.size > 0) {
      const macro = this.macros.find(source, start, end, token.hash);
      if (macro !== undefined) return macro;
    }
    if (source.charCodeAt(start) === UNDERSCORE && end - start === LINE_MACRO.length) this.#builtIn();
    return undefined;
  }

  #builtIn(): void {
    const { token, lexer } = this.context;
    const { file, lineNumber, lineShift } = lexer.position;
    if (token.hash === LINE_HASH && token.text === LINE_MACRO) {
      token.source = String(lineNumber + lineShift);
      token.kind = TokenKind.number;
    } else if (token.hash === FILE_HASH && token.text === FILE_MACRO) {
      token.source = `"${file}"`;
      token.kind = TokenKind.string;
    } else return;
    token.start = 0;
    token.end = token.source.length;
  }

  /** At a name: expands it and its replacement, until the current token is one that stays. */
  expandNames(): void {
    const { token } = this.context;
    while (token.kind === TokenKind.name) {
      const macro = this.macroHere();
      if (macro === undefined) return;
      const { startsLine } = token;
      const call = macro.parameters > 0 ? { name: keep(token), location: this.context.here() } : undefined;
      const result = this.expand(macro);
      if (result === Expanded.wrong) {
        // The name stays, its arguments are gone.
        if (call === undefined) token.kind = TokenKind.end;
        else restore(token, call.name, call.location, startsLine);
        return;
      }
      if (result !== Expanded.replaced) return;
      this.readNext();
    }
  }

  /** At the name of `macro`: replaces it; one of {@link Expanded}. */
  expand(macro: Macro): number {
    if (this.macros.isEndless(macro)) return Expanded.endless;
    const { context } = this;
    const { spaced } = context.token;
    const location = context.here();
    let tokens = macro.body;
    if (macro.parameters > 0) {
      if (!this.#opensCall()) return Expanded.notCalled;
      const args = this.#readArguments(macro);
      if (args === undefined) return Expanded.wrong;
      tokens = substitute(macro, args, this.#budget);
    }
    this.#budget.left -= macro.parameters > 0 ? 1 : tokens.length + 1;
    if (this.#budget.left < 0) {
      context.exceedLimit(DX2204, context.token, {});
      return Expanded.wrong;
    }
    context.expansions.push(tokens, location, spaced);
    return Expanded.replaced;
  }

  /** Whether a parenthesis follows the name: in a text after blanks only, without a comment or a line end between. */
  #opensCall(): boolean {
    const { expansions, lexer } = this.context;
    const next = expansions.peek();
    if (next !== undefined) return next.kind === TokenKind.punctuator && next.punctuator === OPEN;
    const { text } = lexer.position;
    let { at } = lexer.position;
    while (BLANKS.includes(text.charCodeAt(at))) at++;
    return text.charCodeAt(at) === OPEN_PARENTHESIS;
  }

  /** Reads the arguments of a call, macros in them expanded; undefined when they are wrong, which is reported. */
  #readArguments(macro: Macro): StoredToken[][] | undefined {
    const { context } = this;
    const { lexer } = context;
    const name = context.here();
    if (this.#callDepth >= MAX_MACRO_CALLS) {
      context.exceedLimit(DX2205, name, { limit: MAX_MACRO_CALLS });
      return undefined;
    }
    const { stopsAtLineEnds, rawStrings } = lexer;
    lexer.stopsAtLineEnds = false;
    lexer.rawStrings = false;
    this.#callDepth++;
    this.readNext();
    const args = this.#gather();
    this.#callDepth--;
    lexer.stopsAtLineEnds = stopsAtLineEnds;
    lexer.rawStrings = rawStrings;
    if (args === undefined) {
      if (!context.isOverLimit) context.report(X1515, name, { name: macro.name });
      return undefined;
    }
    if (args.length === macro.parameters && args.every((tokens) => tokens.length > 0)) return args;
    context.report(X1516, name, { name: macro.name, expected: macro.parameters });
    return undefined;
  }

  /** After the parenthesis of a call: the arguments up to the closing one; undefined at the end of the text. */
  #gather(): StoredToken[][] | undefined {
    const { context } = this;
    const { token } = context;
    const args: StoredToken[][] = [];
    let arg: StoredToken[] = [];
    let depth = 0;
    for (;;) {
      this.readNext();
      this.#expandInCall();
      if (token.kind === TokenKind.end) return undefined;
      if (--this.#budget.left < 0) {
        context.exceedLimit(DX2204, token, {});
        return undefined;
      }
      if (token.kind === TokenKind.punctuator) {
        const { punctuator } = token;
        if (OPENING.has(punctuator)) depth++;
        else if (CLOSING.has(punctuator)) {
          // Any bracket that was not opened ends the call; only the parenthesis is no part of it.
          if (depth === 0) {
            if (punctuator !== CLOSE) arg.push(keep(token));
            args.push(arg);
            return args;
          }
          depth--;
        } else if (punctuator === COMMA && depth === 0) {
          args.push(arg);
          arg = [];
          continue;
        }
      }
      arg.push(keep(token));
    }
  }

  /** As {@link expandNames}, but of a wrong call the last token stays and not the name. */
  #expandInCall(): void {
    const { token } = this.context;
    while (token.kind === TokenKind.name) {
      const macro = this.macroHere();
      if (macro === undefined || this.expand(macro) !== Expanded.replaced) return;
      this.readNext();
    }
  }
}
