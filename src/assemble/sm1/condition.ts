/**
 * The expressions of `#if` and `#elif`: unsigned integers of 32 bits, all parts evaluated always (source: oracle).
 * There are `|| && | ^ & == != < > <= >= + - * /`, the signs `+ - !`, `?:`, parentheses and `defined`.
 */

import type { TextLocation } from '../text-location.ts';
import { operatorCode } from './characters.ts';
import type { NumberReader } from './numbers.ts';
import { type Token, TokenKind } from './token-source.ts';

/** Binary operators and how closely they bind. */
const BINDING: ReadonlyMap<number, number> = new Map(
  ['||', '&&', '|', '^', '&', '== !=', '< > <= >=', '+ -', '* /'].flatMap((operators, level) =>
    operators.split(' ').map((operator): [number, number] => [operatorCode(operator), level + 1]),
  ),
);

/** The level of `*` and `/`. */
const CLOSEST = 9;

const NOT = operatorCode('!');
const PLUS = operatorCode('+');
const MINUS = operatorCode('-');
const STAR = operatorCode('*');
const SLASH = operatorCode('/');
const OPEN = operatorCode('(');
const CLOSE = operatorCode(')');
const QUESTION = operatorCode('?');
const COLON = operatorCode(':');
const OR = operatorCode('||');
const AND = operatorCode('&&');
const BIT_OR = operatorCode('|');
const BIT_XOR = operatorCode('^');
const BIT_AND = operatorCode('&');
const EQUAL = operatorCode('==');
const UNEQUAL = operatorCode('!=');
const LESS = operatorCode('<');
const GREATER = operatorCode('>');
const LESS_EQUAL = operatorCode('<=');

/** How {@link ConditionSource.nextInLine} treats macros. */
export const MacroUse = {
  /** Names stay. */
  none: 0,
  expand: 1,
  /** The expansion of any macro fails. */
  fail: 2,
} as const;

/** The source of the tokens of an expression. */
export interface ConditionSource {
  readonly token: Token;
  /** Moves to the next token of the line; `macros` is one of {@link MacroUse}. */
  nextInLine(macros: number): void;
  /** Whether the current name is that of a macro. */
  isMacro(): boolean;
  /** Whether the current number is from a macro, and another token follows without space: `2mov`. */
  isRunTogether(): boolean;
  /** The expansion of a macro failed, and the text ends here. */
  readonly isBroken: boolean;
  /** That macro has parameters, and comes from another macro. */
  readonly breaksInCall: boolean;
  /** Reports such a macro. */
  reportBrokenCall(): void;
  /** Reports the current token as one that no expression has here. */
  reportUnexpected(): void;
  reportDivisionByZero(location: TextLocation): void;
}

export const ConditionResult = { isFalse: 0, isTrue: 1, isWrong: 2 } as const;

export class Condition {
  readonly #token: Token;
  /** It cannot be read further, which was reported. */
  #failed = false;
  /** An operand is missing because of a macro, which was reported. */
  #stopped = false;
  /** The current token was taken. */
  #isTaken = false;
  #dividedByZero = false;
  #depth = 0;
  /** The last token that was taken. */
  #last: TextLocation;

  constructor(
    private readonly source: ConditionSource,
    private readonly numbers: NumberReader,
    private readonly maxDepth: number,
  ) {
    this.#token = source.token;
    this.#last = source.token;
  }

  /**
   * Reads the expression that follows; one of {@link ConditionResult}. The source stops after it, or where it breaks.
   */
  read(): number {
    this.#failed = false;
    this.#stopped = false;
    this.#isTaken = false;
    this.#dividedByZero = false;
    this.#depth = 0;
    this.source.nextInLine(MacroUse.expand);
    const value = this.#choice();
    if (!this.#failed) this.#move();
    if (this.isCut || this.#dividedByZero) return ConditionResult.isWrong;
    return value === 0 ? ConditionResult.isFalse : ConditionResult.isTrue;
  }

  /** The last expression was wrong, and the line was read only up to there. */
  get isCut(): boolean {
    return this.#failed || this.#stopped;
  }

  /** The fault of the last expression is an unexpected token, which was reported. */
  get isReported(): boolean {
    return this.#failed;
  }

  /**
   * Takes the token. The next token is read only when it is needed, so that faults of an operand are reported before
   * those of the next token.
   */
  #take(): void {
    const { file, line, column, source, start, end } = this.#token;
    this.#last = { file, line, column, source, start, end };
    this.#isTaken = true;
  }

  /** Reads the next token if the current one was taken. */
  #move(): void {
    // After a division by zero no macro can be expanded (source: oracle).
    if (this.#isTaken) this.source.nextInLine(this.#dividedByZero ? MacroUse.fail : MacroUse.expand);
    this.#isTaken = false;
  }

  #fail(): number {
    if (!this.#failed) this.source.reportUnexpected();
    this.#failed = true;
    return 0;
  }

  #is(punctuator: number): boolean {
    this.#move();
    return this.#token.isPunctuator(punctuator);
  }

  /** `a ? b : c`, or an expression that binds closer; `b` is no such choice, unless in parentheses. */
  #choice(): number {
    if (++this.#depth > this.maxDepth) return this.#fail();
    const condition = this.#binary(1);
    let value = condition;
    if (!this.#failed && this.#is(QUESTION)) {
      this.#take();
      const first = this.#binary(1);
      if (this.#failed) return 0;
      if (!this.#is(COLON)) return this.#fail();
      this.#take();
      const second = this.#choice();
      value = condition !== 0 ? first : second;
    }
    this.#depth--;
    return value;
  }

  /** Operands joined by operators that bind at least as closely as `level`. */
  #binary(level: number): number {
    let left = this.#unary();
    for (;;) {
      if (this.#failed) return 0;
      this.#move();
      const operator = this.#token.kind === TokenKind.punctuator ? this.#token.punctuator : 0;
      const binding = operator === 0 ? undefined : BINDING.get(operator);
      if (binding === undefined || binding < level) return left;
      this.#take();
      const right = binding === CLOSEST ? this.#unary() : this.#binary(binding + 1);
      if (this.#failed) return 0;
      left = this.#apply(operator, left, right);
    }
  }

  #apply(operator: number, left: number, right: number): number {
    switch (operator) {
      case OR:
        return left !== 0 || right !== 0 ? 1 : 0;
      case AND:
        return left !== 0 && right !== 0 ? 1 : 0;
      case BIT_OR:
        return (left | right) >>> 0;
      case BIT_XOR:
        return (left ^ right) >>> 0;
      case BIT_AND:
        return (left & right) >>> 0;
      case EQUAL:
        return left === right ? 1 : 0;
      case UNEQUAL:
        return left !== right ? 1 : 0;
      case LESS:
        return left < right ? 1 : 0;
      case GREATER:
        return left > right ? 1 : 0;
      case LESS_EQUAL:
        return left <= right ? 1 : 0;
      case PLUS:
        return (left + right) >>> 0;
      case MINUS:
        return (left - right) >>> 0;
      case STAR:
        return Math.imul(left, right) >>> 0;
      case SLASH:
        if (right === 0) {
          if (!this.#dividedByZero && !this.#stopped) this.source.reportDivisionByZero(this.#last);
          this.#dividedByZero = true;
          return 0;
        }
        return Math.floor(left / right);
      default:
        return left >= right ? 1 : 0;
    }
  }

  /** An operand with signs before it. */
  #unary(): number {
    let signs = '';
    while (this.#is(NOT) || this.#is(MINUS) || this.#is(PLUS)) {
      if (signs.length >= this.maxDepth) return this.#fail();
      signs += this.#is(NOT) ? '!' : this.#is(MINUS) ? '-' : '';
      this.#take();
    }
    let value = this.#operand();
    for (let i = signs.length - 1; i >= 0; i--) value = signs[i] === '!' ? (value === 0 ? 1 : 0) : -value >>> 0;
    return value;
  }

  #operand(): number {
    const source = this.source;
    const token = this.#token;
    this.#move();
    if (source.isBroken) {
      if (source.breaksInCall && !this.#stopped) source.reportBrokenCall();
      this.#stopped = true;
      return 0;
    }
    if (token.kind === TokenKind.number) {
      const numbers = this.numbers;
      numbers.read(token.source, token.start, token.end);
      if (!numbers.isInteger || numbers.isLong || source.isRunTogether()) return this.#fail();
      const { value } = numbers;
      this.#take();
      return value;
    }
    if (token.kind === TokenKind.name) {
      if (token.text === 'defined') return this.#defined();
      this.#take();
      return 0;
    }
    if (!this.#is(OPEN)) return this.#fail();
    this.#take();
    const value = this.#choice();
    if (this.#failed) return 0;
    if (!this.#is(CLOSE)) return this.#fail();
    this.#take();
    return value;
  }

  /** `defined name` or `defined(name)`; the name is not expanded. */
  #defined(): number {
    const source = this.source;
    const token = this.#token;
    source.nextInLine(MacroUse.none);
    const inParentheses = this.#is(OPEN);
    if (inParentheses) source.nextInLine(MacroUse.none);
    if (token.kind !== TokenKind.name || token.text === 'defined') return this.#fail();
    const value = source.isMacro() ? 1 : 0;
    if (inParentheses) {
      source.nextInLine(MacroUse.none);
      if (!this.#is(CLOSE)) return this.#fail();
    }
    this.#take();
    return value;
  }
}
