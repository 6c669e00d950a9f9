/**
 * The input of the assembly parser: a source with one current token, which is changed in place. The lexer is a source;
 * the preprocessor, which expands macros and follows directives, is a source that reads from a lexer.
 */
import type { TextLocation } from '../text-location.ts';
import type { TextPosition } from './text-position.ts';

/** Kinds of tokens. Names with letters and digits in one run (`r0`, `dcl_texcoord0`, `vs_2_0`) are one token. */
export const TokenKind = {
  end: 0,
  name: 1,
  /**
   * A number in any spelling; the parser asks for its value (numbers.ts). What belongs to it (source: oracle): `0x` (small x)
   * with hexadecimal digits, octal digits after a leading 0 (`08` is two numbers, `08.5` one), decimal digits, all three with
   * suffixes `u`, `l` in any case; fractions `1.`, `.5`, `1.5`, exponents only with digits after them (`1e` is a number and a
   * name), with a suffix of f, h, l in any case; `1.#INF`, `1.#IND`, `1.#QNAN`, `1.#SNAN`;
   * a character in apostrophes, which is an integer: `'a'`, `'\n'`, `'\x41'`, `'\101'`.
   */
  number: 2,
  string: 3,
  /** One character, or the two or three of an operator such as `==`; {@link Token.punctuator} says which. */
  punctuator: 4,
  /** A character that begins no token. */
  unknown: 5,
  /** `vs.1.1`: a version with points is one token wherever it is (dottedVersionEnd in versions.ts finds it). */
  version: 6,
  /** The end of a line, while a directive is read (`Lexer.stopsAtLineEnds`). Parsers never see one. */
  lineEnd: 7,
} as const;

/** The current token of a source. */
export class Token implements TextLocation {
  /** One of {@link TokenKind}. */
  kind: number = TokenKind.end;
  /** The text that contains the token, and its character offsets there; the body of a macro for a token from a macro. */
  source = '';
  start = 0;
  end = 0;
  /** The position for messages: 1-based line and column, and the name of the file. */
  line = 1;
  column = 1;
  file = '';
  /** It is the first token of its line. */
  startsLine = true;
  /** White space or a comment precedes it. */
  spaced = false;
  /** The code of the character, or of two or three (`first | second << 8 | third << 16`); 0 for other tokens. */
  punctuator = 0;
  /** Of a name: the hash of its characters, which `nameHash` in characters.ts computes for any text. Undefined for others. */
  hash = 0;

  isPunctuator(code: number): boolean {
    return this.punctuator === code && this.kind === TokenKind.punctuator;
  }

  /** Whether it is the end of a line or of the text. */
  get endsLine(): boolean {
    return this.kind === TokenKind.lineEnd || this.kind === TokenKind.end;
  }

  /** The characters of the token. */
  get text(): string {
    return this.source.slice(this.start, this.end);
  }
}

export interface TokenSource {
  /** A single object for all tokens of the source. */
  readonly token: Token;
  /** The text could not be read to its end; the tokens are not a complete shader. */
  readonly isBroken?: boolean;
  /** Moves to the next token; at the end it stays there. */
  next(): void;
  /** The text after the current token, where a parser may read the characters itself; undefined when macros may change them. */
  directText(): TextPosition | undefined;
  /** Reads the rest, where characters and directives may still be wrong: for a parser that is done, at the end or not. */
  finish(): void;
}

/** Whether the token is a character that ends the text for Microsoft's parser: NUL, or one beyond ASCII. */
export function isTerminator({ kind, source, start }: Token): boolean {
  if (kind !== TokenKind.unknown) return false;
  const code = source.charCodeAt(start);
  return code === 0 || code >= 0x80;
}
