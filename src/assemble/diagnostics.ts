/**
 * What is wrong with an assembly text: diagnostics with line, column and file, as Microsoft's assembler places them. Lexer,
 * preprocessor and parser report into one collector, in the order in which they find things.
 */
import { type DiagnosticCode, fillPlaces, formatMessage, type MessageValues, type Span } from '../base/diagnostics.ts';
import { MESSAGES, type Severity } from '../base/messages.ts';
import type { Sm1Finding } from '../validate/sm1/findings.ts';
import type { Sm1RuleRow } from '../validate/sm1/rule.ts';

export interface AssemblyDiagnostic {
  /** `X1xxx` and `X2xxx` of preprocessor and parser, `X5xxx` of the validator. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Characters of the text; what a macro or an included file brought in points at the line that did. */
  readonly span: Span;
  /** 1-based, as `#line` counts. */
  readonly line: number;
  /** 1-based; `endColumn` is that of the last character. */
  readonly column: number;
  readonly endColumn: number;
  readonly file: string;
  readonly notes: readonly string[];
  /** What to write instead. */
  readonly hint?: string;
  /** The validator's rule that is broken. */
  readonly rule?: Sm1RuleRow;
}

/** Where a message points: a token source is one itself. */
export interface Place {
  /** The text that `start` and `end` count in, in characters. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly file: string;
}

/** Collects the diagnostics of one text. */
export class AssemblyDiagnostics {
  readonly list: AssemblyDiagnostic[] = [];
  errors = 0;
  readonly #text: string;
  #lineStarts: number[] | undefined;

  /** @param text the whole text that is assembled; spans count in it */
  constructor(text: string) {
    this.#text = text;
  }

  /** Reports `code` at `place`; severity and wording are those of its row. */
  report(code: DiagnosticCode, place: Place, values: MessageValues = {}, hint?: string): void {
    this.#add(code, MESSAGES[code].severity, formatMessage(code, values), place, hint);
  }

  /** Reports what the validator found about the instruction at `place`. */
  finding(finding: Sm1Finding, place: Place): void {
    const { rule, code, values } = finding;
    const severity = rule.severity === 'warning' ? 'warning' : 'error';
    this.#add(code, severity, fillPlaces(rule.text, values), place, rule.mend, rule);
  }

  #add(code: string, severity: Severity, message: string, place: Place, hint?: string, rule?: Sm1RuleRow): void {
    if (severity === 'error') this.errors++;
    const { line, column, file } = place;
    this.list.push({
      code,
      severity,
      message,
      span: this.#span(place),
      line,
      column,
      endColumn: column + Math.max(0, place.end - place.start - 1),
      file,
      notes: [],
      ...(hint === undefined ? {} : { hint }),
      ...(rule === undefined ? {} : { rule }),
    });
  }

  #span({ source, start, end, line, column }: Place): Span {
    if (source === this.#text) return { unit: 'char', start, end };
    const text = this.#text;
    this.#lineStarts ??= lineStartsOf(text);
    const at = Math.min((this.#lineStarts[line - 1] ?? text.length) + column - 1, text.length);
    return { unit: 'char', start: at, end: at };
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
