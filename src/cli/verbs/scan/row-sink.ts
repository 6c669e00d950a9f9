/**
 * Where the rows of one input go until it is their turn: into memory, and from a limit on into a temporary file,
 * because one input may have millions of them.
 *
 * Not for: the output (run.ts).
 */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { ColumnValue, ScanColumn } from '../../../scan/columns.ts';
import type { ScanSettings } from './settings.ts';

/** Takes the rows of one input in order, each as a line with its end. */
export interface RowSink {
  add(line: string): void | Promise<void>;
}

/** The rows of an input, as plain data. */
export interface CollectedRows {
  /** The lines; those in {@link file} come first. */
  readonly lines: string;
  /** The path of a temporary file with further lines. Whoever reads it removes it. */
  readonly file: string | undefined;
}

/** Characters that are buffered in memory for one input. */
const MAX_CHARACTERS = 2 ** 18;
let files = 0;

export class CollectingSink implements RowSink {
  readonly #directory: string;
  #lines = '';
  #path: string | undefined;
  #file: number | undefined;

  /** @param directory of the temporary file */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @throws the error of the file system */
  add(line: string): void {
    this.#lines += line;
    if (this.#lines.length <= MAX_CHARACTERS) return;
    if (this.#file === undefined) {
      mkdirSync(this.#directory, { recursive: true });
      this.#path = join(this.#directory, `${process.pid}-${threadId}-${files++}.rows`);
      this.#file = openSync(this.#path, 'wx');
    }
    const bytes = Buffer.from(this.#lines);
    for (let written = 0; written < bytes.byteLength; ) written += writeSync(this.#file, bytes, written);
    this.#lines = '';
  }

  /** Ends the collection. */
  finish(): CollectedRows {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    return { lines: this.#lines, file: this.#path };
  }
}

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
