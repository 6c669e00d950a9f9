/**
 * What the parser of assembly reads from: one token at a time, moved in place. The lexer is one; the preprocessor, which
 * expands macros and follows directives, is another that reads from lexers.
 */

/** Kinds of tokens. Names with letters and digits in one run (`r0`, `dcl_texcoord0`, `vs_2_0`) are one token. */
export const TokenKind = {
  end: 0,
  name: 1,
  /**
   * A number in any spelling; the parser asks for its value (numbers.ts). What belongs to it (source: oracle): `0x` (small x)
   * with hexadecimal digits, octal digits behind a leading 0 (`08` is two numbers, `08.5` one), decimal digits, all three with
   * suffixes `u`, `l` in any case; fractions `1.`, `.5`, `1.5`, exponents only with digits behind them (`1e` is a number and a
   * name), with a suffix of f, h, l in any case; `1.#INF`, `1.#IND`, `1.#QNAN`, `1.#SNAN`;
   * a character in apostrophes, which is an integer: `'a'`, `'\n'`, `'\x41'`, `'\101'`.
   */
  number: 2,
  string: 3,
  /** One character, or the two of an operator such as `==`; told by {@link TokenSource.punctuator}. */
  punctuator: 4,
  /** A character that begins no token. */
  unknown: 5,
  /** `vs.1.1`: a version with points is one token wherever it stands (dottedVersionEnd in versions.ts tells it). */
  version: 6,
} as const;

export interface TokenSource {
  /** One of {@link TokenKind}. */
  kind: number;
  /** The text that the token stands in, and its character offsets there; of a macro's body where one was expanded. */
  source: string;
  start: number;
  end: number;
  /** Where messages say that it stands: 1-based line and column, and the name of the file. */
  line: number;
  column: number;
  file: string;
  /** It is the first token of its line. */
  startsLine: boolean;
  /** White space or a comment stands in front of it. */
  spaced: boolean;
  /** The code of the character, or of two or three (`first | second << 8 | third << 16`); 0 where the token is no punctuator. */
  punctuator: number;
  /** Of a name: the hash of its characters, which `nameHash` in lexer.ts gives for any text; else of no meaning. */
  hash: number;
  /** The text could not be read to its end; what is there is no whole shader. */
  readonly isBroken?: boolean;
  /** Moves to the next token; at the end it stays there. */
  next(): void;
  /** Where the text goes on behind the token as it stands, to be read by its characters; -1 where macros may change it. */
  plainFrom(): number;
  /** What is in front of `at`, which is in the same line, was read by its characters. */
  skipTo(at: number): void;
  /** Reads what is left, where characters and directives may still be wrong: for a parser that is done, at the end or not. */
  finish(): void;
}
