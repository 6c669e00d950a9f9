/**
 * The expressions of `#if` and `#elif`: unsigned integers of 32 bits, all parts evaluated always (source: oracle). There
 * are `|| && | ^ & == != < > <= >= + - * /`, the signs `+ - !`, `?:`, parentheses and `defined`.
 */

import { operatorCode, type TextPlace } from './lexer.ts';
import type { NumberReader } from './numbers.ts';
import { TokenKind, type TokenSource } from './token-source.ts';

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

/** What an expression is read from. */
export interface ConditionSource extends TokenSource {
  /** Moves to the next token of the line; macros are expanded if `expand` is set. */
  nextInLine(expand: boolean): void;
  /** Whether the name at which it stands is that of a macro. */
  isMacro(): boolean;
  /** Whether the number at which it stands is out of a macro, and another token follows without space: `2mov`. */
  isRunTogether(): boolean;
  /** The expansion of a macro failed, and the text ends here. */
  readonly isBroken: boolean;
  /** That macro is one with parameters, and another one brought it in. */
  readonly breaksInCall: boolean;
  /** Reports such a macro. */
  brokenCall(): void;
  /** Reports an expression that is none, at the present token. */
  unexpected(): void;
  divisionByZero(place: TextPlace): void;
}

export const ConditionResult = { isFalse: 0, isTrue: 1, isWrong: 2 } as const;

/** Reads expressions; one for a text. */
export class Condition {
  readonly #source: ConditionSource;
  readonly #numbers: NumberReader;
  readonly #maxDepth: number;
  /** It cannot be read further; that has been told. */
  #failed = false;
  /** An operand is missing because of a macro; that has been told. */
  #stopped = false;
  /** The present token is dealt with. */
  #isTaken = false;
  #dividedByZero = false;
  #depth = 0;
  /** The token before the present one. */
  #last: TextPlace;

  constructor(source: ConditionSource, numbers: NumberReader, maxDepth: number) {
    this.#source = source;
    this.#numbers = numbers;
    this.#maxDepth = maxDepth;
    this.#last = source;
  }

  /** Reads the expression that follows; one of {@link ConditionResult}. The source stands behind it, or where it breaks. */
  read(): number {
    this.#failed = false;
    this.#stopped = false;
    this.#isTaken = false;
    this.#dividedByZero = false;
    this.#depth = 0;
    this.#source.nextInLine(true);
    const value = this.#choice();
    if (!this.#failed) this.#move();
    if (this.isCut || this.#dividedByZero) return ConditionResult.isWrong;
    return value === 0 ? ConditionResult.isFalse : ConditionResult.isTrue;
  }

  /** The last expression was wrong, and the line is read only up to there. */
  get isCut(): boolean {
    return this.#failed || this.#stopped;
  }

  /** What cuts it has been told as a token that does not fit. */
  get isReported(): boolean {
    return this.#failed;
  }

  /** A division by zero was met: no macro can be expanded from there on. */
  get isSpoiled(): boolean {
    return this.#dividedByZero;
  }

  /** Takes the token. The next one is read when it is asked for: what an operand makes wrong is told before. */
  #take(): void {
    const { file, line, column, source, start, end } = this.#source;
    this.#last = { file, line, column, source, start, end };
    this.#isTaken = true;
  }

  /** Reads the next token where the last one was taken. */
  #move(): void {
    if (this.#isTaken) this.#source.nextInLine(true);
    this.#isTaken = false;
  }

  #fail(): number {
    if (!this.#failed) this.#source.unexpected();
    this.#failed = true;
    return 0;
  }

  #is(punctuator: number): boolean {
    this.#move();
    return this.#source.punctuator === punctuator && this.#source.kind === TokenKind.punctuator;
  }

  /** `a ? b : c`, or what binds closer; `b` is no such choice, unless in parentheses. */
  #choice(): number {
    if (++this.#depth > this.#maxDepth) return this.#fail();
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
      const operator = this.#source.kind === TokenKind.punctuator ? this.#source.punctuator : 0;
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
          if (!this.#dividedByZero && !this.#stopped) this.#source.divisionByZero(this.#last);
          this.#dividedByZero = true;
          return 0;
        }
        return Math.floor(left / right);
      default:
        return left >= right ? 1 : 0;
    }
  }

  /** An operand with signs in front of it. */
  #unary(): number {
    let signs = '';
    while (this.#is(NOT) || this.#is(MINUS) || this.#is(PLUS)) {
      if (signs.length >= this.#maxDepth) return this.#fail();
      signs += this.#is(NOT) ? '!' : this.#is(MINUS) ? '-' : '';
      this.#take();
    }
    let value = this.#operand();
    for (let i = signs.length - 1; i >= 0; i--) value = signs[i] === '!' ? (value === 0 ? 1 : 0) : -value >>> 0;
    return value;
  }

  #operand(): number {
    const source = this.#source;
    this.#move();
    if (source.isBroken) {
      if (source.breaksInCall && !this.#stopped) source.brokenCall();
      this.#stopped = true;
      return 0;
    }
    if (source.kind === TokenKind.number) {
      const numbers = this.#numbers;
      numbers.read(source.source, source.start, source.end);
      if (!numbers.isInteger || numbers.isLong || source.isRunTogether()) return this.#fail();
      const { value } = numbers;
      this.#take();
      return value;
    }
    if (source.kind === TokenKind.name) {
      if (source.source.slice(source.start, source.end) === 'defined') return this.#defined();
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
    const source = this.#source;
    source.nextInLine(false);
    const inParentheses = this.#is(OPEN);
    if (inParentheses) source.nextInLine(false);
    if (source.kind !== TokenKind.name || source.source.slice(source.start, source.end) === 'defined')
      return this.#fail();
    const value = source.isMacro() ? 1 : 0;
    if (inParentheses) {
      source.nextInLine(false);
      if (!this.#is(CLOSE)) return this.#fail();
    }
    this.#take();
    return value;
  }
}
