/** Diagnostics on standard error, one line each: `FILE:offset: error CODE: text`. */
import type { Diagnostic, DiagnosticCode, MessageValues, Severity } from '../base/diagnostics.ts';
import { formatMessage } from '../base/diagnostics.ts';
import { MESSAGES } from '../base/messages.ts';
import { writeError } from './streams.ts';

/** Lines for one file before the rest is only counted: damaged files can have one for every instruction. */
const MAX_LINES = 100;

/** Reports what was found in `file`; only errors when `quiet`. Returns whether there were errors. */
export function report(file: string, diagnostics: readonly Diagnostic[], quiet: boolean): boolean {
  const told = quiet ? diagnostics.filter((diagnostic) => diagnostic.severity === 'error') : diagnostics;
  for (const { code, severity, message, span, notes } of told.slice(0, MAX_LINES)) {
    writeError(line(file, span.start, severity, code, [message, ...notes].join('; ')));
  }
  if (told.length > MAX_LINES) writeError(`${file}: ${told.length - MAX_LINES} more like these`);
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Reports a diagnostic about `file` as a whole. */
export function reportFile(file: string, code: DiagnosticCode, values: MessageValues): void {
  writeError(line(file, 0, MESSAGES[code].severity, code, formatMessage(code, values)));
}

function line(file: string, offset: number, severity: Severity, code: string, text: string): string {
  return `${file}:${offset}: ${severity} ${code}: ${text}`;
}
