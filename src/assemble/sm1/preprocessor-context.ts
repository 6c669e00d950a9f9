/**
 * The state that the parts of the preprocessor share: the lexer with its token, the stack of expansions, and the end of
 * the text.
 */

import type { MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import type { TextLocation } from '../text-location.ts';
import type { Lexer, TextReporter } from './lexer.ts';
import { ExpansionStack } from './macro.ts';
import { type Token, TokenKind } from './token-source.ts';

/** The level that `#pragma warning` gives a warning. */
export type WarningLevel = 'default' | 'disable' | 'once' | 'error';

/** Takes the faults of a text, and what the text says about warnings. */
export interface PreprocessorReporter extends TextReporter {
  /** From here on, warnings of number `code` are treated as `level` says. */
  setWarningLevel(code: number, level: WarningLevel): void;
  /** The text ends here because of the last report. */
  cut(): void;
  /** `#pragma pack_matrix`: from here on, matrices are row by row in memory, or column by column. */
  setPacking?(isRowMajor: boolean): void;
  /** `#pragma def`: a constant register of models 1 to 3 with its values. */
  defineConstant?(location: TextLocation): void;
}

export class PreprocessorContext {
  readonly token: Token;
  readonly expansions = new ExpansionStack();
  /** The text ends here: it cannot be read further. */
  isBroken = false;
  /** A limit of dxlens is exceeded; consequences of that are not reported. */
  isOverLimit = false;

  constructor(
    readonly lexer: Lexer,
    readonly reporter: PreprocessorReporter,
  ) {
    this.token = lexer.token;
  }

  report(message: Message, location: TextLocation, values?: MessageValues): void {
    this.reporter.report(message, location, values);
  }

  /** Reports `code`; the text ends here. */
  break(message: Message, location: TextLocation, values?: MessageValues): void {
    this.report(message, location, values);
    this.reporter.cut();
    this.isBroken = true;
    this.expansions.clear();
  }

  /** Reports that a limit of dxlens is exceeded; the text ends here. */
  exceedLimit(message: Message, location: TextLocation, values: MessageValues): void {
    if (!this.isBroken) this.break(message, location, values);
    this.isOverLimit = true;
    this.token.kind = TokenKind.end;
  }

  /** A copy of the location of the current token. */
  here(): TextLocation {
    const { file, line, column, source, start, end } = this.token;
    return { file, line, column, source, start, end };
  }
}
