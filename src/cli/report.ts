/**
 * Diagnostics on standard error, one line each: `FILE:offset: error CODE: text`, or `FILE:line:column:` where the input is a
 * text. Under a line may stand an excerpt: the line of the text or of the listing, and a caret at the place.
 */
import type { Diagnostic, Message, MessageValues, Severity } from '../base/diagnostics.ts';
import { fillPlaces } from '../base/diagnostics.ts';
import { writeError } from './streams.ts';

/** Lines for one file before the rest is only counted: damaged files can have one for every instruction. */
export const MAX_LINES = 100;

/** What a diagnostic of any part is told as. */
export interface Reported {
  /** `24`, or `3:17` in a text. */
  readonly place: string;
  readonly severity: Severity;
  readonly code: string;
  readonly text: string;
  /** What file it is about, where that is not the input itself. */
  readonly file?: string;
  /** What it points at. */
  readonly excerpt?: () => Excerpt | undefined;
  /** What to do about it. */
  readonly hint?: string;
}

/** A line, and the place in it that is meant. */
export interface Excerpt {
  readonly line: string;
  /** In characters from the start of the line. */
  readonly column: number;
  readonly length: number;
}

/** Colours of terminals; none of them when they are not wanted. */
interface Paint {
  readonly error: string;
  readonly warning: string;
  readonly note: string;
  readonly caret: string;
  readonly off: string;
}

const NONE: Paint = { error: '', warning: '', note: '', caret: '', off: '' };
const ANSI: Paint = { error: '\x1b[31m', warning: '\x1b[35m', note: '\x1b[36m', caret: '\x1b[32m', off: '\x1b[39m' };

/** The longest line that is shown whole, in characters. */
const MAX_EXCERPT = 200;
const EXCERPT_MARGIN = 40;

/** Reports what was found in `file`; only errors when `quiet`. Returns whether there were errors. */
export function report(file: string, diagnostics: readonly Diagnostic[], quiet: boolean): boolean {
  const reported = diagnostics.map(({ code, severity, message, span, notes }): Reported => {
    return { place: `${span.start}`, severity, code, text: [message, ...notes].join('; ') };
  });
  return reportAll(file, reported, quiet, false);
}

/**
 * The same for what comes with excerpts and hints.
 *
 * @param more how many there are besides, which are only counted
 */
export function reportAll(file: string, list: readonly Reported[], quiet: boolean, color: boolean, more = 0): boolean {
  const paint = color ? ANSI : NONE;
  const reported = quiet ? list.filter(({ severity }) => severity === 'error') : list;
  for (const one of reported.slice(0, MAX_LINES)) {
    writeError(line(one.file ?? file, one.place, one.severity, one.code, one.text, paint));
    const excerpt = one.excerpt?.();
    if (excerpt) writeError(excerptText(excerpt, paint));
    if (one.hint !== undefined) writeError(`    hint: ${one.hint}`);
  }
  const rest = Math.max(0, reported.length - MAX_LINES) + more;
  if (rest > 0) writeError(`${file}: ${rest} more like these`);
  return list.some(({ severity }) => severity === 'error');
}

/** Reports a diagnostic about `file` as a whole. */
export function reportFile(file: string, { code, severity, text }: Message, values: MessageValues): void {
  writeError(line(file, '0', severity, code, fillPlaces(text, values), NONE));
}

function line(file: string, place: string, severity: Severity, code: string, text: string, paint: Paint): string {
  return `${file}:${place}: ${paint[severity]}${severity}${paint.off} ${code}: ${text}`;
}

/** The line and, below it, `^~~` at the place. Of a long line what is around the place. */
function excerptText({ line, column, length }: Excerpt, paint: Paint): string {
  const from = line.length > MAX_EXCERPT ? Math.max(0, column - EXCERPT_MARGIN) : 0;
  const shown = line.slice(from, from + MAX_EXCERPT);
  const at = Math.min(column - from, shown.length);
  // Tabs stay, so that the caret stands below its character at any width of them.
  const before = shown.slice(0, at).replace(/[^\t]/g, ' ');
  const room = Math.max(1, shown.length - at);
  const marks = `^${'~'.repeat(Math.min(Math.max(length, 1), room) - 1)}`;
  return `${shown.replace(/[^\t\x20-\x7e]/g, '?')}\n${before}${paint.caret}${marks}${paint.off}`;
}
