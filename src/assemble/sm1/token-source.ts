/**
 * The input of the assembly parser: a source with one current token, which is changed in place. The lexer is a source;
 * the preprocessor, which expands macros and follows directives, is a source that reads from a lexer.
 */

import type { TextLocation } from '../text-location.ts';
import { BACKSLASH, BEGINS, Begins, CR, characterCodes, LF, OPEN_PARENTHESIS, PLUS, SLASH } from './characters.ts';

// A text that is read, and the position up to which it was read.

export class TextPosition {
  /** The offset of the next token or of the white space before it. */
  at = 0;
  /** The offset at which the current line begins, and its 1-based number in the text. */
  lineStart = 0;
  lineNumber = 1;
  /** The difference that `#line` makes to line numbers. */
  lineShift = 0;
  readonly codes: Uint8Array;

  constructor(
    readonly text: string,
    /** The name in messages; `#line` changes it. */
    public file: string,
  ) {
    this.codes = characterCodes(text);
  }

  /**
   * Moves from `from`, after an operand, to the next token if it cannot belong to the operand: it begins an
   * instruction, or is the end. Line ends and comments of one line may be between. False, and nothing moved, for
   * another token.
   */
  moveToStatement(from: number): boolean {
    const { codes } = this;
    let at = from;
    let { lineNumber, lineStart } = this;
    for (;;) {
      const code = codes[at]!;
      switch (BEGINS[code]) {
        case Begins.line:
          lineNumber++;
          lineStart = ++at;
          continue;
        case Begins.blank:
          at++;
          continue;
        case Begins.slash:
        case Begins.semicolon:
          if (code === SLASH && codes[at + 1] !== SLASH) return false;
          at = codes.indexOf(LF, at);
          if (at < 0) at = this.text.length;
          // A comment that is joined with the next line is left to the lexer.
          else if (codes[codes[at - 1] === CR ? at - 2 : at - 1] === BACKSLASH) return false;
          continue;
        case Begins.name:
          break;
        case Begins.punctuator:
          if (code !== PLUS && code !== OPEN_PARENTHESIS) return false;
          break;
        default:
          if (at < this.text.length) return false;
      }
      this.at = at;
      this.lineNumber = lineNumber;
      this.lineStart = lineStart;
      return true;
    }
  }
}

/** Kinds of tokens. Names with letters and digits in one run (`r0`, `dcl_texcoord0`, `vs_2_0`) are one token. */
export const TokenKind = {
  end: 0,
  name: 1,
  /**
   * A number in any spelling; the parser asks for its value (numbers.ts). What belongs to it (source: oracle): `0x`
   * (small x) with hexadecimal digits, octal digits after a leading 0 (`08` is two numbers, `08.5` one), decimal
   * digits, all three with suffixes `u`, `l` in any case; fractions `1.`, `.5`, `1.5`, exponents only with digits after
   * them (`1e` is a number and a name), with a suffix of f, h, l in any case; `1.#INF`, `1.#IND`, `1.#QNAN`, `1.#SNAN`;
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
  /**
   * The text that contains the token, and its character offsets there; the body of a macro for a token from a macro.
   */
  source = '';
  start = 0;
  end = 0;
  /** The position for messages: 1-based line and column, and the name of the file. */
  line = 1;
  column = 1;
  file = '';
  startsLine = true;
  /** White space or a comment precedes it. */
  spaced = false;
  /** The code of the character, or of two or three (`first | second << 8 | third << 16`); 0 for other tokens. */
  punctuator = 0;
  /**
   * Of a name: the hash of its characters, which `nameHash` in characters.ts computes for any text. Undefined for
   * others.
   */
  hash = 0;

  isPunctuator(code: number): boolean {
    return this.punctuator === code && this.kind === TokenKind.punctuator;
  }

  get endsLine(): boolean {
    return this.kind === TokenKind.lineEnd || this.kind === TokenKind.end;
  }

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
  /**
   * The text after the current token, where a parser may read the characters itself; undefined when macros may change
   * them.
   */
  directText(): TextPosition | undefined;
  /**
   * Reads the rest, where characters and directives may still be wrong: for a parser that is done, at the end or not.
   */
  finish(): void;
}

/** Whether the token is a character that ends the text for Microsoft's parser: NUL, or one beyond ASCII. */
export function isTerminator({ kind, source, start }: Token): boolean {
  if (kind !== TokenKind.unknown) return false;
  const code = source.charCodeAt(start);
  return code === 0 || code >= 0x80;
}
