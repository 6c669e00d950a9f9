/**
 * Formats results as text and as JSON lines.
 *
 * Not for: SARIF (sarif.ts) and counts over all files (summary.ts).
 */

import type { Severity } from '../../../base/diagnostics.ts';
import { jsonText } from '../../inputs/read-chosen.ts';
import { type Reported, reportAll } from '../../report.ts';
import type { Report, ReportedDiagnostic } from './validate-file.ts';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** Prints the diagnostics about a file on standard error. */
export function reportDiagnostics({ file, diagnostics, counts }: Report, color: boolean): void {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  reportAll(file, diagnostics.map(reportedOf), false, color, all - diagnostics.length);
}

function reportedOf({ code, severity, message, start, excerpt, hint }: ReportedDiagnostic): Reported {
  return {
    location: `${start}`,
    severity,
    code,
    text: message,
    ...(excerpt === undefined ? {} : { excerpt: () => excerpt }),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** The line with the result for a file; '' if there is none. */
export function resultLine({ file, valid, profile, counts }: Report, quiet: boolean): string {
  // The diagnostics say why the file was not validated.
  if (valid === null || (valid && quiet)) return '';
  const found = SEVERITIES.map((severity) => {
    const count = counts.reduce((sum, one) => (one.severity === severity ? sum + one.count : sum), 0);
    return count === 0 ? '' : `${count} ${severity}${count === 1 ? '' : 's'}`;
  }).filter((text) => text !== '');
  const name = profile === null ? '' : `${profile}, `;
  return `${file}: ${name}${valid ? 'valid' : 'invalid'}${found.length === 0 ? '' : `: ${found.join(', ')}`}\n`;
}

/** The object of `--format json`, on a line of its own unless `pretty`. Scripts depend on these names. */
export function jsonLine({ file, format, profile, valid, diagnostics }: Report, pretty: boolean): string {
  const listed = diagnostics.map(({ code, severity, message, start, instruction, number, source, hint }) => {
    const optional = { ...(source === undefined ? {} : { source }), ...(hint === undefined ? {} : { hint }) };
    return { code, severity, message, offset: start, instruction, number, ...optional };
  });
  return jsonText({ file, format, profile, valid, diagnostics: listed }, pretty);
}
