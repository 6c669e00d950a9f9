/** Counts over all files: how many are valid, and how often each code was reported. */
import type { Severity } from '../../../base/diagnostics.ts';
import type { Report, RuleText } from './validate-file.ts';

interface CodeCount {
  readonly code: string;
  readonly severity: Severity;
  /** The number of diagnostics, and of files that have any. */
  count: number;
  files: number;
}

/** Counts results. */
export class Summary {
  #valid = 0;
  #invalid = 0;
  #notValidated = 0;
  #skipped = 0;
  readonly #codes = new Map<string, CodeCount>();
  readonly #rules: ReadonlyMap<string, RuleText>;

  /** @param rules the rules of all codes, complete when the summary is formatted */
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

  /** Counts diagnostics but no file, for a report about a directory. */
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

  /** Counts a file that was not validated because of an internal error. */
  addFault(): void {
    this.#notValidated++;
  }

  /** Counts a file of a directory that is not a shader. */
  addSkipped(): void {
    this.#skipped++;
  }

  /** The most frequent code first. */
  #sorted(): CodeCount[] {
    return [...this.#codes.values()].sort(
      (a, b) => b.count - a.count || b.files - a.files || (a.code < b.code ? -1 : 1),
    );
  }

  /** The counts of files on one line, and a table of codes. */
  text(): string {
    const files = this.#valid + this.#invalid + this.#notValidated;
    const parts = [`${this.#valid} valid`, `${this.#invalid} invalid`];
    if (this.#notValidated > 0) parts.push(`${this.#notValidated} not validated`);
    const skipped = this.#skipped === 0 ? '' : `; ${this.#skipped} other file${this.#skipped === 1 ? '' : 's'} skipped`;
    const line = `${files} file${files === 1 ? '' : 's'}: ${parts.join(', ')}${skipped}\n`;
    const codes = this.#sorted();
    if (codes.length === 0) return line;
    const rows = codes.map(({ code, severity, count, files }) => {
      return [code, severity, `${count}`, `${files}`, this.#rules.get(code)?.text ?? ''];
    });
    return line + tableText([['code', 'severity', 'count', 'files', 'rule'], ...rows]);
  }

  /** The counts of files and the table of codes as JSON. */
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

/** Columns of numbers, which are aligned to the right. */
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
