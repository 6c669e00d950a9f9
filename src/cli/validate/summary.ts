/** What is said about all files together: how many are valid, and which codes come how often. */
import type { Severity } from '../../base/diagnostics.ts';
import type { Report, RuleText } from './validate-file.ts';

interface CodeCount {
  readonly code: string;
  readonly severity: Severity;
  /** Findings, and files that have any. */
  count: number;
  files: number;
}

/** Counts verdicts as they come. */
export class Summary {
  #valid = 0;
  #invalid = 0;
  #notValidated = 0;
  #skipped = 0;
  readonly #codes = new Map<string, CodeCount>();
  readonly #rules: ReadonlyMap<string, RuleText>;

  /** @param rules of all codes, when the summary is asked for */
  constructor(rules: ReadonlyMap<string, RuleText>) {
    this.#rules = rules;
  }

  add(report: Report): void {
    const { valid } = report;
    if (valid === null) this.#notValidated++;
    else if (valid) this.#valid++;
    else this.#invalid++;
    this.addCodes(report);
  }

  /** Counts what was found, and no file: it is about a folder. */
  addCodes({ counts }: Report): void {
    for (const { code, severity, count } of counts) {
      const key = `${code} ${severity}`;
      let known = this.#codes.get(key);
      if (known === undefined) {
        known = { code, severity, count: 0, files: 0 };
        this.#codes.set(key, known);
      }
      known.count += count;
      known.files++;
    }
  }

  /** A fault of ours has left a file without a verdict. */
  addFault(): void {
    this.#notValidated++;
  }

  /** A file of a folder is no shader. */
  addSkipped(): void {
    this.#skipped++;
  }

  /** The most frequent code first. */
  #sorted(): CodeCount[] {
    return [...this.#codes.values()].sort(
      (a, b) => b.count - a.count || b.files - a.files || (a.code < b.code ? -1 : 1),
    );
  }

  /** A line with the counts of files, and a table of codes. */
  text(): string {
    const files = this.#valid + this.#invalid + this.#notValidated;
    const parts = [`${this.#valid} valid`, `${this.#invalid} invalid`];
    if (this.#notValidated > 0) parts.push(`${this.#notValidated} not judged`);
    const skipped =
      this.#skipped === 0 ? '' : `; ${this.#skipped} other file${this.#skipped === 1 ? '' : 's'} passed over`;
    const line = `${files} file${files === 1 ? '' : 's'}: ${parts.join(', ')}${skipped}\n`;
    const codes = this.#sorted();
    if (codes.length === 0) return line;
    const rows = codes.map(({ code, severity, count, files }) => {
      return [code, severity, `${count}`, `${files}`, this.#rules.get(code)?.text ?? ''];
    });
    return line + tableText([['code', 'severity', 'count', 'files', 'rule'], ...rows]);
  }

  /** The same as a document for programs. */
  json(): string {
    const files = {
      valid: this.#valid,
      invalid: this.#invalid,
      notValidated: this.#notValidated,
      skipped: this.#skipped,
    };
    const codes = this.#sorted().map((one) => ({ ...one, rule: this.#rules.get(one.code)?.text ?? '' }));
    return `${JSON.stringify({ files, codes }, undefined, 2)}\n`;
  }
}

/** Columns of numbers stand to the right. */
const NUMBERS = [2, 3];

function tableText(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (NUMBERS.includes(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `  ${line(row)}\n`).join('');
}
