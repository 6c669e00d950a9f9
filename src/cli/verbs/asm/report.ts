/** Diagnostics of the assemblers as they are printed: with the line that they point at.  */
import type { AssemblyDiagnostic } from '../../../assemble/diagnostics.ts';
import { preshaderIn } from '../../../assemble/sm1/into.ts';
import type { Span } from '../../../base/diagnostics.ts';
import { latin1Bytes } from '../../../base/words.ts';
import { detectFormat } from '../../../file/detect-format.ts';
import { disassemble } from '../../../text/disassemble.ts';
import { DX0021, DX0023, DX0024, DX0035 } from '../../messages.ts';
import { type Excerpt, type Reported, reportAll, reportFile } from '../../report.ts';
import { writeError } from '../../streams.ts';
import { visible } from '../../terminal-text.ts';

/** Put before lines of the text, as in listings. */
const MARGIN = '    ';

/** How results are reported. */
export interface ReportStyle {
  readonly quiet: boolean;
  readonly color: boolean;
}

/**
 * Warnings with the same code that are printed for a text; more are only counted. A listing may have one for each
 * literal.
 */
const MAX_ALIKE = 3;

/**
 * Prints the diagnostics of a text.
 *
 * @param sourceOf the text of a file that was assembled
 * @returns whether there were errors
 */
export function reportAssembly(
  name: string,
  diagnostics: readonly AssemblyDiagnostic[],
  sourceOf: (file: string) => string | undefined,
  { quiet, color }: ReportStyle,
): boolean {
  const counts = new Map<string, number>();
  const shown = diagnostics.filter(({ code, severity }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return severity !== 'warning' || count <= MAX_ALIKE;
  });
  const reported = shown.map((one) => reportedAssembly(one, sourceOf));
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
 * @param sourceOf the text of a file that was assembled
 */
function reportedAssembly(diagnostic: AssemblyDiagnostic, sourceOf: (file: string) => string | undefined): Reported {
  const { code, severity, message, file, line, column, endColumn, notes, hint, span } = diagnostic;
  return {
    location: `${line}:${column}`,
    severity,
    code,
    text: [message, ...notes].join('; '),
    file,
    excerpt: () => spanExcerpt(sourceOf(file), span, line) ?? excerptOf(sourceOf(file), line, column, endColumn),
    ...(hint === undefined ? {} : { hint }),
  };
}

/**
 * The line of `span`, which may be an operand; undefined for an empty span, or if that is not line `line`, as after
 * `#line`.
 */
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

/**
 * Reports what is lost.
 *
 * @param original the shader whose program was replaced, if any
 */
export function reportLosses(file: string, text: string, original: Uint8Array | undefined): void {
  if (original !== undefined) reportHeader(file, text, original);
  const { profile } = detectFormat(latin1Bytes(text));
  if (/^[vp]s_[123]/.test(profile ?? '')) reportSm1Losses(file, text, original);
}

function reportSm1Losses(file: string, text: string, original: Uint8Array | undefined): void {
  reportHexLiteral(file, text, original);
  if (original !== undefined) {
    reportPreshader(file, text, original);
    return;
  }
  const lost = [
    ...(preshaderIn(text) === undefined ? [] : ['preshader']),
    ...(/^\s*\/\/ Registers:\s*$/m.test(text) ? ['constant table'] : []),
  ];
  if (lost.length > 0) reportFile(file, DX0021, { what: lost.join(' and ') });
}

/**
 * Reports the first line of the header that was changed. Headers with more or fewer lines than that of the original are
 * those of another tool, or have comments of the user.
 */
function reportHeader(file: string, text: string, original: Uint8Array): void {
  const given = headerOf(text);
  if (given.length === 0) return;
  const expected = headerOf(disassemble(original).text);
  const changed = given.findIndex((line, index) => line !== expected[index]);
  if (given.length === expected.length && changed >= 0) reportFile(file, DX0035, { line: changed + 1 });
}

/** The comments before the program, with one blank where there are several. */
function headerOf(text: string): string[] {
  const lines = text.split('\n', MAX_HEADER);
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines.slice(0, Math.max(end, 0)).map((line) => trimmed(line).replace(/\s+/g, ' '));
}

/** Lines of a header that are compared. */
const MAX_HEADER = 100_000;

/** A `def` with a word in hexadecimal other than 0, as listings with --hex have it. */
const HEX_LITERAL = /^[ \t]*def[ \t]+c\d+[ \t]*,(?:[^\n]*?,)??[ \t]*(0x(?!0{8})[0-9a-f]{8})\b[^\n]*/gim;

/**
 * Reports the first `def` with a word in hexadecimal, unless the original has the same line and thus keeps its bits.
 */
function reportHexLiteral(file: string, text: string, original: Uint8Array | undefined): void {
  let preserved: ReadonlySet<string> | undefined;
  for (const { 0: match, 1: value, index } of text.matchAll(HEX_LITERAL)) {
    preserved ??= new Set(
      original === undefined ? [] : disassemble(original, { hex: true }).text.split('\n').map(trimmed),
    );
    if (preserved.has(trimmed(match))) continue;
    const line = text.slice(0, index).split('\n').length;
    reportFile(file, DX0024, { line, value: value! });
    return;
  }
}

function trimmed(line: string): string {
  return line.trim();
}

/** Reports a preshader that is not that of the original. */
function reportPreshader(file: string, text: string, original: Uint8Array): void {
  const given = preshaderIn(text)?.text;
  if (given === undefined) return;
  const expected = preshaderIn(disassemble(original).text)?.text ?? '';
  if (withoutMargins(given) !== withoutMargins(expected)) reportFile(file, DX0023, {});
}

function withoutMargins(text: string): string {
  return text.replace(/^\s+|\s+$/gm, '');
}
