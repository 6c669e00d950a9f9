/**
 * Cuts an expression over columns into tokens.
 *
 * Not for: their order (parse.ts).
 */

import type { MessageValues } from '../../base/diagnostics.ts';
import { type Diagnostic, diagnostic, type Span } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { DX0353, DX0354 } from '../messages.ts';

export type TokenType = 'word' | 'number' | 'text' | 'operator' | 'end';

export interface Token {
  readonly type: TokenType;
  /** The text of the token; for a string, its value. */
  readonly text: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A syntax error of an expression. Parsing stops at the first one. */
export class WhereFault extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}

/** @returns the fault to throw */
export function fault(message: Message, start: number, end: number, values: MessageValues = {}): WhereFault {
  const span: Span = { unit: 'char', start, end };
  return new WhereFault(diagnostic(message, span, values));
}

/** Tokens, in the order in which they are tried. Two quotes in a string are one. */
const TOKEN =
  /\s+|(?<word>[A-Za-z_][A-Za-z0-9_]*)|(?<number>-?(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?))|(?<text>'(?:[^']|'')*'|"(?:[^"]|"")*")|(?<operator><=|>=|!=|<>|==|[=<>(),])/y;

/** Returns the tokens of `source`, the last one of type `end`. @throws WhereFault */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(source);
    if (found === null) throw unknownCharacter(source, start);
    const { word, number, text, operator } = found.groups!;
    const end = TOKEN.lastIndex;
    if (word !== undefined) tokens.push({ type: 'word', text: word, start, end });
    else if (number !== undefined) tokens.push({ type: 'number', text: number, start, end });
    else if (text !== undefined) tokens.push({ type: 'text', text: unquoted(text), start, end });
    else if (operator !== undefined) tokens.push({ type: 'operator', text: operator, start, end });
  }
  tokens.push({ type: 'end', text: '', start: source.length, end: source.length });
  return tokens;
}

function unknownCharacter(source: string, at: number): WhereFault {
  const character = String.fromCodePoint(source.codePointAt(at)!);
  if (character === "'" || character === '"') return fault(DX0353, at, source.length);
  return fault(DX0354, at, at + character.length, { character });
}

function unquoted(text: string): string {
  const [quote] = text;
  return text.slice(1, -1).replaceAll(`${quote}${quote}`, quote!);
}
