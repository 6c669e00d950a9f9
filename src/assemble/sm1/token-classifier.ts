/**
 * The current token as the grammar of assembly distinguishes it: instructions, registers and keywords of the version,
 * kinds of numbers, punctuators. Also the state of error recovery, which counts the tokens that are taken.
 */
import { COMPONENTS_SLOT, type Dialect, NameKind } from './dialect.ts';
import type { NumberReader } from './numbers.ts';
import { COMPONENT } from './operand-fast-path.ts';
import { type Token, TokenKind, type TokenSource } from './token-source.ts';

/** Kinds of tokens in the grammar. Punctuators are their own codes, all above the others. */
export const Terminal = {
  end: 0,
  /** A name that is no instruction: a register, components, or an unknown name. */
  name: 1,
  instruction: 2,
  bool: 3,
  precision: 4,
  int: 5,
  float: 6,
  /** Tokens that no rule takes: strings, versions, large integers, characters of no token. */
  other: 7,
  as: 8,
  not: 0x21,
  openParenthesis: 0x28,
  closeParenthesis: 0x29,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** A name in a text. */
interface NameRange {
  source: string;
  start: number;
  end: number;
}

export class TokenClassifier {
  readonly token: Token;
  dialect!: Dialect;
  /** The current token: one of {@link Terminal}, and the index of a name in the tables of the dialect. */
  kind = 0;
  name = 0;
  /** The terminals that were expected when a token was not accepted. */
  expected = 0;
  /** The number of tokens to take before errors are reported again. */
  quiet = 0;
  /** The last name that was looked up as an instruction: any but a keyword. */
  readonly lookedUp: NameRange = { source: '', start: 0, end: 0 };

  /** @param numbers holds the value of the current token if it is a number */
  constructor(
    readonly tokens: TokenSource,
    readonly numbers: NumberReader,
  ) {
    this.token = tokens.token;
  }

  take(): void {
    if (this.quiet > 0) this.quiet--;
    this.tokens.next();
    this.classify();
  }

  /** Moves to the next token without taking the current one. */
  skip(): void {
    this.tokens.next();
    this.classify();
  }

  classify(): void {
    const { token } = this;
    switch (token.kind) {
      case TokenKind.name: {
        const { source, start, end } = token;
        // Components are the most frequent names; nothing else has such a name.
        if (end - start <= 4 && isComponents(source, start, end)) {
          this.kind = Terminal.name;
          this.name = COMPONENTS_SLOT;
          this.lookUp(source, start, end);
          break;
        }
        const name = this.dialect.find(source, start, end, token.hash);
        this.name = name;
        const kind = this.dialect.kind[name]!;
        if (kind <= NameKind.instruction) {
          this.kind = kind === NameKind.other ? Terminal.name : Terminal.instruction;
          this.lookUp(source, start, end);
        } else if (kind === NameKind.precision) this.kind = Terminal.precision;
        else this.kind = kind === NameKind.as ? Terminal.as : Terminal.bool;
        break;
      }
      case TokenKind.punctuator:
        this.kind = token.punctuator;
        break;
      case TokenKind.number: {
        const { numbers } = this;
        numbers.read(token.source, token.start, token.end);
        this.kind = numbers.isInteger ? (numbers.isLong ? Terminal.other : Terminal.int) : Terminal.float;
        break;
      }
      case TokenKind.end:
        this.kind = Terminal.end;
        break;
      default:
        this.kind = Terminal.other;
    }
  }

  /** Stores the name that was looked up last. */
  lookUp(source: string, start: number, end: number): void {
    const { lookedUp } = this;
    lookedUp.source = source;
    lookedUp.start = start;
    lookedUp.end = end;
  }

  is(kind: number): boolean {
    return this.kind === kind;
  }

  expect(kind: number): boolean {
    if (this.kind !== kind) return this.lacks(kind);
    this.take();
    return true;
  }

  /** Stores what is expected instead of the token. Returns false: the token is not accepted. */
  lacks(kind: number): false {
    this.expected = kind;
    return false;
  }
}

/** Whether a name has no character except x, y, z, w, r, g, b, a. */
function isComponents(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code >= 128 || COMPONENT[code]! > 3) return false;
  }
  return true;
}
