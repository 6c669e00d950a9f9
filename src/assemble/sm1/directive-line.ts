/** Reads the line of a directive, token by token, and reports tokens that a directive does not take. */

import type { MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { X1500, X1501, X1503, X1517, X1518 } from '../messages.ts';
import type { TextLocation } from '../text-location.ts';
import { type ConditionSource, MacroUse } from './condition.ts';
import { Expanded, type MacroExpander } from './macro-expander.ts';
import type { PreprocessorContext } from './preprocessor-context.ts';
import { isTerminator, type Token, TokenKind } from './token-source.ts';

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
