/**
 * Rows as lines of text: NDJSON as it is printed, and JSON arrays of values for what becomes a table or a Parquet file later.
 *
 * Not for: the table (table.ts), Parquet files (parquet.ts).
 */
import type { ColumnValue, ScanColumn } from '../../../scan/columns.ts';
import type { ScanSettings } from './settings.ts';

/** Makes a line, with its end, of the values of a shader. */
export type RowWriter = (read: (name: ScanColumn) => ColumnValue) => string;

/** Returns a function that makes a line, with its end, of the values of the columns. */
export function rowWriter({ format, columns }: Pick<ScanSettings, 'format' | 'columns'>): RowWriter {
  if (format !== 'ndjson') return (read) => `${JSON.stringify(columns.map(read))}\n`;
  const keys = columns.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return (read) => {
    let line = '';
    for (let i = 0; i < columns.length; i++) line += keys[i]! + JSON.stringify(read(columns[i]!));
    return `${line}}\n`;
  };
}

/** The values of a line that is a JSON array. */
export function valuesOf(line: string): ColumnValue[] {
  return JSON.parse(line) as ColumnValue[];
}
