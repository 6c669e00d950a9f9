/** Diagnostics of the assemblers as they are printed: with the line that they point at. */
import type { AssemblyDiagnostic } from '../../../assemble/diagnostics.ts';
import type { Span } from '../../../base/diagnostics.ts';
import { type Excerpt, type Reported, reportAll } from '../../report.ts';
import { writeError } from '../../streams.ts';
import { visible } from '../../terminal-text.ts';

/** Put before lines of the text, as in listings. */
const MARGIN = '    ';

/** How results are reported. */
export interface ReportStyle {
  readonly quiet: boolean;
  readonly color: boolean;
}

/** Warnings with the same code that are printed for a text; more are only counted. A listing may have one for each literal. */
const MAX_ALIKE = 3;

/**
 * Prints the diagnostics of a text.
 *
 * @param texts the text of a file that was assembled
 * @returns whether there were errors
 */
export function reportAssembly(
  name: string,
  diagnostics: readonly AssemblyDiagnostic[],
  texts: (file: string) => string | undefined,
  { quiet, color }: ReportStyle,
): boolean {
  const counts = new Map<string, number>();
  const shown = diagnostics.filter(({ code, severity }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return severity !== 'warning' || count <= MAX_ALIKE;
  });
  const reported = shown.map((one) => reportedAssembly(one, texts));
  const failed = reportAll(name, reported, quiet, color);
  if (quiet || shown.length === diagnostics.length) return failed;
  for (const code of new Set(diagnostics.filter((one) => !shown.includes(one)).map((one) => one.code))) {
    const more = counts.get(code)! - MAX_ALIKE;
    writeError(`${visible(name)}: ${more} more ${more === 1 ? 'warning' : 'warnings'} ${code}`);
  }
  return failed;
}

/**
 * A diagnostic with its line.
 *
 * @param texts the text of a file that was assembled
 */
function reportedAssembly(diagnostic: AssemblyDiagnostic, texts: (file: string) => string | undefined): Reported {
  const { code, severity, message, file, line, column, endColumn, notes, hint, span } = diagnostic;
  return {
    location: `${line}:${column}`,
    severity,
    code,
    text: [message, ...notes].join('; '),
    file,
    excerpt: () => spanExcerpt(texts(file), span, line) ?? excerptOf(texts(file), line, column, endColumn),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** The line of `span`, which may be an operand; undefined for an empty span, or if that is not line `line`, as after `#line`. */
function spanExcerpt(text = '', { start, end }: Span, line: number): Excerpt | undefined {
  const before = text.slice(0, start).split('\n');
  const column = before.at(-1)!.length + 1;
  return before.length === line && end > start ? excerptOf(text, line, column, column + end - start) : undefined;
}

/** Line `line` of `text`; undefined if it does not exist, because `#line` can name any. */
function excerptOf(text: string | undefined, line: number, column: number, endColumn: number): Excerpt | undefined {
  const found = text?.split('\n', line)[line - 1];
  if (found === undefined || found.trim() === '' || column > found.length + 1) return undefined;
  return { line: MARGIN + found.trimEnd(), column: MARGIN.length + column - 1, length: endColumn - column };
}
