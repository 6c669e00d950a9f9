/**
 * Rows as a table for people. The widths of its columns are those of the first rows, so that a table of any length takes no memory.
 *
 * Not for: programs, which read NDJSON or Parquet.
 */
import { type ColumnValue, type ScanColumn, scanColumn } from '../../../scan/columns.ts';
import { oneLine } from '../../terminal-text.ts';

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
