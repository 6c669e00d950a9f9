/**
 * Prints diagnostics on standard error, one line each: `FILE:offset: error CODE: text`, or `FILE:line:column:` if the
 * input is a text. An excerpt may follow: a line of the text or of the listing, with a caret below the location.
 */
import pc from 'picocolors';
import {
  type Diagnostic,
  fillPlaceholders,
  type Message,
  type MessageValues,
  type Severity,
} from '../base/diagnostics.ts';
import { VERSION } from './process.ts';
import { writeError } from './streams.ts';
import { visible } from './terminal-text.ts';

/** Diagnostics printed for one file; more are only counted. A damaged file can have one for every instruction. */
export const MAX_LINES = 100;

/** A diagnostic as it is printed. */
export interface Reported {
  /** An offset such as `24`, or line and column such as `3:17`. */
  readonly location: string;
  readonly severity: Severity;
  readonly code: string;
  readonly text: string;
  /** The file, if it is not the input itself. */
  readonly file?: string;
  /** The line that it points at. */
  readonly excerpt?: () => Excerpt | undefined;
  /** How to fix it. */
  readonly hint?: string;
}

/** A line and a range in it. */
export interface Excerpt {
  readonly line: string;
  /** In characters from the start of the line. */
  readonly column: number;
  readonly length: number;
}

type Colors = ReturnType<typeof pc.createColors>;

const NO_COLORS = pc.createColors(false);
const COLORED = pc.createColors(true);

const SEVERITY_COLORS = { error: 'red', warning: 'magenta', note: 'cyan' } as const satisfies Record<
  Severity,
  keyof Colors
>;

/** Characters of a line that are shown. */
const MAX_EXCERPT = 200;
const EXCERPT_MARGIN = 40;

/** Prints the diagnostics about `file`, only errors if `quiet`. Returns whether there were errors. */
export function report(file: string, diagnostics: readonly Diagnostic[], quiet: boolean): boolean {
  const reported = diagnostics.map(({ code, severity, message, span, notes, hint }): Reported => {
    const text = [message, ...notes].join('; ');
    return { location: `${span.start}`, severity, code, text, ...(hint === undefined ? {} : { hint }) };
  });
  return reportAll(file, reported, quiet, false);
}

/**
 * Prints diagnostics with excerpts and hints, only errors if `quiet`. Returns whether there were errors.
 *
 * @param more the number of further diagnostics, which are only counted
 */
export function reportAll(file: string, list: readonly Reported[], quiet: boolean, color: boolean, more = 0): boolean {
  const colors = color ? COLORED : NO_COLORS;
  const reported = quiet ? list.filter(({ severity }) => severity === 'error') : list;
  for (const one of reported.slice(0, MAX_LINES)) {
    writeError(line(one.file ?? file, one.location, one.severity, one.code, one.text, colors));
    const excerpt = one.excerpt?.();
    if (excerpt) writeError(excerptText(excerpt, colors));
    if (one.hint !== undefined) writeError(`    hint: ${one.hint}`);
  }
  const rest = Math.max(0, reported.length - MAX_LINES) + more;
  if (rest > 0) writeError(`${visible(file)}: ${rest} more like these`);
  return list.some(({ severity }) => severity === 'error');
}

/** Prints a diagnostic about the entire `file`. */
export function reportFile(file: string, { code, severity, text }: Message, values: MessageValues): void {
  writeError(line(file, '0', severity, code, fillPlaceholders(text, values), NO_COLORS));
}

function line(file: string, location: string, severity: Severity, code: string, text: string, colors: Colors): string {
  return `${visible(file)}:${location}: ${colors[SEVERITY_COLORS[severity]](severity)} ${code}: ${visible(text)}`;
}

/** The line and, below it, `^~~` at the range. A long line is cut to the part around the range. */
function excerptText({ line, column, length }: Excerpt, colors: Colors): string {
  const from = line.length > MAX_EXCERPT ? Math.max(0, column - EXCERPT_MARGIN) : 0;
  const shown = line.slice(from, from + MAX_EXCERPT);
  const at = Math.min(column - from, shown.length);
  // Tabs stay, so that the caret is below its character at any tab width.
  const before = shown.slice(0, at).replace(/[^\t]/g, ' ');
  const available = Math.max(1, shown.length - at);
  const marks = `^${'~'.repeat(Math.min(Math.max(length, 1), available) - 1)}`;
  return `${shown.replace(/[^\t\x20-\x7e]/g, '?')}\n${before}${colors.green(marks)}`;
}

/** @param input the file that was being processed, if any */
export function reportFault(error: unknown, input?: string): void {
  reportInternalError(faultText(error), input);
}

/** The error with its stack trace. */
export function faultText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Reports an internal error that another thread has formatted. */
export function reportInternalError(what: string, input?: string): void {
  writeError(`dxlens: internal error${input === undefined ? '' : ` on ${input}`}: ${what}`);
  writeError(
    'This is a bug in dxlens, even if the input is damaged. Please report it with the lines above,\n' +
      `the command, the input file, and: dxlens ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}.`,
  );
}
