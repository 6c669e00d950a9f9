/**
 * Where the rows of a scan go: standard output, a table, or (resumable-output.ts) a file that a later run can complete.
 */
import { createReadStream, rmSync } from 'node:fs';
import { Output } from '../../outputs/output.ts';
import type { JournalEntry } from './journal.ts';
import type { CollectedRows, RowSink } from './row-sink.ts';
import { valuesOf } from './rows.ts';
import type { ScanSettings } from './settings.ts';
import { Table } from './table.ts';

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

  /** @param lines whole lines */
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
