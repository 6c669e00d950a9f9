/**
 * The directives of conditions: `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else`, `#endif`, and the groups that they skip.
 */
import type { MessageValues } from '../../base/diagnostics.ts';
import { MAX_CONDITION_DEPTH } from '../../base/limits.ts';
import type { Message } from '../../base/messages.ts';
import { X1500, X1501, X1503, X1508, X1509, X1510, X1513, X1514, X1517, X1518 } from '../messages.ts';
import type { TextLocation } from '../text-location.ts';
import { operatorCode } from './characters.ts';
import { Condition, ConditionResult, type ConditionSource, MacroUse } from './condition.ts';
import { ConditionBit, type ConditionStack, type IncludeStack } from './include-stack.ts';
import { Expanded, type MacroExpander } from './macro-expander.ts';
import type { NumberReader } from './numbers.ts';
import type { PreprocessorContext } from './preprocessor-context.ts';
import { isTerminator, type Token, TokenKind } from './token-source.ts';

// Reads the line of a directive, token by token, and reports tokens that a directive does not take.

export class DirectiveLine implements ConditionSource {
  readonly token: Token;
  breaksInCall = false;
  /** A wrong call in a condition ended the text. */
  isCallWrong = false;

  constructor(
    readonly context: PreprocessorContext,
    readonly expander: MacroExpander,
  ) {
    this.token = context.token;
  }

  get isBroken(): boolean {
    return this.context.isBroken;
  }

  report(message: Message, location: TextLocation, values?: MessageValues): void {
    this.context.report(message, location, values);
  }

  /** Moves to the next token of the file; no macro is expanded. */
  scan(): void {
    this.context.lexer.scan();
  }

  isAt(kind: number): boolean {
    return this.token.kind === kind;
  }

  /** At a name other than `defined`. */
  get isAtName(): boolean {
    return this.token.kind === TokenKind.name && this.token.text !== 'defined';
  }

  // --- conditions ---------------------------------------------------------------------------------------------------

  nextInLine(macros: number): void {
    const { context, token } = this;
    const { expansions, lexer } = context;
    /** Macros since the last token that were replaced with nothing. */
    let emptied = 0;
    let location: TextLocation = token;
    let name = '';
    for (;;) {
      if (context.isBroken) return;
      if (expansions.isEmpty || !expansions.read(token)) lexer.scan();
      if (emptied > 0 && token.endsLine) break;
      if (macros === MacroUse.none || token.kind !== TokenKind.name) return;
      const macro = this.expander.macroHere();
      if (macro === undefined) {
        // A name without a definition is 0, and so is the name of the file.
        if (this.isAt(TokenKind.string)) token.kind = TokenKind.name;
        return;
      }
      location = context.here();
      name = macro.name;
      const result = macros === MacroUse.fail ? Expanded.wrong : this.expander.expand(macro);
      if (result === Expanded.endless) return;
      if (result !== Expanded.replaced) {
        this.breaksInCall = emptied > 0;
        this.isCallWrong = true;
        emptied = 1;
        break;
      }
      emptied++;
    }
    // The line has no more tokens because of a macro: Microsoft's reader gives up.
    for (let i = 1; i < emptied; i++) this.report(X1518, location, { name });
    context.break(X1518, location, { name });
    token.kind = TokenKind.name;
    token.source = location.source;
    token.start = location.start;
    token.end = location.end;
    token.line = location.line;
    token.column = location.column;
  }

  isMacro(): boolean {
    const { macros } = this.expander;
    const { source, start, end, hash } = this.token;
    const macro = macros.find(source, start, end, hash);
    return macro !== undefined && !macros.isEndless(macro);
  }

  isRunTogether(): boolean {
    return this.context.expansions.isRunTogether;
  }

  reportBrokenCall(): void {
    this.report(X1517, this.token);
  }

  reportUnexpected(): void {
    const { token } = this;
    this.report(X1500, token, { found: token.endsLine ? 'the end of the line' : token.text });
  }

  reportDivisionByZero(location: TextLocation): void {
    this.report(X1503, location);
  }

  // --- the rest of the line -----------------------------------------------------------------------------------------

  /** Skips the rest of the line as characters. */
  skipRest(): void {
    const { expansions, lexer } = this.context;
    const { position } = lexer;
    expansions.clear();
    position.at = lexer.skipLine(position.at);
    // The end of the text is read with the line.
    if (position.at >= position.text.length) lexer.scan();
  }

  /** Skips the rest of the line as tokens, whose faults are reported. */
  readRest(): void {
    this.context.lexer.rawStrings = false;
    do this.scan();
    while (!this.token.endsLine);
  }

  /** After a directive that does not take the end of the text for the end of its line: the end is read once more. */
  endIsNext(): void {
    this.token.kind = TokenKind.lineEnd;
  }

  /** At the token after a directive: reports it if there is one. */
  expectEnd(hash: TextLocation): void {
    if (this.token.endsLine) return;
    if (isTerminator(this.token)) {
      this.scan();
      if (this.token.endsLine) return;
      this.report(X1501, hash);
    } else this.reportUnexpected();
    this.skipRest();
  }

  /** Reports the token and skips the rest of the line. */
  reject(): void {
    this.reportUnexpected();
    if (!this.token.endsLine) this.skipRest();
  }

  /** Reports the token and the one after it. */
  rejectTwice(): void {
    this.reportUnexpected();
    if (this.token.endsLine) {
      this.endIsNext();
      return;
    }
    this.scan();
    if (!this.token.endsLine) this.reject();
  }
}

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
