/** A text that is read, and the position up to which it was read. */
import { characterCodes } from '../character-codes.ts';
import { BACKSLASH, BEGINS, Begins, CR, LF, OPEN_PARENTHESIS, PLUS, SLASH } from './characters.ts';

export class TextPosition {
  /** The offset of the next token or of the white space before it. */
  at = 0;
  /** The offset at which the current line begins, and its 1-based number in the text. */
  lineStart = 0;
  lineNumber = 1;
  /** The difference that `#line` makes to line numbers. */
  lineShift = 0;
  /** The characters of the text. */
  readonly codes: Uint8Array;

  constructor(
    readonly text: string,
    /** The name in messages; `#line` changes it. */
    public file: string,
  ) {
    this.codes = characterCodes(text);
  }

  /**
   * Moves from `from`, after an operand, to the next token if it cannot belong to the operand: it begins an instruction, or is
   * the end. Line ends and comments of one line may be between. False, and nothing moved, for another token.
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
