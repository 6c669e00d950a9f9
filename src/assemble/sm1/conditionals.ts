/** The directives of conditions: `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else`, `#endif`, and the groups that they skip. */

import { MAX_CONDITION_DEPTH } from '../../base/limits.ts';
import type { Message } from '../../base/messages.ts';
import { X1508, X1509, X1510, X1513, X1514 } from '../messages.ts';
import type { TextLocation } from '../text-location.ts';
import { operatorCode } from './characters.ts';
import { Condition, ConditionResult } from './condition.ts';
import { ConditionBit, type ConditionStack } from './condition-stack.ts';
import type { DirectiveLine } from './directive-line.ts';
import type { IncludeStack } from './include-stack.ts';
import type { NumberReader } from './numbers.ts';
import { TokenKind } from './token-source.ts';

const HASH = operatorCode('#');

export class Conditionals {
  /** The text ends in a skipped group: the name of a call that is cut off by it is skipped, too. */
  endsInSkippedGroup = false;
  readonly #condition: Condition;

  constructor(
    private readonly line: DirectiveLine,
    private readonly open: ConditionStack,
    private readonly includes: IncludeStack,
    numbers: NumberReader,
  ) {
    this.#condition = new Condition(line, numbers, MAX_CONDITION_DEPTH);
  }

  if(hash: TextLocation): void {
    const result = this.#readCondition(hash);
    if (result !== ConditionResult.isWrong) this.#begin(result === ConditionResult.isTrue);
  }

  ifDefined(hash: TextLocation, wanted: boolean): void {
    const { line } = this;
    line.scan();
    if (!line.isAtName) {
      line.reject();
      return;
    }
    const isDefined = line.isMacro();
    line.scan();
    line.expectEnd(hash);
    this.#begin(isDefined === wanted);
  }

  elseIf(hash: TextLocation): void {
    const open = this.open.innermost;
    const misplaced = open < 0 ? X1508 : (open & ConditionBit.inElse) !== 0 ? X1513 : undefined;
    const result = this.#readCondition(hash, misplaced);
    if (misplaced === undefined && result !== ConditionResult.isWrong && !this.line.isBroken) this.#skipGroup();
  }

  else(hash: TextLocation): void {
    const { line } = this;
    const open = this.#checkElse();
    line.scan();
    line.expectEnd(hash);
    if (open < 0) return;
    this.open.innermost = open | ConditionBit.inElse;
    this.#skipGroup();
  }

  endIf(hash: TextLocation): void {
    const { line } = this;
    this.#close();
    line.scan();
    line.expectEnd(hash);
  }

  /** Begins a condition; when it does not hold, the group that follows is skipped. */
  #begin(holds: boolean): void {
    this.open.push(holds ? ConditionBit.taken : 0);
    if (!holds && !this.line.isBroken) this.#skipGroup();
  }

  /** Reports a misplaced `#else`. Returns the bits of its condition, -1 when it is misplaced. */
  #checkElse(): number {
    const { line } = this;
    const open = this.open.innermost;
    if (open >= 0 && (open & ConditionBit.inElse) === 0) return open;
    line.report(open < 0 ? X1509 : X1514, line.token);
    return -1;
  }

  /** Ends the innermost condition. Returns its bits, -1 for none, which is reported. */
  #close(): number {
    const { line } = this;
    const open = this.open.innermost;
    if (open < 0) line.report(X1510, line.token);
    else this.open.pop();
    return open;
  }

  /**
   * The value of the condition in this line; the rest of the line is read, too.
   *
   * @param misplaced the code to report after a condition that should not be here
   */
  #readCondition(hash: TextLocation, misplaced?: Message): number {
    const { line } = this;
    const { token } = line;
    const condition = this.#condition;
    const result = condition.read();
    if (!condition.isCut) {
      if (misplaced !== undefined && result !== ConditionResult.isWrong && !line.isBroken)
        line.report(misplaced, token);
      line.expectEnd(hash);
    } else if (condition.isReported) {
      if (!token.endsLine) line.skipRest();
      if (line.isBroken) line.context.lexer.endHere();
    }
    if (line.isCallWrong) {
      if (!line.breaksInCall) line.skipRest();
      line.context.lexer.endHere();
    }
    return result;
  }

  // --- skipped groups -----------------------------------------------------------------------------------------------

  /** Skips tokens until the innermost condition holds or ends; faults of their characters are reported all the same. */
  #skipGroup(): void {
    const { line } = this;
    const { token, context } = line;
    const { lexer } = context;
    for (;;) {
      lexer.stopsAtLineEnds = false;
      lexer.rawStrings = false;
      lexer.scan();
      if (token.kind === TokenKind.end) {
        // After an included file, the group that it skipped is skipped further.
        if (!this.includes.isInOutermost && this.includes.leave()) continue;
        // The loop that reads on reports it: the directive does not end here.
        token.kind = TokenKind.lineEnd;
        this.endsInSkippedGroup = true;
        return;
      }
      if (!token.isPunctuator(HASH) || !token.startsLine) continue;
      const hash = context.here();
      lexer.stopsAtLineEnds = true;
      lexer.rawStrings = true;
      lexer.scan();
      if (!line.isAt(TokenKind.name)) {
        if (!token.endsLine) line.skipRest();
        continue;
      }
      if (this.#skippedDirective(token.text, hash)) return;
    }
  }

  /** At the name of a directive in a skipped group; true when the group ends there. */
  #skippedDirective(name: string, hash: TextLocation): boolean {
    switch (name) {
      case 'if':
      case 'ifdef':
      case 'ifndef':
        // None of its groups is read.
        this.open.push(ConditionBit.taken | ConditionBit.skipped);
        this.line.skipRest();
        return false;
      case 'elif':
        return this.#skippedElseIf(hash);
      case 'else':
        return this.#skippedElse();
      case 'endif':
        return this.#skippedEndIf();
      default:
        this.line.skipRest();
        return false;
    }
  }

  #skippedElseIf(hash: TextLocation): boolean {
    const { line } = this;
    const open = this.open.innermost;
    if (open > 0) {
      if ((open & ConditionBit.inElse) !== 0) line.report(X1513, line.token);
      line.skipRest();
      return false;
    }
    const result = this.#readCondition(hash, open < 0 ? X1508 : undefined);
    if (open < 0 || result !== ConditionResult.isTrue) return line.isBroken;
    this.open.innermost = ConditionBit.taken;
    return true;
  }

  #skippedElse(): boolean {
    const open = this.#checkElse();
    this.line.readRest();
    if (open < 0) return false;
    this.open.innermost = open | ConditionBit.taken | ConditionBit.inElse;
    return (open & ConditionBit.taken) === 0;
  }

  #skippedEndIf(): boolean {
    const open = this.#close();
    this.line.readRest();
    return open >= 0 && (open & ConditionBit.skipped) === 0;
  }
}
