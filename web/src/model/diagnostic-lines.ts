/** Which line of a listing a diagnostic is about. */
import type { Diagnostic } from 'dxlens';
import { type ListingData, linesOfBytes } from './listing.ts';

export interface LineDiagnosticData {
  readonly severity: 'error' | 'warning' | 'note';
  readonly text: string;
}

const RANK = ['note', 'warning', 'error'];

/**
 * The diagnostics of each line, 0-based: the most severe severity, and all messages. Diagnostics of edited text have
 * its lines.
 */
export function diagnosticLines(
  listing: ListingData,
  diagnostics: readonly Diagnostic[],
): Map<number, LineDiagnosticData> {
  const lines = new Map<number, LineDiagnosticData>();
  for (const { code, severity, message, span, line: inText } of diagnostics) {
    const [line] = span.unit === 'byte' ? linesOfBytes(listing, span.start, span.start + 1) : [(inText ?? 1) - 1];
    if (line === undefined) continue;
    const before = lines.get(line);
    const text = `${code}: ${message}`;
    if (before === undefined) lines.set(line, { severity, text });
    else {
      const worst = RANK.indexOf(before.severity) > RANK.indexOf(severity) ? before.severity : severity;
      lines.set(line, { severity: worst, text: `${before.text}\n${text}` });
    }
  }
  return lines;
}
