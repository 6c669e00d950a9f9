/**
 * The diagnostics of an assembly text, with line, column and file as Microsoft's assembler gives them. Lexer,
 * preprocessor and parser report into one collector, in the order in which they find faults.
 */

import { type Diagnostic, fillPlaceholders, type MessageValues, type Span } from '../base/diagnostics.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../base/limits.ts';
import { DX0012, type Message, type Severity } from '../base/messages.ts';
import type { RuleRow } from '../validate/rule.ts';
import type { Sm1Diagnostic } from '../validate/sm1/context.ts';

import type { WarningLevel } from './sm1/preprocessor-context.ts';
import type { TextLocation } from './text-location.ts';

/** A diagnostic of an assembler: it always has a location in a text. */
/**
 * `line` and `column` are Microsoft's in shader models 1 to 3; `span` has the operand where Microsoft names the
 * instruction.
 */
export interface AssemblyDiagnostic extends Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** A rule of one of the validators, with its severity. */
interface GradedRow extends RuleRow {
  readonly severity?: string;
  readonly listingHint?: string;
}

export class AssemblyDiagnostics {
  readonly list: AssemblyDiagnostic[] = [];
  errors = 0;
  /** Errors of parser and validator, without those of lexer and preprocessor. */
  ownErrors = 0;
  #lineStarts: number[] | undefined;
  #isCut = false;
  /** The levels that the text gives to warnings, by number. */
  readonly #levels = new Map<number, WarningLevel | 'reported'>();

  /**
   * @param text the complete text that is assembled; spans count in it
   * @param name of the text
   */
  constructor(
    private readonly text: string,
    private readonly name: string,
  ) {}

  report(message: Message, location: TextLocation, values: MessageValues = {}, givenHint?: string): void {
    const { code, severity, text, hint } = message;
    if (this.#isCut && code.startsWith('X2') && code !== 'X2000' && code !== 'X2001') return;
    this.#add(
      code,
      severity,
      fillPlaceholders(text, values),
      location,
      givenHint ?? (hint && fillPlaceholders(hint, values)),
    );
  }

  /** The text ends early: of faults in its last words, only that they are unexpected is reported (source: oracle). */
  cut(): void {
    this.#isCut = true;
  }

  /** From here on, warnings of number `code` are treated as `level` says. */
  setWarningLevel(code: number, level: WarningLevel): void {
    // A warning that was reported once stays so.
    if (level !== 'once' || this.#levels.get(code) !== 'reported') this.#levels.set(code, level);
  }

  /** The severity of a warning after `#pragma warning`; undefined when it is disabled. */
  #leveled(code: string): Severity | undefined {
    const number = Number(code.slice(1));
    const level = this.#levels.get(number);
    if (level === 'once') this.#levels.set(number, 'reported');
    return level === 'disable' || level === 'reported' ? undefined : level === 'error' ? 'error' : 'warning';
  }

  /**
   * Reports a diagnostic of the validator about the instruction at `location`.
   *
   * @param operand the location of the operand that it is about
   */
  diagnostic(diagnostic: Sm1Diagnostic, location: TextLocation, operand?: TextLocation): void {
    if (this.#isCut) return;
    const { rule, code, values } = diagnostic;
    const { length } = this.list;
    this.ruleBroken(code, rule, values, location);
    // Another text is an included file or the body of a macro. A preshader is blanked, so that all offsets stay.
    if (operand?.source.length !== this.text.length || operand.file !== this.name) return;
    const reported = this.list[length];
    if (reported?.code !== code) return;
    this.list[length] = { ...reported, span: { unit: 'char', start: operand.start, end: operand.end } };
  }

  /** Reports that the text at `location` breaks `rule`, which has this `code`. */
  ruleBroken(code: string, rule: GradedRow, values: MessageValues, location: TextLocation): void {
    const severity = rule.severity === 'warning' ? 'warning' : 'error';
    this.#add(
      code,
      severity,
      fillPlaceholders(rule.text, values),
      location,
      fillPlaceholders(rule.listingHint ?? rule.hint, values),
      rule,
    );
  }

  /** Adds the errors of another collector. */
  adoptErrors({ list, errors }: AssemblyDiagnostics): void {
    this.errors += errors;
    for (const one of list) if (one.severity === 'error') this.list.push(one);
  }

  /**
   * Adds the diagnostics of `part`, a piece of this text that begins on a line of its own.
   *
   * @param lines before the piece
   * @param characters before the piece
   */
  adopt(part: AssemblyDiagnostics, lines: number, characters: number): void {
    this.errors += part.errors;
    this.ownErrors += part.ownErrors;
    for (const reported of part.list) {
      if (this.list.length > MAX_VALIDATION_DIAGNOSTICS) break;
      const { start, end } = reported.span;
      const span: Span = { unit: 'char', start: start + characters, end: end + characters };
      this.list.push({ ...reported, span, line: reported.line + lines });
    }
  }

  /** Takes over one diagnostic of a text that was made from this one; its location is in this one. */
  push(reported: AssemblyDiagnostic): void {
    if (reported.severity === 'error') {
      this.errors++;
      this.ownErrors++;
    }
    if (this.list.length <= MAX_VALIDATION_DIAGNOSTICS) this.list.push(reported);
  }

  #add(code: string, given: Severity, message: string, location: TextLocation, hint?: string, rule?: RuleRow): void {
    const severity = given === 'warning' ? this.#leveled(code) : given;
    if (severity === undefined) return;
    if (severity === 'error') {
      this.errors++;
      if (/^X[256]/.test(code)) this.ownErrors++;
    }
    if (this.list.length > MAX_VALIDATION_DIAGNOSTICS) return;
    if (this.list.length === MAX_VALIDATION_DIAGNOSTICS) {
      // The last one says that there are more.
      const limit = { limit: MAX_VALIDATION_DIAGNOSTICS };
      this.#push(DX0012.code, DX0012.severity, fillPlaceholders(DX0012.text, limit), location);
    } else this.#push(code, severity, message, location, hint, rule);
  }

  #push(
    code: string,
    severity: Severity,
    message: string,
    location: TextLocation,
    hint?: string,
    rule?: RuleRow,
  ): void {
    const { line, column, file } = location;
    this.list.push({
      code,
      severity,
      message,
      span: this.#span(location),
      line,
      column,
      endColumn: column + Math.max(1, location.end - location.start),
      file,
      notes: [],
      ...(hint === undefined ? {} : { hint }),
      ...(rule === undefined ? {} : { rule }),
    });
  }

  #span({ source, start, end, line, column, file }: TextLocation): Span {
    if (source === this.text) return { unit: 'char', start, end };
    if (file !== this.name) return { unit: 'char', start: 0, end: 0 };
    const text = this.text;
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
