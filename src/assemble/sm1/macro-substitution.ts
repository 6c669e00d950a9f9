/**
 * The substitution of macro calls. Rules: oracle.
 *
 * Not for: finding calls and their arguments (macro-expander.ts).
 */
import { APOSTROPHE, operatorCode } from './characters.ts';
import { Lexer, type TextReporter } from './lexer.ts';
import { type KeptToken, keep, type Macro, textOf } from './macro.ts';
import { TokenKind } from './token-source.ts';

const HASH = operatorCode('#');
const PASTE = operatorCode('##');
const TO_CHARACTER = operatorCode('#@');

/** Ignores everything: faults of pasted characters are not reported. */
const IGNORED: TextReporter = { report() {} };

/** The tokens of a text that is not a file. */
function tokensOf(text: string): KeptToken[] {
  const lexer = new Lexer(text, '', IGNORED);
  const tokens: KeptToken[] = [];
  for (lexer.next(); lexer.token.kind !== TokenKind.end; lexer.next()) tokens.push(keep(lexer.token));
  return tokens;
}

/** A string or a character as a string token spells it inside its quotes. */
function escaped(token: KeptToken): string {
  const text = textOf(token);
  const first = text.charCodeAt(0);
  return token.kind === TokenKind.string || first === APOSTROPHE ? text.replace(/["\\]/g, '\\$&') : text;
}

/** The spelling of tokens, with one space for white space between them. */
function spelling(tokens: readonly KeptToken[], spell: (token: KeptToken) => string): string {
  let text = '';
  for (const token of tokens) text += token.spaced && text !== '' ? ` ${spell(token)}` : spell(token);
  return text;
}

/** `tokens`, the first one spaced as `spaced` says. */
function spacedAs(tokens: readonly KeptToken[], spaced: boolean): readonly KeptToken[] {
  const first = tokens[0];
  if (first === undefined || first.spaced === spaced) return tokens;
  return [{ ...first, spaced }, ...tokens.slice(1)];
}

/** How many tokens macros may still make; eight characters of a string count as one. */
export interface MacroBudget {
  left: number;
}

const CHARACTERS_OF_TOKEN = 8;

/**
 * The replacement of a call: the body of `macro` with arguments for its parameters, and with `#` and `##` applied. Arguments
 * were expanded before, also those of `#` and `##` (source: oracle).
 *
 * @param budget is used up; substitution stops when nothing is left
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

/** Joins the last of `out` with the first of `tokens`; adds the tokens of the joined characters, and the others. */
function pasteOnto(out: KeptToken[], tokens: readonly KeptToken[], budget: MacroBudget): void {
  const left = out.pop();
  const right = tokens[0];
  if (left === undefined || right === undefined) return;
  budget.left -= (left.end - left.start + right.end - right.start) / CHARACTERS_OF_TOKEN;
  if (budget.left < 0) return;
  for (const one of spacedAs(tokensOf(textOf(left) + textOf(right)), left.spaced)) out.push(one);
  for (let i = 1; i < tokens.length; i++) out.push(tokens[i]!);
}
