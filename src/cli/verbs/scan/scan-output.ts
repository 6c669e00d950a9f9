/**
 * Where the rows of a scan go: standard output, a table, or (resumable-output.ts) a file that a later run can complete.
 */

import { createReadStream, rmSync } from 'node:fs';
import { type ColumnValue, type ScanColumn, scanColumn } from '../../../scan/columns.ts';
import { Output } from '../../outputs/output.ts';
import { oneLine } from '../../terminal-text.ts';
import type { JournalEntry } from './resumable-output.ts';
import { type CollectedRows, type RowSink, valuesOf } from './row-sink.ts';
import type { ScanSettings } from './settings.ts';

/** Rows that decide on the widths. */
const MEASURED = 256;
/** Characters of a cell that the cells below and above it are aligned to. */
const MAX_WIDTH = 40;
const NOTHING = '-';

export class Table {
  readonly #columns: readonly ScanColumn[];
  #rows: string[][] | undefined;
  #widths: readonly number[] = [];

  constructor(columns: readonly ScanColumn[]) {
    this.#columns = columns;
    this.#rows = [[...columns]];
  }

  /** Adds a row; returns the text that can be written now. */
  add(values: readonly ColumnValue[]): string {
    const cells = values.map(cellText);
    if (this.#rows === undefined) return this.#line(cells);
    this.#rows.push(cells);
    return this.#rows.length > MEASURED ? this.finish() : '';
  }

  /** Returns the rest of the text; '' for a table without rows. */
  finish(): string {
    const rows = this.#rows ?? [];
    this.#rows = undefined;
    if (rows.length <= 1) return '';
    this.#widths = this.#columns.map((name, column) => {
      const longest = rows.reduce((width, row) => Math.max(width, row[column]!.length), 0);
      return Math.min(longest, Math.max(MAX_WIDTH, name.length));
    });
    return rows.map((row) => this.#line(row)).join('');
  }

  #line(cells: readonly string[]): string {
    const padded = cells.map((cell, column) => {
      const width = this.#widths[column]!;
      return scanColumn(this.#columns[column]!).type === 'integer' ? cell.padStart(width) : cell.padEnd(width);
    });
    return `${padded.join('  ').trimEnd()}\n`;
  }
}

function cellText(value: ColumnValue): string {
  if (value === null) return NOTHING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.length === 0 ? NOTHING : oneLine(value.join(', '));
  return oneLine(String(value));
}

export interface ScanOutput extends RowSink {
  /** Adds the rows of an input, and removes their temporary file. */
  addRows(rows: CollectedRows): Promise<void>;
  /** The input in work is finished. */
  endInput(entry: Omit<JournalEntry, 'end'>): void;
}

/** Milliseconds between two writes to standard output: rows should appear soon. */
const FLUSH_INTERVAL = 50;

/** Writes NDJSON or a table as it goes. */
export class StreamOutput implements ScanOutput {
  readonly #output: Output;
  readonly #table: Table | undefined;
  #flushed = 0;

  private constructor(output: Output, table: Table | undefined) {
    this.#output = output;
    this.#table = table;
  }

  /** Reports an error and returns undefined if the file cannot be written. */
  static open(path: string, { format, columns }: ScanSettings): StreamOutput | undefined {
    const output = Output.open({ output: path, directory: undefined });
    return output && new StreamOutput(output, format === 'table' ? new Table(columns) : undefined);
  }

  async add(line: string): Promise<void> {
    await this.#output.add(this.#table === undefined ? line : this.#table.add(valuesOf(line)));
    const now = performance.now();
    if (!this.#output.isStandard || now - this.#flushed < FLUSH_INTERVAL) return;
    await this.#output.flush();
    this.#flushed = now;
  }

  async addRows({ lines, file }: CollectedRows): Promise<void> {
    if (file !== undefined) {
      let rest = '';
      for await (const chunk of createReadStream(file, 'utf8')) {
        rest += chunk;
        const end = rest.lastIndexOf('\n') + 1;
        await this.#addLines(rest.slice(0, end));
        rest = rest.slice(end);
      }
      rmSync(file);
      await this.#addLines(rest + lines);
    } else await this.#addLines(lines);
  }

  /** @param lines complete lines */
  async #addLines(lines: string): Promise<void> {
    if (this.#table === undefined) {
      await this.#output.add(lines);
      return;
    }
    let start = 0;
    for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', start)) {
      await this.add(lines.slice(start, end));
      start = end + 1;
    }
  }

  endInput(): void {}

  async finish(): Promise<void> {
    if (this.#table !== undefined) await this.#output.add(this.#table.finish());
    await this.#output.close();
  }
}
